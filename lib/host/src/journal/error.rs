//! The reasons why a journal is refused.

use chuhe_core::PlayError;
use chuhe_core::map::MapError;
use chuhe_core::notation::{FenError, MoveError};
use std::io;
use std::path::PathBuf;

pub(super) type Result<T = (), E = JournalFault> = std::result::Result<T, E>;

/// The largest journal that is read, in bytes. A valid journal is smaller: its first line has fewer than 1,000 bytes,
/// even for 90 pieces. Each of the [`LONGEST_GAME`](chuhe_core::LONGEST_GAME) moves has fewer than 16 bytes.
pub const MAX_JOURNAL: u64 = 1 << 16;

#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .path.display())]
pub struct JournalError {
    pub path: PathBuf,
    pub fault: JournalFault,
}

#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    #[error("{0}")]
    System(#[from] io::Error),
    #[error("a game of this name is kept already")]
    Taken,
    #[error("the game has another name already")]
    Named,
    #[error("no game of this name is kept")]
    Unknown,
    #[error("another server plays this game")]
    Busy,
    #[error("somebody else has this name now")]
    Replaced,
    #[error("{0} games or more are kept here, and no more are allowed")]
    Full(usize),
    #[error("larger than any journal: more than {MAX_JOURNAL} bytes")]
    TooLarge,
    #[error(transparent)]
    Line(#[from] LineError),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LineError {
    /// The number of the line in the journal, counted from 1.
    pub line: usize,
    pub fault: LineFault,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    #[error("the line has no end")]
    Incomplete,
    #[error("not UTF-8")]
    NotText,
    #[error("expected `chuhe-journal 1`, the game, the side to move, and the map or FEN")]
    Start,
    #[error("the map: {0}")]
    Map(MapError),
    #[error("the FEN: {0}")]
    Fen(FenError),
    #[error("{0}")]
    Move(#[from] MoveError),
    #[error("{0}")]
    Play(#[from] PlayError),
    #[error("not content as journals are")]
    Spelling,
}
