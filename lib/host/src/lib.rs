#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analysis;
mod chances;
pub mod charset;
mod computer;
pub mod engine;
pub mod fen;
mod game_text;
pub mod journal;
mod logging;
pub mod map_file;
mod network;
pub mod openings;
mod panics;
mod properties;
mod random;
mod search_request;
mod search_thread;
mod table;
mod team;
pub mod text;
mod thinker;
pub mod user_files;
mod variety;
mod vote;

pub use chances::chance_steepness;
pub use computer::{Computer, ComputerError, SearchHandle};
pub use logging::{
    INFO_RATE, LOG_BUFFER, LOG_FILES, LOG_SIZE, Log, LogConfig, LogCounts, LogError, LogFormat,
    LogTarget, MAX_MESSAGE, WARN_RATE, complain, log_counts, log_level,
};
pub use network::{MAX_NETWORK, NetworkFile, NetworkFileError, Networks};
pub use panics::{abort_on_panic, catch, log_panics};
pub use properties::{FileFault, MAX_FILE};
pub use random::{Random, RandomOpenings};
pub use search_request::{SearchError, SearchRequest, Strength};
pub use search_thread::{LineMonitor, Load, SearchThreads, StopToken, Worker};
pub use table::Table;
pub use team::{Map, MapFault, MapRefusal, Team, TeamError, TeamFault};
pub use thinker::Thinker;
pub use variety::{BookChoice, OwnBook, RootLines, Variety};

/// The version of the programs with the commit that they were built from, such as `0.1.0 (abc1234)`.
///
/// A debug build has `debug` in place of the commit, and a build outside the repository has
/// `unknown`. The environment variable `CHUHE_COMMIT` sets the commit when the crate is built.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("CHUHE_COMMIT"), ")");

/// The time after which a test stops waiting and fails. It is enough for a slow machine.
#[cfg(test)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);
