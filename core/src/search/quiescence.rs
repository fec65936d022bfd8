//! Quiescence search (QS): searches captures at the leaves of the tree. Its first ply can also search quiet checks. If
//! the side to move is in check, quiet moves are searched, too. Losing captures are left out, unless all else loses.

use super::evaluate::lazy_bound;
use super::move_picker::MovePicker;
use super::node::BestMove;
use super::params::delta_margin;
use super::searchable::Searchable;
use super::state::Search;
use super::table::{NO_EVAL, TtEntry};
use super::window::Window;
use crate::types::{Move, Score};

/// The score if no capture is made, and the static evaluation without corrections.
struct StandPat {
    score: Score,
    raw_eval: Score,
}

impl Search<'_> {
    /// Returns the score of a position after a search of its captures. Quiet checks are searched
    /// too if `with_checks` is true and the game's tuning has `quiet_checks`.
    pub(super) fn quiescence<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        with_checks: bool,
    ) -> Score {
        if !self.enter_node(ply) {
            return Score::DRAW;
        }
        if let Some(ending) = position.variant_end() {
            return self.ending_score(ending, position, ply);
        }
        let entry = self.table.probe(position.key(), ply);
        if let Some(score) = entry.and_then(|entry| entry.cutoff(0, window)) {
            return score;
        }
        let in_check = self.memory.stack[ply].in_check;
        let mut stand_pat = StandPat { score: -Score::INFINITE, raw_eval: NO_EVAL };
        if !in_check {
            stand_pat = self.stand_pat(position, ply, entry, window);
            if stand_pat.score >= window.beta || !self.has_room(ply) {
                return fail_firm(stand_pat.score, window.beta);
            }
        } else if !self.has_room(ply) {
            return self.evaluate(position);
        }

        let table_move = entry.and_then(|entry| entry.best);
        let picker = if in_check {
            MovePicker::all(table_move, self.top)
        } else if with_checks && position.tuning().quiet_checks {
            MovePicker::captures_and_checks(table_move, self.top)
        } else {
            MovePicker::captures(table_move, self.top)
        };
        let mut best = BestMove::new(window.alpha.max(stand_pat.score), stand_pat.score);
        let top = self.top;
        self.search_captures(position, ply, window.beta, picker, &mut best);
        self.top = top;
        if self.stopped {
            return Score::DRAW;
        }
        if in_check && best.count == 0 {
            return self.ending_score(position.ending_without_moves(), position, ply);
        }
        best.score = fail_firm(best.score, window.beta);
        self.table.store(position.key(), ply, best.table_entry(0, window.beta, stand_pat.raw_eval));
        best.score
    }

    /// Returns the score if no capture is made: the table's score, or the (lazy) static evaluation.
    fn stand_pat<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        entry: Option<TtEntry>,
        window: Window,
    ) -> StandPat {
        let mut raw_eval = entry.map_or(NO_EVAL, |entry| entry.raw_eval);
        let piece_square_score = position.piece_square_score();
        let lazy_eval =
            if raw_eval == NO_EVAL { self.lazy_eval(piece_square_score, ply) } else { None };
        let lazy = lazy_eval.and_then(|score| lazy_bound(score, window));
        let static_eval = lazy.unwrap_or_else(|| {
            if raw_eval == NO_EVAL {
                raw_eval = self.evaluate(position);
            }
            self.note_positional_score(piece_square_score, ply, raw_eval);
            self.corrected(raw_eval, &self.correction_indices(position, ply))
        });
        let score = entry.and_then(|entry| entry.better_eval(static_eval)).unwrap_or(static_eval);
        StandPat { score, raw_eval }
    }

    /// Searches the moves of a node until one fails high. Inlining saves a stack frame per ply.
    #[inline(always)]
    fn search_captures<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        beta: Score,
        mut picker: MovePicker,
        best: &mut BestMove,
    ) {
        let in_check = self.memory.stack[ply].in_check;
        let futility_base = best.score + delta_margin();
        while let Some(mv) = self.pick(position, ply, &mut picker) {
            self.top = picker.end;
            best.count += 1;
            if !best.score.is_loss() {
                if picker.is_at_losing_captures() {
                    return;
                }
                if !in_check && is_pruned(position, mv, futility_base, best) {
                    continue;
                }
            }
            let mut next = position.clone();
            next.make(mv);
            self.descend(position, &next, ply, mv, position.gives_check(mv));
            let window = Window { alpha: best.alpha, beta };
            let score = -self.quiescence(&next, ply + 1, -window, false);
            self.memory.path.pop();
            if self.stopped || best.raise(mv, score) && score >= beta {
                return;
            }
        }
    }
}

/// Lowers a score above beta halfway to beta (fail-firm), because most moves were not searched.
fn fail_firm(score: Score, beta: Score) -> Score {
    if score > beta && !score.is_win() && !beta.is_loss() {
        Score::new(i16::midpoint(score.get(), beta.get()))
    } else {
        score
    }
}

/// Checks whether to leave a move out: a quiet check that loses its piece, or a capture that cannot raise alpha (delta
/// pruning). The upper bound of that capture's score can raise `best.score`.
fn is_pruned<P: Searchable>(
    position: &P,
    mv: Move,
    futility_base: Score,
    best: &mut BestMove,
) -> bool {
    let Some(piece) = position.captured(mv) else { return !position.see_ge(mv, 0) };
    if !position.tuning().delta_pruning {
        return false;
    }
    let futility_score = futility_base + position.see_value(piece);
    if futility_score > best.alpha {
        return false;
    }
    best.score = best.score.max(futility_score);
    true
}
