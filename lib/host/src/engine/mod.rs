//! Runs external engines as players.
//!
//! An [`Engine`] is a process in its own process group. Each query ends with an answer or an error,
//! even if the process ends, hangs, or sends too many lines or illegal moves. It ends at most a second after the later
//! of its deadline and [`Spec::patience`]. Dropping the engine kills the process and all processes that it started.

mod cecp;
mod child;
mod error;
mod move_format;
mod move_lines;
mod option;
mod player;
#[cfg(unix)]
mod process_tag;
mod protocol;
mod spec;
mod uci;

pub use child::QueryControl;
pub use error::EngineError;
pub use move_format::MoveFormat;
pub use option::{EngineOption, OptionKind, with_options};
pub use player::{Engine, EngineFacts, probe, start_line};
pub use protocol::{Answer, Budget, Decision, Info};
pub use spec::{Protocol, Ranks, Spec, split};
