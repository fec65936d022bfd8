//! A command that waits for the disk. Later commands of the client wait.

use crate::frame::{Frame, LineEnd};
use crate::games::NameError;
use crate::kept::{KeptGames, PATIENCE};
use crate::session::Session;
use std::fmt;
use std::future::pending;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

/// The rest of a command, when the disk has answered.
type Rest = Box<dyn FnOnce(&mut Session<'_>, Frame<'_>) + Send>;

pub(crate) struct Errand {
    command: Vec<u8>,
    line_end: LineEnd,
    rest: oneshot::Receiver<Rest>,
    /// The time at which the client is refused.
    until: Instant,
}

impl Errand {
    /// Lets a thread `act` on the kept games, after what others do with the name. What comes of it is
    /// carried out for the client by `rest`, unless the client was refused meanwhile.
    pub(crate) fn send<T: Send + 'static>(
        kept: &Arc<KeptGames>,
        name: &str,
        command: Frame<'_>,
        act: impl FnOnce(&Arc<KeptGames>) -> T + Send + 'static,
        rest: impl FnOnce(&mut Session<'_>, Frame<'_>, T) + Send + 'static,
    ) -> Option<Self> {
        if kept.disk.is_full() {
            return None;
        }
        let (sender, receiver) = oneshot::channel::<Rest>();
        let games = Arc::clone(kept);
        kept.disk.submit(name, move || {
            if !sender.is_closed() {
                let done = act(&games);
                let _ = sender.send(Box::new(|session, frame| rest(session, frame, done)));
            }
        });
        let Frame { bytes, line_end } = command;
        let until = Instant::now() + PATIENCE;
        Some(Self { command: bytes.to_owned(), line_end, rest: receiver, until })
    }

    /// Waits for the disk; `None` if it does not answer in time, for ever without an errand. A
    /// cancelled wait loses nothing.
    pub(crate) async fn wait(errand: &mut Option<Self>) -> Option<Rest> {
        match errand {
            Some(errand) => timeout_at(errand.until, &mut errand.rest).await.ok()?.ok(),
            None => pending().await,
        }
    }

    /// Carries out the rest of the command.
    pub(crate) fn finish(session: &mut Session<'_>, rest: Option<Rest>) {
        if let Some(Self { command, line_end, .. }) = session.errand.take() {
            let frame = Frame { bytes: &command, line_end };
            match rest {
                Some(rest) => rest(session, frame),
                None => session.confirm(frame, Err(NameError::Late)),
            }
        }
    }
}

impl fmt::Debug for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Errand")
    }
}
