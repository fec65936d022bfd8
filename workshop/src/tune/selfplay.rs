//! Plays games of the built-in player against itself, and records its scores.

use crate::file_fault::{of, read_text};
use crate::tune::record::{Branch, GameRecord, Ply, SelfPlaySettings, is_quiet};
use chuhe_core::notation::{Style, read};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Limits, Move, NoMonitor, Past, Position, SearchLine, Side};
use chuhe_host::{NetworkFile, Random, Thinker};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::{fmt, io};

/// The largest score of an opening for either side, in centipawns. Uneven openings teach little.
const UNEVEN: i16 = 400;
/// A game counts as won after `WON_PLIES` plies in a row with at least this score for either side.
const WON: i16 = 1200;
const WON_PLIES: u32 = 6;
/// From ply `DRAWN_FROM` on, a game is drawn after `DRAWN_PLIES` plies in a row with scores within ± `DRAWN`.
const DRAWN: i16 = 12;
const DRAWN_FROM: usize = 90;
const DRAWN_PLIES: u32 = 16;
/// On average, one search in `BRANCHES` also gives a position from its tree, if that position is quiet.
const BRANCHES: u64 = 8;
/// A game of this length in plies is drawn.
const LONGEST: usize = 260;
pub(crate) const TRIES: u32 = 1_000;

#[derive(Debug)]
pub(crate) struct Player {
    settings: SelfPlaySettings,
    thinker: Thinker,
    /// Known games whose first moves begin the new games; `None`: all games begin at the usual start.
    starts: Option<Arc<Starts>>,
}

impl Player {
    pub(crate) fn new(
        settings: SelfPlaySettings,
        network: Option<NetworkFile>,
        starts: Option<Arc<Starts>>,
    ) -> io::Result<Self> {
        let mut thinker = Thinker::new(1, 1)?;
        thinker.set_networks(network.into_iter().collect());
        Ok(Self { settings, thinker, starts })
    }

    /// Plays game `number`, the same for equal settings. Returns `None` if all `TRIES` starts are uneven or over.
    ///
    /// A full search takes as long as many quick ones, so only some moves get a full one. The time saved goes to more
    /// games, because positions of different games differ more.
    pub(crate) fn play(&mut self, number: u64) -> Option<GameRecord> {
        let mut random = Random::sequence(self.settings.seed, number);
        (0..TRIES).find_map(|_| {
            let (opening, game) = self.opening(&mut random)?;
            self.play_game(opening, game, &mut random)
        })
    }

    /// Searches the positions of a game again, with the random choices of game `number`. The moves and the result
    /// do not change.
    pub(crate) fn search_again(&mut self, game: &GameRecord, number: u64) -> GameRecord {
        let mut random = Random::sequence(self.settings.seed, number);
        let start = self.settings.rules.start();
        let start = game.opening.iter().fold(start, |position, &mv| position.play(mv));
        let mut replayed = Box::new(Game::new(start));
        self.thinker.clear();
        let (mut plies, mut branches) = (Vec::new(), Vec::new());
        for &Ply { mv, .. } in &game.plies {
            let position = replayed.position();
            let is_full = random.below(self.settings.every) == 0;
            let found = self.think(position, replayed.past(), is_full);
            if random.below(BRANCHES) == 0 {
                branches.extend(self.branch(plies.len() as u16, position, &found, &mut random));
            }
            plies.push(Ply { mv, score: found.score, is_full });
            if replayed.play(mv).is_err() {
                break;
            }
        }
        GameRecord { plies, branches, ..game.clone() }
    }

    /// Plays game `number` to its end, even if the winner is clear before the end. Returns its positions.
    pub(crate) fn finish(&mut self, number: u64) -> Vec<AnyPosition> {
        let mut random = Random::sequence(self.settings.seed, number);
        let mut game = loop {
            if let Some((_, game)) = self.opening(&mut random) {
                break game;
            }
        };
        self.thinker.clear();
        let mut positions = vec![game.position().clone()];
        while game.ending().is_none() && game.moves().len() < LONGEST {
            let Some(mv) = self.think(game.position(), game.past(), true).best() else { break };
            if game.play(mv).is_err() {
                break;
            }
            positions.push(game.position().clone());
        }
        positions
    }

