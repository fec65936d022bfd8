//! Records games while they are played, so that a game outlives its server.
//!
//! A journal is a text file. The first line contains the start position as a map, or as a FEN if a
//! map cannot describe the position exactly. Every other line is a move in coordinates:
//!
//! ```text
//! chuhe-journal 1 xiangqi red 1,3,bj0;2,3,bb0;4,4,rp0;6,4,rj0;9,4,rb0;
//! e5e9
//! d8e8
//! ```
//!
//! A last line without a line end is ignored. So a server that is killed while it writes loses at most one move. A move
//! that is taken back is cut from the journal, so no journal has more moves than the longest game.
//!
//! A store is a folder or a Redis server, and keeps the journals as bytes. In a folder each journal is a file. A new
//! file gets its final name only when it is complete, so nobody reads a part of a journal. After a failed write, a
//! complete new file replaces the old one. A server locks the file of each open game. The system releases the lock when
//! the server ends. If a file is deleted while its game is open, the next move makes the server write a new file.

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
