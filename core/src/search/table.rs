//! The transposition table (TT), which keeps the result of a position for other lines, depths and searches.

use super::window::Window;
use crate::types::{Key, Move, Score};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

const CLUSTER: usize = 5;

/// A cache line of the transposition table: five entries in 64 bytes.
///
/// Searches can share a table without locks (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
/// An entry has three words. The last is the exclusive or of the other words and the low half of the key. An entry with
/// words from two searches does not give the key that a reader looks for, so the reader skips it.
///
/// A cluster of zeros is empty. With the feature `zerocopy`, bytes can be read as clusters.
#[cfg_attr(
    feature = "zerocopy",
    derive(zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::KnownLayout)
)]
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct Cluster([AtomicEntry; CLUSTER], AtomicU32);

const _: () = assert!(size_of::<Cluster>() == 64);

impl Cluster {
    /// A cluster of empty entries.
    pub const fn new() -> Self {
        Self([const { AtomicEntry([const { AtomicU32::new(0) }; 3]) }; CLUSTER], AtomicU32::new(0))
    }

    /// Empties the cluster, for example before a new game.
    pub fn clear(&self) {
        for entry in &self.0 {
            entry.0.iter().for_each(|word| word.store(0, Relaxed));
        }
    }
}

/// An entry in memory: two words of content, and the exclusive or of these words and the low half of the key.
#[cfg_attr(
    feature = "zerocopy",
    derive(zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::KnownLayout)
)]
#[derive(Debug, Default)]
#[repr(C)]
struct AtomicEntry([AtomicU32; 3]);

impl AtomicEntry {
    fn load(&self) -> (PackedEntry, u32) {
        let [first, second, third] = [0, 1, 2].map(|word| self.0[word].load(Relaxed));
        (PackedEntry(first, second), first ^ second ^ third)
    }

    fn store(&self, packed: PackedEntry, lock: u32) {
        self.0[0].store(packed.0, Relaxed);
        self.0[1].store(packed.1, Relaxed);
        self.0[2].store(packed.0 ^ packed.1 ^ lock, Relaxed);
    }
}

/// The relation of a score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The score is the true score.
    Exact,
    /// The true score is at least this score.
    Lower,
    /// The true score is at most this score.
    Upper,
}

/// An entry of the transposition table: the result of a search of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The move that the next search of the position tries first; `None` if none is known.
    pub best: Option<Move>,
    /// The score for the side to move. In a mate score from [`probe`], plies count from the position of the entry.
    pub score: Score,
    /// The relation of `score` to the true score.
    pub bound: Bound,
    /// The depth of the search, in plies; 0 for quiescence search.
    pub depth: u8,
    /// The static evaluation without corrections; [`NO_EVAL`] if the position was not evaluated.
    pub(super) raw_eval: Score,
}

impl TtEntry {
    /// Returns the score if it decides a node of this depth and window without a search.
    pub(super) fn cutoff(&self, depth: i32, window: Window) -> Option<Score> {
        let decides = match self.bound {
            Bound::Upper => self.score <= window.alpha,
            Bound::Lower => self.score >= window.beta,
            Bound::Exact => true,
        };
        (decides && i32::from(self.depth) >= depth).then_some(self.score)
    }

    /// Returns the score if its bound shows that it is nearer to the true score than the static evaluation is.
    pub(super) fn better_eval(&self, static_eval: Score) -> Option<Score> {
        let better = match self.bound {
            Bound::Upper => self.score < static_eval,
            Bound::Lower => self.score > static_eval,
            Bound::Exact => true,
        };
        better.then_some(self.score)
    }
}

/// Finds the entry for the position with this key; `None` if the table has no such entry.
pub fn probe(table: &[Cluster], key: Key) -> Option<TtEntry> {
    TranspositionTable::new(table, 0).probe(key, 0)
}

/// Returns the share of filled entries in the first 200 clusters, in thousandths.
pub fn fullness(table: &[Cluster]) -> u16 {
    let first = &table[..table.len().min(200)];
    let entries = first.iter().flat_map(|cluster| &cluster.0);
    let filled = entries.filter(|entry| !entry.load().0.is_empty()).count();
    (filled * 1000 / (first.len() * CLUSTER).max(1)) as u16
}

