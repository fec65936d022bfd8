//! The order in which a node tries its moves: the table's move, captures that pay, quiet moves by
//! their histories, captures that do not pay. Each is listed only when those before it were tried.
//! Quiescence wants captures that pay, and perhaps those quiet moves that give check.

use super::history::Step;
use super::root::Search;
use super::searchable::Searchable;
use crate::types::{Move, MoveKind};
use core::ops::Range;

/// A move with its rank: the higher, the earlier it is tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ranked(u32);

impl Ranked {
    pub(super) const NONE: Self = Self(0);

    /// The rank in the high half, moved up to be positive; equal ranks go by the move's bits.
    fn new(mv: Move, rank: i32) -> Self {
        let rank = rank.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN);
        Self((rank as u32) << 16 | u32::from(mv.to_bits()))
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::of_bits(self.0 as u16)
    }
}

/// The ranks of quiet moves that refuted something: above any that histories give.
const KILLERS: [i32; 2] = [32_000, 31_000];
const REPLY: i32 = 30_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    ListCaptures,
    Captures,
    ListQuiets,
    Quiets,
    ListChecks,
    Checks,
    ListBadCaptures,
    BadCaptures,
}

/// Hands out the moves of one node. Its moves lie on the stack that all nodes share, from `start`:
/// first the bad captures met so far, then from `next` to `end` what is listed and not yet tried.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    after_captures: Stage,
    start: usize,
    bad_end: usize,
    next: usize,
    end: usize,
}

impl Picker {
    /// All moves.
    pub(super) fn new(table_move: Option<Move>, start: usize) -> Self {
        Self {
            stage: Stage::Table,
            table_move,
            after_captures: Stage::ListQuiets,
            start,
            bad_end: start,
            next: start,
            end: start,
        }
    }

    /// Captures, the table's move first if it is one.
    pub(super) fn captures(table_move: Option<Move>, start: usize) -> Self {
        Self { after_captures: Stage::ListBadCaptures, ..Self::new(table_move, start) }
    }

    /// The same, and quiet moves that give check.
    pub(super) fn captures_and_checks(table_move: Option<Move>, start: usize) -> Self {
        Self { after_captures: Stage::ListChecks, ..Self::new(table_move, start) }
    }

    /// From now on, of the quiet moves only those that give check, in any order.
    pub(super) fn only_checks(&mut self) {
        debug_assert_eq!(self.stage, Stage::Quiets);
        self.stage = Stage::ListChecks;
    }

    /// Where the next node may begin its part of the stack.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The places of the quiet moves handed out, while they are.
    pub(super) fn quiets_tried(&self) -> Range<usize> {
        match self.stage {
            Stage::Quiets | Stage::Checks => self.bad_end..self.next,
            _ => 0..0,
        }
    }

    /// Whether the moves handed out now lose by exchange.
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }
}

