//! Static evaluation as a sum of weights.
//!
//! The features of a position are written once, for any [`Accumulator`]. In play the accumulator
//! adds up the weights. For a program that fits the weights it reports how many times each one
//! counts.

use super::board::FULL_PHASE;
use super::piece_squares::weight_index;
use super::position::{NineGame, NinePosition};
use super::term::Term;
use crate::rules::tapered_score::TaperedScore;
use crate::types::{Score, Side, Square};
use core::cell::RefCell;
use core::marker::PhantomData;

/// The receiver of one side's weights.
pub trait Accumulator {
    /// Counts a weight `times` times.
    fn add(&mut self, weight: usize, times: i16);
}

struct WeightSum<G>(TaperedScore, PhantomData<G>);

impl<G: LinearEval> Accumulator for WeightSum<G> {
    #[inline]
    fn add(&mut self, weight: usize, times: i16) {
        self.0 += G::FEATURE_WEIGHTS[weight] * times;
    }
}

/// A report of one side's weights to a caller. Black's count negatively.
struct Trace<'a, 'b>(&'a RefCell<&'b mut dyn FnMut(usize, i16)>, Side);

impl Accumulator for Trace<'_, '_> {
    fn add(&mut self, weight: usize, times: i16) {
        (self.0.borrow_mut())(weight, if self.1 == Side::Red { times } else { -times });
    }
}

/// A static evaluation that is a sum of weights: piece-square values, which the board keeps, and
/// other features.
pub trait LinearEval: Sized {
    /// The terms that are not piece-square values, in the order of the weights.
    const TERMS: &'static [Term];
    /// All weights.
    const WEIGHTS: &'static [TaperedScore];
    /// The first of the weights: those that are not piece-square values. The first one is the
    /// tempo.
    const FEATURE_WEIGHTS: &'static [TaperedScore];
    /// The terms of the piece-square values, by kind. Their weights come last.
    const PIECE_SQUARE_TERMS: &'static [Term];

    /// Counts the features of both sides.
    fn accumulate(
        position: &NinePosition<Self>,
        red: &mut impl Accumulator,
        black: &mut impl Accumulator,
    );

    /// Returns the 64ths of a lead that remain when a side is ahead; fewer in drawish endgames.
    fn scale_factor(_position: &NinePosition<Self>, _ahead: Side) -> i32 {
        Taper::FULL_SCALE
    }
}

/// The use that an evaluation makes of the sum of its weights.
///
/// It interpolates between the middlegame and the endgame value of the sum by the phase. Then it
/// scales the lead of the side that is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taper {
    /// The phase: `full_phase` with all pieces on the board, 0 in the last endgame.
    pub phase: i32,
    /// The phase of a board with all pieces.
    pub full_phase: i32,
    /// The 64ths of the sum that remain if Red is ahead, and if Black is.
    pub scale_factors: [i32; 2],
}

impl Taper {
    /// The scale factor that leaves the sum as it is.
    pub const FULL_SCALE: i32 = 64;
}

impl<G: NineGame + LinearEval> NinePosition<G> {
    /// All terms, in the order of the weights, and all weights.
    pub(crate) const LINEAR_EVAL: ([&'static [Term]; 2], &'static [TaperedScore]) =
        ([G::TERMS, G::PIECE_SQUARE_TERMS], G::WEIGHTS);

    /// Returns the static evaluation for the side to move.
    pub(crate) fn static_eval(&self) -> Score {
        let [mut red, mut black] = [const { WeightSum::<G>(TaperedScore::ZERO, PhantomData) }; 2];
        G::accumulate(self, &mut red, &mut black);
        let sum = self.board.piece_squares() + red.0 - black.0;
        let for_red = self.board.interpolate(sum);
        let ahead = if for_red > 0 { Side::Red } else { Side::Black };
        let for_red = for_red * G::scale_factor(self, ahead) / Taper::FULL_SCALE;
        Score::from_eval(if self.side == Side::Red { for_red } else { -for_red })
    }

    /// Returns the part of the evaluation that needs no look at the board, for the side to move:
    /// the piece-square values and the tempo.
    #[inline]
    pub(crate) fn piece_squares_and_tempo(&self) -> Score {
        let (sum, tempo) = (self.board.piece_squares(), G::FEATURE_WEIGHTS[0]);
        let sum = match self.side {
            Side::Red => sum + tempo,
            Side::Black => -(sum - tempo),
        };
        Score::from_eval(self.board.interpolate(sum))
    }

    /// Calls `tell` with each weight that counts for Red and with its factor. One weight may be
    /// told several times.
    pub(crate) fn trace(&self, tell: &mut dyn FnMut(usize, i16)) -> Taper {
        let tell = RefCell::new(tell);
        let [mut red, mut black] = Side::ALL.map(|side| Trace(&tell, side));
        G::accumulate(self, &mut red, &mut black);
        let (_, ranks) = G::RULES.size();
        for square in Square::all() {
            if let Some(piece) = self.board.piece_at(square) {
                let side = if piece.side() == Side::Red { &mut red } else { &mut black };
                let term = G::PIECE_SQUARE_TERMS[piece.kind().index()];
                side.add(term.at(weight_index(ranks, piece.side(), square)), 1);
            }
        }
        let scale_factors = Side::ALL.map(|side| G::scale_factor(self, side));
        Taper { phase: self.board.phase(), full_phase: FULL_PHASE, scale_factors }
    }
}
