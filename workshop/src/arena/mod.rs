#![doc = include_str!("../../README.md")]

mod active_player;
pub mod command_line;
pub mod contest;
pub mod entrant;
pub mod opening;
pub mod play;
pub mod report;
pub mod results_file;
pub mod schedule;
pub mod stats;
