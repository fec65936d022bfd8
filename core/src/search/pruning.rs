//! Decides which nodes and moves are pruned, and how much the depth of a move is reduced.

use super::evaluate::lazy_bound;
use super::move_picker::MovePicker;
use super::node::{Candidate, Node};
use super::params::*;
use super::searchable::Searchable;
use super::state::Search;
use super::window::Window;
use crate::types::Score;

impl Search<'_> {
    /// Reverse futility pruning (RFP): returns a bound if the lazy evaluation is far above beta.
    pub(super) fn lazy_reverse_futility(
        &self,
        piece_square_score: Option<Score>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let lazy_eval = self.lazy_eval(piece_square_score, ply)?;
        if depth > reverse_futility_depth() || window.is_lost() {
            return None;
        }
        let beta = window.beta + reverse_futility_margin(depth, false);
        lazy_bound(lazy_eval, Window { beta, ..Window::FULL })
    }

    pub(super) fn prune_node<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        node: &Node,
    ) -> Option<Score> {
        let &Node { depth, window, eval, .. } = node;
        let Window { alpha, beta } = window;
        if node.in_check || window.is_lost() || alpha.is_win() {
            return None;
        }
        let margin = reverse_futility_margin(depth, node.improving);
        if depth <= reverse_futility_depth() && eval - margin >= beta {
            return Some(eval);
        }
        if depth >= null_move_depth()
            && eval >= beta
            && ply > 0
            && !self.memory.stack[ply - 1].is_null_move
            && position.allows_null_move()
        {
            return self.null_move_pruning(position, ply, node);
        }
        None
    }

    /// Null move pruning (NMP): passes the turn. If the pass fails high, a real move would fail high, too.
    #[inline(never)]
    fn null_move_pruning<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        node: &Node,
    ) -> Option<Score> {
        let &Node { depth, window: Window { beta, .. }, eval, .. } = node;
        let above = (i32::from(eval.get()) - i32::from(beta.get())) / null_move_margin();
        let left = depth - 1 - null_move_reduction() - depth / null_move_plies() - above.min(3);
        let here = &mut self.memory.stack[ply];
        (here.is_null_move, here.piece_to) = (true, None);
        let positional_score = here.positional_score;
        let child = &mut self.memory.stack[ply + 1];
        child.positional_score = positional_score.map(i16::saturating_neg);
        (child.in_check, child.reversible) = (false, 0);
        let next = position.null_move();
        let window = -Window::null(beta - 1);
        let score = -self.alpha_beta::<P, false>(&next, ply + 1, left, window, !node.cut_node);
        if self.stopped || score < beta {
            return None;
        }
        Some(if score.is_win() { beta } else { score })
    }
}

/// Late move pruning (LMP) and futility pruning (FP): checks whether a node leaves out its quiet moves from move number
/// `count` on. Quiet moves that give check are always searched.
pub(super) fn prunes_quiets(node: &Node, count: u32) -> bool {
    let depth = node.depth;
    let late_move_pruning =
        depth <= late_move_pruning_depth() && count > late_move_limit(depth, node.improving);
    let futility_pruning = || {
        let left = depth_of_late_move(depth, count);
        left <= futility_depth()
            && !node.in_check
            && node.eval + futility_margin(left) <= node.window.alpha
    };
    late_move_pruning || futility_pruning()
}

/// History pruning and pruning by SEE: checks whether a node leaves out its move number `count`.
/// Moves that give check are always searched.
pub(super) fn prunes_move<P: Searchable>(
    position: &P,
    candidate: &Candidate,
    count: u32,
    node: &Node,
    picker: &mut MovePicker,
) -> bool {
    if candidate.gives_check {
        return false;
    }
    let mv = candidate.mv;
    let depth = node.depth;
    if !candidate.is_quiet {
        return depth <= see_pruning_depth()
            && candidate.is_losing_capture
            && !position.see_ge(mv, -see_capture_margin() * depth as i16);
    }
    let left = depth_of_late_move(depth, count);
    if left < history_pruning_depth() && candidate.history < -history_pruning_margin() * (left + 1)
    {
        // Quiet moves after the killer and counter moves are sorted by history, so later ones are rarely better.
        picker.skip_quiets();
        return true;
    }
    left <= see_pruning_depth() && !position.see_ge(mv, -see_quiet_margin() * (left * left) as i16)
}

/// Late move reduction (LMR): returns the depth of the first search of move number `count`.
pub(super) fn reduced_depth<const PV: bool>(
    depth: i32,
    count: u32,
    candidate: &Candidate,
    node: &Node,
) -> i32 {
    let mut reduction = late_move_reduction(node.depth, count);
    if PV {
        reduction -= reduction_pv();
    }
    if node.cut_node {
        reduction += reduction_cut_node();
    }
    if !node.improving {
        reduction += reduction_not_improving();
    }
    if candidate.gives_check || node.in_check {
        reduction -= reduction_check();
    }
    if node.window.is_won() {
        reduction += reduction_won();
    }
    reduction -= candidate.history * 1024 / history_per_ply();
    (depth - reduction.max(0) / 1024).clamp(1, depth.max(1))
}

/// Returns the depth that remains for move number `count` after late move reduction.
fn depth_of_late_move(depth: i32, count: u32) -> i32 {
    (depth - 1 - late_move_reduction(depth, count) / 1024).max(0)
}
