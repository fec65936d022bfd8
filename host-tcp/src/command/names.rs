//! The commands that give a game a name, go on with it, end it, and list the names.

use crate::frame::Frame;
use crate::reply::ServerLine;
use crate::session::Session;
use chuhe_host::journal::GameId;

/// `Name`: keeps the game of the client from now on.
pub(super) fn name(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let named = session.config.games.name(session.game(), id);
    session.confirm(frame, named);
}

/// `Resume`: goes to a game. Its notifications come after the reply.
pub(super) fn resume(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let config = session.config;
    let resumed = config.games.resume(session.client.number, id, &config.metrics);
    session.confirm(frame, resumed.as_ref().map(drop));
    if let Ok(game) = resumed {
        session.change_game(game);
    }
}

/// `Delete`: ends a game for good.
pub(super) fn delete(session: &mut Session<'_>, frame: Frame<'_>, id: GameId<'_>) {
    let deleted = session.config.games.delete(session.game(), id);
    session.confirm(frame, deleted);
}

/// `Games`: the first names, or those after one.
pub(super) fn list(session: &Session<'_>, frame: Frame<'_>, after: Option<GameId<'_>>) {
    match session.config.games.names(after) {
        Ok(names) => session.reply(frame, ServerLine::Games(&names)),
        Err(error) => session.confirm(frame, Err(error)),
    }
}
