//! Samples: positions with a score and a result.

use chuhe_core::{AnyPosition, Position, Score, Side};

/// A quiet position, the score of a search, and the result of its game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    pub(crate) position: AnyPosition,
    /// The score for Red in centipawns.
    pub(crate) score: i16,
    /// Red's half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub(crate) points: u8,
    pub(crate) search: Search,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    Full,
    Quick,
    /// A quick search of a position that the game did not come to. The result tells nothing of it.
    Branch,
}

/// Converts a score for the side to move to one for Red.
pub(crate) fn for_red(position: &AnyPosition, score: Score) -> i16 {
    if position.side() == Side::Red { score.get() } else { -score.get() }
}
