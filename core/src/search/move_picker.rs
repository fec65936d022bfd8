//! Picks the next move of a node (staged move ordering).
//!
//! The table's move comes first. Then come captures that lose nothing by static exchange evaluation (SEE), killer
//! moves, the counter move, quiet moves sorted by history, and losing captures. A stage lists its moves only after the
//! moves of the stage before were searched. In check, the
//! quiescence search picks all moves, otherwise only captures, or captures and quiet checks.

use super::history_table::{NO_HISTORY, PieceTo, continuation_history};
use super::searchable::Searchable;
use super::state::Search;
use super::workspace::ScoredMove;
use crate::types::Move;
use core::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    TableMove,
    ListCaptures,
    Captures,
    FirstKiller,
    SecondKiller,
    CounterMove,
    ListQuiets,
    Quiets,
    ListQuietChecks,
    QuietChecks,
    ListLosingCaptures,
    LosingCaptures,
}

/// The stage of one node, and that node's part of `memory.moves`. The range `start..losing_end` contains losing
/// captures, and `next..end` contains the moves still to pick. The child node's part begins at `end`.
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    after_captures: Stage,
    start: usize,
    losing_end: usize,
    next: usize,
    pub(super) end: usize,
}

impl MovePicker {
    pub(super) fn all(table_move: Option<Move>, start: usize) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            after_captures: Stage::FirstKiller,
            start,
            losing_end: start,
            next: start,
            end: start,
        }
    }

    /// Makes a picker of captures. It leaves out the table's move if that move is quiet.
    pub(super) fn captures(table_move: Option<Move>, start: usize) -> Self {
        Self { after_captures: Stage::ListLosingCaptures, ..Self::all(table_move, start) }
    }

    pub(super) fn captures_and_checks(table_move: Option<Move>, start: usize) -> Self {
        Self { after_captures: Stage::ListQuietChecks, ..Self::all(table_move, start) }
    }

    /// Forgets the table's move if it is illegal, or if it is quiet and the picker leaves out quiet moves.
    fn check_table_move<P: Searchable>(&mut self, position: &P) {
        let with_quiets = self.after_captures == Stage::FirstKiller;
        self.table_move = self.table_move.filter(|&mv| {
            (with_quiets || position.captured(mv).is_some()) && position.is_legal(mv)
        });
    }

    /// Leaves out all further quiet moves that give no check.
    pub(super) fn skip_quiets(&mut self) {
        self.after_captures = Stage::ListQuietChecks;
        if (Stage::FirstKiller..=Stage::Quiets).contains(&self.stage) {
            self.stage = Stage::ListQuietChecks;
        }
    }

    pub(super) fn has_quiets(&self) -> bool {
        self.after_captures == Stage::FirstKiller && self.stage <= Stage::Quiets
    }

    /// Returns the range in `memory.moves` of the quiet moves picked so far; empty outside the quiet stages.
    pub(super) fn quiets_tried(&self) -> Range<usize> {
        if (Stage::FirstKiller..=Stage::QuietChecks).contains(&self.stage) {
            self.losing_end..self.next
        } else {
            0..0
        }
    }

    pub(super) fn is_at_losing_captures(&self) -> bool {
        self.stage == Stage::LosingCaptures
    }
}

