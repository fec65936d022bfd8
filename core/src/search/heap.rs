//! The memory of a search on the heap, made without a copy on the stack.

extern crate alloc;

use super::history_table::{PieceTo, PieceToHistory};
use super::scored_move::ScoredMove;
use super::table::Cluster;
use super::workspace::{
    CORRECTIONS, MAX_PLIES, MOVES_PER_PLY, PATH, SearchMemory, StackEntry, WorkspaceParts,
};
use crate::position::Past;
use crate::types::{Move, MoveList};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The number of continuation histories, as many as a [`Workspace`](crate::Workspace) has by default.
const CONTINUATIONS: usize = 256;

/// The memory of a [`Workspace`](crate::Workspace) of the usual size, on the heap.
pub struct HeapMemory {
    stack: Vec<StackEntry>,
    moves: Vec<ScoredMove>,
    listed: MoveList,
    path: Box<heapless::Vec<Past, PATH>>,
    main_history: PieceToHistory,
    counter_moves: Vec<Option<Move>>,
    continuation_histories: Vec<PieceToHistory>,
    correction_history: Vec<i16>,
    age: u8,
}

/// Returns an empty transposition table of this size in MiB.
#[must_use]
pub fn table_of(mib: usize) -> Vec<Cluster> {
    (0..(mib << 20) / size_of::<Cluster>()).map(|_| Cluster::new()).collect()
}

impl HeapMemory {
    /// Memory that has learned nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            stack: vec![StackEntry::new(); MAX_PLIES],
            moves: vec![ScoredMove::NONE; MAX_PLIES * MOVES_PER_PLY],
            listed: MoveList::new(),
            path: Box::default(),
            main_history: PieceToHistory::new(),
            counter_moves: vec![None; PieceTo::COUNT],
            continuation_histories: vec![PieceToHistory::new(); CONTINUATIONS],
            correction_history: vec![0; CONTINUATIONS * CORRECTIONS],
            age: 0,
        }
    }
}

impl Default for HeapMemory {
    fn default() -> Self {
        Self::new()
    }
}

impl SearchMemory for HeapMemory {
    fn parts(&mut self) -> WorkspaceParts<'_> {
        WorkspaceParts {
            stack: &mut self.stack,
            moves: &mut self.moves,
            listed: &mut self.listed,
            path: &mut *self.path,
            main_history: &mut self.main_history,
            counter_moves: &mut self.counter_moves,
            continuation_histories: &mut self.continuation_histories,
            correction_history: &mut self.correction_history,
            age: &mut self.age,
        }
    }
}

impl fmt::Debug for HeapMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeapMemory")
    }
}
