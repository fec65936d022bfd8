use super::{HALF, spread};
use crate::types::{FILES, RANKS};

/// The bits of each rank.
static RANK: [u128; RANKS as usize] = {
    let mut table = [(1 << FILES) - 1; RANKS as usize];
    let mut rank = 0;
    while rank < table.len() {
        table[rank] <<= rank * FILES as usize;
        rank += 1;
    }
    table
};

/// Five bits along file `a`, each on its own rank.
static SPREAD: [u64; 1 << HALF] = {
    let mut table = [0; 1 << HALF];
    let mut bits = 0;
    while bits < table.len() {
        table[bits] = spread(bits as u64);
        bits += 1;
    }
    table
};

/// 90 bits in one word of 128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Bits(u128);

impl Bits {
    pub(super) const EMPTY: Self = Self(0);
    pub(super) const FULL: Self = Self((1 << 90) - 1);

    #[inline]
    pub(super) const fn bit(index: usize) -> Self {
        Self(1 << index)
    }

    /// The bits of one rank, lowest file first.
    #[inline]
    pub(super) const fn rank(rank: u8, files: u16) -> Self {
        // The rotation puts the bits at their place in both halves. The mask keeps them in the half,
        // or in the parts of both, that hold the rank.
        let turned = (files as u64).rotate_left((rank * FILES) as u32) as u128;
        Self((turned | turned << 64) & RANK[rank as usize])
    }

    /// The bits of one file, lowest rank first.
    #[inline]
    pub(super) const fn file(file: u8, ranks: u16) -> Self {
        // Shifted before they are joined: a shift of 64 bits is cheaper than one of 128.
        let low = SPREAD[ranks as usize & 31] << file;
        let high = SPREAD[ranks as usize >> HALF & 31] << file;
        Self(low as u128 | (high as u128) << (HALF * FILES as u32))
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    #[inline]
    pub(super) const fn not(self) -> Self {
        Self(!self.0)
    }

    #[inline]
    pub(super) const fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }

    #[inline]
    pub(super) const fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }

    #[inline]
    pub(super) const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The words of the machine's own size, the lowest bits first.
    #[inline]
    pub(super) const fn limbs(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// The index of the lowest bit. The set must not be empty.
    #[inline]
    pub(super) const fn lowest(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The index of the highest bit. The set must not be empty.
    #[inline]
    pub(super) const fn highest(self) -> usize {
        127 - self.0.leading_zeros() as usize
    }

    /// Removes the lowest bit and returns its index; `None` if the set is empty.
    #[inline]
    pub(super) const fn take_lowest(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let lowest = self.lowest();
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}
