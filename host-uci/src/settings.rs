//! Holds the values of the options, and derives the limits of a search from them.

use crate::lag::Lag;
use crate::protocol::Go;
use chuhe_core::rules::Rules;
use chuhe_core::{Clock, Level, Limits, Side, Time};
use chuhe_host::engine::MoveFormat;
use chuhe_host::{BookChoice, Networks};

/// The Elo of each level, from matches between neighbouring levels (`docs/lab/levels.md`). The Elo of level 0 is a
/// convention.
pub const LEVEL_ELO: [u16; 10] = [600, 869, 1129, 1408, 1696, 1949, 2166, 2386, 2533, 2680];

/// The values of the options, as the README describes them, and the contents of the files that options name.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) rules: Rules,
    /// The size of the table in mebibytes; 0 stands for the default.
    pub(crate) hash: u32,
    /// The number of threads; 0 stands for one thread per processor.
    pub(crate) threads: u32,
    pub(crate) lines: u32,
    /// The option `Ponder`. It has no effect, because only `go ponder` begins pondering.
    pub(crate) ponder: bool,
    pub(crate) level: u32,
    pub(crate) overhead: u32,
    /// The amount by which a draw is worse than an even position, in hundredths of a soldier.
    pub(crate) contempt: u32,
    pub(crate) limits_strength: bool,
    pub(crate) elo: u32,
    /// The time of a search in percent of the usual time.
    pub(crate) slow_mover: u32,
    /// The number of nodes that counts as a millisecond; if it is 0, real time is measured.
    pub(crate) nodes_time: u32,
    pub(crate) halfmove_rule: bool,
    /// The form of moves, which a `position` changes if its moves are legal only in the other form.
    pub(crate) format: MoveFormat,
    pub(crate) allow_chase: bool,
    pub(crate) log_file: String,
    pub(crate) own_book: bool,
    pub(crate) book_file: String,
    pub(crate) book: BookChoice,
    pub(crate) use_nnue: bool,
    pub(crate) eval_file: String,
    /// The networks that are used while `use_nnue` is true.
    pub(crate) networks: Networks,
    /// True if a person analyses a position. Then `contempt` is ignored: a draw is as good as an even position.
    pub(crate) analyse: bool,
    pub(crate) wdl: bool,
    pub(crate) millis: bool,
    /// True if each search with a limit, except pondering, ends before the next command is executed.
    pub(crate) batch: bool,
    pub(crate) debug: bool,
}

impl Settings {
    /// Returns the limits of a search for `side`. With a clock, a move costs the longer of `lag` and the `overhead`.
    pub(crate) fn limits(&self, go: &Go<'_>, side: Side, lag: Lag, seed: u64) -> Limits {
        let unlimited = Limits::default();
        let level = Level::new(self.level as u8).unwrap_or_default();
        Limits {
            depth: go.depth.unwrap_or(unlimited.depth),
            nodes: go.nodes.unwrap_or(unlimited.nodes),
            time: if go.infinite { None } else { self.time(go, side, lag) },
            multi_pv: self.lines as u8,
            level: if self.limits_strength { level_of(self.elo) } else { level },
            halfmove_rule: self.halfmove_rule,
            allow_chase: self.allow_chase,
            seed,
            contempt: if self.is_game(go, side) { self.contempt as i16 } else { 0 },
        }
    }

    /// True for a search with a clock or a limit of nodes that is not an analysis. Otherwise `contempt` does not apply.
    fn is_game(&self, go: &Go<'_>, side: Side) -> bool {
        let is_match = self.bounding_clock(go, side).is_some() || go.nodes.is_some();
        is_match && !go.infinite && !self.analyse
    }

    fn time(&self, go: &Go<'_>, side: Side, lag: Lag) -> Option<Time> {
        let overhead = u64::from(self.overhead);
        if let Some(millis) = go.movetime {
            return Some(Time::per_move(millis.saturating_sub(overhead).max(1)));
        }
        let overhead = overhead.max(lag.millis());
        let Time { soft, hard } = Time::of_clock(self.bounding_clock(go, side)?, overhead);
        let soft = soft.saturating_mul(self.slow_mover.into()) / 100;
        Some(Time { soft: soft.min(hard), hard })
    }

    /// Returns the clock of a side, or the clock of the other side if this side has none.
    fn bounding_clock(&self, go: &Go<'_>, side: Side) -> Option<Clock> {
        self.clock(go, side).or_else(|| self.clock(go, !side))
    }

    /// Returns the clock of a side in milliseconds; `None` if `go` gives no clock for the side.
    pub(crate) fn clock(&self, go: &Go<'_>, side: Side) -> Option<Clock> {
        let unit = if self.millis { 1 } else { 1000 };
        let (left, increment) = match (go.time, go.clocks[side.index()]) {
            (Some(left), _) => (left.saturating_mul(unit), go.increment.saturating_mul(unit)),
            (None, left) => (left?, go.increments[side.index()]),
        };
        Some(Clock { left, increment, moves: go.moves_to_go })
    }
}

fn level_of(elo: u32) -> Level {
    let levels = (0_u8..).zip(LEVEL_ELO.map(u32::from));
    let nearest = levels.min_by_key(|&(_, of_level)| of_level.abs_diff(elo));
    nearest.and_then(|(level, _)| Level::new(level)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::default_settings;

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
            let settings = Settings { slow_mover, ..default_settings(Rules::Xiangqi) };
            settings.limits(&go, Side::Red, Lag::default(), 0).time.unwrap()
        };
        let usual = time(100);
        assert_eq!(time(50), Time { soft: usual.soft / 2, ..usual });
        assert_eq!(time(1000), Time { soft: usual.hard, ..usual });
    }
}
