//! Opening books: the moves to play in known positions, with weights.

mod polyglot;
mod text;

pub use polyglot::polyglot_key;

use crate::openings::{is_symmetric, mirrored};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position};
use std::sync::OnceLock;

static TEXTS: [&str; 3] = [
    include_str!("../../../openings/xiangqi.book"),
    include_str!("../../../openings/zhonggong.book"),
    include_str!("../../../openings/chess.book"),
];

/// A move of a book, `(move, weight)`. A move with twice the weight of another move is played twice as often.
pub type BookMove = (Move, u32);

/// An opening book for one kind of game.
///
/// ```
/// use chuhe_core::{notation::read_any, rules::Rules};
/// use chuhe_host::openings::{Book, choose};
/// let book = Book::read(b"chuhe-book chess\n: e2e4 3 d2d4 1\ne2e4 : e7e5 1\n").unwrap();
/// let start = Rules::Chess.start();
/// assert_eq!(book.moves(&start).len(), 2);
/// assert_eq!(choose(book.moves(&start), 2, |_| true), read_any("e4", &start).ok());
/// assert_eq!(choose(book.moves(&start), 3, |_| true), read_any("d4", &start).ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    rules: Rules,
    keys: Keys,
    /// Sorted by the keys.
    entries: Vec<Entry>,
}

/// An entry, `(key of the position, move as a number, weight)`.
type Entry = (u64, u16, u32);

/// The fault for which a book is refused. The lines of a text, or the entries of a Polyglot book, are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place} {number}: {fault}")]
pub struct BookError {
    place: &'static str,
    number: usize,
    fault: String,
}

/// The two ways in which a book writes positions and moves as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keys {
    Own,
    Polyglot,
}

impl Book {
    /// Returns the built-in book for a kind of game, if there is one. The first call for this game parses the book.
    pub fn built_in(rules: Rules) -> Option<&'static Self> {
        static BOOKS: [OnceLock<Book>; 3] = [const { OnceLock::new() }; 3];
        let first = format!("chuhe-book {rules}");
        let of_game = |text: &&str| text.lines().next() == Some(&first);
        let (text, book) = TEXTS.iter().zip(&BOOKS).find(|(text, _)| of_game(text))?;
        let read = || Self::read(text.as_bytes()).unwrap_or_else(|error| unreachable!("{error}"));
        Some(book.get_or_init(read))
    }

    /// Reads a book from the bytes of a file: a text, or a Polyglot book for chess.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        match str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => text::read(text),
            _ => polyglot::read(bytes),
        }
    }

    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub fn moves(&self, position: &AnyPosition) -> Vec<BookMove> {
        if position.rules() != self.rules {
            return Vec::new();
        }
        let key = match self.keys {
            Keys::Own => position.key().get(),
            Keys::Polyglot => polyglot_key(position),
        };
        let read = self.entries_of(key).iter().filter_map(|&(_, bits, weight)| {
            let mv = match self.keys {
                Keys::Own => Move::from_bits(bits),
                Keys::Polyglot => polyglot::read_move(bits, position),
            };
            Some((mv.filter(|mv| position.is_legal(*mv))?, weight))
        });
        read.collect()
    }

    fn entries_of(&self, key: u64) -> &[Entry] {
        let rest = &self.entries[self.entries.partition_point(|entry| entry.0 < key)..];
        &rest[..rest.partition_point(|entry| entry.0 == key)]
    }

    /// Makes a book from the lines of a text, and from their mirror images if the start position is symmetric.
    fn of_lines(rules: Rules, lines: &[BookLine]) -> Result<Self, BookError> {
        let start = rules.start();
        let has_images = is_symmetric(&start);
        let mut entries = Vec::new();
        for BookLine { number, moves, replies } in lines {
            entries.push((key_after(&start, moves), replies.clone(), *number));
            let image = |mv: &Move| mirrored(*mv, rules);
            let moves: Option<Vec<Move>> = moves.iter().map(image).collect();
            let replies: Option<Vec<BookMove>> =
                replies.iter().map(|(mv, weight)| Some((image(mv)?, *weight))).collect();
            if let (true, Some(moves), Some(replies)) = (has_images, moves, replies) {
                entries.push((key_after(&start, &moves), replies, *number));
            }
        }
        entries.sort_by_key(|entry| (entry.0, entry.2));
        if let Some(same) =
            entries.windows(2).find(|two| two[0].0 == two[1].0 && two[0].2 != two[1].2)
        {
            let fault = format!("the position stands in line {} already", same[0].2);
            return Err(BookError { place: "line", number: same[1].2, fault });
        }
        let mut book = Self { rules, keys: Keys::Own, entries: Vec::new() };
        for (key, replies, _) in entries {
            // A symmetric position is its own mirror image and comes twice. The second time, only new moves are added.
            let known = book.entries_of(key).to_vec();
            let replies = replies.into_iter().map(|(mv, weight)| (key, mv.to_bits(), weight));
            let is_new = |entry: &Entry| known.iter().all(|known| known.1 != entry.1);
            book.entries.extend(replies.filter(is_new));
        }
        Ok(book)
    }
}

/// Chooses one of the moves that `admit` allows, by the number `random`. The probability of each move is proportional
/// to its weight.
pub fn choose(mut moves: Vec<BookMove>, random: u64, admit: impl Fn(Move) -> bool) -> Option<Move> {
    moves.retain(|(mv, weight)| *weight > 0 && admit(*mv));
    let sum: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut left = random.checked_rem(sum)?;
    let chosen = moves.into_iter().find(|(_, weight)| {
        let is_here = left < u64::from(*weight);
        left = left.saturating_sub((*weight).into());
        is_here
    });
    chosen.map(|(mv, _)| mv)
}

struct BookLine {
    number: usize,
    moves: Vec<Move>,
    replies: Vec<BookMove>,
}

fn key_after(start: &AnyPosition, moves: &[Move]) -> u64 {
    moves.iter().fold(start.clone(), |position, mv| position.play(*mv)).key().get()
}

#[cfg(test)]
mod tests;
