use super::{HALF, rank_bits, spread, words};
use crate::array::array;
use crate::types::{FILES, RANKS};

/// The five bits of each index, moved to file `a`. The first pair has them on the lower five ranks (words 0 and 1).
/// The second pair has them on the upper five ranks (words 1 and 2).
static SPREAD: [([u32; 2], [u32; 2]); 1 << HALF] = array!(bits < 1 << HALF => {
    let low = spread(bits as u64);
    let high = low << (HALF * FILES as u32 - 32);
    ([low as u32, (low >> 32) as u32], [high as u32, (high >> 32) as u32])
});

words! {
    /// 90 bits in three words of 32 bits, the lowest word first.
    u32; 3: 0 1 2
}

impl Bits {
    pub(super) const FULL: Self = Self([u32::MAX, u32::MAX, (1 << 26) - 1]);

    #[inline]
    pub(super) const fn bit(index: usize) -> Self {
        let mut words = [0; 3];
        words[index / 32] = 1 << (index % 32);
        Self(words)
    }

    /// The bits of `ranks`, moved to their squares on the file.
    #[inline]
    pub(super) const fn file(file: u8, ranks: u16) -> Self {
        let [a, b] = SPREAD[ranks as usize & 31].0;
        let [c, d] = SPREAD[ranks as usize >> HALF & 31].1;
        let b = b | c;
        // The high bits of a word go to the next word. The code shifts them twice, because for file 0 a single
        // shift would be by 32, which Rust does not allow.
        let rest = 31 - file;
        Self([a << file, b << file | a >> 1 >> rest, d << file | b >> 1 >> rest])
    }

    /// All bits moved up by `by` places, 1 to 31.
    #[inline]
    pub(super) const fn shl(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        Self([a << by, b << by | a >> (32 - by), c << by | b >> (32 - by)])
    }

    /// All bits moved down by `by` places, 1 to 31.
    #[inline]
    pub(super) const fn shr(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        Self([a >> by | b << (32 - by), b >> by | c << (32 - by), c >> by])
    }

    #[inline]
    pub(super) const fn has(self, index: usize) -> bool {
        let [a, b, c] = self.0;
        // A choice among three registers is cheaper than a load from memory.
        let word = match index / 32 {
            0 => a,
            1 => b,
            _ => c,
        };
        word >> (index % 32) & 1 == 1
    }

    /// Removes the lowest bit and returns its index; `None` if the set is empty.
    #[inline]
    pub(super) const fn take_lowest(&mut self) -> Option<usize> {
        let [a, b, c] = self.0;
        let (base, word) = if a != 0 {
            self.0[0] = a & (a - 1);
            (0, a)
        } else if b != 0 {
            self.0[1] = b & (b - 1);
            (32, b)
        } else if c != 0 {
            self.0[2] = c & (c - 1);
            (64, c)
        } else {
            return None;
        };
        Some(base + word.trailing_zeros() as usize)
    }
}
