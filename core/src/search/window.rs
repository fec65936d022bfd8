use super::params::decided_score;
use crate::types::Score;
use core::ops::Neg;

/// The alpha-beta window. The search needs exact scores only between alpha and beta.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self =
        Self { alpha: Score::new(-Score::INFINITE.get()), beta: Score::INFINITE };

    /// A search in this window only finds whether the score is above alpha.
    pub(super) fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Checks whether every score below beta loses. Then the evaluation, which does not see threats of mate, prunes
    /// no node above the quiescence search.
    pub(super) fn is_lost(self) -> bool {
        self.beta.get() <= -decided_score()
    }

    /// Checks whether every score above alpha wins. If so, late moves are reduced more, and the search looks for mate.
    pub(super) fn is_won(self) -> bool {
        self.alpha.get() >= decided_score()
    }

    /// Mate distance pruning (MDP): cuts the window to the scores that are possible at this ply.
    pub(super) fn within_mate_distance(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated_in(ply as u16)),
            beta: self.beta.min(Score::mate_in(ply as u16 + 1)),
        }
    }
}

impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
