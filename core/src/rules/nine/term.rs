//! A group of weights of an evaluation.

use crate::array::array;
use crate::rules::tapered_score::TaperedScore;

/// The number of files whose values differ. The other four files mirror the first four.
pub(crate) const MIRRORED_FILES: usize = 5;

/// A group of weights: those of one feature by number, or those of one kind of piece by square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    first: usize,
    len: usize,
}

impl Term {
    /// Returns the first term of an evaluation.
    pub(crate) const fn first(len: usize) -> Self {
        Self { first: 0, len }
    }

    /// Returns the term whose weights follow those of this one.
    pub(crate) const fn then(self, len: usize) -> Self {
        Self { first: self.end(), len }
    }

    /// Returns the terms of the piece-square values that follow, by kind: the enemy's home rank first,
    /// files `a` to `e`. The other files mirror them.
    pub(crate) const fn piece_squares(self, ranks: u8) -> [Self; 7] {
        let len = ranks as usize * MIRRORED_FILES;
        array!(kind < 7 => Self { first: self.end() + kind * len, len })
    }

    /// Returns the place of one of its weights among all weights.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.first + index
    }

    /// Returns the number of weights up to the last one of this term.
    pub(crate) const fn end(self) -> usize {
        self.first + self.len
    }
}

/// Reads all weights of a file: numbers such as `12/-7`, and comments behind `#`.
pub(crate) const fn read_weights<const COUNT: usize>(text: &[u8]) -> [TaperedScore; COUNT] {
    let mut weights = [TaperedScore::ZERO; COUNT];
    let (mut at, mut count) = (next_number(text, 0), 0);
    while at < text.len() {
        let (middlegame, end) = read_number(text, at);
        let (endgame, end) = read_number(text, next_number(text, end));
        weights[count] = TaperedScore::new(middlegame, endgame);
        count += 1;
        at = next_number(text, end);
    }
    assert!(count == COUNT, "the file has a value for each weight");
    weights
}

/// Returns the place of the next number, or of the end.
const fn next_number(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b'-' && !text[at].is_ascii_digit() {
        let is_comment = text[at] == b'#';
        while is_comment && text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    at
}

/// Reads the number at a place, and returns the place behind it.
const fn read_number(text: &[u8], mut at: usize) -> (i16, usize) {
    let sign = if text[at] == b'-' { -1 } else { 1 };
    at += (sign < 0) as usize;
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = 10 * number + (text[at] - b'0') as i16;
        at += 1;
    }
    (sign * number, at)
}
