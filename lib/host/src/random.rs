//! Random numbers that a seed determines, the same on every machine.

use chuhe_core::{AnyPosition, Move, Position, SplitMix64};

/// A sequence of random numbers.
///
/// ```
/// use chuhe_host::Random;
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.next(), other.next());
/// assert!(one.below(10) < 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Random(SplitMix64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// One of many sequences of a seed, by its number.
    pub const fn sequence(seed: u64, number: u64) -> Self {
        Self::new(Self::new(seed).next() ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub const fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below `count`; 0 when the count is 0.
    pub const fn below(&mut self, count: u64) -> u64 {
        self.0.below(count)
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// Plays a number of random moves from a position. Returns the moves and the last position;
    /// `None` when the moves run out before.
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
