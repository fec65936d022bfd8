//! How a server serves, and whom.

use crate::games::Games;
use chuhe_host::Team;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

/// How a server serves.
#[derive(Debug)]
pub struct Config {
    /// The games.
    pub games: Games,
    /// The maps that a client may ask for.
    pub team: Team,
    /// How many clients may be connected; the others are told `SERVER_BUSY`.
    pub max_clients: usize,
    /// How long a client may send nothing; `None` for ever.
    pub idle_timeout: Option<Duration>,
    /// After which pause a command without a line end is taken as whole; `None` never.
    pub frame_idle: Option<Duration>,
    /// How long a client may take nothing of what it is sent.
    pub write_timeout: Duration,
}

impl Config {
    /// What a server does that was not told otherwise.
    #[must_use]
    pub const fn new(games: Games, team: Team) -> Self {
        Self {
            games,
            team,
            max_clients: 1024,
            idle_timeout: None,
            frame_idle: Some(Duration::from_millis(100)),
            write_timeout: Duration::from_secs(10),
        }
    }
}

/// A client, as the log calls it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) address: SocketAddr,
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "client {}", self.number)
    }
}
