//! Chance for tests: a small generator, the same numbers from the same seed everywhere.

use chuhe_core::SplitMix64;

#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// A stream of its own for each seed.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A number below a limit, which is not 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }

    /// True once in this number of times, on average.
    pub const fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several; there must be one.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }
}
