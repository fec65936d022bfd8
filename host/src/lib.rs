//! What every host of Chuhe shares: `team.properties`, the log, the computer player and sessions
//! against it, other programs as players, games on disk, clocks, settings.
#![forbid(unsafe_code)]

pub mod clock;
mod computer;
pub mod engine;
pub mod fen;
pub mod journal;
pub mod lines;
mod logging;
pub mod map_file;
pub mod pgn;
mod properties;
mod random;
mod room;
mod session;
mod stage;
mod team;
pub mod text;
mod thinker;
pub mod user_files;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use computer::{Computer, ComputerError, Question, Strength, Thought, Ticket};
pub use logging::{LOG_FILES, LOG_SIZE, Log, LogError};
pub use properties::{FileFault, MAX_FILE};
pub use random::Random;
pub use room::Room;
pub use session::Session;
pub use stage::{Driven, Event, Refusal, Stage, Status, Watcher};
pub use team::{Map, MapFault, MapRefusal, Team, TeamError, TeamFault};
pub use thinker::Thinker;

/// Locks, even after another thread panicked with the lock held: what is locked here is never
/// left half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
