//! The limits of a search, and the host that watches it.

use super::level::Level;
use super::line::SearchLine;
use super::table::Bound;
use super::time::Time;
use crate::types::Move;

/// The limits and settings of a search. The search ends when it reaches one of the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The greatest depth, in plies; 0 counts as 1.
    pub depth: u8,
    /// The greatest number of nodes. Only the first depth can exceed this number, up to 1,048,576 nodes.
    pub nodes: u64,
    /// The soft and the hard limit of time; `None` for no limit of time.
    pub time: Option<Time>,
    /// The number of best moves to report, each with its score and variation; 0 counts as 1.
    pub multi_pv: u8,
    /// The playing strength, which limits the nodes below level 9, and also the depth at levels 0 and 1.
    pub level: Level,
    /// The seed of the noise that levels 0 and 1 add to the evaluation. Equal seeds give equal noise.
    pub seed: u64,
    /// The contempt, in hundredths of a soldier: the side that searches scores a draw as minus this value. With
    /// contempt the side avoids a repetition while it is only a little behind.
    pub contempt: i16,
    /// True if too many moves without a capture make a draw. A search that begins beyond the limit ignores the rule,
    /// because such a game goes on without the rule.
    pub halfmove_rule: bool,
    /// True if a repetition with a perpetual chase is a draw, not a loss.
    pub allow_chase: bool,
}

impl Limits {
    /// The default contempt: a fifth of a soldier.
    pub const CONTEMPT: i16 = 20;

    /// Limits one move to a fixed time in milliseconds, without any other limit.
    pub fn time(millis: u64) -> Self {
        Self { time: Some(Time::per_move(millis)), ..Self::default() }
    }
}

impl Default for Limits {
    /// No limit at all, at the highest level.
    fn default() -> Self {
        Self {
            depth: u8::MAX,
            nodes: u64::MAX,
            time: None,
            multi_pv: 1,
            level: Level::MAX,
            seed: 0,
            contempt: Self::CONTEMPT,
            halfmove_rule: true,
            allow_chase: false,
        }
    }
}

/// The host's side of a search: the clock, the stop button, and a receiver of reports. With the
/// feature `std`, a [`Stopwatch`](crate::Stopwatch) is a monitor.
pub trait Monitor {
    /// Returns the milliseconds since the search was asked for; 0 while the search ponders. The limits of time use only
    /// this clock.
    fn millis(&self) -> u64;

    /// Returns true if the search must end at once and return the best move found so far.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns true if the search may choose `_mv`, a legal move of the root. The search asks once for each move.
    fn admits(&self, _mv: Move) -> bool {
        true
    }

    /// Receives the number of nodes so far, before each call of `is_stopped`.
    fn progress(&mut self, _nodes: u64) {}

    /// Receives a move of the root when the search of this move begins. Each search of the root begins with number 1.
    fn root_move(&mut self, _depth: u8, _number: u8, _mv: Move) {}

    /// Receives a line whose score is only a bound: the score lies outside the aspiration window. The search of this
    /// depth goes on with another window.
    fn bound(&mut self, _line: &SearchLine, _bound: Bound) {}

    /// Receives a line of a finished depth, the best line first. Each depth has
    /// [`multi_pv`](Limits::multi_pv) lines, or fewer if fewer moves are admitted.
    fn report(&mut self, _line: &SearchLine) {}
}

/// A monitor without a clock or a stop button, for searches limited by depth or nodes. A search
/// with a limit of time ends after its first depth, because no clock tells the time.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoMonitor;

impl Monitor for NoMonitor {
    fn millis(&self) -> u64 {
        u64::MAX
    }
}
