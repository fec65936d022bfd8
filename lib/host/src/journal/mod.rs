//! Journals: files that record games while they are played, so that games outlive their server.
//!
//! A journal is a text file. The first line contains the start position as a map; every other line
//! is a move in coordinates:
//!
//! ```text
//! chuhe-journal 1 xiangqi red 1,3,bj0;2,3,bb0;4,4,rp0;6,4,rj0;9,4,rb0;
//! e5e9
//! d8e8
//! ```
//!
//! A line without its end does not count. A server killed while it writes loses only that move. A
//! move that is taken back is cut off the file, so that the file never grows beyond the longest
//! game. A new journal is written to a file without a name and then gets its name, so that nobody
//! sees a part of it. A journal that could not be written is replaced in the same way.
//!
//! A server locks the journal of each game that it plays. The system releases the lock when the
//! server ends. A file that was deleted while its game is played is written again at the next move.

mod census;
mod disk;
mod error;
mod file;
mod folder;
mod text;

pub use disk::Fsync;
pub use error::{JournalError, JournalFault, LineError, LineFault};
pub use file::{Journal, JournalChange};
pub use folder::{JournalOptions, Journals};
pub use text::{read, write};

use std::fmt;

/// The largest journal that is read, in bytes. A valid journal is smaller: its first line has less
/// than 1,000 bytes, for a board of 90 pieces. Each of the
/// [`LONGEST_GAME`](chuhe_core::LONGEST_GAME) moves has less than 16.
pub const MAX_JOURNAL: u64 = 1 << 16;

/// The name of a game: 1 to 64 ASCII letters, digits, `-` and `_`. Case does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId<'a>(&'a str);

impl<'a> GameId<'a> {
    /// The name of the game that all clients share.
    pub const SHARED: GameId<'static> = GameId("shared");

    /// Returns the text as a name, if it is valid.
    ///
    /// ```
    /// use chuhe_host::journal::GameId;
    /// assert_eq!(GameId::new("Table-7").unwrap().to_string(), "table-7");
    /// assert!(GameId::new("../table").is_none());
    /// ```
    #[must_use]
    pub fn new(text: &'a str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        ((1..=64).contains(&text.len()) && text.bytes().all(allowed)).then_some(Self(text))
    }
}

impl fmt::Display for GameId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests;
