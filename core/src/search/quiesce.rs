//! The end of every line: captures that pay, until none is left, and at first checks; in check every
//! answer.

use super::estimate::outside;
use super::node::{decides, sharpened};
use super::params::QUIESCE_MARGIN;
use super::picker::Picker;
use super::root::Search;
use super::searchable::Searchable;
use super::table::{Bound, Memo, NO_ESTIMATE};
use crate::types::Score;

impl Search<'_> {
    /// The score of a position when only captures are looked at, and checks where wanted, or
    /// neither if it is good enough.
    pub(super) fn quiesce<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        with_checks: bool,
    ) -> Score {
        if !self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(ending) = position.variant_end() {
            return self.score_of(ending, position, ply);
        }
        let memo = self.table.probe(position.key(), ply);
        if let Some(score) = memo.and_then(|memo| decides(&memo, 0, alpha, beta)) {
            return score;
        }
        let check = self.frames[ply].check;
        let mut estimate = NO_ESTIMATE;
        let mut best = -Score::INFINITE;
        if !check {
            estimate = memo.map_or(NO_ESTIMATE, |memo| memo.estimate);
            let sketch = position.piece_square_score();
            let foreseen = match estimate {
                NO_ESTIMATE => self.foreseen(sketch, ply),
                _ => None,
            };
            let far = foreseen.and_then(|score| outside(score, alpha, beta));
            let standing = far.unwrap_or_else(|| {
                if estimate == NO_ESTIMATE {
                    estimate = self.estimate(position);
                }
                self.note_surplus(sketch, ply, estimate);
                self.corrected(estimate, &self.relatives(position, ply))
            });
            best = memo.and_then(|memo| sharpened(&memo, standing)).unwrap_or(standing);
            if best >= beta || !self.has_room(ply) {
                return best;
            }
            alpha = alpha.max(best);
        } else if !self.has_room(ply) {
            return self.estimate(position);
        }

        let start = alpha;
        let futile = best + QUIESCE_MARGIN;
        let mut best_move = None;
        let mut count = 0;
        let top = self.top;
        let table_move = memo.and_then(|memo| memo.best);
        let mut picker = match (check, with_checks && position.tuning().quiet_checks) {
            (true, _) => Picker::new(table_move, top),
            (false, true) => Picker::captures_and_checks(table_move, top),
            (false, false) => Picker::captures(table_move, top),
        };
        while let Some(mv) = self.pick(position, ply, &mut picker) {
            self.top = picker.end();
            count += 1;
            if !best.is_loss() && best != -Score::INFINITE {
                if picker.is_at_bad_captures() {
                    break;
                }
                match position.captured(mv) {
                    _ if check => {}
                    Some(piece) if position.tuning().delta_pruning => {
                        let gained = futile + position.see_value(piece);
                        if gained <= alpha {
                            best = best.max(gained);
                            continue;
                        }
                    }
                    None if !position.see_ge(mv, 0) => continue,
                    _ => {}
                }
            }
            let mut next = position.clone();
            next.make(mv);
            self.descend(position, &next, ply, mv, position.gives_check(mv));
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha, false);
            self.path.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.top = top;
        if self.stopped {
            return Score::DRAW;
        }
        if check && count == 0 {
            return self.score_of(position.ending_without_moves(), position, ply);
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best > start => Bound::Exact,
            () => Bound::Upper,
        };
        let memo = Memo { best: best_move, score: best, estimate, depth: 0, bound };
        self.table.store(position.key(), ply, memo);
        best
    }
}
