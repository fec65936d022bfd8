/// A position's hash (Zobrist 1970): two keys of 32 bits in one word, made from different random numbers.
///
/// The high half chooses a cluster of the transposition table. The low half is the lock that
/// tells the positions of one cluster apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub(crate) u64);

impl Key {
    /// The key whose bits [`Key::get`] returned.
    #[inline]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The 64 bits, for tables and files that store keys.
    #[inline]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The exclusive or of both keys. One call adds `other` to the key, and a second call removes `other`.
    #[inline]
    #[must_use]
    pub const fn toggled(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// The index of the key's cluster in a table of `len` clusters; 0 if `len` is 0. It is computed by a product,
    /// which is faster than a remainder. The index is the same on machines of 32 and 64 bits.
    #[inline]
    pub(crate) const fn slot(self, len: u32) -> usize {
        (((self.0 >> 32) * len as u64) >> 32) as usize
    }

    #[inline]
    pub(crate) const fn lock(self) -> u32 {
        self.0 as u32
    }
}
