//! Extends the search of moves that give check, and of moves without a good alternative.

use super::node::{Candidate, Node};
use super::params::{double_extension_margin, singular_depth, singular_margin};
use super::searchable::Searchable;
use super::state::Search;
use super::table::{Bound, TtEntry};
use super::window::Window;
use crate::types::{Move, Score};

pub(super) enum Extension {
    /// The number of plies by which the move is searched deeper; negative if it is searched less deep.
    Plies(i32),
    /// The score of a node that needs no further search, because several moves fail high.
    MultiCut(Score),
}

impl Search<'_> {
    /// Returns how much deeper a move is searched. Singular extension (SE) decides if it tests the move. Any other move
    /// is extended by one ply if it gives check and loses no piece, but not at the root.
    #[inline(always)]
    pub(super) fn extension<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        candidate: &Candidate,
        node: &Node,
    ) -> Extension {
        let mv = candidate.mv;
        match &node.entry {
            Some(entry) if is_singular_candidate(entry, mv, ply, node) => {
                self.singular_extension::<P, PV>(position, ply, mv, entry, node)
            }
            _ if ply > 0 && candidate.gives_check && !candidate.loses_piece(position) => {
                Extension::Plies(1)
            }
            _ => Extension::Plies(0),
        }
    }

    /// Singular extension (SE): searches the other moves to see whether one of them comes near the table's score.
    #[inline(never)]
    fn singular_extension<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        mv: Move,
        entry: &TtEntry,
        node: &Node,
    ) -> Extension {
        let &Node { depth, window: Window { beta, .. }, cut_node, .. } = node;
        let singular_beta = entry.score - singular_margin() * depth as i16;
        let window = Window::null(singular_beta - 1);
        self.memory.stack[ply].excluded = Some(mv);
        let score = self.alpha_beta::<P, false>(position, ply, (depth - 1) / 2, window, cut_node);
        self.memory.stack[ply].excluded = None;
        if self.stopped {
            Extension::MultiCut(Score::DRAW)
        } else if score < singular_beta {
            let is_double = !PV && score < singular_beta - double_extension_margin();
            Extension::Plies(1 + i32::from(is_double))
        } else if singular_beta >= beta {
            Extension::MultiCut(singular_beta)
        } else if entry.score >= beta {
            // Negative extension: the table's move fails high, and other moves come near its score.
            Extension::Plies(-2)
        } else if cut_node {
            Extension::Plies(-1)
        } else {
            Extension::Plies(0)
        }
    }
}

/// Checks whether singular extension tests a move. The move must be the best move of a deep enough table entry.
fn is_singular_candidate(entry: &TtEntry, mv: Move, ply: usize, node: &Node) -> bool {
    ply > 0
        && entry.best == Some(mv)
        && node.depth >= singular_depth()
        && i32::from(entry.depth) >= node.depth - 3
        && entry.bound != Bound::Upper
        && entry.score.mate_distance().is_none()
        && node.excluded.is_none()
}
