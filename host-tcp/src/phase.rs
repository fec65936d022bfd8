//! Ends a server in phases.

use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::sync::watch::{self, Receiver};
use tokio::time::timeout;

/// The greatest length of the phase `Stopped`. The server does not wait for connections that are open after this phase.
const GRACE: Duration = Duration::from_secs(1);

/// The greatest length of the phase `Hurrying`, which is the last part of the time to drain.
const HURRY: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Phase {
    Serving,
    /// No new game begins. Each connection ends when no reply and no move is due to its client.
    Draining,
    /// As `Draining`, and every search is cut short, so that its move can still be sent.
    Hurrying,
    Stopped,
}

impl Phase {
    /// Waits for the next phase of a server and returns it; [`Phase::Stopped`] if the server is gone.
    pub(crate) async fn next(server: &mut Receiver<Self>) -> Self {
        match server.changed().await {
            Ok(()) => *server.borrow_and_update(),
            Err(_) => Self::Stopped,
        }
    }
}

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

    /// Ends the connections within `drain` plus [`GRACE`]. Each connection holds one of the `everybody` permits of
    /// `clients`. Returns false if some connections did not end.
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
    use std::sync::Arc;
    use tokio::time::{Instant, sleep};

    #[tokio::test(start_paused = true)]
    async fn a_server_ends_by_phases() {
        for (at, [drain, stays, phases, end]) in chuhe_tests::rows("server_phases.csv") {
            let milliseconds = |text: &str| Duration::from_millis(text.parse().unwrap());
            let (sender, mut receiver) = PhaseSender::new();
            let clients = Arc::new(Semaphore::new(2));
            let place = Arc::clone(&clients).try_acquire_owned().unwrap();
            let begun = Instant::now();
            let watcher = tokio::spawn(async move {
                let mut seen = Vec::new();
                while seen.last().is_none_or(|it: &String| !it.starts_with("Stopped")) {
                    let phase = Phase::next(&mut receiver).await;
                    seen.push(format!("{phase:?} {}", begun.elapsed().as_millis()));
                }
                seen.join("; ")
            });
            let stay = milliseconds(&stays);
            tokio::spawn(async move {
                sleep(stay).await;
                drop(place);
            });
            let all_left = sender.end(milliseconds(&drain), &clients, 2).await;
            assert_eq!(begun.elapsed(), milliseconds(&end), "{at}");
            assert_eq!(all_left, stay <= begun.elapsed(), "{at}");
            assert_eq!(watcher.await.unwrap(), phases, "{at}");
        }
    }
}
