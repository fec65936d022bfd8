//! Answers requests for a move, from the opening book or by a search.

use crate::thinker::Thinker;
use crate::variety::{RootLines, Variety};
use chuhe_core::{AnyPosition, Game, Level, Limits, Monitor, Move, Position, SearchLine, Time};
use serde::{Deserialize, Serialize};

/// The strength of the computer, and the limits of each of its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    pub level: Level,
    /// The longest time for a move, in milliseconds.
    pub movetime: u64,
    /// The greatest depth, in plies.
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// Equal seeds lead to equal mistakes at the lower levels.
    pub seed: u64,
}

impl Strength {
    pub fn limits(&self) -> Limits {
        let unlimited = Limits::default();
        Limits {
            depth: self.depth.unwrap_or(unlimited.depth),
            nodes: self.nodes.unwrap_or(unlimited.nodes),
            time: Some(Time::per_move(self.movetime)),
            level: self.level,
            seed: self.seed,
            ..unlimited
        }
    }
}

impl Default for Strength {
    /// Level 5, and at most three seconds for a move.
    fn default() -> Self {
        let level = Level::new(5).unwrap_or_default();
        Self { level, movetime: 3000, depth: None, nodes: None, seed: 0 }
    }
}

/// A request for a move to play in the last position of `game`.
///
/// ```
/// use chuhe_core::{Game, Limits, NoMonitor, rules::Rules};
/// use chuhe_host::{SearchRequest, Thinker, Variety};
/// let mut thinker = Thinker::new(1, 1).unwrap();
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let request = SearchRequest::new(Game::new(Rules::Xiangqi.start()), limits);
/// assert_eq!(request.search(&mut thinker, &mut NoMonitor).unwrap().depth, 2);
/// let variety = Some(Variety { book: Default::default(), ply: 0 });
/// let request = SearchRequest { variety, ..request };
/// assert_eq!(request.search(&mut thinker, &mut NoMonitor).unwrap().depth, 0);
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchRequest {
    #[serde(with = "crate::game_text")]
    pub game: Box<Game<AnyPosition>>,
    pub limits: Limits,
    pub excluded: Vec<Move>,
    /// The settings for a choice among good moves in the opening. With `None`, the best move of the search is played.
    pub variety: Option<Variety>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The position has no legal move, or every legal move is excluded.
    #[error("there is no move to find")]
    NoMove,
    #[error("the search failed by a fault of the program")]
    Panicked,
}

impl SearchRequest {
    pub fn new(game: Game<AnyPosition>, limits: Limits) -> Self {
        Self { game: Box::new(game), limits, excluded: Vec::new(), variety: None }
    }

    /// Finds a move in the book, or else by a search with an empty table. With one thread and no time limit, equal
    /// requests give equal results. The monitor gets the best line of each depth.
    pub fn search(
        &self,
        thinker: &mut Thinker,
        monitor: &mut dyn Monitor,
    ) -> Result<SearchLine, SearchError> {
        let Self { game, limits, excluded, variety } = self;
        let root = game.position();
        let known = variety.as_ref().and_then(|it| it.book_move(root, limits.seed, excluded));
        if let Some(best) = known {
            return Ok(SearchLine { pv: [best].into_iter().collect(), ..SearchLine::default() });
        }
        let varied = variety.as_ref().and_then(|it| Some((it, it.limits(limits)?)));
        let actual = varied.as_ref().map_or(limits, |(_, limits)| limits);
        let (found, lines) = self.variations(actual, thinker, monitor);
        let best = found.best().ok_or(SearchError::NoMove)?;
        let chosen = varied.and_then(|(variety, _)| variety.choose(lines.lines(), limits));
        // A stopped search may have found a better move after its last complete list of variations.
        // Then that move is played.
        let first = lines.lines().first().and_then(SearchLine::best);
        match chosen.filter(|line| first == Some(best) && line.best() != Some(best)) {
            Some(line) => {
                let SearchLine { nodes, millis, .. } = found;
                let line = SearchLine { multi_pv: 1, nodes, millis, ..line.clone() };
                monitor.report(&line);
                Ok(line)
            }
            None => Ok(found),
        }
    }

    /// Searches with an empty table, within the argument `limits` only. Returns the best line and the variations.
    pub fn variations(
        &self,
        limits: &Limits,
        thinker: &mut Thinker,
        monitor: &mut dyn Monitor,
    ) -> (SearchLine, RootLines) {
        let (root, past, excluded) = (self.game.position(), self.game.past(), &self.excluded);
        let admitted = root.legal_moves().iter().filter(|mv| !excluded.contains(mv)).count();
        let wanted = admitted.min(limits.multi_pv.into());
        let lines = RootLines::default();
        let mut monitor = VarietyMonitor { monitor, excluded, wanted, lines };
        let found = thinker.think_afresh(root, past, limits, &mut monitor);
        (found, monitor.lines)
    }
}

/// A monitor that keeps all variations of a search, and passes only the best one to the field `monitor`.
struct VarietyMonitor<'a> {
    monitor: &'a mut dyn Monitor,
    excluded: &'a [Move],
    wanted: usize,
    lines: RootLines,
}

impl Monitor for VarietyMonitor<'_> {
    fn millis(&self) -> u64 {
        self.monitor.millis()
    }

    fn is_stopped(&self) -> bool {
        self.monitor.is_stopped()
    }

    fn admits(&self, mv: Move) -> bool {
        !self.excluded.contains(&mv)
    }

    fn report(&mut self, line: &SearchLine) {
        self.lines.take(line, self.wanted);
        if line.multi_pv == 1 {
            self.monitor.report(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_sets_the_limits_that_it_names() {
        let level = Level::new(3).unwrap();
        let strength = Strength { level, movetime: 70, depth: Some(4), nodes: Some(900), seed: 5 };
        let free = Strength { depth: None, nodes: None, ..strength };
        let time = Some(Time::per_move(70));
        let expected = Limits { level, time, seed: 5, ..Limits::default() };
        assert_eq!(free.limits(), expected);
        assert_eq!(strength.limits(), Limits { depth: 4, nodes: 900, ..expected });
    }
}
