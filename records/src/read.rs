//! Files of any format.

use crate::{Collection, Entry, GameTree, Place, RecordError, RecordFault, pgn};
use std::ops::Range;

/// Reads the games of a file one after another.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Entry> + '_ {
    pgn::games(bytes)
}

/// Reads all games of a file. A faulty game is skipped and named.
#[must_use]
pub fn read_all(bytes: &[u8]) -> Collection {
    games(bytes).collect()
}

/// Reads the first game of a file.
///
/// # Errors
/// Fails if the file contains no game, or if its first game is faulty.
pub fn read(bytes: &[u8]) -> Result<GameTree, RecordError> {
    let place = Place::Text { line: 1, column: 1 };
    let missing = RecordError { place, fault: RecordFault::NoGame };
    games(bytes).next().map_or(Err(missing), |entry| entry.game)
}

/// Reads the game at a range of a file, as [`Entry::range`] has it. The places of faults count from
/// the start of the range.
///
/// # Errors
/// Fails if there is no game, or if it is faulty.
pub fn read_at(bytes: &[u8], range: Range<usize>) -> Result<GameTree, RecordError> {
    read(bytes.get(range).unwrap_or_default())
}
