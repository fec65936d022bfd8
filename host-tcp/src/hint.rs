//! A hint that the computer searches for. Later commands of the client wait.

use crate::frame::{Frame, LateFrame};
use crate::game::{SharedGame, Watcher};
use crate::lines;
use crate::metrics::Metrics;
use chuhe_host::{SearchHandle, SearchRequest};
use std::future::pending;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

#[derive(Debug)]
pub(crate) struct Hint {
    /// Stopped, it gives the best move so far as the hint.
    pub(crate) search: SearchHandle,
    pub(crate) command: LateFrame,
    reply: oneshot::Receiver<String>,
}

impl Hint {
    /// Lets the computer search; `None` when it is not a client's turn.
    pub(crate) fn ask(
        game: &dyn SharedGame,
        watcher: &Arc<dyn Watcher>,
        metrics: &Arc<Metrics>,
        command: Frame<'_>,
    ) -> Option<Self> {
        let mut asked = None;
        game.with(watcher, &mut |game| {
            asked = game
                .is_clients_turn()
                .then(|| SearchRequest::new(game.game().clone(), game.hint_limits()));
        });
        let request = asked?;
        let (sender, reply) = oneshot::channel();
        let (root, metrics, asked) =
            (request.game.position().clone(), Arc::clone(metrics), Instant::now());
        let search = game.computer().ask(request, move |answer| {
            if let Ok(line) = answer
                && let Some(best) = line.best()
            {
                metrics.count_turn(&line, asked);
                // The client may have left meanwhile.
                let _ = sender.send(lines::points(&root, best));
            }
        });
        Some(Self { search, command: command.into(), reply })
    }

    /// Waits for the reply; `None` when the computer has no hint, for ever without a search. A
    /// cancelled wait loses nothing.
    pub(crate) async fn reply(hint: &mut Option<Self>) -> Option<String> {
        match hint {
            Some(hint) => (&mut hint.reply).await.ok(),
            None => pending().await,
        }
    }
}
