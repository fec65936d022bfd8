//! Evaluates positions for the search, or predicts their evaluation.
//!
//! The evaluation is the piece-square score, which the board keeps, plus the positional score. One move changes the
//! positional score little, so the search predicts this score from the previous position. If the prediction lies far
//! outside the window, the full evaluation is not needed (lazy evaluation).

use super::params::lazy_margin;
use super::searchable::Searchable;
use super::state::Search;
use super::window::Window;
use crate::types::{Score, SplitMix64};

impl Search<'_> {
    /// Returns the static evaluation of a position, with noise at a low level.
    pub(super) fn evaluate<P: Searchable>(&self, position: &P) -> Score {
        let exact = i32::from(position.evaluate().get());
        let random = SplitMix64::new(position.key().0 ^ self.limits.seed);
        Score::from_eval(exact + self.strength.noise(random))
    }

    /// Predicts the static evaluation at a ply. The error is mostly smaller than [`lazy_margin`].
    pub(super) fn lazy_eval(&self, piece_square_score: Option<Score>, ply: usize) -> Option<Score> {
        Some(piece_square_score? + self.memory.stack[ply].positional_score?)
    }

    /// Stores the positional score, from which the next ply predicts its evaluation. A level with noise stores `None`.
    pub(super) fn note_positional_score(
        &mut self,
        piece_square_score: Option<Score>,
        ply: usize,
        eval: Score,
    ) {
        let positional = |piece_square: Score| eval.get().saturating_sub(piece_square.get());
        self.memory.stack[ply].positional_score =
            piece_square_score.filter(|_| !self.strength.is_noisy()).map(positional);
    }
}

/// Returns a bound of the evaluation if the prediction lies outside the window by at least the margin.
pub(super) fn lazy_bound(lazy_eval: Score, window: Window) -> Option<Score> {
    let (low, high) = (lazy_eval - lazy_margin(), lazy_eval + lazy_margin());
    if low >= window.beta {
        Some(low)
    } else if high <= window.alpha {
        Some(high)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Score, Window, lazy_bound, lazy_margin};

    #[test]
    fn a_lazy_bound_needs_the_whole_margin_outside_the_window() {
        let [alpha, beta] = [-10, 20].map(Score::new);
        for (score, bound) in [
            (beta + lazy_margin(), Some(beta)),
            (beta + (lazy_margin() - 1), None),
            (alpha - lazy_margin(), Some(alpha)),
            (alpha - (lazy_margin() - 1), None),
        ] {
            assert_eq!(lazy_bound(score, Window { alpha, beta }), bound, "{score}");
        }
        // No prediction lies outside the full window.
        let all = [Score::from_eval(i32::MIN), Score::from_eval(i32::MAX)];
        assert!(all.iter().all(|&score| lazy_bound(score, Window::FULL).is_none()));
    }
}
