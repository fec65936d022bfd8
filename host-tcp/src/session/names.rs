//! Executes `Name`, `Resume`, `Delete` and `Games`, which wait for the disk.

use super::Session;
use crate::command::CommandError;
use crate::games::{JoinedGame, ONE_GAME};
use crate::kept::KeptGames;
use crate::late_command::{Done, LateCommand};
use crate::lines::Frame;
use chuhe_host::journal::{GameId, JournalError, JournalFault};
use std::sync::Arc;

/// The largest number of names in a reply to `Games`.
const NAMES: usize = 100;

/// The name under which disk threads run the jobs of `Games`. The slash makes it different from all names of games.
const LIST: &str = "/list";

pub(super) fn name(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    // An earlier `Delete` can have removed the journal although its reply was `False`.
    session.game().forget_name();
    let game = match session.game() {
        JoinedGame::Own(game) => Ok(Arc::clone(game)),
        JoinedGame::Named(named) => Err(format!("the game has a name: {}", named.name)),
        JoinedGame::Shared(_) => Err(ONE_GAME.to_owned()),
    };
    let kept = session.config.games.kept_for(id);
    send(session, frame, kept, &id.to_string(), move |kept, name| {
        let mut named = kept.name(name, &game?)?;
        // A command that waits too long is refused. Then nobody takes `named`, and its drop removes the journal.
        named.is_unwanted = true;
        Ok(Done::Named(named))
    });
}

pub(super) fn resume(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let (kept, number) = (session.config.games.kept_for(id), session.client.number);
    send(session, frame, kept, &id.to_string(), move |kept, name| {
        match kept.resume(name, number) {
            Err(JournalError { fault: JournalFault::Busy, .. }) => Ok(Done::Elsewhere),
            resumed => Ok(Done::Resumed(resumed?)),
        }
    });
}

pub(super) fn delete(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let own = match session.game() {
        JoinedGame::Named(named) => Some(Arc::clone(&named.game)),
        JoinedGame::Own(_) | JoinedGame::Shared(_) => None,
    };
    let config = session.config;
    let kept = if config.no_delete {
        Err("no game is deleted here: the server has --no-delete".into())
    } else {
        config.games.kept_for(id)
    };
    send(session, frame, kept, &id.to_string(), move |kept, name| {
        kept.remove(name, own.as_ref())?;
        Ok(Done::Deleted)
    });
}

/// `Games`: lists up to [`NAMES`] names of games that come after `after`; `None`: from the first name on.
pub(super) fn list(session: &mut Session<'_>, frame: Frame<'_>, after: Option<GameId<'_>>) {
    let after = after.map(|id| id.to_string());
    let kept = session.config.games.kept();
    send(session, frame, kept, LIST, move |kept, _| {
        Ok(Done::Names(kept.names(after.as_deref(), NAMES)?))
    });
}

fn send(
    session: &mut Session<'_>,
    frame: Frame<'_>,
    kept: Result<&Arc<KeptGames>, CommandError>,
    name: &str,
    act: impl FnOnce(&Arc<KeptGames>, &str) -> Result<Done, CommandError> + Send + 'static,
) {
    let late = kept.and_then(|kept| LateCommand::on_disk(kept, name, frame, act));
    session.answer_later(frame, late);
}
