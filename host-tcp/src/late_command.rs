//! Waits for the result of a command, which comes from the disk of the kept games or from the computer's search.

use crate::command::{CommandError, points};
use crate::game::{SharedGame, Watcher};
use crate::kept::{KeptGames, NamedGame, PATIENCE};
use crate::lines::{Frame, LineEnd};
use crate::metrics::Metrics;
use chuhe_host::{SearchHandle, SearchRequest};
use std::future::pending;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

const LATE: &str = "the disk of the kept games does not answer";

#[derive(Debug)]
pub(crate) enum Done {
    Hint(String),
    Named(NamedGame),
    Resumed(NamedGame),
    Elsewhere,
    Deleted,
    Names(Vec<String>),
}

#[derive(Debug)]
pub(crate) struct LateCommand {
    bytes: Vec<u8>,
    line_end: LineEnd,
    done: oneshot::Receiver<Result<Done, CommandError>>,
    /// The reason for which the command is refused if no result comes.
    refusal: &'static str,
    /// The time at which the command is refused if no result has come; `None`: the command waits without end.
    until: Option<Instant>,
    search: Option<SearchHandle>,
}

impl LateCommand {
    /// Calls `act` on a disk thread, after the earlier jobs for `name`.
    pub(crate) fn on_disk(
        kept: &Arc<KeptGames>,
        name: &str,
        Frame { bytes, line_end }: Frame<'_>,
        act: impl FnOnce(&Arc<KeptGames>, &str) -> Result<Done, CommandError> + Send + 'static,
    ) -> Result<Self, CommandError> {
        if kept.disk.is_full() {
            return Err(LATE.into());
        }
        let (sender, done) = oneshot::channel();
        let (games, own_name) = (Arc::clone(kept), name.to_owned());
        kept.disk.submit(name, move || {
            if !sender.is_closed() {
                // An error means that the command was refused because the disk was late, or that the client has left.
                let _ = sender.send(act(&games, &own_name));
            }
        });
        let (bytes, until) = (bytes.to_owned(), Some(Instant::now() + PATIENCE));
        Ok(Self { bytes, line_end, done, refusal: LATE, until, search: None })
    }

    pub(crate) fn hint(
        game: &dyn SharedGame,
        watcher: &Arc<dyn Watcher>,
        metrics: &Arc<Metrics>,
        Frame { bytes, line_end }: Frame<'_>,
    ) -> Result<Self, CommandError> {
        let mut asked = None;
        game.with(watcher, &mut |game| {
            asked = game
                .is_clients_turn()
                .then(|| SearchRequest::new(game.game().clone(), game.hint_limits()));
        });
        let request = asked.ok_or("The game is over, or it is not the turn of a client.")?;
        let (sender, done) = oneshot::channel();
        let (root, metrics) = (request.game.position().clone(), Arc::clone(metrics));
        let begun = std::time::Instant::now();
        let search = game.computer().ask(request, move |answer| {
            if let Ok(line) = answer
                && let Some(best) = line.best()
            {
                metrics.count_turn(&line, begun);
                // An error means that the client has left meanwhile.
                let _ = sender.send(Ok(Done::Hint(points(&root, best))));
            }
        });
        let (bytes, search) = (bytes.to_owned(), Some(search));
        let refusal = "The computer has no hint.";
        Ok(Self { bytes, line_end, done, refusal, until: None, search })
    }

    pub(crate) fn frame(&self) -> Frame<'_> {
        Frame { bytes: &self.bytes, line_end: self.line_end }
    }

    /// Stops the search for a hint. The best move found so far becomes the hint.
    pub(crate) fn stop(&self) {
        self.search.iter().for_each(SearchHandle::stop);
    }

    /// Waits for the result of `command`, or for ever if `command` is `None`. A cancelled wait loses no result.
    pub(crate) async fn wait(command: &mut Option<Self>) -> Result<Done, CommandError> {
        let Some(Self { done, refusal, until, .. }) = command else { return pending().await };
        let done = match *until {
            Some(until) => timeout_at(until, done).await.ok(),
            None => Some(done.await),
        };
        done.and_then(Result::ok).unwrap_or_else(|| Err((*refusal).into()))
    }
}
