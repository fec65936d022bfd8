//! Limits of time, depth or nodes.

use chuhe_core::played::TimeControl;
use std::fmt;
use std::str::FromStr;

/// A limit. Its text form is `st=0.1`, `tc=10+0.1`, `tc=40/60`, `depth=6` or `nodes=5000`. Times are in
/// seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Time per move in milliseconds.
    MoveTime(u64),
    Clock {
        /// The moves per period; `None` if the time is for the whole game.
        moves: Option<u16>,
        /// The time per period or game in milliseconds.
        base: u64,
        /// The time added after each move in milliseconds.
        increment: u64,
    },
    /// Depth in plies.
    Depth(u8),
    /// Positions per move.
    Nodes(u64),
}

impl Limit {
    pub const fn time_control(self) -> TimeControl {
        match self {
            Self::Clock { moves, base, increment } => TimeControl::Game { base, increment, moves },
            _ => TimeControl::None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (key, value) = text.split_once('=')?;
        let positive = |text: &str| text.parse().ok().filter(|&number: &u64| number > 0);
        Some(match key {
            "st" => Self::MoveTime(millis(value).filter(|&millis| millis > 0)?),
            "nodes" => Self::Nodes(positive(value)?),
            "depth" => Self::Depth(u8::try_from(positive(value)?).ok()?),
            "tc" => {
                let (moves, rest) = match value.split_once('/') {
                    Some((moves, rest)) => (Some(u16::try_from(positive(moves)?).ok()?), rest),
                    None => (None, value),
                };
                let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
                let base = millis(base).filter(|&base| base > 0)?;
                Self::Clock { moves, base, increment: millis(increment)? }
            }
            _ => return None,
        })
    }
}

/// All times are below this number of milliseconds.
const MAX_MILLIS: u64 = 1_000_000_000_000;

/// Converts seconds, possibly with a fraction, to milliseconds.
fn millis(seconds: &str) -> Option<u64> {
    let seconds: f64 = seconds.parse().ok()?;
    Some((seconds * 1000.0).round() as u64).filter(|&millis| seconds >= 0.0 && millis < MAX_MILLIS)
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let examples = "tc=10+0.1, tc=40/60, st=0.1, depth=6, nodes=5000";
        Self::read(text).ok_or_else(|| format!("{text:?} is no limit; limits are {examples}"))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |millis: u64| millis as f64 / 1000.0;
        match *self {
            Self::MoveTime(millis) => write!(f, "st={}", seconds(millis)),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Clock { moves, base, increment } => {
                f.write_str("tc=")?;
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", seconds(base))?;
                if increment > 0 { write!(f, "+{}", seconds(increment)) } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        for text in ["st=0.1", "tc=10+0.1", "tc=40/60", "tc=0.5", "depth=6", "nodes=5000"] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
        let clock = Limit::Clock { moves: Some(2), base: 1500, increment: 50 };
        assert_eq!("tc=2/1.5+0.05".parse(), Ok(clock));
        let clocks = ["tc=", "tc=0", "tc=-1", "tc=0/5", "tc=1e9", "tc=nan", "tc=inf"];
        let others = ["", "nodes", "nodes=0", "depth=256", "movetime=5", "st=0", "st=1e9"];
        for text in clocks.into_iter().chain(others) {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
