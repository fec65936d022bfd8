//! Chance for tests: a small generator, the same numbers from the same seed everywhere.

/// A stream of numbers; xorshift64*, Vigna 2016.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream of its own for each seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below a limit, which is not 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let mixed = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d);
        (((mixed >> 32) * limit as u64) >> 32) as usize
    }

    /// True once in this number of times, on average.
    pub const fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several; there must be one.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }
}
