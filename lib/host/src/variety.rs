//! Chooses among nearly equal moves in the opening, so that games differ.

use crate::Random;
use crate::openings::{Book, BookMove, choose};
use chuhe_core::{AnyPosition, Level, Limits, Move, Position, Score, SearchLine};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// The variety of the computer player in the opening: a book, and after the book a choice among
/// nearly equal moves. The seed of the search determines the choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variety {
    pub book: BookChoice,
    pub ply: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub enum BookChoice {
    #[default]
    BuiltIn,
    /// A person's own book. If it is for other rules, or cannot be read, the built-in book is used.
    #[serde(skip)]
    Own(Arc<dyn OwnBook>),
    Off,
}

/// An opening book that a person has chosen in place of the built-in book. The search thread calls
/// `probe`, which can read the file of the book.
pub trait OwnBook: Debug + Send + Sync {
    /// Returns the book's moves in a position; `None` if the book is for other rules, or cannot be read.
    fn probe(&self, position: &AnyPosition) -> Option<Vec<BookMove>>;
}

impl OwnBook for Book {
    fn probe(&self, position: &AnyPosition) -> Option<Vec<BookMove>> {
        (self.rules() == position.rules()).then(|| self.moves(position))
    }
}

/// The number of first plies in which the computer chooses among nearly equal moves. A book can be used for more plies.
const VARIED_PLIES: usize = 12;

const CHOICES: u8 = 4;

impl Variety {
    /// Chooses a book move that is not in `excluded`; `None` if the book has no such move.
    pub fn book_move(&self, root: &AnyPosition, seed: u64, excluded: &[Move]) -> Option<Move> {
        let random = Random::sequence(seed, self.ply as u64).next();
        let own = match &self.book {
            BookChoice::Off => return None,
            BookChoice::Own(book) => book.probe(root),
            BookChoice::BuiltIn => None,
        };
        let moves = own.or_else(|| Some(Book::built_in(root.rules())?.moves(root)))?;
        choose(moves, random, |mv| !excluded.contains(&mv))
    }

    /// Returns the limits of a search for several good moves; `None` after the opening and at the lowest levels.
    pub(crate) fn limits(&self, limits: &Limits) -> Option<Limits> {
        let margin = margin(limits.level);
        (self.ply < VARIED_PLIES && margin > 0).then(|| Limits {
            level: Level::MAX,
            nodes: limits.nodes.min(limits.level.nodes().saturating_mul(CHOICES.into())),
            multi_pv: CHOICES,
            ..*limits
        })
    }

    /// Chooses one of the variations that are nearly as good as the first.
    pub(crate) fn choose<'a>(
        &self,
        lines: &'a [SearchLine],
        limits: &Limits,
    ) -> Option<&'a SearchLine> {
        let best = lines.first()?;
        let margin = margin(limits.level);
        let is_near = |line: &&SearchLine| is_near(best.score, line.score, margin);
        let near = lines.iter().take_while(is_near).count();
        let number = Random::sequence(limits.seed, self.ply as u64).below(near as u64);
        lines.get(number as usize)
    }
}

/// Returns how far the score of a chosen move can lie below the best score, in hundredths of a soldier. This is 0
/// at the lowest levels, because their mistakes already make games differ.
fn margin(level: Level) -> i16 {
    match level.get() {
        0 | 1 => 0,
        2..=5 => 30,
        6 | 7 => 20,
        _ => 12,
    }
}

/// Returns true if `score` is at most `margin` below `best`. If either score is a mate, the result is `best == score`.
fn is_near(best: Score, score: Score, margin: i16) -> bool {
    match (best.mate_distance(), score.mate_distance()) {
        (None, None) => i32::from(best.get()) - i32::from(score.get()) <= margin.into(),
        _ => best == score,
    }
}

/// The best variations of a search, collected from its reports.
#[derive(Clone, Default, Debug)]
pub struct RootLines {
    complete: Vec<SearchLine>,
    next: Vec<SearchLine>,
}

impl RootLines {
    /// Adds a variation that the search has reported. The search reports `wanted` variations at each depth.
    pub fn take(&mut self, line: &SearchLine, wanted: usize) {
        if line.multi_pv == 1 {
            self.next.clear();
        }
        self.next.push(line.clone());
        if self.next.len() == wanted {
            self.complete = std::mem::take(&mut self.next);
        }
    }

    /// Returns the variations of the last complete depth, the best first.
    pub fn lines(&self) -> &[SearchLine] {
        &self.complete
    }
}
