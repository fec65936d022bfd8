//! A group of weights of an evaluation.

use crate::types::Kind;
use core::fmt;

/// The number of files whose values differ. The other four files mirror the first four.
pub(crate) const MIRRORED_FILES: usize = 5;

/// A group of weights: those of one feature by number, or those of one kind of piece by square.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    name: &'static str,
    first: usize,
    rows: usize,
    /// The number of its weights that stand in one row of a printed table.
    pub columns: usize,
}

impl Term {
    /// Returns the first term of an evaluation.
    pub(crate) const fn first(name: &'static str, rows: usize, columns: usize) -> Self {
        Self { name, first: 0, rows, columns }
    }

    /// Returns the term whose weights follow those of this one.
    pub(crate) const fn then(self, name: &'static str, rows: usize, columns: usize) -> Self {
        Self { name, first: self.end(), rows, columns }
    }

    /// Returns the terms of the piece-square values that follow, by kind: the enemy's home rank first,
    /// files `a` to `e`. The other files mirror them.
    pub(crate) const fn piece_squares(self, ranks: u8) -> [Self; 7] {
        let mut terms = [self; 7];
        let mut before = self;
        let mut kind = 0;
        while kind < terms.len() {
            before = before.then(Kind::ALL[kind].name(), ranks as usize, MIRRORED_FILES);
            terms[kind] = before;
            kind += 1;
        }
        terms
    }

    /// Returns the place of one of its weights among all weights.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.rows * self.columns);
        self.first + index
    }

    /// Returns the number of weights up to the last one of this term.
    pub(crate) const fn end(self) -> usize {
        self.first + self.rows * self.columns
    }

    /// Returns the places of its weights among all weights.
    #[must_use]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.first..self.end()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
