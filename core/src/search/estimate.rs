//! Estimates of positions: made in full, or foreseen from the position before, which is enough where
//! they lie far from all that matters.
//!
//! A part of an estimate, its sketch, is known without a look at the board. The rest, its surplus,
//! mostly changes little by a move: the sketch of a position and the surplus of the one before tell
//! nearly what its estimate will be.

use super::params::DOUBT;
use super::root::Search;
use super::searchable::Searchable;
use crate::types::{Score, SplitMix};

impl Search<'_> {
    /// The estimate of a position, with the faults of the level.
    pub(super) fn estimate<P: Searchable>(&self, position: &P) -> Score {
        let exact = i32::from(position.evaluate().get());
        Score::from_eval(exact + self.play.fault(SplitMix(position.key().0 ^ self.limits.seed)))
    }

    /// What the estimate will be, give or take [`DOUBT`].
    pub(super) fn foreseen(&self, sketch: Option<Score>, ply: usize) -> Option<Score> {
        Some(sketch? + self.frames[ply].surplus?)
    }

    /// Keeps what an estimate has beyond its sketch, for the plies that follow; nothing of a level
    /// that misjudges each position anew.
    pub(super) fn note_surplus(&mut self, sketch: Option<Score>, ply: usize, estimate: Score) {
        let surplus = |sketch: Score| estimate.get().saturating_sub(sketch.get());
        self.frames[ply].surplus = sketch.filter(|_| !self.play.errs()).map(surplus);
    }
}

/// The bound of an estimate foreseen that lies outside of a window with all that it may be.
pub(super) fn outside(foreseen: Score, alpha: Score, beta: Score) -> Option<Score> {
    let (low, high) = (foreseen - DOUBT, foreseen + DOUBT);
    match () {
        () if low >= beta => Some(low),
        () if high <= alpha => Some(high),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{DOUBT, Score, outside};

    #[test]
    fn a_bound_is_what_lies_outside_with_all_doubts() {
        let [alpha, beta] = [-10, 20].map(Score::new);
        for (score, bound) in [
            (beta + DOUBT, Some(beta)),
            (beta + (DOUBT - 1), None),
            (alpha - DOUBT, Some(alpha)),
            (alpha - (DOUBT - 1), None),
        ] {
            assert_eq!(outside(score, alpha, beta), bound, "{score}");
        }
        // The whole window has nothing outside.
        let all = [Score::from_eval(i32::MIN), Score::from_eval(i32::MAX)];
        assert!(
            all.iter().all(|&score| outside(score, -Score::INFINITE, Score::INFINITE).is_none())
        );
    }
}
