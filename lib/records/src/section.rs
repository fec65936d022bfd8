use crate::fault::{Faults, Read};
use crate::pgn::scanner::TextPlace;
use crate::{Entry, GameTree, RecordFault};
use chuhe_core::{notation::FenField, rules::Rules};
use chuhe_host::{charset::Charset, fen, text};
use std::ops::Range;

/// The range of the bytes of one game, and the line and column of its first byte.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    pub(crate) range: Range<usize>,
    pub(crate) at: TextPlace,
}

/// A function that reads one game. It adds a fault for each part that it leaves out.
pub(crate) type ReadGame = fn(&str, TextPlace, &mut Faults) -> Read;

pub(crate) fn find(bytes: &[u8], from: usize, text: &[u8]) -> Option<usize> {
    let found = bytes.get(from..)?.windows(text.len()).position(|window| window == text);
    found.map(|at| from + at)
}

/// Splits a file into games. Each begins with a mark such as `FORMAT`. `mark` finds the first mark at or after a byte.
pub(crate) fn sections(
    bytes: &[u8],
    charset: Charset,
    mark: impl Fn(&[u8], usize) -> Option<usize>,
    read: ReadGame,
) -> impl Iterator<Item = Entry> {
    let (mut begin, mut line) = (0, 1);
    std::iter::from_fn(move || {
        if begin == bytes.len() {
            return None;
        }
        // Text before the first mark belongs to the first game.
        let found = mark(bytes, begin)?;
        let range = begin..mark(bytes, found + 1).unwrap_or(bytes.len());
        let at = TextPlace { line, column: 1 };
        begin = range.end;
        line += bytes[range.clone()].iter().filter(|&&byte| byte == b'\n').count();
        Some(entry(bytes, Slice { range, at }, charset, read))
    })
}

/// A function `mark` for a file with a single game: the mark is the first byte.
pub(crate) fn whole_file(_: &[u8], from: usize) -> Option<usize> {
    (from == 0).then_some(0)
}

pub(crate) fn entry(
    bytes: &[u8],
    Slice { range, at }: Slice,
    charset: Charset,
    read: ReadGame,
) -> Entry {
    Entry::of(range.clone(), |faults| match text::decode_or(&bytes[range], charset) {
        Ok(text) => read(&text, at, faults),
        Err(error) => {
            let at = TextPlace { line: at.line + error.line - 1, column: 1 };
            Err(at.error(RecordFault::NotText))
        }
    })
}

/// Returns a tree whose start position is a FEN. If `rules` is `None`, the FEN determines the rules. If the halfmove
/// clock or the move number is invalid, both get their usual values, and a warning is added.
pub(crate) fn start(rules: Option<Rules>, fen: &str, at: TextPlace, faults: &mut Faults) -> Read {
    let read = |text: &str| rules.map_or_else(|| fen::read(text), |it| fen::read_for(it, text));
    let wrong = |error| at.error(RecordFault::Fen(error));
    let found = match read(fen) {
        Err(error) if [FenField::HalfmoveClock, FenField::MoveNumber].contains(&error.field) => {
            faults.push(wrong(error));
            let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
            read(&fields.join(" "))
        }
        found => found,
    };
    found.map(GameTree::starting).map_err(wrong)
}

pub(crate) fn place_in(text: &str, start: TextPlace, at: usize) -> TextPlace {
    let before = &text[..at];
    let lines = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    match lines {
        0 => TextPlace { column: start.column + column, ..start },
        _ => TextPlace { line: start.line + lines, column: column + 1 },
    }
}
