/// 90 bits in three words of 32, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Bits([u32; 3]);

impl Bits {
    pub(super) const EMPTY: Self = Self([0; 3]);
    pub(super) const FULL: Self = Self([u32::MAX, u32::MAX, (1 << 26) - 1]);

    #[inline]
    pub(super) const fn bit(index: usize) -> Self {
        let mut words = [0; 3];
        words[index / 32] = 1 << (index % 32);
        Self(words)
    }

    #[inline]
    pub(super) const fn low(bits: u64) -> Self {
        Self([bits as u32, (bits >> 32) as u32, 0])
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }

    #[inline]
    pub(super) const fn xor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }

    #[inline]
    pub(super) const fn not(self) -> Self {
        Self([!self.0[0], !self.0[1], !self.0[2]])
    }

    #[inline]
    pub(super) const fn shl(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        let [a, b, c] = match by / 32 {
            0 => [a, b, c],
            1 => [0, a, b],
            _ => [0, 0, a],
        };
        let by = by % 32;
        if by == 0 {
            return Self([a, b, c]);
        }
        Self([a << by, b << by | a >> (32 - by), c << by | b >> (32 - by)])
    }

    #[inline]
    pub(super) const fn shr(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        let [a, b, c] = match by / 32 {
            0 => [a, b, c],
            1 => [b, c, 0],
            _ => [c, 0, 0],
        };
        let by = by % 32;
        if by == 0 {
            return Self([a, b, c]);
        }
        Self([a >> by | b << (32 - by), b >> by | c << (32 - by), c >> by])
    }

    #[inline]
    pub(super) const fn has(self, index: usize) -> bool {
        self.0[index / 32] >> (index % 32) & 1 == 1
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// As the machine's own words, the lowest bits first.
    #[inline]
    pub(super) const fn limbs(self) -> [u32; 3] {
        self.0
    }

    /// The bits from 0, 32 and 64 on.
    #[inline]
    pub(super) const fn words(self) -> [u32; 3] {
        self.0
    }

    /// The lowest bit that is set; there must be one.
    #[inline]
    pub(super) const fn lowest(self) -> usize {
        let [a, b, c] = self.0;
        (if a != 0 {
            a.trailing_zeros()
        } else if b != 0 {
            32 + b.trailing_zeros()
        } else {
            64 + c.trailing_zeros()
        }) as usize
    }

    /// The highest bit that is set; there must be one.
    #[inline]
    pub(super) const fn highest(self) -> usize {
        let [a, b, c] = self.0;
        (if c != 0 {
            95 - c.leading_zeros()
        } else if b != 0 {
            63 - b.leading_zeros()
        } else {
            31 - a.leading_zeros()
        }) as usize
    }

    /// Without its lowest bit; there must be one.
    #[inline]
    pub(super) const fn without_lowest(self) -> Self {
        let [a, b, c] = self.0;
        Self(if a != 0 {
            [a & (a - 1), b, c]
        } else if b != 0 {
            [0, b & (b - 1), c]
        } else {
            [0, 0, c & (c - 1)]
        })
    }
}
