#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::missing_errors_doc, reason = "the types of the errors of this program say it")]

mod addresses;
mod command;
mod config;
pub mod config_file;
mod connection;
mod deadlines;
mod descriptors;
mod disk_threads;
mod end;
mod endpoint;
mod faults;
mod game;
mod games;
mod kept;
mod late_command;
mod lines;
mod listener;
mod metrics;
pub mod options;
mod outbox;
mod phase;
#[cfg(target_os = "linux")]
mod process;
mod proxy;
mod record;
pub mod replay;
mod server;
mod server_game;
mod session;
pub mod site;
#[cfg(unix)]
mod socket_file;
mod socket_options;
mod stream;
mod web;
mod web_socket;

pub use command::{Command, FormatError, Points, parse};
pub use config::Config;
pub use descriptors::{allow_files, inherited_sockets};
pub use endpoint::serve_metrics;
pub use faults::Faults;
pub use game::{ClientGame, GameEvent, Refusal, SharedGame, Status, Watcher};
pub use games::Games;
pub use lines::{Format, Frame, LineEnd, MAX_BOARD, MAX_COMMAND, Splitter};
pub use listener::{Address, Listener};
pub use metrics::{DropReason, Metrics, RefuseReason};
pub use record::Records;
pub use server::{ServerEnd, run};
pub use server_game::{Opponent, ServerGame};
pub use session::play;
pub use socket_options::{SocketGroup, SocketMode, SocketOptions};
pub use web::{WebConfig, WebOrigin, serve_web};
