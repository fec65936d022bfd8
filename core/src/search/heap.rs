//! Search memory on the heap. It is created directly on the heap, without a copy on the stack.

extern crate alloc;

use super::history_table::{PieceTo, PieceToHistory};
use super::table::Cluster;
use super::workspace::{
    CORRECTIONS, MAX_PLIES, MOVES_PER_PLY, PATH, ScoredMove, SearchMemory, StackEntry,
    WorkspaceParts,
};
use crate::position::Past;
use crate::types::{Move, MoveList};
use alloc::boxed::Box;
#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Arc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::AtomicI16;

/// The number of continuation histories, as in a [`Workspace`](crate::Workspace) with the default sizes.
const CONTINUATIONS: usize = 256;

/// The memory of a [`Workspace`](crate::Workspace) with the default sizes, on the heap.
pub struct HeapMemory {
    stack: Vec<StackEntry>,
    moves: Vec<ScoredMove>,
    listed: MoveList,
    path: Box<heapless::Vec<Past, PATH>>,
    main_history: PieceToHistory,
    counter_moves: Vec<Option<Move>>,
    continuation_histories: Vec<PieceToHistory>,
    correction_history: Arc<[AtomicI16]>,
    age: u8,
}

/// Returns an empty transposition table of `mib` MiB.
///
/// # Panics
/// When the size is beyond the address space.
/// ```should_panic
/// let _ = chuhe_core::table_of(1 << (usize::BITS - 1));
/// ```
pub fn table_of(mib: usize) -> Vec<Cluster> {
    let clusters = mib.saturating_mul((1 << 20) / size_of::<Cluster>());
    (0..clusters).map(|_| Cluster::new()).collect()
}

impl HeapMemory {
    /// Makes memory whose histories are all zero.
    pub fn new() -> Self {
        let entries = CONTINUATIONS * CORRECTIONS;
        Self::with((0..entries).map(|_| AtomicI16::new(0)).collect())
    }

    /// Makes memory for another thread of the same search. Only the correction history is shared with `self`.
    #[must_use]
    pub fn sharing(&self) -> Self {
        Self::with(Arc::clone(&self.correction_history))
    }

    fn with(correction_history: Arc<[AtomicI16]>) -> Self {
        Self {
            stack: vec![StackEntry::new(); MAX_PLIES],
            moves: vec![ScoredMove::NONE; MAX_PLIES * MOVES_PER_PLY],
            listed: MoveList::new(),
            path: Box::default(),
            main_history: PieceToHistory::new(),
            counter_moves: vec![None; PieceTo::COUNT],
            continuation_histories: vec![PieceToHistory::new(); CONTINUATIONS],
            correction_history,
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
            correction_history: &self.correction_history,
            age: &mut self.age,
        }
    }
}

impl fmt::Debug for HeapMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeapMemory")
    }
}
