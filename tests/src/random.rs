//! Random numbers and games of random moves for tests. The same seed gives the same numbers on every machine.

use chuhe_core::{Move, Position, SplitMix64};

#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A random number below `limit`, which must be at least 1.
    pub const fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }

    /// True in one of `times` calls on average.
    pub const fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A random element of `several`. It panics if `several` is empty.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[self.below(several.len())]
    }
}

/// A random legal move; `None` if there is no legal move.
pub fn legal_move(position: &impl Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| random.pick(&moves))
}

/// The positions of a game of random legal moves: `start`, and at most `plies` positions after it.
pub fn walk<P: Position>(start: P, plies: usize, random: &mut Random) -> impl Iterator<Item = P> {
    std::iter::successors(Some(start), move |position| {
        Some(position.play(legal_move(position, random)?))
    })
    .take(plies + 1)
}
