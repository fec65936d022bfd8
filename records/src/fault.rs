//! Faults of files, with their places.

use crate::GameTree;
use chuhe_core::notation::{FenError, MoveError};
use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Side};
use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A character of a text. Lines and columns count characters from 1.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A byte of a binary file, counted from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(at) => write!(f, "byte {at:#x}"),
        }
    }
}

/// A fault of a file, and its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct RecordError {
    /// The place.
    pub place: Place,
    /// The fault.
    pub fault: RecordFault,
}

/// A fault of a game in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file contains no game.
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
    /// A tag names an unknown game.
    #[error("the game {0:?} is not known")]
    UnknownGame(String),
    /// A FEN is not a valid position.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// A result is none of the four.
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
    /// Variations are nested too deeply.
    #[error("variations are nested more than {limit} deep")]
    TooDeep {
        /// The greatest depth that is read.
        limit: usize,
    },
}

/// A fault of one game of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, {error}")]
pub struct Fault {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The fault and its place.
    pub error: RecordError,
    /// Says that the game was read without the faulty part. Otherwise the game was skipped.
    pub game_kept: bool,
}

/// The games of a file that could be read, and the faults of the others.
#[derive(Clone, Default, Debug)]
pub struct Collection {
    /// The games, in the order of the file.
    pub games: Vec<GameTree>,
    /// The faults, in the order of the file.
    pub faults: Vec<Fault>,
}
