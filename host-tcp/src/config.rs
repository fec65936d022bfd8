//! Defines the configuration of a server, and the names of its clients in the log.

use crate::faults::Faults;
use crate::games::Games;
use crate::metrics::Metrics;
use crate::record::Records;
use crate::stream::Peer;
use chuhe_host::Team;
use parking_lot::RwLock;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

#[derive(Debug)]
pub struct Config {
    pub games: Games,
    /// The maps for new games. A reload replaces them, but games that have begun keep their old maps.
    pub team: Arc<RwLock<Team>>,
    /// The greatest number of clients. A further client gets `SERVER_BUSY`.
    pub max_clients: usize,
    pub max_clients_per_address: Option<usize>,
    /// The greatest number of commands of one address that are answered in a second.
    pub max_commands: Option<u32>,
    /// True if each connection begins with a header of the PROXY protocol.
    pub proxy_protocol: bool,
    /// The silence after which a client is dropped, unless the client waits for the server; `None`: no limit.
    pub idle_timeout: Option<Duration>,
    /// The pause after which a command without a line end counts as complete; `None`: a pause never
    /// completes a command.
    pub frame_idle: Option<Duration>,
    /// The time after which a client is dropped if it reads none of the bytes sent to it.
    pub write_timeout: Duration,
    pub drain: Duration,
    pub no_delete: bool,
    pub faults: Arc<Faults>,
    pub records: Option<Arc<Records>>,
    pub metrics: Arc<Metrics>,
    /// Notified when a fault of the program ends the game that all clients share.
    pub shared_failed: Notify,
}

impl Config {
    pub fn new(games: Games, team: Team) -> Self {
        Self {
            games,
            team: Arc::new(RwLock::new(team)),
            max_clients: 1024,
            max_clients_per_address: None,
            max_commands: None,
            proxy_protocol: false,
            idle_timeout: None,
            frame_idle: Some(Duration::from_millis(100)),
            write_timeout: Duration::from_secs(10),
            drain: Duration::ZERO,
            no_delete: false,
            faults: Arc::default(),
            records: None,
            metrics: Arc::default(),
            shared_failed: Notify::new(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    pub(crate) number: u64,
    pub(crate) peer: Peer,
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "client {}", self.number)
    }
}