impl Search<'_> {
    pub(super) fn pick<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        picker: &mut MovePicker,
    ) -> Option<Move> {
        loop {
            match picker.stage {
                Stage::TableMove => {
                    picker.stage = Stage::ListCaptures;
                    picker.check_table_move(position);
                    if picker.table_move.is_some() {
                        return picker.table_move;
                    }
                }
                Stage::ListCaptures => {
                    self.list_captures(position, picker);
                    picker.stage = Stage::Captures;
                }
                Stage::Captures => match self.pick_highest(picker) {
                    Some(mv) if position.see_ge(mv, 0) => return Some(mv),
                    Some(_) => {
                        self.memory.moves.swap(picker.losing_end, picker.next - 1);
                        picker.losing_end += 1;
                    }
                    None => {
                        picker.next = picker.losing_end;
                        picker.end = picker.losing_end;
                        picker.stage = picker.after_captures;
                    }
                },
                Stage::FirstKiller | Stage::SecondKiller | Stage::CounterMove => {
                    let refutation = self.pick_refutation(position, ply, picker);
                    if refutation.is_some() {
                        return refutation;
                    }
                }
                Stage::ListQuiets => {
                    self.list_quiets(position, ply, picker);
                    picker.stage = Stage::Quiets;
                }
                Stage::ListQuietChecks => {
                    self.list_quiet_checks(position, picker);
                    picker.stage = Stage::QuietChecks;
                }
                Stage::Quiets | Stage::QuietChecks => {
                    let quiet = self.pick_highest(picker);
                    if quiet.is_some() {
                        return quiet;
                    }
                    picker.stage = Stage::ListLosingCaptures;
                }
                Stage::ListLosingCaptures => {
                    picker.next = picker.start;
                    picker.end = picker.losing_end;
                    picker.stage = Stage::LosingCaptures;
                }
                Stage::LosingCaptures => {
                    if picker.next == picker.end {
                        return None;
                    }
                    picker.next += 1;
                    return self.memory.moves[picker.next - 1].mv();
                }
            }
        }
    }

    fn pick_highest(&mut self, picker: &mut MovePicker) -> Option<Move> {
        let rest = &mut self.memory.moves[picker.next..picker.end];
        let highest = (0..rest.len()).max_by_key(|&index| rest[index])?;
        rest.swap(0, highest);
        picker.next += 1;
        rest[0].mv()
    }

    /// Lists the captures, with scores by MVV-LVA: most valuable victim first, then least valuable attacker.
    #[inline(never)]
    fn list_captures<P: Searchable>(&mut self, position: &P, picker: &mut MovePicker) {
        self.memory.listed.clear();
        position.generate_captures(self.memory.listed);
        for &mv in self.memory.listed.iter().filter(|&&mv| Some(mv) != picker.table_move) {
            let value = |piece| i32::from(position.see_value(piece));
            let victim = position.captured(mv).map_or(0, value);
            let attacker = PieceTo::of(position, mv).map_or(0, |mv| value(mv.piece).min(1000));
            let score = (16 * victim - attacker).min(i16::MAX.into());
            self.memory.moves[picker.end] = ScoredMove::new(mv, score);
            picker.end += 1;
        }
    }

    /// Picks the killer or counter move of the stage if it is legal, quiet and not yet picked.
    fn pick_refutation<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        picker: &mut MovePicker,
    ) -> Option<Move> {
        let [first, second] = self.memory.stack[ply].killers;
        let (refutation, next) = match picker.stage {
            Stage::FirstKiller => (first, Stage::SecondKiller),
            Stage::SecondKiller => (second, Stage::CounterMove),
            _ => (self.counter_move(ply), Stage::ListQuiets),
        };
        picker.stage = next;
        let mv = refutation.filter(|&mv| {
            Some(mv) != picker.table_move
                && !self.was_tried(mv, picker)
                && position.captured(mv).is_none()
                && position.is_legal(mv)
        })?;
        self.memory.moves[picker.end] = ScoredMove::new(mv, 0);
        picker.end += 1;
        picker.next += 1;
        Some(mv)
    }

    fn was_tried(&self, mv: Move, picker: &MovePicker) -> bool {
        self.memory.moves[picker.losing_end..picker.next].iter().any(|tried| tried.mv() == Some(mv))
    }

    /// Lists the quiet checks that were not yet picked. They replace the quiet moves that are still listed.
    #[inline(never)]
    fn list_quiet_checks<P: Searchable>(&mut self, position: &P, picker: &mut MovePicker) {
        self.memory.listed.clear();
        position.generate_quiet_checks(self.memory.listed);
        picker.end = picker.next;
        for &mv in self.memory.listed.iter().filter(|&&mv| Some(mv) != picker.table_move) {
            if !self.was_tried(mv, picker) {
                self.memory.moves[picker.end] = ScoredMove::new(mv, 0);
                picker.end += 1;
            }
        }
    }

    #[inline(never)]
    fn list_quiets<P: Searchable>(&mut self, position: &P, ply: usize, picker: &mut MovePicker) {
        self.memory.listed.clear();
        position.generate_quiets(self.memory.listed);
        let earlier = [1, 2, 4].map(|back| self.earlier_move(ply, back));
        let after = earlier.map(|mv| continuation_history(self.memory.continuation_histories, mv));
        let after_four = if self.learns_after_four() { after[2] } else { &NO_HISTORY };
        let histories = [&*self.memory.main_history, after[0], after[1], after_four];
        let (tried, room) = self.memory.moves.split_at_mut(picker.end);
        let tried = &tried[picker.losing_end..];
        let mut count = 0;
        for &mv in self.memory.listed.iter() {
            if Some(mv) == picker.table_move || tried.iter().any(|tried| tried.mv() == Some(mv)) {
                continue;
            }
            let score = PieceTo::of(position, mv).map_or(0, |piece_to| {
                let sum: i32 = histories.iter().map(|history| history.get(piece_to)).sum();
                sum.min(i16::MAX.into())
            });
            room[count] = ScoredMove::new(mv, score);
            count += 1;
        }
        picker.end += count;
    }
}
