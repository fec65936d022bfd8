//! The history heuristics: main history, continuation history, killer moves and counter moves.

use super::history_table::{PieceTo, continuation_history};
use super::params::history_bonus;
use super::searchable::Searchable;
use super::state::Search;
use crate::types::Move;
use core::ops::Range;

/// The least number of continuation histories with which the search also uses the move four plies before.
const AFTER_FOUR: usize = 64;

impl Search<'_> {
    /// Returns the move `back` plies before `ply`; `None` for a null move or an exchange, or before the root.
    pub(super) fn earlier_move(&self, ply: usize, back: usize) -> Option<PieceTo> {
        self.memory.stack[ply.checked_sub(back)?].piece_to
    }

    /// Checks whether the histories also use the move four plies before. In a small table many moves share an entry, so
    /// this move would only disturb the entries.
    pub(super) fn learns_after_four(&self) -> bool {
        self.memory.continuation_histories.len() >= AFTER_FOUR
    }

    /// Returns the sum of a move's main history and its continuation histories. There is a continuation history for the
    /// move one ply before (CMH), two plies before (FMH), and four plies before.
    pub(super) fn quiet_history<P: Searchable>(&self, position: &P, mv: Move, ply: usize) -> i32 {
        let Some(piece_to) = PieceTo::of(position, mv) else { return 0 };
        let histories = &*self.memory.continuation_histories;
        let after =
            |back| continuation_history(histories, self.earlier_move(ply, back)).get(piece_to);
        let sum = self.memory.main_history.get(piece_to) + after(1) + after(2);
        if self.learns_after_four() { sum + after(4) } else { sum }
    }

    pub(super) fn counter_move(&self, ply: usize) -> Option<Move> {
        let previous = self.earlier_move(ply, 1)?;
        self.memory.counter_moves[previous.index_among(self.memory.counter_moves.len())?]
    }

    /// Rewards a quiet move that failed high, and punishes the quiet moves searched before it.
    pub(super) fn update_quiet_histories<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        best: Move,
        depth: i32,
        tried: Range<usize>,
    ) {
        let bonus = history_bonus(depth);
        if let Some(piece_to) = PieceTo::of(position, best) {
            self.update_quiet_history(piece_to, ply, bonus);
        }
        for index in tried {
            let tried = self.memory.moves[index].mv();
            if let Some(piece_to) = tried.and_then(|mv| PieceTo::of(position, mv))
                && tried != Some(best)
            {
                self.update_quiet_history(piece_to, ply, -bonus);
            }
        }
        let killers = &mut self.memory.stack[ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let previous = self.earlier_move(ply, 1);
        if let Some(index) = previous.and_then(|mv| mv.index_among(self.memory.counter_moves.len()))
        {
            self.memory.counter_moves[index] = Some(best);
        }
    }

    fn update_quiet_history(&mut self, piece_to: PieceTo, ply: usize, bonus: i32) {
        self.memory.main_history.update(piece_to, bonus);
        let backs: &[usize] = if self.learns_after_four() { &[1, 2, 4] } else { &[1, 2] };
        for &back in backs {
            let earlier = self.earlier_move(ply, back);
            let len = self.memory.continuation_histories.len();
            if let Some(index) = earlier.and_then(|mv| mv.index_among(len)) {
                self.memory.continuation_histories[index].update(piece_to, bonus);
            }
        }
    }
}
