//! PGN, the text format of games, in two variants.
//!
//! Chess uses the export format of the PGN standard. The seven tags of the roster come first, in
//! their order; the others follow by name. Moves are in algebraic notation, and lines have less
//! than 80 characters.
//!
//! Xiangqi and Zhonggong use xqbase's variant. The tag `Game` comes first and is `Chinese Chess`;
//! the players are `Red` and `Black`. The tag `FEN` holds an unusual start position. The tag
//! `Format` names the notation of the moves: Chinese, WXF or ICCS. See
//! <https://www.xqbase.com/protocol/cchess_pgn.htm>.

mod read;
mod standard;
mod tags;
mod write;
mod xqbase;

use chuhe_core::notation::{FenError, MoveError};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, EndReason, Game, Side};

pub use read::{read, read_all};

/// A game with its tags.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The tags, such as `Event` or `Red`, in the file's order, each name once. The side that moves
    /// first is `Red` in chess, too. Tags that follow from the game are left out: `Game`, `FEN`,
    /// `Result`, `Format` and `Termination`.
    pub tags: Vec<(String, String)>,
    /// The game, after its last move.
    pub game: Game<AnyPosition>,
}

impl GameRecord {
    /// Creates a record without tags.
    #[must_use]
    pub const fn new(game: Game<AnyPosition>) -> Self {
        Self { tags: Vec::new(), game }
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Removes a tag and returns its value.
    pub fn take_tag(&mut self, name: &str) -> Option<String> {
        let index = self.tags.iter().position(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        Some(self.tags.remove(index).1)
    }

    /// Sets a tag, in its place or after the others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }
}

/// A fault of a PGN, and its place in the text. Lines and columns count characters from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PgnError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The fault.
    pub fault: PgnFault,
}

/// A fault of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// The text contains no game.
    #[error("no game")]
    NoGame,
    /// A tag is not of the form `[Name "value"]`.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// A comment or variation is not closed.
    #[error("{0} is never closed")]
    Unclosed(char),
    /// A closing bracket has no opening one.
    #[error("{0} closes nothing")]
    Unopened(char),
    /// The `Game` tag names an unknown game.
    #[error("the game {0:?} is not known")]
    UnknownGame(String),
    /// The `FEN` tag is not a valid position.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// The `Result` tag is none of the four results.
    #[error("the result {0:?} is none of 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// A text is no legal move.
    #[error("{text} is no move of {}: {error}", .rules.side_name(*.side))]
    Move {
        /// The text.
        text: String,
        /// The game.
        rules: Rules,
        /// The side to move.
        side: Side,
        /// The fault of the move.
        error: MoveError,
    },
    /// A move follows the end of the game.
    #[error("{text} comes after the end of the game: {reason}")]
    Over {
        /// The move.
        text: String,
        /// The reason of the end.
        reason: EndReason,
    },
}
