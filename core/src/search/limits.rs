//! The limits of a search, and the host that watches it.

use super::level::Level;
use super::line::SearchLine;
use super::table::Bound;
use super::time::Time;
use crate::types::Move;

/// The limits of a search. The first limit that is reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The depth in plies; 0 counts as 1.
    pub depth: u8,
    /// The number of nodes. After the first depth, which is finished unless it has 1,048,576 nodes,
    /// the search never visits one more.
    pub nodes: u64,
    /// The time.
    pub time: Option<Time>,
    /// The number of best moves wanted, each with its score and variation; 0 counts as 1.
    pub multi_pv: u8,
    /// The playing strength.
    pub level: Level,
    /// The seed of the evaluation's noise in the lower levels. Equal seeds give equal moves.
    pub seed: u64,
    /// The contempt: how much worse than equal a draw is for the side that searches, in
    /// hundredths. With contempt it avoids a repetition while it is only a little behind.
    pub contempt: i16,
    /// True if a game without captures is a draw in the end. The rule has no effect in a position
    /// that is already beyond its limit, because such a game goes on without it.
    pub halfmove_rule: bool,
    /// True if a perpetual chase is no offence, so that such a repetition is a draw.
    pub allow_chase: bool,
}

impl Limits {
    /// The usual contempt.
    pub const CONTEMPT: i16 = 20;

    /// A fixed time for one move, in milliseconds, and no other limit.
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
    /// Returns the milliseconds since the search was asked for. While a search ponders it is 0. A
    /// limit of time ends a search by this clock alone.
    fn millis(&self) -> u64;

    /// Returns true if the search shall end at once with what it has.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns whether a legal move of the root may be chosen. The search asks once for each.
    fn admits(&self, _mv: Move) -> bool {
        true
    }

    /// Receives the number of nodes so far, each time before `is_stopped` is asked.
    fn progress(&mut self, _nodes: u64) {}

    /// Hears that the search of a move of the root begins. The first one of a depth has number 1.
    fn root_move(&mut self, _depth: u8, _number: u8, _mv: Move) {}

    /// Receives a line whose score is only a bound, because it lies outside the aspiration window.
    /// The search of the depth goes on.
    fn bound(&mut self, _line: &SearchLine, _bound: Bound) {}

    /// Receives the lines of every finished depth, as many as are wanted, the best first.
    fn report(&mut self, _line: &SearchLine) {}
}

/// A monitor without a clock or a stop button, for searches limited by depth or nodes. A search that has a
/// limit of time ends after its first depth, because nobody could tell when it is over.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoMonitor;

impl Monitor for NoMonitor {
    fn millis(&self) -> u64 {
        u64::MAX
    }
}
