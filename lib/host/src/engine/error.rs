//! Defines the errors of an engine: faults of its process, its configuration and its answers.

use super::spec::Protocol;
use chuhe_core::rules::Rules;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

pub(super) type Result<T = (), E = EngineError> = std::result::Result<T, E>;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    #[error("no program is named")]
    NoCommand,
    #[error("{program} cannot be started: {error}")]
    Start { program: String, kind: io::ErrorKind, error: String },
    #[error("no {awaited} within {} s", patience.as_secs_f64())]
    Silent { awaited: &'static str, patience: Duration },
    #[error("the program has ended{}", exit_details(status.as_ref(), stderr_tail))]
    Ended { status: Option<ExitStatus>, stderr_tail: String },
    #[error("has closed its output")]
    Closed,
    #[error("flooded with {lines} lines without an answer among them")]
    Flood { lines: u32 },
    #[error("no move within its time")]
    Late,
    #[error("no move within its time, nor an answer when told to stop: it hangs")]
    Hung,
    #[error("cancelled")]
    Cancelled,
    #[error("speaks another protocol")]
    OtherProtocol,
    #[error("{0:?} is not a legal move")]
    Illegal(String),
    #[error("says that there is no move")]
    NoMove,
    #[error("does not take a move or a position: {0}")]
    Refused(String),
    #[error("does not play {0}")]
    Rules(Rules),
    #[error("has no option {0:?}")]
    NoOption(String),
    #[error("{protocol} has no words for {what}")]
    Inexpressible { protocol: Protocol, what: &'static str },
    /// The error in each protocol that was tried.
    #[error("{}", joined(.0))]
    NoProtocol(Vec<(Protocol, EngineError)>),
    #[error("{0}")]
    CommandLine(String),
    #[error("shows no analysis")]
    NoAnalysis,
    #[error("a fault of Chuhe")]
    Panic,
}

impl EngineError {
    pub fn start(program: &str, error: &io::Error) -> Self {
        Self::Start { program: program.to_owned(), kind: error.kind(), error: error.to_string() }
    }
}

pub(super) const fn inexpressible<T>(protocol: Protocol, what: &'static str) -> Result<T> {
    Err(EngineError::Inexpressible { protocol, what })
}

fn joined(faults: &[(Protocol, EngineError)]) -> String {
    let faults = faults.iter().map(|(protocol, error)| format!("{protocol}: {error}"));
    faults.collect::<Vec<_>>().join("; ")
}

fn exit_details(status: Option<&ExitStatus>, stderr_tail: &str) -> String {
    let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
    if stderr_tail.is_empty() { status } else { format!("{status}; it wrote: {stderr_tail}") }
}
