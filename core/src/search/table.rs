//! The transposition table: what earlier visits of a position found out.

use crate::types::{Key, Move, Score};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// One cache line of the transposition table: five entries, 64 bytes.
///
/// The words of an entry are plain atomics and its last one is the lock folded with the others,
/// so that searches share a table without waiting and an entry half written by another one reads
/// as none (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Cluster([Entry; 5]);

const _: () = assert!(size_of::<Cluster>() == 64);

impl Cluster {
    /// A slot that knows nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self([const { Entry::new() }; 5])
    }

    /// Forgets everything, as between two games.
    pub fn clear(&self) {
        for entry in &self.0 {
            entry.0.iter().for_each(|word| word.store(0, Relaxed));
        }
    }
}

/// Move and score; estimate, depth, bound and age; both of these and the lock.
#[derive(Debug, Default)]
struct Entry([AtomicU32; 3]);

impl Entry {
    const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; 3])
    }

    /// The words before the lock, and the lock.
    fn load(&self) -> (Packed, u32) {
        let [first, second, third] = [0, 1, 2].map(|word| self.0[word].load(Relaxed));
        (Packed(first, second), first ^ second ^ third)
    }

    fn store(&self, packed: Packed, lock: u32) {
        self.0[0].store(packed.0, Relaxed);
        self.0[1].store(packed.1, Relaxed);
        self.0[2].store(packed.0 ^ packed.1 ^ lock, Relaxed);
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
pub fn probe(table: &[Cluster], key: Key) -> Option<Known> {
    let Memo { best, score, bound, depth, .. } = Table::new(table, 0).probe(key, 0)?;
    Some(Known { best, score, bound, depth })
}

/// How much of a table the searches since it was cleared have filled, in thousandths; an estimate
/// from its first slots.
#[must_use]
pub fn fullness(table: &[Cluster]) -> u16 {
    let first = &table[..table.len().min(200)];
    let entries = first.iter().flat_map(|slot| &slot.0);
    let filled = entries.filter(|entry| !entry.load().0.is_empty()).count();
    (filled * 1000 / (first.len() * 5).max(1)) as u16
}

/// What the search keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Memo {
    pub(super) best: Option<Move>,
    pub(super) score: Score,
    /// The position's estimate, or [`NO_ESTIMATE`].
    pub(super) estimate: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// Stands for the estimate of a position that has none.
pub(super) const NO_ESTIMATE: Score = Score::new(i16::MIN);

/// How many searches later an age comes again.
const AGES: u8 = 64;

/// An entry without its lock: move (16 bits), score (16); estimate (16), depth (8), bound (2),
/// age (6).
#[derive(Clone, Copy)]
struct Packed(u32, u32);

impl Packed {
    fn new(memo: &Memo, score: Score, age: u8) -> Self {
        let mv = memo.best.map_or(0, Move::to_bits);
        Self(
            u32::from(mv) | u32::from(score.get() as u16) << 16,
            u32::from(memo.estimate.get() as u16)
                | u32::from(memo.depth) << 16
                | (memo.bound as u32) << 24
                | u32::from(age) << 26,
        )
    }

    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    fn depth(self) -> u8 {
        (self.1 >> 16) as u8
    }

    fn age(self) -> u8 {
        (self.1 >> 26) as u8
    }

    fn bound(self) -> Bound {
        match self.1 >> 24 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        }
    }

    fn is_empty(self) -> bool {
        self.0 == 0 && self.1 == 0
    }

    fn memo(self, ply: usize) -> Memo {
        Memo {
            best: self.mv(),
            score: from_root(Score::new((self.0 >> 16) as i16), ply),
            estimate: Score::new(self.1 as i16),
            depth: self.depth(),
            bound: self.bound(),
        }
    }
}

/// A forced end counts from the root in the search, and from the position in the table.
fn from_position(score: Score, ply: usize) -> Score {
    match () {
        () if score.is_win() => score + ply as i16,
        () if score.is_loss() => score - ply as i16,
        () => score,
    }
}

fn from_root(score: Score, ply: usize) -> Score {
    match () {
        () if score.is_win() => score - ply as i16,
        () if score.is_loss() => score + ply as i16,
        () => score,
    }
}

/// A table lent to a search.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    slots: &'a [Cluster],
    len: u32,
    age: u8,
}

impl<'a> Table<'a> {
    pub(super) fn new(slots: &'a [Cluster], age: u8) -> Self {
        let len = u32::try_from(slots.len()).unwrap_or(u32::MAX);
        Self { slots, len, age: age % AGES }
    }

