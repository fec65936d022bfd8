//! A node of the search tree, its current move, and its best move so far.

use super::searchable::Searchable;
use super::table::{Bound, NO_EVAL, TtEntry};
use super::window::Window;
use super::workspace::StackEntry;
use crate::types::{Move, Score};

/// Four indices in correction history: for the soldiers, for Red's other pieces, for Black's other pieces, and for the
/// last two moves together.
pub(super) type CorrectionIndices = [u32; 4];

pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) window: Window,
    /// True if the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// The static evaluation without corrections.
    pub(super) raw_eval: Score,
    /// The static evaluation, corrected by correction history.
    pub(super) static_eval: Score,
    /// The table's score if that is a better estimate, otherwise the static evaluation.
    pub(super) eval: Score,
    pub(super) correction_indices: CorrectionIndices,
    /// True if the static evaluation is better than two plies before.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
    pub(super) entry: Option<TtEntry>,
}

impl Node {
    pub(super) fn new(
        stack_entry: &StackEntry,
        depth: i32,
        window: Window,
        cut_node: bool,
        entry: Option<TtEntry>,
    ) -> Self {
        Self {
            depth,
            window,
            cut_node,
            in_check: stack_entry.in_check,
            raw_eval: entry.map_or(NO_EVAL, |entry| entry.raw_eval),
            static_eval: NO_EVAL,
            eval: NO_EVAL,
            correction_indices: [0; 4],
            improving: false,
            excluded: stack_entry.excluded,
            entry,
        }
    }

    pub(super) fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.best)
    }
}

pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    pub(super) is_losing_capture: bool,
    /// The sum of the histories of a move whose depth can be reduced; zero for other moves.
    pub(super) history: i32,
}

impl Candidate {
    /// Checks whether the move loses a piece by SEE. The move picker has already tested captures.
    pub(super) fn loses_piece<P: Searchable>(&self, position: &P) -> bool {
        if self.is_quiet { !position.see_ge(self.mv, 0) } else { self.is_losing_capture }
    }
}

pub(super) struct BestMove {
    pub(super) score: Score,
    pub(super) alpha: Score,
    pub(super) mv: Option<Move>,
    /// The number of moves picked so far, including the current move.
    pub(super) count: u32,
}

impl BestMove {
    pub(super) fn new(alpha: Score, score: Score) -> Self {
        Self { score, alpha, mv: None, count: 0 }
    }

    /// Notes the score of a move. Returns true if the score raises alpha.
    pub(super) fn raise(&mut self, mv: Move, score: Score) -> bool {
        self.score = self.score.max(score);
        let raises = score > self.alpha;
        if raises {
            self.alpha = score;
            self.mv = Some(mv);
        }
        raises
    }

    pub(super) fn table_entry(&self, depth: i32, beta: Score, raw_eval: Score) -> TtEntry {
        let bound = if self.score >= beta {
            Bound::Lower
        } else if self.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        TtEntry { best: self.mv, score: self.score, raw_eval, depth: depth as u8, bound }
    }
}
