//! Chance that a seed determines, on every machine the same.

use chuhe_core::AnyPosition;
use chuhe_core::{Move, Position};

/// A sequence of random numbers.
///
/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
///
/// ```
/// use chuhe_host::Random;
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.next(), other.next());
/// assert!(one.below(10) < 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of many sequences of a seed, by its number.
    #[must_use]
    pub const fn sequence(seed: u64, number: u64) -> Self {
        Self(Self(seed).next() ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`; 0 where there is none.
    pub fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }

    /// So many random moves from a position, and where they lead; `None` where there are no more
    /// moves before.
    pub fn moves(
        &mut self,
        mut position: AnyPosition,
        plies: usize,
    ) -> Option<(Vec<Move>, AnyPosition)> {
        let mut played = Vec::new();
        for _ in 0..plies {
            let moves = position.legal_moves();
            let mv = *moves.get(self.below(moves.len() as u64) as usize)?;
            position = position.play(mv);
            played.push(mv);
        }
        Some((played, position))
    }
}
