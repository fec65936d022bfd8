/// A generator of pseudorandom numbers. The seed determines them, so they are the same on every machine.
///
/// The algorithm is SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
///
/// ```
/// use chuhe_core::SplitMix64;
/// // The first numbers of the reference implementation for this seed.
/// let mut random = SplitMix64::new(1_234_567);
/// assert_eq!(random.next(), 6_457_827_717_110_365_317);
/// assert_eq!(random.next(), 3_203_168_211_198_807_973);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitMix64(u64);

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// The generator that starts from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Skips `n` numbers: returns the state after `n` calls of `next`, in constant time.
    #[must_use]
    pub const fn after(self, n: u64) -> Self {
        Self(self.0.wrapping_add(STEP.wrapping_mul(n)))
    }

    /// The next number, of 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; 0 when the limit is 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.next() as u128 * limit as u128) >> 64) as u64
    }
}
