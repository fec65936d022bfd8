//! What an estimate is made of: weights, and how often each of them counts.
//!
//! An estimate is written once, for any [`Tally`]: in play the weights are summed up; a program
//! that fits them asks how often each one counts.

use core::fmt;

/// Weights that belong together: the same feature by number, or a piece's values by square.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    name: &'static str,
    first: usize,
    rows: usize,
    columns: usize,
}

impl Term {
    /// The first weights of an estimate.
    pub(crate) const fn first(name: &'static str, [rows, columns]: [usize; 2]) -> Self {
        Self { name, first: 0, rows, columns }
    }

    /// The weights that come after these.
    pub(crate) const fn then(self, name: &'static str, [rows, columns]: [usize; 2]) -> Self {
        Self { name, first: self.end(), rows, columns }
    }

    /// The place of one of them among all weights.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.rows * self.columns);
        self.first + index
    }

    /// How many weights there are up to the last of these.
    #[must_use]
    pub const fn end(self) -> usize {
        self.first + self.rows * self.columns
    }

    /// How many of its weights stand in a row when they are written as a table.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// The places of its weights among all.
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

/// Hears which weights count for a side, and how often.
pub(crate) trait Tally {
    /// A weight counts so often.
    fn add(&mut self, weight: usize, times: i16);
}

/// How often each of `N` weights counts.
#[derive(Clone, Copy)]
pub(crate) struct Counts<const N: usize>([i16; N]);

impl<const N: usize> Counts<N> {
    pub(crate) const NONE: Self = Self([0; N]);

    /// Tells of every weight that counts for one side more often than for the other.
    pub(crate) fn tell(&self, less: &Self, tell: &mut dyn FnMut(usize, i16)) {
        for (weight, (own, other)) in self.0.iter().zip(&less.0).enumerate() {
            if own != other {
                tell(weight, own - other);
            }
        }
    }
}

impl<const N: usize> Tally for Counts<N> {
    fn add(&mut self, weight: usize, times: i16) {
        self.0[weight] += times;
    }
}

/// What an estimate makes of the sum of its weights, each being a pair of values, for a full and
/// for an empty board: `phase` parts of the first and `full - phase` of the second, by `full`;
/// then so much of it as the side that is ahead can hope for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outline {
    /// How full the board is.
    pub phase: i32,
    /// The phase of a full board.
    pub full: i32,
    /// How many 64ths of the sum are left if Red is ahead, and if Black is.
    pub scales: [i32; 2],
}
