//! Static evaluation as a sum of weights.

use super::position::{NineGame, NinePosition};
use crate::rules::tapered_score::TaperedScore;
use crate::types::{Score, Side};
use core::marker::PhantomData;

/// The sum of one side's weights.
#[derive(Debug)]
pub struct FeatureSum<G>(TaperedScore, PhantomData<G>);

impl<G: LinearEval> FeatureSum<G> {
    const ZERO: Self = Self(TaperedScore::ZERO, PhantomData);

    /// Counts a weight `times` times.
    #[inline]
    pub(crate) fn add(&mut self, weight: usize, times: i16) {
        self.0 += G::FEATURE_WEIGHTS[weight] * times;
    }
}

/// The 64ths of a lead that remain: all of them.
pub(crate) const FULL_SCALE: i32 = 64;

/// A static evaluation that is a sum of weights: piece-square values, which the board keeps, and
/// other features.
pub trait LinearEval: Sized {
    /// The weights that are not piece-square values. The first one is the tempo.
    const FEATURE_WEIGHTS: &'static [TaperedScore];

    /// Counts the features of both sides.
    fn accumulate(
        position: &NinePosition<Self>,
        red: &mut FeatureSum<Self>,
        black: &mut FeatureSum<Self>,
    );

    /// Returns the 64ths of a lead that remain when a side is ahead; fewer in drawish endgames.
    fn scale_factor(_position: &NinePosition<Self>, _ahead: Side) -> i32 {
        FULL_SCALE
    }
}

impl<G: NineGame + LinearEval> NinePosition<G> {
    /// Returns the static evaluation for the side to move.
    pub(crate) fn static_eval(&self) -> Score {
        let [mut red, mut black] = [const { FeatureSum::<G>::ZERO }; 2];
        G::accumulate(self, &mut red, &mut black);
        let sum = self.board.piece_squares() + red.0 - black.0;
        let for_red = self.board.interpolate(sum);
        let ahead = if for_red > 0 { Side::Red } else { Side::Black };
        let for_red = for_red * G::scale_factor(self, ahead) / FULL_SCALE;
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
}
