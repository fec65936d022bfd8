//! Positions from games that the player of this build plays against itself.

use crate::sample::{Sample, for_red};
use chuhe_core::rules::{AnyPosition, Rules};
use chuhe_core::{Game, Limits, NoMonitor, Position, SearchResult, Side};
use chuhe_host::{Random, Thinker};
use std::collections::TryReserveError;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlaySettings {
    pub(crate) rules: Rules,
    /// Positions of each search.
    pub(crate) nodes: u64,
    /// Random plies that a game begins with: this many, or one to three more.
    pub(crate) random: u64,
    pub(crate) seed: u64,
}

/// An opening that is worse for either side tells little about what decides games.
const UNEVEN: i16 = 400;
/// A game is won when both sides have seen so much for so many plies.
const WON: i16 = 1200;
const WON_PLIES: u32 = 6;
/// A game is drawn when, that late, both sides have seen so little for so many plies.
const DRAWN: i16 = 12;
const DRAWN_FROM: usize = 90;
const DRAWN_PLIES: u32 = 16;
/// A game that goes on so long is drawn.
const LONGEST: usize = 260;
/// Positions with a larger score are decided.
const DECIDED: i16 = 1500;

/// A player that plays both sides.
#[derive(Debug)]
pub(crate) struct Player {
    settings: SelfPlaySettings,
    thinker: Thinker,
}

impl Player {
    /// # Errors
    /// When there is no memory for its table.
    pub(crate) fn new(settings: SelfPlaySettings) -> Result<Self, TryReserveError> {
        Ok(Self { settings, thinker: Thinker::new(1, 1)? })
    }

    /// Plays a game, which its number determines, and returns its quiet positions.
    pub(crate) fn play(&mut self, number: u64) -> Vec<Sample> {
        let mut random = Random::sequence(self.settings.seed, number);
        loop {
            let plies = self.settings.random + random.below(4);
            if let Some(game) = opening(self.settings.rules, plies, &mut random)
                && let Some(samples) = self.play_game(game)
            {
                return samples;
            }
        }
    }

    /// `None` when the opening is uneven.
    fn play_game(&mut self, mut game: Box<Game<AnyPosition>>) -> Option<Vec<Sample>> {
        self.thinker.clear();
        let mut samples = Vec::new();
        let (mut won, mut drawn) = (0, 0);
        let winner = loop {
            if let Some(ending) = game.ending() {
                break ending.winner;
            }
            let position = game.position();
            let found = self.think(&game);
            let (score, mv) = (found.score.get(), found.best?);
            if game.undone().is_empty() && samples.is_empty() && score.abs() > UNEVEN {
                return None;
            }
            won = if score.abs() >= WON { won + 1 } else { 0 };
            drawn = if score.abs() <= DRAWN { drawn + 1 } else { 0 };
            if won >= WON_PLIES {
                break Some(if score > 0 { position.side() } else { !position.side() });
            }
            if game.moves().len() >= LONGEST
                || game.moves().len() >= DRAWN_FROM && drawn >= DRAWN_PLIES
            {
                break None;
            }
            if position.captured(mv).is_none() && !position.in_check() && score.abs() < DECIDED {
                let score = for_red(position, found.score);
                samples.push(Sample { position: position.clone(), score, points: 0 });
            }
            game.play(mv).ok()?;
        };
        let points = winner.map_or(1, |side| if side == Side::Red { 2 } else { 0 });
        samples.iter_mut().for_each(|sample| sample.points = points);
        Some(samples)
    }

    fn think(&mut self, game: &Game<AnyPosition>) -> SearchResult {
        let limits = Limits { nodes: self.settings.nodes, ..Limits::default() };
        self.thinker.think(game.position(), game.past(), &limits, &mut NoMonitor)
    }
}

/// Random moves; `None` if they end the game.
fn opening(rules: Rules, plies: u64, random: &mut Random) -> Option<Box<Game<AnyPosition>>> {
    let (_, position) = random.moves(rules.start(), plies as usize)?;
    let game = Box::new(Game::new(position));
    game.ending().is_none().then_some(game)
}
