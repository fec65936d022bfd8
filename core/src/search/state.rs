//! The state of a search under way.

use super::level::Strength;
use super::limits::{Limits, Monitor};
use super::line::SearchLine;
use super::table::{Bound, Cluster, TranspositionTable};
use super::time::Progress;
use super::workspace::{SearchMemory, WorkspaceParts};
use crate::position::Past;
use crate::types::{Move, MoveList, Score};

/// The number of nodes between two calls of the monitor. A slow machine takes a millisecond for this number of nodes.
const POLL: u64 = 128;

/// The greatest number of nodes that the first depth searches. No other limit ends the first depth.
const FIRST_DEPTH: u64 = 1 << 20;

pub(super) struct Search<'a> {
    pub(super) limits: Limits,
    pub(super) strength: Strength,
    pub(super) monitor: &'a mut dyn Monitor,
    pub(super) table: TranspositionTable<'a>,
    pub(super) memory: WorkspaceParts<'a>,
    /// The first free index of `memory.moves`.
    pub(super) top: usize,
    /// The root moves with which no earlier line of this depth begins.
    pub(super) roots: MoveList,
    /// The number of legal moves of the root. The table stores the root only if all of them were searched.
    pub(super) legal: usize,
    pub(super) progress: Progress,
    pub(super) halfmove_limit: u16,
    pub(super) nodes: u64,
    /// The most nodes: `FIRST_DEPTH` in the first depth, then the number in `limits`.
    pub(super) node_limit: u64,
    /// The time in milliseconds at which the search stops; `None` in the first depth and without a limit of time.
    pub(super) hard_limit: Option<u64>,
    pub(super) seldepth: usize,
    pub(super) stopped: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        past: &[Past],
        limits: &Limits,
        table: &'a [Cluster],
        memory: &'a mut dyn SearchMemory,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        let memory = memory.parts();
        *memory.age = memory.age.wrapping_add(1);
        memory.path.clear();
        let room = memory.path.capacity() - memory.stack.len();
        memory.path.extend(past[past.len().saturating_sub(room)..].iter().copied());
        let strength = limits.level.strength();
        let max_depth = memory.stack.len() as u8 - 1;
        Self {
            limits: Limits {
                depth: limits.depth.clamp(1, strength.depth).min(max_depth),
                nodes: limits.nodes.min(strength.nodes),
                ..*limits
            },
            strength,
            monitor,
            table: TranspositionTable::new(table, *memory.age),
            memory,
            top: 0,
            roots: MoveList::new(),
            legal: 0,
            progress: Progress::default(),
            halfmove_limit: u16::MAX,
            nodes: 0,
            node_limit: FIRST_DEPTH,
            hard_limit: None,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Returns the milliseconds to report; 0 without a clock.
    pub(super) fn millis(&self) -> u64 {
        Some(self.monitor.millis()).filter(|&millis| millis < u64::MAX).unwrap_or_default()
    }

    pub(super) fn report(&mut self, number: u8, depth: u8, score: Score, bound: Bound) {
        let line = SearchLine {
            multi_pv: number,
            depth,
            seldepth: self.seldepth as u8,
            score,
            nodes: self.nodes,
            millis: self.millis(),
            pv: self.memory.stack[0].pv.clone(),
        };
        match bound {
            Bound::Exact => self.monitor.report(&line),
            bound => self.monitor.bound(&line, bound),
        }
    }

    pub(super) fn begin_root_move(&mut self, depth: i32, number: u32, mv: Move) {
        self.progress.begin_move(self.nodes);
        self.monitor.root_move(depth as u8, number as u8, mv);
    }

    /// Counts a node. Returns false if a limit or the monitor has stopped the search.
    pub(super) fn enter_node(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if (self.nodes + 1).is_multiple_of(POLL) {
            self.monitor.progress(self.nodes);
            let late = self.hard_limit.is_some_and(|hard| self.monitor.millis() >= hard);
            self.stopped |= late || self.monitor.is_stopped();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.memory.stack[ply].pv.clear();
        true
    }
}