/// The value of `raw_eval` if the position was not evaluated.
pub(super) const NO_EVAL: Score = Score::new(i16::MIN);

/// The number of different ages. An age is the number of a search modulo 64, so an entry of 64 searches ago looks new.
const AGES: u8 = 64;

/// The content of an entry, in two words. From the lowest bit, the first word has the move and the score, 16 bits each.
/// The second has the static evaluation (16 bits), the depth (8), the bound (2) and the age (6).
#[derive(Clone, Copy)]
struct PackedEntry(u32, u32);

impl PackedEntry {
    fn new(entry: &TtEntry, ply: usize, age: u8) -> Self {
        let mv = entry.best.map_or(0, Move::to_bits);
        let score = counted_from(entry.score, -(ply as i16));
        Self(
            u32::from(mv) | u32::from(score.get() as u16) << 16,
            u32::from(entry.raw_eval.get() as u16)
                | u32::from(entry.depth) << 16
                | (entry.bound as u32) << 24
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

    fn unpack(self, ply: usize) -> TtEntry {
        TtEntry {
            best: self.mv(),
            score: counted_from(Score::new((self.0 >> 16) as i16), ply as i16),
            bound: self.bound(),
            depth: self.depth(),
            raw_eval: Score::new(self.1 as i16),
        }
    }
}

/// Returns a mate score counted from a position `plies_before` plies earlier, and any other score unchanged. The search
/// counts the plies to a mate from the root, and the table counts them from the position of the entry.
fn counted_from(score: Score, plies_before: i16) -> Score {
    if score.is_win() {
        score - plies_before
    } else if score.is_loss() {
        score + plies_before
    } else {
        score
    }
}

#[derive(Clone, Copy)]
pub(super) struct TranspositionTable<'a> {
    clusters: &'a [Cluster],
    len: u32,
    age: u8,
}

impl<'a> TranspositionTable<'a> {
    pub(super) fn new(clusters: &'a [Cluster], age: u8) -> Self {
        let len = u32::try_from(clusters.len()).unwrap_or(u32::MAX);
        Self { clusters, len, age: age % AGES }
    }

    pub(super) fn probe(&self, key: Key, ply: usize) -> Option<TtEntry> {
        let cluster = self.clusters.get(key.slot(self.len))?;
        cluster
            .0
            .iter()
            .map(AtomicEntry::load)
            .find(|(packed, lock)| *lock == key.lock() && !packed.is_empty())
            .map(|(packed, _)| packed.unpack(ply))
    }

    /// Stores an entry in place of the old entry of the position, or else of the least valuable entry of the cluster.
    pub(super) fn store(&self, key: Key, ply: usize, mut entry: TtEntry) {
        let Some(cluster) = self.clusters.get(key.slot(self.len)) else { return };
        let mut place = &cluster.0[0];
        let mut least = i32::MAX;
        for candidate in &cluster.0 {
            let (packed, lock) = candidate.load();
            if lock == key.lock() && !packed.is_empty() {
                if self.is_worth_keeping(packed, &entry) {
                    return;
                }
                entry.best = entry.best.or(packed.mv());
                place = candidate;
                break;
            }
            let value = if packed.is_empty() { i32::MIN } else { self.replacement_value(packed) };
            if value < least {
                (place, least) = (candidate, value);
            }
        }
        place.store(PackedEntry::new(&entry, ply, self.age), key.lock());
    }

    /// Checks whether the position's old entry stays. It stays only if it comes from this search and is more than three
    /// plies deeper, and the new score is not exact.
    fn is_worth_keeping(&self, old: PackedEntry, new: &TtEntry) -> bool {
        new.bound != Bound::Exact && old.age() == self.age && old.depth() > new.depth + 3
    }

    /// Returns the value of an entry: its depth, minus four times the number of searches since it was stored.
    fn replacement_value(&self, packed: PackedEntry) -> i32 {
        let searches_ago = (self.age + AGES - packed.age()) % AGES;
        i32::from(packed.depth()) - 4 * i32::from(searches_ago)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Cluster, NO_EVAL, Relaxed, TranspositionTable, TtEntry};
    use crate::types::{Key, Move, Score};
    use proptest::prelude::*;

