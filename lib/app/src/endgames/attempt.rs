//! An attempt to solve a problem.

use super::{Problem, problems};
use chuhe_core::{Move, Score};

/// An attempt to solve a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub problem: usize,
}

impl Attempt {
    pub fn problem(self) -> &'static Problem {
        &problems()[self.problem]
    }

    /// The number of Red's moves that are left after a number of plies.
    pub fn moves_left(self, plies: usize) -> usize {
        self.problem().moves.saturating_sub(plies.div_ceil(2))
    }

    /// Returns whether Red's last move still mates in time. The moves played up to it decide, or
    /// else the score that Black found for its reply. A move of the solution is right whatever the
    /// score is, because its mate is proved.
    pub fn is_right(self, played: &[Move], score: Option<Score>) -> bool {
        if self.problem().solution.starts_with(played) {
            return true;
        }
        let left = 2 * self.moves_left(played.len());
        let mated = score.and_then(Score::mate_distance).filter(|&distance| distance < 0);
        mated.is_some_and(|distance| usize::from(distance.unsigned_abs()) <= left)
    }
}
