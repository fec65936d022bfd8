//! The phases in which a server ends.

use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::sync::watch::{self, Receiver};
use tokio::time::timeout;

/// The time that the connections have to end when the server has stopped.
const GRACE: Duration = Duration::from_secs(1);

/// The last part of the time to drain, in which searches are cut short, so that their answers still
/// go out.
const HURRY: Duration = Duration::from_secs(1);

/// The phase of a server, as its connections see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Phase {
    Serving,
    /// No game begins. Each connection ends when nothing is due to its client.
    Draining,
    /// As before, and every search is cut short.
    Hurrying,
    Stopped,
}

impl Phase {
    /// Waits for the next phase of a server; [`Phase::Stopped`] if the server is gone.
    pub(crate) async fn next(server: &mut Receiver<Self>) -> Self {
        match server.changed().await {
            Ok(()) => *server.borrow_and_update(),
            Err(_) => Self::Stopped,
        }
    }
}

/// Leads the connections of a server through its phases.
#[derive(Debug)]
pub(crate) struct PhaseSender(watch::Sender<Phase>);

impl PhaseSender {
    pub(crate) fn new() -> (Self, Receiver<Phase>) {
        let (sender, receiver) = watch::channel(Phase::Serving);
        (Self(sender), receiver)
    }

    pub(crate) fn enter(&self, phase: Phase) {
        self.0.send_replace(phase);
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
            self.enter(phase);
            if timeout(time, clients.acquire_many(everybody)).await.is_ok() {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Phase::{Draining, Hurrying, Stopped};
    use std::sync::Arc;
    use tokio::time::{Instant, sleep};

    const EVER: u64 = 1_000_000;

    #[tokio::test(start_paused = true)]
    async fn a_server_ends_by_phases() {
        // In milliseconds: the time to drain, the time that a client stays, the beginning of each phase
        // for a connection, the end.
        for (drain, stays, phases, end) in [
            (5000, EVER, &[(Draining, 0), (Hurrying, 4000), (Stopped, 5000)][..], 6000),
            (1000, EVER, &[(Draining, 0), (Hurrying, 500), (Stopped, 1000)], 2000),
            (0, EVER, &[(Stopped, 0)], 1000),
            (0, 300, &[(Stopped, 0)], 300),
            (5000, 5900, &[(Draining, 0), (Hurrying, 4000), (Stopped, 5000)], 5900),
            // It stops as soon as nobody is left.
            (5000, 4500, &[(Draining, 0), (Hurrying, 4000), (Stopped, 4500)], 4500),
            (5000, 1, &[(Draining, 0), (Stopped, 1)], 1),
        ] {
            let (sender, mut receiver) = PhaseSender::new();
            let clients = Arc::new(Semaphore::new(2));
            let place = Arc::clone(&clients).try_acquire_owned().unwrap();
            let begun = Instant::now();
            let time = move || u64::try_from(begun.elapsed().as_millis()).unwrap();
            let watcher = tokio::spawn(async move {
                let mut seen = Vec::new();
                while !matches!(seen.last(), Some((Stopped, _))) {
                    seen.push((Phase::next(&mut receiver).await, time()));
                }
                seen
            });
            tokio::spawn(async move {
                sleep(Duration::from_millis(stays)).await;
                drop(place);
            });
            let all_left = sender.end(Duration::from_millis(drain), &clients, 2).await;
            assert_eq!((time(), all_left), (end, stays != EVER), "{drain}, {stays}");
            assert_eq!(watcher.await.unwrap(), phases, "{drain}, {stays}");
        }
    }
}
