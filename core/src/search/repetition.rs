//! Scores of games that end within the search: by the rules, by repetition, or by the halfmove clock.

use super::searchable::Searchable;
use super::state::Search;
use crate::position::{EndReason, Ending};
use crate::types::Score;

impl Search<'_> {
    /// Returns the score if the rules end the game, but leaves a position without moves to `score_without_moves`.
    pub(super) fn rules_score<P: Searchable>(&self, position: &P, ply: usize) -> Option<Score> {
        if let Some(ending) = position.variant_end() {
            return Some(self.ending_score(ending, position, ply));
        }
        if let Some(first) = self.repetition(position, ply) {
            let ending = position.judge_repetition(&self.memory.path[first..]);
            let is_allowed = self.limits.allow_chase && ending.reason == EndReason::PerpetualChase;
            return Some(match ending.winner.filter(|_| !is_allowed) {
                None => self.draw_score(ply),
                Some(winner) if winner == position.side() => Score::REPETITION_WIN,
                Some(_) => -Score::REPETITION_WIN,
            });
        }
        let clock_ran_out = position.halfmove_clock() >= self.halfmove_limit;
        (clock_ran_out && position.count_moves() > 0).then(|| self.draw_score(ply))
    }

    /// Returns the index in `path` of an earlier occurrence of the position, if the position counts as repeated. One
    /// earlier occurrence within the tree is enough, because the search also tries the other moves from there.
    /// Occurrences before the root count only if there are two.
    fn repetition<P: Searchable>(&self, position: &P, ply: usize) -> Option<usize> {
        let key = position.key();
        let now = self.memory.path.len();
        let mut times = 0;
        // A position cannot come again before each side has made two moves.
        for plies in (4..=usize::from(self.memory.stack[ply].reversible)).step_by(2) {
            if self.memory.path[now - plies].key == key {
                times += 1;
                if plies <= ply || times == 2 {
                    return Some(now - plies);
                }
            }
        }
        None
    }

    pub(super) fn ending_score<P: Searchable>(
        &self,
        ending: Ending,
        position: &P,
        ply: usize,
    ) -> Score {
        match ending.winner {
            None => self.draw_score(ply),
            Some(winner) if winner == position.side() => Score::mate_in(ply as u16),
            Some(_) => Score::mated_in(ply as u16),
        }
    }

    /// Returns minus the contempt for the side that searches, and the contempt for its opponent. The table stores such
    /// scores. Their sign is wrong if the other side later searches with the same table.
    fn draw_score(&self, ply: usize) -> Score {
        let contempt = i32::from(self.limits.contempt);
        Score::from_eval(if ply.is_multiple_of(2) { -contempt } else { contempt })
    }
}
