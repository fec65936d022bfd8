//! Alpha-beta search of one node of the tree, as principal variation search (PVS).

use super::extension::Extension;
use super::history_table::PieceTo;
use super::move_picker::MovePicker;
use super::node::{BestMove, Candidate, Node};
use super::params::iir_depth;
use super::pruning::{prunes_move, prunes_quiets, reduced_depth};
use super::searchable::Searchable;
use super::state::Search;
use super::table::{Bound, NO_EVAL};
use super::window::Window;
use crate::position::Past;
use crate::types::{MAX_MOVES, Move, Score};

impl Search<'_> {
    /// Searches a position `depth` plies deep with a window, and returns the score. A `PV` node lies on the principal
    /// variation and needs an exact score. A `cut_node` is expected to fail high.
    pub(super) fn alpha_beta<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        mut window: Window,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence(position, ply, window, true);
        }
        if !self.enter_node(ply) {
            return Score::DRAW;
        }
        if ply > 0 {
            if let Some(score) = self.rules_score(position, ply) {
                return score;
            }
            window = window.within_mate_distance(ply);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        if !self.has_room(ply) {
            return self.evaluate(position);
        }
        let prunable = !PV && self.memory.stack[ply].excluded.is_none();
        let entry = self.table.probe(position.key(), ply);
        // The table does not store the halfmove clock, so a stored score can be wrong if a draw by that clock is near.
        if prunable
            && let Some(score) = entry.and_then(|entry| entry.cutoff(depth, window))
            && position.halfmove_clock() + 10 < self.halfmove_limit
        {
            return score;
        }
        let piece_square_score =
            if self.memory.stack[ply].in_check { None } else { position.piece_square_score() };
        if prunable
            && entry.is_none()
            && let Some(score) = self.lazy_reverse_futility(piece_square_score, ply, depth, window)
        {
            return score;
        }
        let mut node = Node::new(&self.memory.stack[ply], depth, window, cut_node, entry);
        self.evaluate_node(position, ply, piece_square_score, &mut node);
        if prunable && let Some(score) = self.prune_node(position, ply, &node) {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }
        // Internal iterative reduction (IIR): a node without a table move is searched less deep.
        if depth >= iir_depth() && (PV || cut_node) && node.table_move().is_none() {
            node.depth -= 1;
        }
        let top = self.top;
        let score = self.search_moves::<P, PV>(position, ply, &node);
        self.top = top;
        score
    }

    pub(super) fn has_room(&self, ply: usize) -> bool {
        ply + 1 < self.memory.stack.len() && self.top + MAX_MOVES <= self.memory.moves.len()
    }

    fn evaluate_node<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        piece_square_score: Option<Score>,
        node: &mut Node,
    ) {
        let before = if ply >= 2 { self.memory.stack[ply - 2].static_eval } else { NO_EVAL };
        if node.in_check {
            self.memory.stack[ply].static_eval = before;
            return;
        }
        if node.raw_eval == NO_EVAL {
            node.raw_eval = self.evaluate(position);
        }
        self.note_positional_score(piece_square_score, ply, node.raw_eval);
        node.correction_indices = self.correction_indices(position, ply);
        let static_eval = self.corrected(node.raw_eval, &node.correction_indices);
        node.static_eval = static_eval;
        self.memory.stack[ply].static_eval = static_eval;
        node.improving = static_eval > before;
        node.eval =
            node.entry.and_then(|entry| entry.better_eval(static_eval)).unwrap_or(static_eval);
    }

    fn search_moves<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        node: &Node,
    ) -> Score {
        let mut best = BestMove::new(node.window.alpha, -Score::INFINITE);
        if let Some(grandchild) = self.memory.stack.get_mut(ply + 2) {
            grandchild.killers = [None; 2];
        }
        let mut picker = MovePicker::all(node.table_move(), self.top);
        loop {
            if ply > 0
                && picker.has_quiets()
                && !best.score.is_loss()
                && prunes_quiets(node, best.count + 1)
            {
                picker.skip_quiets();
            }
            let Some(mv) = self.pick(position, ply, &mut picker) else { break };
            if Some(mv) == node.excluded || ply == 0 && !self.roots.contains(&mv) {
                continue;
            }
            self.top = picker.end;
            best.count += 1;
            let is_quiet = position.captured(mv).is_none();
            let asks_history = best.count > 1 && (is_quiet || picker.is_at_losing_captures());
            let candidate = Candidate {
                mv,
                is_quiet,
                gives_check: position.gives_check(mv),
                is_losing_capture: picker.is_at_losing_captures(),
                history: if asks_history { self.quiet_history(position, mv, ply) } else { 0 },
            };
            if ply > 0
                && !best.score.is_loss()
                && prunes_move(position, &candidate, best.count, node, &mut picker)
            {
                continue;
            }
            if PV && ply == 0 {
                self.begin_root_move(node.depth, best.count, mv);
            }
            let extension = match self.extension::<P, PV>(position, ply, &candidate, node) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => return score,
            };
            let score =
                self.search_move::<P, PV>(position, ply, &candidate, node, extension, &best);
            if self.stopped {
                return Score::DRAW;
            }
            if !best.raise(mv, score) {
                continue;
            }
            if PV {
                self.extend_pv(ply, mv);
                if ply == 0 {
                    self.progress.note_best(self.nodes);
                }
            }
            if score >= node.window.beta {
                if candidate.is_quiet {
                    let tried = picker.quiets_tried();
                    self.update_quiet_histories(position, ply, mv, node.depth, tried);
                }
                break;
            }
        }
        if best.count == 0 {
            return self.score_without_moves(position, ply, node);
        }
        // A score is not stored if the search excluded a move, or if `roots` lacks a legal move of the root.
        if node.excluded.is_none() && (ply > 0 || self.roots.len() == self.legal) {
            self.store_node(position, ply, node, &best);
        }
        best.score
    }

    /// The score is alpha if the only legal move is excluded, and otherwise the score of the ending.
    fn score_without_moves<P: Searchable>(&self, position: &P, ply: usize, node: &Node) -> Score {
        match node.excluded {
            Some(_) => node.window.alpha,
            None => self.ending_score(position.ending_without_moves(), position, ply),
        }
    }

    /// Searches one move. A late move is searched less deep (LMR), and any move but the first in a null window (PVS).
    /// A move that raises alpha is searched again, to its full depth or in the full window.
    #[inline(always)]
    fn search_move<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        candidate: &Candidate,
        node: &Node,
        extension: i32,
        best: &BestMove,
    ) -> Score {
        let depth = node.depth - 1 + extension;
        let &Candidate { mv, is_quiet, gives_check, is_losing_capture, .. } = candidate;
        let count = best.count;
        let mut next = position.clone();
        next.make(mv);
        self.descend(position, &next, ply, mv, gives_check);
        let alpha = best.alpha;
        let null_window = -Window::null(alpha);

        let mut score = best.score;
        let mut full_depth = count > 1 || !PV;
        if count > 1 && node.depth >= 2 && (is_quiet || is_losing_capture) {
            let reduced = reduced_depth::<PV>(depth, count, candidate, node);
            score = -self.alpha_beta::<P, false>(&next, ply + 1, reduced, null_window, true);
            full_depth = score > alpha && reduced < depth;
        }
        if full_depth {
            score =
                -self.alpha_beta::<P, false>(&next, ply + 1, depth, null_window, !node.cut_node);
        }
        if PV && (count == 1 || score > alpha) {
            let window = Window { alpha, beta: node.window.beta };
            score = -self.alpha_beta::<P, true>(&next, ply + 1, depth, -window, false);
        }
        self.memory.path.pop();
        score
    }

    /// Stores a node in the transposition table. Correction history learns the error of the static
    /// evaluation, unless a capture explains the error.
    fn store_node(&mut self, position: &impl Searchable, ply: usize, node: &Node, best: &BestMove) {
        let entry = best.table_entry(node.depth, node.window.beta, node.raw_eval);
        self.table.store(position.key(), ply, entry);
        let is_certain = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => best.score > node.static_eval,
            Bound::Upper => best.score < node.static_eval,
        };
        let is_quiet = best.mv.is_none_or(|mv| position.captured(mv).is_none());
        if is_certain
            && is_quiet
            && !node.in_check
            && best.score.get().abs() < Score::REPETITION_WIN.get()
        {
            let error = i32::from(best.score.get()) - i32::from(node.static_eval.get());
            self.update_correction(error, node.depth, &node.correction_indices);
        }
    }

    pub(super) fn descend<P: Searchable>(
        &mut self,
        position: &P,
        next: &P,
        ply: usize,
        mv: Move,
        gives_check: bool,
    ) {
        let check = self.memory.stack[ply].in_check;
        let past = Past { key: position.key(), mv, check };
        assert!(self.memory.path.push(past).is_ok(), "a path has room for a line");
        let here = &mut self.memory.stack[ply];
        (here.is_null_move, here.piece_to) = (false, PieceTo::of(position, mv));
        let (positional_score, reversible) = (here.positional_score, here.reversible + 1);
        let child = &mut self.memory.stack[ply + 1];
        child.positional_score = positional_score.map(i16::saturating_neg);
        child.in_check = gives_check;
        child.reversible = if next.halfmove_clock() == 0 { 0 } else { reversible };
        child.excluded = None;
    }

    fn extend_pv(&mut self, ply: usize, mv: Move) {
        let [here, next] = &mut self.memory.stack[ply..ply + 2] else { return };
        here.pv.clear();
        here.pv.push(mv);
        let rest = next.pv.len().min(here.pv.remaining_capacity());
        here.pv.extend(next.pv[..rest].iter().copied());
    }
}
