//! Books as text. A line is a position, as the moves that lead to it, a colon, and the moves to play
//! there, each with its weight.

use super::{Book, BookError, BookFault, BookLine, BookMove, BookPlace};
use chuhe_core::notation::{self, Style, read_any};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position};

/// The first word of a book.
const MAGIC: &str = "chuhe-book";

pub(super) fn read(text: &str) -> Result<Book, BookError> {
    let fault = |line, fault| BookError { place: BookPlace::Line(line), fault };
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.by_ref().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut lines = lines.peekable();
    let first = lines.next();
    let rules = first.and_then(|(_, line)| line.strip_prefix(MAGIC)?.trim().parse::<Rules>().ok());
    let rules = rules.ok_or(fault(first.map_or(1, |(number, _)| number), BookFault::NoBook))?;
    let read: Result<Vec<BookLine>, BookError> = lines
        .map(|(number, line)| read_line(rules, number, line).map_err(|error| fault(number, error)))
        .collect();
    Book::of_lines(rules, &read?)
}

fn read_line(rules: Rules, number: usize, line: &str) -> Result<BookLine, BookFault> {
    let (before, after) = line.split_once(':').ok_or(BookFault::NoColon)?;
    let mut position = rules.start();
    let mut moves = Vec::new();
    for word in before.split_whitespace() {
        let mv = read_move(word, &position)?;
        position = position.play(mv);
        moves.push(mv);
    }
    let mut replies: Vec<BookMove> = Vec::new();
    let mut words = after.split_whitespace();
    while let Some(word) = words.next() {
        let mv = read_move(word, &position)?;
        let weight = words.next().unwrap_or_default();
        let number = weight.parse::<u16>().ok().filter(|weight| *weight > 0);
        let number = number.ok_or_else(|| BookFault::Weight(weight.to_owned()))?;
        replies.push((mv, number.into()));
    }
    if replies.is_empty() {
        return Err(BookFault::NoMove);
    }
    Ok(BookLine { number, moves, replies })
}

fn read_move(word: &str, position: &AnyPosition) -> Result<Move, BookFault> {
    read_any(word, position).map_err(|error| BookFault::Move(word.to_owned(), error))
}

impl Book {
    /// Writes a book as text, from positions in the order given. Each has the moves that lead to it.
    pub fn write(rules: Rules, comment: &str, lines: &[(Vec<Move>, Vec<BookMove>)]) -> String {
        let mut text = format!("{MAGIC} {rules}\n");
        for line in comment.lines() {
            text += &format!("# {line}\n");
        }
        for (moves, replies) in lines {
            let mut position = rules.start();
            for &mv in moves {
                text += &format!("{} ", notation::write(Style::Coordinates, &position, mv));
                position = position.play(mv);
            }
            text.push(':');
            for (mv, weight) in replies {
                let mv = notation::write(Style::Coordinates, &position, *mv);
                text += &format!(" {mv} {weight}");
            }
            text.push('\n');
        }
        text
    }
}