    pub(super) fn probe(&self, key: Key, ply: usize) -> Option<Memo> {
        let slot = self.slots.get(key.slot(self.len))?;
        slot.0
            .iter()
            .map(Entry::load)
            .find(|(packed, lock)| *lock == key.lock() && !packed.is_empty())
            .map(|(packed, _)| packed.memo(ply))
    }

    /// Keeps what was found, in place of the same position's or else of the entry that is the
    /// least deep and the oldest.
    pub(super) fn store(&self, key: Key, ply: usize, mut memo: Memo) {
        let Some(slot) = self.slots.get(key.slot(self.len)) else { return };
        let mut place = &slot.0[0];
        let mut least = i32::MAX;
        for entry in &slot.0 {
            let (packed, lock) = entry.load();
            if lock == key.lock() && !packed.is_empty() {
                if self.is_worth_more(packed, &memo) {
                    return;
                }
                memo.best = memo.best.or(packed.mv());
                place = entry;
                break;
            }
            let worth = if packed.is_empty() { i32::MIN } else { self.worth(packed) };
            if worth < least {
                (place, least) = (entry, worth);
            }
        }
        place.store(Packed::new(&memo, from_position(memo.score, ply), self.age), key.lock());
    }

    /// Whether an entry of this search says more about a position than what was found now.
    fn is_worth_more(&self, old: Packed, new: &Memo) -> bool {
        new.bound != Bound::Exact && old.age() == self.age && old.depth() > new.depth + 3
    }

    fn worth(&self, packed: Packed) -> i32 {
        let searches_ago = (self.age + AGES - packed.age()) % AGES;
        i32::from(packed.depth()) - 4 * i32::from(searches_ago)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Cluster, Memo, NO_ESTIMATE, Table};
    use crate::types::{Key, Move, Score};
    use proptest::prelude::*;

    fn memo(score: i16, depth: u8) -> Memo {
        Memo {
            best: Move::from_bits(0x0112),
            score: Score::new(score),
            estimate: NO_ESTIMATE,
            depth,
            bound: Bound::Lower,
        }
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found(key: u64, score in -31_900_i16..31_900, depth: u8, ply in 0..90_usize) {
            let slots = [const { Cluster::new() }; 3];
            let table = Table::new(&slots, 70);
            let memo = memo(score, depth);
            table.store(Key(key), ply, memo);
            prop_assert_eq!(table.probe(Key(key), ply), Some(memo));
            prop_assert_eq!(table.probe(Key(key ^ 1), ply), None);
            Table::new(&[], 0).store(Key(key), ply, memo);
            prop_assert_eq!(Table::new(&[], 0).probe(Key(key), ply), None);
        }
    }

    #[test]
    fn mates_count_from_where_they_are_met() {
        let slots = [const { Cluster::new() }];
        let table = Table::new(&slots, 0);
        table.store(Key(7), 4, memo(Score::mate_in(9).get(), 3));
        assert_eq!(table.probe(Key(7), 10).unwrap().score, Score::mate_in(15));
        table.store(Key(7), 4, memo(Score::mated_in(9).get(), 3));
        assert_eq!(table.probe(Key(7), 10).unwrap().score, Score::mated_in(15));
    }

    #[test]
    fn a_full_slot_gives_up_what_is_shallow_and_old() {
        let slots = [const { Cluster::new() }];
        for (lock, (depth, age)) in (0..).zip([(9, 1), (8, 1), (30, 0), (31, 1), (5, 1)]) {
            Table::new(&slots, age).store(Key(lock), 0, memo(0, depth));
        }
        let table = Table::new(&slots, 1);
        table.store(Key(5), 0, memo(0, 1));
        assert_eq!(table.probe(Key(4), 0), None);
        let table = Table::new(&slots, 8);
        table.store(Key(6), 0, memo(0, 1));
        assert_eq!(table.probe(Key(5), 0), None);
        assert_eq!(table.probe(Key(3), 0).unwrap().depth, 31);
    }

    #[test]
    fn an_entry_half_overwritten_reads_as_none() {
        let slots = [const { Cluster::new() }];
        let table = Table::new(&slots, 0);
        table.store(Key(5), 0, memo(12, 3));
        slots[0].0[0].0[1].store(0x1234_5678, core::sync::atomic::Ordering::Relaxed);
        assert_eq!(table.probe(Key(5), 0), None);
    }
}