impl Search<'_> {
    /// The next move of a node to try.
    pub(super) fn pick<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        picker: &mut Picker,
    ) -> Option<Move> {
        loop {
            match picker.stage {
                Stage::Table => {
                    picker.stage = Stage::ListCaptures;
                    let with_quiets = picker.after_captures == Stage::ListQuiets;
                    picker.table_move = picker.table_move.filter(|&mv| {
                        (with_quiets || position.captured(mv).is_some()) && position.is_legal(mv)
                    });
                    if picker.table_move.is_some() {
                        return picker.table_move;
                    }
                }
                Stage::ListCaptures => {
                    self.list_captures(position, picker);
                    picker.stage = Stage::Captures;
                }
                Stage::Captures => match self.highest(picker) {
                    Some(mv) if position.see_ge(mv, 0) => return Some(mv),
                    Some(_) => {
                        self.moves.swap(picker.bad_end, picker.next - 1);
                        picker.bad_end += 1;
                    }
                    None => {
                        picker.next = picker.bad_end;
                        picker.end = picker.bad_end;
                        picker.stage = picker.after_captures;
                    }
                },
                Stage::ListQuiets => {
                    self.list_quiets(position, ply, picker);
                    picker.stage = Stage::Quiets;
                }
                Stage::ListChecks => {
                    self.list_checks(position, picker);
                    picker.stage = Stage::Checks;
                }
                Stage::Quiets | Stage::Checks => {
                    let quiet = self.highest(picker);
                    if quiet.is_some() {
                        return quiet;
                    }
                    picker.stage = Stage::ListBadCaptures;
                }
                Stage::ListBadCaptures => {
                    picker.next = picker.start;
                    picker.end = picker.bad_end;
                    picker.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if picker.next == picker.end {
                        return None;
                    }
                    picker.next += 1;
                    return self.moves[picker.next - 1].mv();
                }
            }
        }
    }

    /// Takes the highest of the moves not yet tried.
    fn highest(&mut self, picker: &mut Picker) -> Option<Move> {
        let rest = &mut self.moves[picker.next..picker.end];
        let highest = (0..rest.len()).max_by_key(|&index| rest[index])?;
        rest.swap(0, highest);
        picker.next += 1;
        rest[0].mv()
    }

    /// The most valuable captures first, by the least valuable pieces.
    #[inline(never)]
    fn list_captures<P: Searchable>(&mut self, position: &P, picker: &mut Picker) {
        self.listed.clear();
        position.generate_captures(self.listed);
        for &mv in self.listed.iter().filter(|&&mv| Some(mv) != picker.table_move) {
            let worth = |piece| i32::from(position.see_value(piece));
            let taken = position.captured(mv).map_or(0, worth);
            let by = step(position, mv).map_or(0, |step| worth(step.piece).min(1000));
            self.moves[picker.end] = Ranked::new(mv, 16 * taken - by);
            picker.end += 1;
        }
    }

    /// The quiet moves that give check and were not tried yet, in place of those that were not.
    #[inline(never)]
    fn list_checks<P: Searchable>(&mut self, position: &P, picker: &mut Picker) {
        self.listed.clear();
        position.generate_quiet_checks(self.listed);
        picker.end = picker.next;
        for &mv in self.listed.iter().filter(|&&mv| Some(mv) != picker.table_move) {
            let tried = &self.moves[picker.bad_end..picker.next];
            if tried.iter().all(|ranked| ranked.mv() != Some(mv)) {
                self.moves[picker.end] = Ranked::new(mv, 0);
                picker.end += 1;
            }
        }
    }

    /// Those that refuted something here before, then the others by their histories.
    #[inline(never)]
    fn list_quiets<P: Searchable>(&mut self, position: &P, ply: usize, picker: &mut Picker) {
        self.listed.clear();
        position.generate_quiets(self.listed);
        let [first, second] = self.frames[ply].killers;
        let reply = self.reply(ply);
        let histories = [
            Some(&*self.history),
            self.context(ply, 1).map(|context| &self.contexts[context]),
            self.context(ply, 2).map(|context| &self.contexts[context]),
        ];
        for &mv in self.listed.iter().filter(|&&mv| Some(mv) != picker.table_move) {
            let rank = match Some(mv) {
                killer if killer == first => KILLERS[0],
                killer if killer == second => KILLERS[1],
                answer if answer == reply => REPLY,
                _ => step(position, mv).map_or(0, |step| {
                    histories.iter().flatten().map(|history| history.get(step)).sum()
                }),
            };
            self.moves[picker.end] = Ranked::new(mv, rank);
            picker.end += 1;
        }
    }
}

/// Which piece a move brings where; `None` for a move that brings none.
pub(super) fn step<P: Searchable>(position: &P, mv: Move) -> Option<Step> {
    match mv.kind() {
        MoveKind::Normal { from, to, .. } => {
            position.piece_at(from).map(|piece| Step { piece, to })
        }
        MoveKind::Exchange { .. } => None,
    }
}
