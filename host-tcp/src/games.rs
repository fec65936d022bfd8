//! Finds the game of each client: its own game, a named game with a journal, or the game that all clients share.

use crate::command::CommandError;
use crate::game::SharedGame;
use crate::kept::{KeptGames, NamedGame};
use crate::server_game::{Opponent, ServerGame};
use chuhe_core::{Position, Side};
use chuhe_host::journal::GameId;
use chuhe_host::{Computer, Map, Team};
use std::sync::Arc;

pub(crate) const ONE_GAME: &str = "all clients play one game here";

#[derive(Debug)]
pub enum Games {
    Own {
        opponent: Opponent,
        map: Arc<Map>,
        /// The games to which clients gave names; `None` if the server keeps no games.
        kept: Option<Arc<KeptGames>>,
    },
    Shared(Arc<dyn SharedGame>),
    /// One game with a journal, which all clients play.
    SharedNamed(NamedGame),
}

impl Games {
    /// Returns the first game of a client. A new game gets the number `number`.
    pub(crate) fn join(&self, number: u64, team: &Team) -> JoinedGame {
        match self {
            Self::Own { opponent, map, .. } => {
                JoinedGame::Own(ServerGame::new(number, present(map, team), opponent))
            }
            Self::Shared(game) => JoinedGame::Shared(Arc::clone(game)),
            Self::SharedNamed(NamedGame { game, .. }) => JoinedGame::Own(Arc::clone(game)),
        }
    }

    /// Returns whether the server can send a line to a client before the client's first command. This happens if other
    /// clients play the game, or if the computer has the first move.
    pub(crate) fn can_push_first(&self, team: &Team) -> bool {
        match self {
            Self::Own { map, .. } => present(map, team).position.side() != Side::Red,
            Self::Shared(_) | Self::SharedNamed(_) => true,
        }
    }

    pub(crate) fn computer(&self) -> &Computer {
        match self {
            Self::Own { opponent, .. } => &opponent.computer,
            Self::Shared(game) => game.computer(),
            Self::SharedNamed(named) => named.game.computer(),
        }
    }

    /// Writes all kept games to the disk. Gives up if the disk does not answer in time.
    pub(crate) fn sync(&self) {
        match self {
            Self::Own { kept: Some(kept), .. } => kept.finish(),
            Self::SharedNamed(NamedGame { games, game, name, .. }) => {
                // Closes the journal, so that the next start of this server can open it.
                let game = Arc::clone(game);
                games.disk.submit(name, move || game.release());
                games.finish();
            }
            Self::Own { kept: None, .. } | Self::Shared(_) => {}
        }
    }

    /// Returns the kept games, or the reason why a client of this server cannot use the name `id`.
    pub(crate) fn kept_for(&self, id: GameId<'_>) -> Result<&Arc<KeptGames>, CommandError> {
        let kept = self.kept()?;
        if id.to_string() == GameId::SHARED.to_string() {
            return Err("this name is for a server with --shared".into());
        }
        Ok(kept)
    }

    pub(crate) fn kept(&self) -> Result<&Arc<KeptGames>, CommandError> {
        match self {
            Self::Own { kept: Some(kept), .. } => Ok(kept),
            Self::Own { kept: None, .. } => {
                Err("no games are kept here: the server has no --journal".into())
            }
            Self::Shared(_) | Self::SharedNamed(_) => Err(ONE_GAME.into()),
        }
    }
}

/// Returns the map in `team` that has the name of `map`, or `map` itself if there is none.
pub(crate) fn present(map: &Arc<Map>, team: &Team) -> Arc<Map> {
    let named = (!map.name.is_empty()).then(|| team.map(&map.name).ok()).flatten();
    named.unwrap_or_else(|| Arc::clone(map))
}

#[derive(Debug)]
pub(crate) enum JoinedGame {
    Own(Arc<ServerGame>),
    Named(NamedGame),
    Shared(Arc<dyn SharedGame>),
}

impl JoinedGame {
    /// Turns a named game into an unnamed one if its journal was removed.
    pub(crate) fn forget_name(&mut self) {
        if let Self::Named(named) = self
            && !named.game.is_kept()
        {
            *self = Self::Own(Arc::clone(&named.game));
        }
    }

    pub(crate) fn shared(&self) -> &dyn SharedGame {
        match self {
            Self::Own(game) | Self::Named(NamedGame { game, .. }) => &**game,
            Self::Shared(game) => &**game,
        }
    }
}
