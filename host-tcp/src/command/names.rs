//! The commands that give a game a name, go on with it, end it, and list the names. They wait for the
//! disk.

use crate::errand::Errand;
use crate::frame::Frame;
use crate::games::{JoinedGame, NameError};
use crate::kept::KeptGames;
use crate::reply::ServerLine;
use crate::session::Session;
use chuhe_host::journal::{GameId, JournalError};
use std::sync::Arc;

/// The largest number of names in a reply to `Games`.
const NAMES: usize = 100;

/// The name under which lists of the names are made; no game has it.
const LIST: &str = "/list";

/// `Name`: keeps the game of the client from now on.
pub(super) fn name(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let game = match session.game() {
        JoinedGame::Own(game) => Ok(Arc::clone(game)),
        JoinedGame::Named(named) => Err(NameError::Named(named.name.clone())),
        JoinedGame::Shared(_) => Err(NameError::OneGame),
    };
    let config = session.config;
    let kept = config.games.kept_for(id);
    let name = id.to_string();
    let act = move |kept: &Arc<KeptGames>| {
        let mut named = kept.name(&name, &game?)?;
        // If the client is refused meanwhile, the name is free again.
        named.is_unwanted = true;
        Ok(named)
    };
    send(session, frame, kept, &id.to_string(), act, |session, mut named| {
        named.is_unwanted = false;
        *session.game() = JoinedGame::Named(named);
    });
}

/// `Resume`: goes to a game. Its notifications come after the reply.
pub(super) fn resume(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let config = session.config;
    let opening = config.games.opening(session.client.number, &config.metrics);
    let name = id.to_string();
    let act = move |kept: &Arc<KeptGames>| Ok(kept.resume(&name, opening?)?);
    send(session, frame, config.games.kept_for(id), &id.to_string(), act, |session, named| {
        session.change_game(JoinedGame::Named(named));
    });
}

/// `Delete`: ends a game for good. A client that plays it alone goes on without the name.
pub(super) fn delete(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let name = id.to_string();
    let own = match session.game() {
        JoinedGame::Named(named) if named.name == name => Some(Arc::clone(&named.game)),
        _ => None,
    };
    let is_own = own.is_some();
    let config = session.config;
    let kept = config.games.kept_for(id);
    let act = move |kept: &Arc<KeptGames>| Ok(kept.remove(&name, own.as_ref())?);
    send(session, frame, kept, &id.to_string(), act, move |session, ()| {
        if is_own {
            session.game().forget_name();
        }
    });
}

/// `Games`: the first names, or those after one.
pub(super) fn list(session: &mut Session<'_>, frame: Frame<'_>, after: Option<GameId<'_>>) {
    let after = after.map(|id| id.to_string());
    let act = move |kept: &Arc<KeptGames>| kept.names(after.as_deref(), NAMES);
    let tell =
        |session: &mut Session<'_>, frame: Frame<'_>, names: Result<Vec<String>, JournalError>| {
            match names {
                Ok(names) => session.reply(frame, ServerLine::Games(&names)),
                Err(error) => session.confirm(frame, Err(error)),
            }
        };
    let config = session.config;
    match config.games.kept() {
        Ok(kept) => begin(session, frame, Errand::send(kept, LIST, frame, act, tell)),
        Err(error) => session.confirm(frame, Err(error)),
    }
}

/// Lets a thread act. If that succeeds, the reply is `True`, and `then` follows.
fn send<T: Send + 'static>(
    session: &mut Session<'_>,
    frame: Frame<'_>,
    kept: Result<&Arc<KeptGames>, NameError>,
    name: &str,
    act: impl FnOnce(&Arc<KeptGames>) -> Result<T, NameError> + Send + 'static,
    then: impl FnOnce(&mut Session<'_>, T) + Send + 'static,
) {
    let finish = |session: &mut Session<'_>, frame: Frame<'_>, done: Result<T, NameError>| {
        session.confirm(frame, done.as_ref().map(drop));
        if let Ok(done) = done {
            then(session, done);
        }
    };
    match kept {
        Ok(kept) => begin(session, frame, Errand::send(kept, name, frame, act, finish)),
        Err(error) => session.confirm(frame, Err(error)),
    }
}

fn begin(session: &mut Session<'_>, frame: Frame<'_>, errand: Option<Errand>) {
    if errand.is_none() {
        session.confirm(frame, Err(NameError::Late));
    }
    session.errand = errand;
}
