//! What pieces are worth on their squares, summed up while a board changes.

use super::linear_eval::Term;
use crate::types::{FILES, Kind, Piece, Side, Square};
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

/// What each kind adds to the phase of a game on nine files, 0 to [`FULL`].
const PHASE: [(Kind, i32); 3] = [(Kind::Chariot, 6), (Kind::Horse, 3), (Kind::Cannon, 3)];

/// The phase of a board with all pieces.
pub(crate) const FULL: i32 = 2 * 2 * (6 + 3 + 3);

/// How full a board is, of [`FULL`], from how many pieces of a kind it has.
pub(crate) fn phase(count: impl Fn(Kind) -> i32) -> i32 {
    PHASE.iter().map(|&(kind, parts)| parts * count(kind)).sum()
}

/// A value for every piece on every square, Black's negative.
pub(crate) type Table = [[Pair; Square::COUNT]; Piece::COUNT];

/// How many files are told apart where a board is worth the same in a mirror.
pub(crate) const PLACES: usize = 5;

/// Which of a piece's weights by square counts for a side: the enemy's home rank first, files `a`
/// to `e`, which the others mirror.
pub(crate) const fn place(ranks: u8, side: Side, square: Square) -> usize {
    let (file, rank) = (square.file(), square.rank());
    let file = if file > 4 { FILES - 1 - file } else { file };
    let row = match side {
        Side::Red => ranks - 1 - rank,
        Side::Black => rank,
    };
    PLACES * row as usize + file as usize
}

/// The weights of the pieces on their squares, by kind, for a board that sums them up.
pub(crate) const fn table(ranks: u8, placed: &[Term], weights: &[Pair]) -> Table {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < placed.len() {
        let (kind, term) = (Kind::ALL[i], placed[i]);
        let mut index = 0;
        while index < ranks as usize * FILES as usize {
            let square = Square::at(index);
            let red = weights[term.at(place(ranks, Side::Red, square))];
            let black = weights[term.at(place(ranks, Side::Black, square))];
            table[Piece::new(Side::Red, kind).index()][index] = red;
            table[Piece::new(Side::Black, kind).index()][index] = Pair::ZERO.minus(black);
            index += 1;
        }
        i += 1;
    }
    table
}

/// What a game's pieces are worth.
pub(crate) trait Values: Copy {
    const TABLE: &'static Table;
}
