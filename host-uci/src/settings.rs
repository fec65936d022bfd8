//! The values of the options, and the limits of a search that follow from them.

use crate::lag::Lag;
use crate::protocol::{DEFAULT_OVERHEAD, Go, LEVEL_ELO};
use chuhe_core::rules::Rules;
use chuhe_core::{Clock, Level, Limits, Side, Time};
use chuhe_host::{BookChoice, Networks};

/// The values of the options, as [`Setting`](crate::protocol::Setting) describes them.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) rules: Rules,
    pub(crate) lines: u8,
    pub(crate) level: Level,
    pub(crate) overhead: u64,
    pub(crate) contempt: i16,
    /// The Elo that limits the level, if it does.
    pub(crate) limits_strength: bool,
    pub(crate) elo: u16,
    pub(crate) slow_mover: u64,
    /// The nodes that count as a millisecond; 0 counts time.
    pub(crate) nodes_time: u64,
    pub(crate) halfmove_rule: bool,
    pub(crate) allow_chase: bool,
    pub(crate) own_book: bool,
    pub(crate) book: BookChoice,
    /// True if networks evaluate their games.
    pub(crate) use_nnue: bool,
    /// The networks, those that are not used among them.
    pub(crate) networks: Networks,
    pub(crate) analyse: bool,
    pub(crate) wdl: bool,
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
            elo: LEVEL_ELO[0],
            slow_mover: 100,
            halfmove_rule: true,
            use_nnue: true,
            networks: Networks::built_in(),
            ..Self::default()
        }
    }

    /// Returns the limits of a search for a side. The lag is that of its clock, the seed that of
    /// the game.
    pub(crate) fn limits(&self, go: &Go<'_>, side: Side, lag: Lag, seed: u64) -> Limits {
        let unlimited = Limits::default();
        Limits {
            depth: go.depth.unwrap_or(unlimited.depth),
            nodes: go.nodes.unwrap_or(unlimited.nodes),
            time: if go.infinite { None } else { self.time(go, side, lag) },
            multi_pv: self.lines,
            level: if self.limits_strength { level_of(self.elo) } else { self.level },
            halfmove_rule: self.halfmove_rule,
            allow_chase: self.allow_chase,
            seed,
            contempt: if self.is_game(go, side) { self.contempt } else { 0 },
        }
    }

    /// Checks whether the search is for a move of a game: with a clock, or with the nodes of a
    /// match. All others are for a person, who shall see equal positions as equal.
    fn is_game(&self, go: &Go<'_>, side: Side) -> bool {
        let is_match = self.bounding_clock(go, side).is_some() || go.nodes.is_some();
        is_match && !go.infinite && !self.analyse
    }

    fn time(&self, go: &Go<'_>, side: Side, lag: Lag) -> Option<Time> {
        if let Some(millis) = go.movetime {
            return Some(Time::per_move(millis.saturating_sub(self.overhead).max(1)));
        }
        let overhead = self.overhead.max(lag.millis());
        let Time { soft, hard } = Time::of_clock(self.bounding_clock(go, side)?, overhead);
        Some(Time { soft: (soft.saturating_mul(self.slow_mover) / 100).min(hard), hard })
    }

    /// Returns the clock of a side, or of the other side if it has none of its own.
    fn bounding_clock(&self, go: &Go<'_>, side: Side) -> Option<Clock> {
        self.clock(go, side).or_else(|| self.clock(go, !side))
    }

    /// Returns the clock of a side, in milliseconds.
    pub(crate) fn clock(&self, go: &Go<'_>, side: Side) -> Option<Clock> {
        let unit = if self.millis { 1 } else { 1000 };
        let (left, increment) = match (go.time, go.clocks[side.index()]) {
            (Some(left), _) => (left.saturating_mul(unit), go.increment.saturating_mul(unit)),
            (None, left) => (left?, go.increments[side.index()]),
        };
        Some(Clock { left, increment, moves: go.moves_to_go })
    }
}

/// Returns the level whose Elo is nearest.
fn level_of(elo: u16) -> Level {
    let nearest = (0_u8..).zip(LEVEL_ELO).min_by_key(|&(_, of_level)| of_level.abs_diff(elo));
    nearest.and_then(|(level, _)| Level::new(level)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_elo_is_that_of_the_nearest_level() {
        for (elo, level) in [(600, 0), (734, 0), (735, 1), (1408, 3), (1551, 3), (2680, 9)] {
            assert_eq!(level_of(elo).get(), level, "{elo}");
        }
    }

    #[test]
    fn a_slow_mover_takes_more_time_within_the_hard_limit() {
        let go = Go { clocks: [Some(60_000); 2], increments: [1000; 2], ..Go::default() };
        let time = |slow_mover| {
            let settings = Settings { slow_mover, ..Settings::new(Rules::Xiangqi) };
            settings.limits(&go, Side::Red, Lag::default(), 0).time.unwrap()
        };
        let usual = time(100);
        assert_eq!(time(50), Time { soft: usual.soft / 2, ..usual });
        assert_eq!(time(1000), Time { soft: usual.hard, ..usual });
    }
}
