//! The line of moves that a search reports and returns.

use crate::types::{Move, Score};
use arrayvec::ArrayVec;
use core::fmt;

/// A principal variation: the best move, and then the expected moves of both sides. It has at most 32 moves.
pub type Pv = ArrayVec<Move, 32>;

/// A line of moves that a search has found, with its score and the search's depth, nodes and time.
///
/// # Examples
/// ```
/// use chuhe_core::{Move, Pv, Score, SearchLine};
/// let pv: Pv = ["h2e2", "h9g7"].into_iter().filter_map(Move::from_name).collect();
/// let line = SearchLine { depth: 9, score: Score::new(57), nodes: 300, pv, ..SearchLine::default() };
/// assert_eq!(line.best(), Move::from_name("h2e2"));
/// assert_eq!(line.to_string(), "depth 9, score +0.57, 300 nodes, 0 ms");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchLine {
    /// The place among the best lines: 1 for the best line.
    pub multi_pv: u8,
    /// The depth in plies; 0 if the search was stopped before it finished the first depth.
    pub depth: u8,
    /// The selective depth: the ply of the deepest node so far.
    pub seldepth: u8,
    /// The score for the side to move. A score of [`Score::REPETITION_WIN`] is a win by repetition, not a mate.
    pub score: Score,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The milliseconds so far, by the monitor's clock; 0 without a clock.
    pub millis: u64,
    /// The principal variation; empty if no legal move is admitted, or if `score` is only an upper bound.
    pub pv: Pv,
}

impl SearchLine {
    /// Returns the first move of `pv`; `None` if `pv` is empty.
    pub fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

impl fmt::Display for SearchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, score, nodes, millis, .. } = self;
        write!(f, "depth {depth}, score {score}, {nodes} nodes, {millis} ms")
    }
}
