//! What an estimate is made of: weights, and how often each of them counts.
//!
//! An estimate is written once, for any [`Tally`]: in play the weights are summed up; a program
//! that fits them asks how often each one counts.

use super::values::{FULL, Pair, place};
use crate::position::Position;
use crate::types::{Score, Side, Square};
use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;

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

/// A side's weights for what its pieces do, summed up.
struct Sum<E>(Pair, PhantomData<E>);

impl<E: Estimate> Tally for Sum<E> {
    #[inline]
    fn add(&mut self, weight: usize, times: i16) {
        self.0 += E::DOES[weight] * times;
    }
}

/// Tells how often a side's weights count, for Black less than nothing.
struct Told<'a, 'b>(&'a RefCell<&'b mut dyn FnMut(usize, i16)>, Side);

impl Tally for Told<'_, '_> {
    fn add(&mut self, weight: usize, times: i16) {
        (self.0.borrow_mut())(weight, if self.1 == Side::Red { times } else { -times });
    }
}

/// An estimate that is a sum of weights: those of the pieces on their squares, which the board
/// keeps, and those of what the pieces do.
pub(crate) trait Estimate: Position {
    /// What it is made of, in the order of the weights.
    const TERMS: &'static [Term];
    const WEIGHTS: &'static [Pair];
    /// The first of the weights, up to those of the pieces on their squares.
    const DOES: &'static [Pair];
    /// The terms of the pieces on their squares, by kind.
    const PLACED: &'static [Term];

    /// Tallies what both sides' pieces do.
    fn tally(&self, red: &mut impl Tally, black: &mut impl Tally);

    /// What is made of the sum.
    fn outline(&self) -> Outline;

    /// The sum of all weights for Red, given that of the pieces on their squares.
    #[inline]
    fn sum(&self, placed: Pair) -> Pair {
        let [mut red, mut black] = [const { Sum::<Self>(Pair::ZERO, PhantomData) }; 2];
        self.tally(&mut red, &mut black);
        placed + red.0 - black.0
    }

    /// What is known of the estimate without a look at the board, for the side to move: the sum of the
    /// pieces on their squares, and the right to move, which is the first of the weights.
    #[inline]
    fn sketched(&self, placed: Pair, phase: i32) -> Score {
        let tempo = Self::DOES[0];
        match self.side() {
            Side::Red => Score::from_eval((placed + tempo).blend(phase, FULL)),
            Side::Black => Score::from_eval(-(placed - tempo).blend(phase, FULL)),
        }
    }

    /// Tells which weights count in the estimate for Red, and how often, one at several times.
    fn trace(&self, tell: &mut dyn FnMut(usize, i16)) -> Outline {
        let tell = RefCell::new(tell);
        let [mut red, mut black] = Side::ALL.map(|side| Told(&tell, side));
        self.tally(&mut red, &mut black);
        let (_, ranks) = self.rules().size();
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                let tally = if piece.side() == Side::Red { &mut red } else { &mut black };
                let term = Self::PLACED[piece.kind().index()];
                tally.add(term.at(place(ranks, piece.side(), square)), 1);
            }
        }
        self.outline()
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

impl Outline {
    /// The scale of a sum of which everything is left.
    pub const WHOLE: i32 = 64;
}
