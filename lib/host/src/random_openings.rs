//! Random openings that are about even.

use crate::{Random, Thinker};
use chuhe_core::{AnyPosition, Game, Limits, Move, NoMonitor};
use std::io;

/// Each search that tests an opening: its nodes, and the largest score of an even one in hundredths.
/// The short one comes first and rejects most uneven openings.
const TESTS: [(u64, i16); 2] = [(1_000, 100), (20_000, 50)];

/// Makes random openings that short searches find about even. A seed gives the same ones in every run
/// of a build.
#[derive(Debug)]
pub struct RandomOpenings {
    random: Random,
    thinker: Thinker,
}

impl RandomOpenings {
    /// Creates the sequence of a seed.
    pub fn new(seed: u64) -> io::Result<Self> {
        Ok(Self { random: Random::new(seed), thinker: Thinker::new(1, 1)? })
    }

    /// Plays random moves from a position. Returns them and the last position; `None` if the game is
    /// over there, or not even.
    pub fn attempt(
        &mut self,
        from: &AnyPosition,
        plies: usize,
    ) -> Option<(Vec<Move>, AnyPosition)> {
        let (moves, position) = self.random.moves(from.clone(), plies)?;
        let mut game = Game::new(from.clone());
        for &mv in &moves {
            game.play(mv).ok()?;
        }
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
