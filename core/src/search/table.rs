use crate::types::{Key, Move, Score};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// One line of the transposition table, which any number of searches may share.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Slot([AtomicU32; 16]);

const _: () = assert!(size_of::<Slot>() == 64);

impl Slot {
    /// A slot that knows nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; 16])
    }

    /// Forgets everything, as between two games.
    pub fn clear(&self) {
        self.0.iter().for_each(|word| word.store(0, Relaxed));
    }
}

/// What a score in the table says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is as good or better.
    Lower,
    /// The true one is as good or worse.
    Upper,
}

/// What a table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The move that was best.
    pub best: Option<Move>,
    /// What the position is worth to the side to move; plies to a mate count from it.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep it was searched, in plies.
    pub depth: u8,
}

/// What a table knows about the position of a key; for people who look into a search.
#[must_use]
pub const fn probe(table: &[Slot], key: Key) -> Option<Known> {
    // The plain search keeps nothing yet.
    let _ = (table, key);
    None
}

/// How much of a table the searches since it was cleared have filled, in thousandths; an estimate
/// from its first slots.
#[must_use]
pub const fn fullness(table: &[Slot]) -> u16 {
    let _ = table;
    0
}
