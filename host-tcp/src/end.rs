//! Names the reasons for which a connection ends.

use crate::metrics::DropReason;
use std::io;

#[derive(Debug, thiserror::Error)]
pub(crate) enum End {
    /// The client sends no more, and all its commands are answered.
    #[error("left")]
    Left,
    #[error("quit")]
    Quit,
    #[error("dropped: it does not read")]
    Slow,
    #[error("closed: a fault on demand")]
    Fault,
    #[error("dropped: idle for too long")]
    Idle,
    #[error("dropped: it speaks HTTP or TLS")]
    Foreign,
    /// The server ends, and has sent the client all outstanding answers.
    #[error("closed: the server ends")]
    Drained,
    #[error("dropped: the server stops")]
    Stopped,
    #[error("dropped: its game failed")]
    GameFailed,
    #[error("lost: {0}")]
    Broken(#[from] io::Error),
}

impl End {
    /// The reason that labels this end in the figure `dropped`; `None`: the figure does not count this end.
    pub(crate) const fn drop_reason(&self) -> Option<DropReason> {
        match self {
            Self::Left | Self::Quit | Self::Fault => None,
            Self::Slow => Some(DropReason::Slow),
            Self::Idle => Some(DropReason::Idle),
            Self::Foreign => Some(DropReason::Http),
            Self::Drained | Self::Stopped => Some(DropReason::Shutdown),
            Self::GameFailed => Some(DropReason::Fault),
            Self::Broken(_) => Some(DropReason::Broken),
        }
    }
}
