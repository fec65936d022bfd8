//! A command that waits for the disk. Later commands of the client wait.

use crate::command::CommandError;
use crate::frame::{Frame, LateFrame};
use crate::kept::{KeptGames, NamedGame, PATIENCE};
use std::future::pending;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

const LATE: &str = "the disk of the kept games does not answer";

/// The work of the disk for a command.
#[derive(Debug)]
pub(crate) enum Done {
    Named(NamedGame),
    Resumed(NamedGame),
    /// Another server plays the game.
    Elsewhere,
    Deleted,
    Names(Vec<String>),
}

#[derive(Debug)]
pub(crate) struct DiskJob {
    pub(crate) command: LateFrame,
    done: oneshot::Receiver<Result<Done, CommandError>>,
    /// The time at which the client is refused.
    until: Instant,
}

impl DiskJob {
    /// Lets a thread `act` on the kept games, after the earlier jobs of the name.
    pub(crate) fn send(
        kept: &Arc<KeptGames>,
        name: &str,
        command: Frame<'_>,
        act: impl FnOnce(&Arc<KeptGames>, &str) -> Result<Done, CommandError> + Send + 'static,
    ) -> Result<Self, CommandError> {
        if kept.disk.is_full() {
            return Err(LATE.into());
        }
        let (sender, done) = oneshot::channel();
        let (games, own_name) = (Arc::clone(kept), name.to_owned());
        kept.disk.submit(name, move || {
            if !sender.is_closed() {
                // A client that was refused meanwhile has no use for it.
                let _ = sender.send(act(&games, &own_name));
            }
        });
        Ok(Self { command: command.into(), done, until: Instant::now() + PATIENCE })
    }

    /// Waits for the disk, for ever without a job. A cancelled wait loses nothing.
    pub(crate) async fn wait(job: &mut Option<Self>) -> Result<Done, CommandError> {
        let Some(job) = job else { return pending().await };
        match timeout_at(job.until, &mut job.done).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => Err(LATE.into()),
        }
    }
}
