//! Static evaluation as a sum of weights.

use super::position::{NineGame, NinePosition};
use crate::rules::tapered_score::TaperedScore;
use crate::types::{Score, Side};
use core::marker::PhantomData;

#[derive(Debug)]
pub struct FeatureSum<G>(TaperedScore, PhantomData<G>);

impl<G: LinearEval> FeatureSum<G> {
    const ZERO: Self = Self(TaperedScore::ZERO, PhantomData);

    #[inline]
    pub(crate) fn add(&mut self, weight: usize, times: i16) {
        self.0 += G::FEATURE_WEIGHTS[weight] * times;
    }
}

/// The scale factor of a lead that counts in full.
pub(crate) const FULL_SCALE: i32 = 64;

/// A game whose evaluation is a sum of weights. The board keeps the sum of the piece-square values up to date.
pub trait LinearEval: Sized {
    /// The weights that are not piece-square values. The first weight is the tempo, the bonus for the side to move.
    const FEATURE_WEIGHTS: &'static [TaperedScore];

    fn accumulate(
        position: &NinePosition<Self>,
        red: &mut FeatureSum<Self>,
        black: &mut FeatureSum<Self>,
    );

    /// Returns the part of a side's lead that counts, in 64ths. The part is small in drawish endgames.
    fn scale_factor(_position: &NinePosition<Self>, _ahead: Side) -> i32 {
        FULL_SCALE
    }
}

impl<G: NineGame + LinearEval> NinePosition<G> {
    pub(crate) fn static_eval(&self) -> Score {
        let [mut red, mut black] = [const { FeatureSum::<G>::ZERO }; 2];
        G::accumulate(self, &mut red, &mut black);
        let sum = self.board.piece_squares() + red.0 - black.0;
        let for_red = self.board.interpolate(sum);
        let ahead = if for_red > 0 { Side::Red } else { Side::Black };
        let for_red = for_red * G::scale_factor(self, ahead) / FULL_SCALE;
        Score::from_eval(if self.side == Side::Red { for_red } else { -for_red })
    }

    /// Returns the sum of the piece-square values and the tempo, as the side to move sees it.
    #[inline]
    pub(crate) fn piece_squares_and_tempo(&self) -> Score {
        let (sum, tempo) = (self.board.piece_squares(), G::FEATURE_WEIGHTS[0]);
        let sum = match self.side {
            Side::Red => sum + tempo,
            Side::Black => tempo - sum,
        };
        Score::from_eval(self.board.interpolate(sum))
    }
}
