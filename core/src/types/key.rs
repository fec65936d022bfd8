/// A position's hash (Zobrist 1970): two keys in one word, drawn from different random numbers.
///
/// The high half chooses a cluster of the transposition table. The low half is the lock that
/// tells the positions of one cluster apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub(crate) u64);

impl Key {
    /// Makes the key of 64 bits that [`Key::get`] returned.
    #[inline]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The 64 bits.
    #[inline]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The exclusive or with another key, which adds that key or takes it out again.
    #[inline]
    #[must_use]
    pub const fn toggled(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// The index of the key's cluster in a table of `len` clusters; 0 if `len` is 0. A product is
    /// faster than a remainder. The index is the same on machines of 32 and 64 bits.
    #[inline]
    pub(crate) const fn slot(self, len: u32) -> usize {
        (((self.0 >> 32) * len as u64) >> 32) as usize
    }

    /// The low half, which does not choose the cluster.
    #[inline]
    pub(crate) const fn lock(self) -> u32 {
        self.0 as u32
    }
}
