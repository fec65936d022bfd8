#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod active_player;
pub mod contest;
pub mod entrant;
pub mod fastchess;
pub mod limit;
pub mod mates;
pub mod opening;
pub mod options;
pub mod play;
pub mod results_file;
pub mod schedule;
pub mod spsa;
pub mod standings;
pub mod stats;

pub use active_player::PlayerError;
