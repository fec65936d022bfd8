//! The phases in which a server ends.

use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

/// The time that the connections have to end when the server has stopped.
const GRACE: Duration = Duration::from_secs(1);

/// The last part of the time to drain, in which searches are cut short, so that their answers still
/// go out.
const HURRY: Duration = Duration::from_secs(1);

/// The phase of a server, as its connections see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Phase {
    /// Clients and games come and go.
    #[default]
    Serving,
    /// No game begins. Each connection ends when nothing is due to its client.
    Draining,
    /// As before, and every search is cut short.
    Hurrying,
    /// Every connection ends.
    Stopped,
}

/// Receives the phase of the server; [`Phase::Stopped`] if the server is gone.
#[derive(Clone, Debug)]
pub(crate) struct PhaseReceiver(watch::Receiver<Phase>);

impl PhaseReceiver {
    /// Waits for the next phase.
    pub(crate) async fn next(&mut self) -> Phase {
        match self.0.changed().await {
            Ok(()) => *self.0.borrow_and_update(),
            Err(_) => Phase::Stopped,
        }
    }
}

/// Leads the connections of a server through its phases.
#[derive(Debug)]
pub(crate) struct PhaseSender(watch::Sender<Phase>);

impl PhaseSender {
    pub(crate) fn new() -> (Self, PhaseReceiver) {
        let (sender, receiver) = watch::channel(Phase::Serving);
        (Self(sender), PhaseReceiver(receiver))
    }

    /// Ends the connections within `drain` and a second. Each holds one of `everybody` permits of
    /// `clients`. Returns false if some did not end.
    pub(crate) async fn end(self, drain: Duration, clients: &Semaphore, everybody: u32) -> bool {
        let hurry = HURRY.min(drain / 2);
        for (phase, time) in [
            (Phase::Draining, drain.saturating_sub(hurry)),
            (Phase::Hurrying, hurry),
            (Phase::Stopped, GRACE),
        ] {
            if time.is_zero() {
                continue;
            }
            self.0.send_replace(phase);
            if timeout(time, clients.acquire_many(everybody)).await.is_ok() {
                return true;
            }
        }
        false
    }
}
