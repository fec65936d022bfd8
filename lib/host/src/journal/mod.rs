//! Journals: files that record games while they are played, so that games outlive their server.
//!
//! A journal is a text file. The first line contains the start position as a map, or as a FEN if the
//! map would not be read back as this position. Every other line is a move in coordinates:
//!
//! ```text
//! chuhe-journal 1 xiangqi red 1,3,bj0;2,3,bb0;4,4,rp0;6,4,rj0;9,4,rb0;
//! e5e9
//! d8e8
//! ```
//!
//! A line without its end does not count. A server killed while it writes loses only that move. A
//! move that is taken back is cut off, so that a journal never grows beyond the longest game.
//!
//! A store keeps the journals, and knows nothing of games. In a folder, each is a file.
//! A new file has no name until it is whole, so that nobody sees a part of it. A file that could not be
//! written is replaced in the same way. A server locks the file of each game that it plays. The system
//! releases the lock when the server ends. A file that was deleted while its game is played is written
//! again at the next move.

mod disk;
mod error;
mod expiry;
mod folder;
mod journals;
#[cfg(feature = "redis")]
mod redis;
mod store;
mod text;

pub use disk::Fsync;
pub use error::{JournalError, JournalFault, LineError, LineFault, MAX_JOURNAL};
pub use journals::{Journal, JournalOptions, Journals, without_password};
pub use store::GameId;
pub use text::{read, write};

#[cfg(test)]
mod tests;
