//! Files of text with several games, each of which begins with a mark.

use crate::fault::{Faults, Read};
use crate::pgn::scanner::TextPlace;
use crate::{Entry, RecordFault};
use chuhe_host::charset::Charset;
use chuhe_host::text;
use std::ops::Range;

/// The bytes of one game, and the place at which they begin.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    pub(crate) range: Range<usize>,
    pub(crate) at: TextPlace,
}

/// A reader of one game. It adds the faults of parts that it leaves out.
pub(crate) type ReadGame = fn(&str, TextPlace, &mut Faults) -> Read;

/// Finds the first mark at or after a place.
pub(crate) type FindMark = fn(&[u8], usize) -> Option<usize>;

/// Finds a text at or after a place.
pub(crate) fn find(bytes: &[u8], from: usize, text: &[u8]) -> Option<usize> {
    let found = bytes.get(from..)?.windows(text.len()).position(|window| window == text);
    found.map(|at| from + at)
}

/// The games of a file. Each begins with a mark and ends before the next one.
pub(crate) struct Sections<'a> {
    bytes: &'a [u8],
    charset: Charset,
    at: usize,
    line: usize,
    mark: FindMark,
    read: ReadGame,
}

impl<'a> Sections<'a> {
    pub(crate) const fn new(
        bytes: &'a [u8],
        charset: Charset,
        mark: FindMark,
        read: ReadGame,
    ) -> Self {
        Self { bytes, charset, at: 0, line: 1, mark, read }
    }
}

impl Iterator for Sections<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if self.at == self.bytes.len() {
            return None;
        }
        // The first game may begin before its mark.
        let mark = (self.mark)(self.bytes, self.at)?;
        let end = (self.mark)(self.bytes, mark + 1).unwrap_or(self.bytes.len());
        let range = self.at..end;
        let part = &self.bytes[range.clone()];
        let at = TextPlace { line: self.line, column: 1 };
        self.at = range.end;
        self.line += part.iter().filter(|&&byte| byte == b'\n').count();
        Some(entry(self.bytes, Slice { range, at }, self.charset, self.read))
    }
}

/// The one mark of a file that is one game.
pub(crate) fn whole_file(_: &[u8], from: usize) -> Option<usize> {
    (from == 0).then_some(0)
}

/// Reads the game in a part of a file.
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

/// The place of a byte in a text that begins at a place.
pub(crate) fn place_in(text: &str, start: TextPlace, at: usize) -> TextPlace {
    let before = &text[..at];
    let lines = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    match lines {
        0 => TextPlace { column: start.column + column, ..start },
        _ => TextPlace { line: start.line + lines, column: column + 1 },
    }
}
