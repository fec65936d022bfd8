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

    #[inline]
    pub(super) const fn low(bits: u64) -> Self {
        Self(bits as u128)
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

    /// As the machine's own words, the lowest bits first.
    #[inline]
    pub(super) const fn limbs(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// The bits from 0, 32 and 64 on.
    #[inline]
    pub(super) const fn words(self) -> [u32; 3] {
        [self.0 as u32, (self.0 >> 32) as u32, (self.0 >> 64) as u32]
    }

    /// The lowest bit that is set; there must be one.
    #[inline]
    pub(super) const fn lowest(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The highest bit that is set; there must be one.
    #[inline]
    pub(super) const fn highest(self) -> usize {
        127 - self.0.leading_zeros() as usize
    }

    /// Without its lowest bit; there must be one.
    #[inline]
    pub(super) const fn without_lowest(self) -> Self {
        Self(self.0 & (self.0 - 1))
    }
}
