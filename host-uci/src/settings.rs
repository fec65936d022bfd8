//! The values of the options, and the limits of a search that follow from them.

use crate::protocol::{DEFAULT_OVERHEAD, Go};
use chuhe_core::rules::Rules;
use chuhe_core::{Clock, Level, Limits, Side, Time};

/// The values of the options.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) rules: Rules,
    pub(crate) lines: u8,
    pub(crate) level: Level,
    pub(crate) overhead: u64,
    pub(crate) contempt: i16,
    /// True if a person analyses.
    pub(crate) analyse: bool,
    pub(crate) wdl: bool,
    /// True if UCCI's times are in milliseconds.
    pub(crate) millis: bool,
    pub(crate) batch: bool,
    pub(crate) debug: bool,
}

impl Settings {
    /// The defaults, for the rules of the command line.
    pub(crate) fn new(rules: Rules) -> Self {
        Self {
            rules,
            lines: 1,
            level: Level::MAX,
            overhead: DEFAULT_OVERHEAD.into(),
            contempt: Limits::CONTEMPT,
            analyse: false,
            wdl: false,
            millis: false,
            batch: false,
            debug: false,
        }
    }

    /// Returns the limits of a search for a side. The seed is that of the game.
    pub(crate) fn limits(&self, go: &Go<'_>, side: Side, seed: u64) -> Limits {
        let unlimited = Limits::default();
        Limits {
            depth: go.depth.unwrap_or(unlimited.depth),
            nodes: go.nodes.unwrap_or(unlimited.nodes),
            time: if go.infinite { None } else { self.time(go, side) },
            multi_pv: self.lines,
            level: self.level,
            seed,
            contempt: if self.is_game(go, side) { self.contempt } else { 0 },
            ..unlimited
        }
    }

    /// Checks whether the search is for a move of a game: with a clock, or with the nodes of a
    /// match. All others are for a person, who shall see equal positions as equal.
    fn is_game(&self, go: &Go<'_>, side: Side) -> bool {
        let is_match = self.clock(go, side).is_some() || go.nodes.is_some();
        is_match && !go.infinite && !self.analyse
    }

    fn time(&self, go: &Go<'_>, side: Side) -> Option<Time> {
        if let Some(millis) = go.movetime {
            return Some(Time::per_move(millis.saturating_sub(self.overhead).max(1)));
        }
        Some(Time::of_clock(self.clock(go, side)?, self.overhead))
    }

    /// Returns the clock of a side, in milliseconds.
    fn clock(&self, go: &Go<'_>, side: Side) -> Option<Clock> {
        let unit = if self.millis { 1 } else { 1000 };
        let (left, increment) = match (go.time, go.clocks[side.index()]) {
            (Some(left), _) => (left.saturating_mul(unit), go.increment.saturating_mul(unit)),
            (None, left) => (left?, go.increments[side.index()]),
        };
        Some(Clock { left, increment, moves: go.moves_to_go })
    }
}
