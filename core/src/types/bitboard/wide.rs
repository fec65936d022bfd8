use super::{HALF, rank_bits, spread, words};
use crate::array::array;
use crate::types::{FILES, RANKS};

/// The five bits of each index, moved to the lower five ranks of file `a`.
static SPREAD: [u64; 1 << HALF] = array!(bits < 1 << HALF => spread(bits as u64));

words! {
    /// 90 bits in two words of 64 bits, the lowest first. One `u128` would be slower in WebAssembly, where a shift of a
    /// `u128` is a function call.
    u64; 2: 0 1
}

impl Bits {
    pub(super) const FULL: Self = Self([u64::MAX, (1 << 26) - 1]);

    #[inline]
    pub(super) const fn bit(index: usize) -> Self {
        let is_high = (index >= 64) as u64;
        Self([(is_high ^ 1) << (index % 64), is_high << (index % 64)])
    }

    /// The bits of `ranks`, moved to their squares on the file.
    #[inline]
    pub(super) const fn file(file: u8, ranks: u16) -> Self {
        let low = SPREAD[ranks as usize & 31] << file;
        let high = SPREAD[ranks as usize >> HALF & 31] << file;
        let half = HALF * FILES as u32;
        Self([low | high << half, high >> (64 - half)])
    }

    /// All bits moved up by `by` places, 1 to 63.
    #[inline]
    pub(super) const fn shl(self, by: u32) -> Self {
        let [low, high] = self.0;
        Self([low << by, high << by | low >> (64 - by)])
    }

    /// All bits moved down by `by` places, 1 to 63.
    #[inline]
    pub(super) const fn shr(self, by: u32) -> Self {
        let [low, high] = self.0;
        Self([low >> by | high << (64 - by), high >> by])
    }

    #[inline]
    pub(super) const fn has(self, index: usize) -> bool {
        !self.and(Self::bit(index)).is_empty()
    }

    /// Removes the lowest bit and returns its index; `None` if the set is empty.
    #[inline]
    pub(super) const fn take_lowest(&mut self) -> Option<usize> {
        let [low, high] = self.0;
        if low != 0 {
            self.0[0] = low & (low - 1);
            Some(low.trailing_zeros() as usize)
        } else if high != 0 {
            self.0[1] = high & (high - 1);
            Some(64 + high.trailing_zeros() as usize)
        } else {
            None
        }
    }
}