    fn play_game(
        &mut self,
        opening: Vec<Move>,
        mut game: Box<Game<AnyPosition>>,
        random: &mut Random,
    ) -> Option<GameRecord> {
        self.thinker.clear();
        let (mut plies, mut branches) = (Vec::new(), Vec::new());
        let (mut won, mut drawn) = (0, 0);
        let winner = loop {
            if let Some(ending) = game.ending() {
                break ending.winner;
            }
            let position = game.position();
            let is_full = random.below(self.settings.every) == 0;
            let found = self.think(position, game.past(), is_full);
            let (score, mv) = (found.score.get(), found.best()?);
            if plies.is_empty() && score.abs() > UNEVEN {
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
            if random.below(BRANCHES) == 0 {
                branches.extend(self.branch(plies.len() as u16, position, &found, random));
            }
            plies.push(Ply { mv, score: found.score, is_full });
            game.play(mv).ok()?;
        };
        let points = winner.map_or(1, |side| if side == Side::Red { 2 } else { 0 });
        Some(GameRecord { opening, plies, branches, points })
    }

    /// Returns a quiet position from the tree of a search, with the score of a quick search. The first moves of the
    /// best line, or none of them, and one random move lead to the position.
    fn branch(
        &mut self,
        ply: u16,
        position: &AnyPosition,
        line: &SearchLine,
        random: &mut Random,
    ) -> Option<Branch> {
        let mut moves = line.pv[..random.below(line.pv.len() as u64 + 1) as usize].to_vec();
        let position = moves.iter().fold(position.clone(), |position, &mv| position.play(mv));
        let (last, position) = random.moves(position, 1)?;
        moves.extend(last);
        let found = self.think(&position, &[], false);
        let best = found.best().filter(|&best| is_quiet(&position, best));
        best.map(|_| Branch { ply, moves, score: found.score })
    }

    fn think(&mut self, position: &AnyPosition, past: &[Past], is_full: bool) -> SearchLine {
        let SelfPlaySettings { nodes, quick_nodes, .. } = self.settings;
        let limits =
            Limits { nodes: if is_full { nodes } else { quick_nodes }, ..Limits::default() };
        self.thinker.think(position, past, &limits, &mut NoMonitor)
    }

    /// Plays the moves of a start, then random moves. Returns all these moves, and a new game from the position
    /// after them; `None` if that game is over.
    fn opening(&self, random: &mut Random) -> Option<(Vec<Move>, Box<Game<AnyPosition>>)> {
        let SelfPlaySettings { rules, random: plies, .. } = self.settings;
        let plies = plies + random.below(4);
        let mut moves =
            self.starts.as_ref().map_or(&[][..], |starts| starts.choose(random)).to_vec();
        let start = moves.iter().fold(rules.start(), |position, &mv| position.play(mv));
        let (more, position) = random.moves(start, plies as usize)?;
        moves.extend(more);
        let game = Box::new(Game::new(position));
        game.ending().is_none().then_some((moves, game))
    }
}

/// The number of plies that are taken from the beginning of a known game.
const START_PLIES: RangeInclusive<usize> = 8..=40;

/// The first moves of some games, all from the usual start.
#[derive(Debug)]
pub(crate) struct Starts(Vec<Vec<Move>>);

impl Starts {
    /// Reads a file with the moves of a game in each line, in coordinates. Skips games of fewer than eight plies.
    pub(crate) fn read(path: &Path, rules: Rules) -> Result<Self, String> {
        let text = read_text(path)?;
        let mut games = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut position = rules.start();
            let mut moves = Vec::new();
            for text in line.split_whitespace().take(*START_PLIES.end()) {
                let mv = read(Style::Coordinates, text, &position)
                    .map_err(|fault| of(path, format!("line {number}: {text:?}: {fault}")))?;
                position = position.play(mv);
                moves.push(mv);
            }
            if moves.len() >= *START_PLIES.start() {
                games.push(moves);
            }
        }
        if games.is_empty() { Err(of(path, "no game has eight plies")) } else { Ok(Self(games)) }
    }

    pub(crate) fn choose(&self, random: &mut Random) -> &[Move] {
        let game = &self.0[random.below(self.0.len() as u64) as usize];
        let least = *START_PLIES.start();
        let plies = least + random.below((game.len() - least + 1) as u64) as usize;
        &game[..plies]
    }
}

impl fmt::Display for Starts {
    /// Writes the numbers of games and plies, which distinguish one file from another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.len(), self.0.iter().map(Vec::len).sum::<usize>())
    }
}
