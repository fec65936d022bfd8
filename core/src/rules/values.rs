//! What pieces are worth on their squares, summed up while a board changes.

use crate::types::{Piece, Square};
use core::fmt;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in one word: for a full board, and for one that is nearly empty. In hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pair(i32);

impl Pair {
    pub(crate) const ZERO: Self = Self(0);

    pub(crate) const fn new(full: i16, empty: i16) -> Self {
        Self(((empty as i32) << 16).wrapping_add(full as i32))
    }

    pub(crate) const fn full(self) -> i16 {
        self.0 as i16
    }

    /// The upper half, to which a negative lower half has lent one.
    pub(crate) const fn empty(self) -> i16 {
        (self.0.wrapping_add(0x8000) >> 16) as i16
    }

    /// Both sums; `+` where a constant is wanted.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Both differences; `-` where a constant is wanted.
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// The value for a board that is full to `phase` parts of `all`.
    pub(crate) const fn blend(self, phase: i32, all: i32) -> i32 {
        (self.full() as i32 * phase + self.empty() as i32 * (all - phase)) / all
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.full(), self.empty())
    }
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Neg for Pair {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i16> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, times: i16) -> Self {
        Self(self.0.wrapping_mul(times as i32))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// A value for every piece on every square, Black's negative.
pub(crate) type Table = [[Pair; Square::COUNT]; Piece::COUNT];

/// What a game's pieces are worth.
pub(crate) trait Values: Copy {
    const TABLE: &'static Table;
}
