//! A command that waits for the disk. Later commands of the client wait.

use crate::frame::{Frame, LineEnd};
use crate::games::NameError;
use crate::kept::{KeptGames, NamedGame, PATIENCE};
use std::future::pending;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

/// The work of the disk for a command.
#[derive(Debug)]
pub(crate) enum Done {
    Named(NamedGame),
    Resumed(NamedGame),
    Deleted,
    Names(Vec<String>),
}

#[derive(Debug)]
pub(crate) struct Errand {
    command: Vec<u8>,
    line_end: LineEnd,
    done: oneshot::Receiver<Result<Done, NameError>>,
    /// The time at which the client is refused.
    until: Instant,
}

impl Errand {
    /// Lets a thread `act` on the kept games, after what others do with the name.
    pub(crate) fn send(
        kept: &Arc<KeptGames>,
        name: &str,
        command: Frame<'_>,
        act: impl FnOnce(&Arc<KeptGames>) -> Result<Done, NameError> + Send + 'static,
    ) -> Result<Self, NameError> {
        if kept.disk.is_full() {
            return Err(NameError::Late);
        }
        let (sender, done) = oneshot::channel();
        let games = Arc::clone(kept);
        kept.disk.submit(name, move || {
            if !sender.is_closed() {
                // A client that was refused meanwhile has no use for it.
                let _ = sender.send(act(&games));
            }
        });
        let Frame { bytes, line_end } = command;
        let until = Instant::now() + PATIENCE;
        Ok(Self { command: bytes.to_owned(), line_end, done, until })
    }

    pub(crate) fn command(&self) -> Frame<'_> {
        Frame { bytes: &self.command, line_end: self.line_end }
    }

    /// Waits for the disk, for ever without an errand. A cancelled wait loses nothing.
    pub(crate) async fn wait(errand: &mut Option<Self>) -> Result<Done, NameError> {
        let Some(errand) = errand else { return pending().await };
        match timeout_at(errand.until, &mut errand.done).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => Err(NameError::Late),
        }
    }
}
