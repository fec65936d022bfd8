#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod command;
mod config;
mod connection;
mod dialogue;
mod files;
mod frame;
mod games;
mod outbox;
mod reply;
mod server;

pub use command::{Command, FormatError, Points, parse};
pub use config::Config;
pub use files::allow_files;
pub use frame::{Ending, Frame, MAX_COMMAND, Splitter};
pub use games::{Games, KeptGames};
pub use server::run;
