//! Requests for parts of a list of games, and the parts that arrive.

use crate::app_error::AppError;
use chuhe_core::AnyPosition;
use chuhe_records::{GameTree, ListQuery, ListedGame, PlayedMove};
use std::path::PathBuf;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListRequest {
    /// The folder or file; empty for the kept games.
    pub place: String,
    /// The wanted games, and their order.
    pub query: ListQuery,
    pub first: usize,
    pub count: usize,
    /// True if files that have changed are to be read.
    pub refresh: bool,
}

#[derive(Clone, Debug, Default)]
pub struct ListPage {
    pub request: ListRequest,
    /// The number of rows of the whole list.
    pub total: usize,
    /// The rows from the first requested one on.
    pub rows: Vec<ListedGame>,
    pub progress: Option<ListProgress>,
    pub faults: ListFaults,
    /// The reason why the folder or the index cannot be read.
    pub error: Option<AppError>,
}

/// The progress, while files are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListProgress {
    pub files: usize,
    /// All files that are new or have changed.
    pub of: usize,
    /// The games read so far.
    pub games: usize,
}

/// The games that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListFaults {
    pub count: usize,
    /// The file of the first one.
    pub file: String,
    /// The reason of the first one with its place, in English and in Chinese.
    pub first: [String; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedFault {
    pub file: String,
    /// The reason with its place, in English and in Chinese.
    pub why: [String; 2],
}

/// The file of all games that were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    pub path: String,
    pub games: usize,
    /// The games that could not be read any more.
    pub left_out: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedUse {
    Open,
    /// It is written to another file.
    Export,
}

/// A game that was read from its file.
#[derive(Clone, Debug)]
pub struct OpenedGame {
    pub name: String,
    pub tree: GameTree,
    /// The path of a kept game that is alone in its file.
    pub path: Option<PathBuf>,
}

/// A question for the moves that were played from a position.
#[derive(Clone, PartialEq, Debug)]
pub struct ExploreRequest {
    /// The folder or file; empty for the kept games.
    pub place: String,
    pub position: AnyPosition,
    /// True if what has changed on the disk is read first.
    pub refresh: bool,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Explored {
    pub request: ExploreRequest,
    /// The moves, the most frequent one first.
    pub moves: Vec<PlayedMove>,
    /// The size of the index in bytes.
    pub size: u64,
    pub progress: Option<ListProgress>,
    /// The reason why the folder or the index cannot be read.
    pub error: Option<AppError>,
}
