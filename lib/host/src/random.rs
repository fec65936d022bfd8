//! Makes random numbers from a seed, and random openings. The numbers are the same on every machine.

use crate::thinker::Thinker;
use chuhe_core::{AnyPosition, Game, Limits, Move, NoMonitor, Position, SplitMix64};
use std::io;

/// A sequence of random numbers, which depends only on its seed.
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

    /// Creates the sequence with this `number`. A seed has a different sequence for each number.
    pub const fn sequence(seed: u64, number: u64) -> Self {
        Self::new(Self::new(seed).next() ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub const fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// Returns a random number below `count`; 0 if `count` is 0.
    pub const fn below(&mut self, count: u64) -> u64 {
        self.0.below(count)
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// Plays `plies` random moves from a position. Returns the moves and the last position; `None` if an earlier
    /// position has no legal move.
    pub fn moves(&mut self, mut at: AnyPosition, plies: usize) -> Option<(Vec<Move>, AnyPosition)> {
        let mut played = Vec::new();
        for _ in 0..plies {
            let moves = at.legal_moves();
            let mv = *moves.get(self.below(moves.len() as u64) as usize)?;
            at = at.play(mv);
            played.push(mv);
        }
        Some((played, at))
    }
}

/// The searches that test an opening, `(nodes, largest score of an even opening)`. Scores are in hundredths of a
/// soldier. The short search comes first and rejects most uneven openings.
const TESTS: [(u64, i16); 2] = [(1_000, 100), (20_000, 50)];

/// Makes random openings that short searches rate as about even. Equal seeds give equal openings in the same build.
#[derive(Debug)]
pub struct RandomOpenings {
    random: Random,
    thinker: Thinker,
}

impl RandomOpenings {
    pub fn new(seed: u64) -> io::Result<Self> {
        Ok(Self { random: Random::new(seed), thinker: Thinker::new(1, 1)? })
    }

    /// Plays `plies` random moves from a position. Returns the moves and the last position; `None` if the
    /// game is then over or uneven.
    pub fn attempt(&mut self, at: &AnyPosition, plies: usize) -> Option<(Vec<Move>, AnyPosition)> {
        let (moves, position) = self.random.moves(at.clone(), plies)?;
        let mut game = Game::new(at.clone());
        moves.iter().try_for_each(|&mv| game.play(mv)).ok()?;
        let is_even = game.ending().is_none()
            && TESTS.iter().all(|&(nodes, most)| self.score(&game, nodes).abs() <= most);
        is_even.then_some((moves, position))
    }

    fn score(&mut self, game: &Game<AnyPosition>, nodes: u64) -> i16 {
        self.thinker.clear();
        let limits = Limits { nodes, ..Limits::default() };
        let found = self.thinker.think(game.position(), game.past(), &limits, &mut NoMonitor);
        found.score.get()
    }
}