    fn entry(score: i16, depth: u8) -> TtEntry {
        TtEntry {
            best: Move::from_bits(0x0112),
            score: Score::new(score),
            raw_eval: NO_EVAL,
            depth,
            bound: Bound::Lower,
        }
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found(key: u64, score in -31_900_i16..31_900, depth: u8, ply in 0..90_usize) {
            let clusters = [const { Cluster::new() }; 3];
            let table = TranspositionTable::new(&clusters, 70);
            let entry = entry(score, depth);
            table.store(Key(key), ply, entry);
            prop_assert_eq!(table.probe(Key(key), ply), Some(entry));
            prop_assert_eq!(table.probe(Key(key ^ 1), ply), None);
            TranspositionTable::new(&[], 0).store(Key(key), ply, entry);
            prop_assert_eq!(TranspositionTable::new(&[], 0).probe(Key(key), ply), None);
        }
    }

    #[test]
    fn mates_count_from_the_root() {
        let clusters = [const { Cluster::new() }];
        let table = TranspositionTable::new(&clusters, 0);
        table.store(Key(7), 4, entry(Score::mate_in(9).get(), 3));
        assert_eq!(table.probe(Key(7), 10).unwrap().score, Score::mate_in(15));
        table.store(Key(7), 4, entry(Score::mated_in(9).get(), 3));
        assert_eq!(table.probe(Key(7), 10).unwrap().score, Score::mated_in(15));
    }

    #[test]
    fn an_old_entry_is_worth_less_with_each_search_since() {
        // A row has the depth and age of each entry, the age of the new search, and the index of the replaced entry.
        for (entries, now, replaced) in [
            ([(9, 1), (8, 1), (30, 0), (31, 1), (5, 1)], 1, 4),
            ([(9, 1), (8, 1), (30, 0), (31, 1), (1, 1)], 8, 4),
            ([(9, 3), (9, 3), (12, 2), (9, 3), (9, 3)], 3, 2),
            ([(9, 3), (9, 3), (14, 2), (10, 3), (10, 3)], 3, 0),
            ([(20, 3), (20, 1), (15, 2), (14, 2), (20, 3)], 3, 3),
            ([(20, 3), (17, 1), (15, 2), (14, 2), (20, 3)], 3, 1),
            // Ages wrap from 63 to 0, so at age 3 an entry of age 63 is four searches old.
            ([(20, 3), (29, 63), (14, 3), (20, 3), (20, 3)], 3, 1),
        ] {
            let clusters = [const { Cluster::new() }];
            for (lock, (depth, age)) in (0..).zip(entries) {
                TranspositionTable::new(&clusters, age).store(Key(lock), 0, entry(0, depth));
            }
            let table = TranspositionTable::new(&clusters, now);
            table.store(Key(9), 0, entry(0, 1));
            let left = (0..5).filter(|&lock| table.probe(Key(lock), 0).is_some());
            let expected = (0..5).filter(|lock| *lock != replaced);
            assert!(left.eq(expected), "{entries:?}");
        }
    }

    /// Several threads can store words of the same entry, so a reader can find any mixture of their words.
    #[test]
    fn a_mixture_of_entries_reads_as_none() {
        let entries = [(5, entry(12, 3)), (6, entry(-40, 9)), (7, entry(800, 2))];
        let words = entries.map(|(key, entry)| {
            let clusters = [const { Cluster::new() }];
            TranspositionTable::new(&clusters, 0).store(Key(key), 0, entry);
            [0, 1, 2].map(|word| clusters[0].0[0].0[word].load(Relaxed))
        });
        for mixture in 0..27 {
            let writers = [mixture % 3, mixture / 3 % 3, mixture / 9];
            let cluster = Cluster::new();
            for (word, writer) in writers.into_iter().enumerate() {
                cluster.0[0].0[word].store(words[writer][word], Relaxed);
            }
            let table = [cluster];
            for (writer, (key, entry)) in entries.into_iter().enumerate() {
                let is_whole = writers == [writer; 3];
                let found = TranspositionTable::new(&table, 0).probe(Key(key), 0);
                assert_eq!(found, is_whole.then_some(entry), "{writers:?}");
            }
        }
    }
}
