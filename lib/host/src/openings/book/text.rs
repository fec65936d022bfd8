//! Reads and writes books as text. The moves before the colon of a line lead to a position. The moves after the colon
//! are the moves to play in this position, each with its weight.

use super::{Book, BookError, BookLine, BookMove};
use chuhe_core::notation::{self, Style, read_any};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position};

const MAGIC: &str = "chuhe-book";

pub(super) fn read(text: &str) -> Result<Book, BookError> {
    let error = |number, fault| BookError { place: "line", number, fault };
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (number, first) = lines.next().unwrap_or((1, ""));
    let rules = first.strip_prefix(MAGIC).and_then(|name| name.trim().parse::<Rules>().ok());
    let fault = format!("an opening book begins with `{MAGIC}` and the name of a game");
    let rules = rules.ok_or(error(number, fault))?;
    let read: Result<Vec<BookLine>, BookError> = lines
        .map(|(number, line)| read_line(rules, number, line).map_err(|fault| error(number, fault)))
        .collect();
    Book::of_lines(rules, &read?)
}

fn read_line(rules: Rules, number: usize, line: &str) -> Result<BookLine, String> {
    let (before, after) = line
        .split_once(':')
        .ok_or("there is no colon between the moves so far and the moves to play")?;
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
        let number = number.ok_or_else(|| format!("`{weight}` is no weight from 1 to 65535"))?;
        replies.push((mv, number.into()));
    }
    if replies.is_empty() {
        return Err("there is no move to play".to_owned());
    }
    Ok(BookLine { number, moves, replies })
}

fn read_move(word: &str, position: &AnyPosition) -> Result<Move, String> {
    read_any(word, position).map_err(|error| format!("`{word}`: {error}"))
}

impl Book {
    /// Writes a book as text, in which each of `lines` is `(moves that lead to a position, moves to play there)`.
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
