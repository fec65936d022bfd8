//! The reasons why a journal is refused.

use super::MAX_JOURNAL;
use chuhe_core::PlayError;
use chuhe_core::map::MapError;
use chuhe_core::notation::MoveError;
use std::io;
use std::path::PathBuf;

/// A game cannot be recorded or resumed.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .path.display())]
pub struct JournalError {
    /// The journal, or the folder.
    pub path: PathBuf,
    /// The fault.
    pub fault: JournalFault,
}

/// A fault of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    /// The system refused to read or write the file.
    #[error("{0}")]
    System(#[from] io::Error),
    /// A game of this name exists.
    #[error("a game of this name is kept already")]
    Taken,
    /// No game of this name exists.
    #[error("no game of this name is kept")]
    Unknown,
    /// Another server plays this game.
    #[error("another server plays this game")]
    Busy,
    /// The file of the game was replaced by another one while the game was played.
    #[error("another file has this name now")]
    Replaced,
    /// The folder holds as many games as it may.
    #[error("the folder holds {0} games or more, and no more are allowed")]
    Full(usize),
    /// The file is larger than [`MAX_JOURNAL`].
    #[error("larger than any journal: more than {MAX_JOURNAL} bytes")]
    TooLarge,
    /// A line is not valid.
    #[error(transparent)]
    Line(#[from] LineError),
}

impl JournalFault {
    /// Returns whether an operator should hear of the fault: a client's wish alone is no reason
    /// for it.
    pub(super) const fn concerns_the_operator(&self) -> bool {
        match self {
            Self::Taken | Self::Unknown | Self::Busy => false,
            Self::System(_) | Self::Replaced | Self::Full(_) | Self::TooLarge | Self::Line(_) => {
                true
            }
        }
    }
}

/// A line of a journal that is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub fault: LineFault,
}

/// A fault of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    /// The first line is cut off, or the file is empty.
    #[error("the line has no end")]
    Incomplete,
    /// The line is not UTF-8.
    #[error("not UTF-8")]
    NotText,
    /// The first line does not describe the start of a game.
    #[error("expected `chuhe-journal 1`, the game, the side to move and the map")]
    Start,
    /// The map is not valid.
    #[error("the map: {0}")]
    Map(MapError),
    /// The line is not a move.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// The move is not legal.
    #[error("{0}")]
    Play(#[from] PlayError),
    /// The move is not in the notation of journals.
    #[error("not content as journals are")]
    Spelling,
}
