//! The games of the clients: one for each, named ones that are kept in journals, or one for all.

use crate::blocking::blocking;
use crate::game::SharedGame;
use crate::kept::{KeptGames, NamedGame, RemoveError};
use crate::metrics::Metrics;
use crate::server_game::ServerGame;
use chuhe_core::{Position, Side};
use chuhe_host::journal::{GameId, JournalError};
use chuhe_host::{Computer, Map, Strength, Team};
use std::sync::Arc;

/// The largest number of names in a reply to `Games`.
const NAMES: usize = 100;

#[derive(Debug)]
pub enum Games {
    /// A game for each client, all against one computer.
    Own {
        computer: Arc<Computer>,
        map: Arc<Map>,
        strength: Strength,
        /// The games that clients gave a name; `None` when no games are kept.
        kept: Option<Arc<KeptGames>>,
    },
    Shared(Arc<dyn SharedGame>),
    /// One game for all clients, which is kept.
    SharedNamed(NamedGame),
}

impl Games {
    /// The game of a client that has just connected. The number is for a new game.
    pub(crate) fn join(&self, number: u64, team: &Team, metrics: &Arc<Metrics>) -> JoinedGame {
        match self {
            Self::Own { computer, map, strength, .. } => {
                let (map, computer) = (present(map, team), Arc::clone(computer));
                let metrics = Arc::clone(metrics);
                JoinedGame::Own(ServerGame::new(number, map, *strength, computer, metrics))
            }
            Self::Shared(game) => JoinedGame::Shared(Arc::clone(game)),
            Self::SharedNamed(NamedGame { game, .. }) => JoinedGame::Own(Arc::clone(game)),
        }
    }

    /// Returns whether all clients play one game.
    pub(crate) const fn is_one_game(&self) -> bool {
        !matches!(self, Self::Own { .. })
    }

    /// Returns whether a client can hear of its game before it sends a command: others play it too,
    /// or the computer begins.
    pub(crate) fn can_push_first(&self, team: &Team) -> bool {
        match self {
            Self::Own { map, .. } => present(map, team).position.side() != Side::Red,
            Self::Shared(_) | Self::SharedNamed(_) => true,
        }
    }

    pub(crate) fn computer(&self) -> &Computer {
        match self {
            Self::Own { computer, .. } => computer,
            Self::Shared(game) => game.computer(),
            Self::SharedNamed(named) => named.game.computer(),
        }
    }

    /// Gives the client's game a name and keeps it from now on.
    pub(crate) fn name(&self, joined: &mut JoinedGame, id: GameId<'_>) -> Result<(), NameError> {
        let kept = self.kept_for(id)?;
        let named = match &*joined {
            JoinedGame::Own(game) => blocking(|| kept.name(id, game))?,
            JoinedGame::Named(named) => return Err(NameError::Named(named.name.clone())),
            JoinedGame::Shared(_) => return Err(NameError::OneGame),
        };
        *joined = JoinedGame::Named(named);
        Ok(())
    }

    /// The game of a name. The number is for a game that no client plays here yet.
    pub(crate) fn resume(
        &self,
        number: u64,
        id: GameId<'_>,
        metrics: &Arc<Metrics>,
    ) -> Result<JoinedGame, NameError> {
        let kept = self.kept_for(id)?;
        let Self::Own { computer, strength, .. } = self else {
            return Err(NameError::OneGame);
        };
        let open = |game| {
            let (computer, metrics) = (Arc::clone(computer), Arc::clone(metrics));
            ServerGame::resume(number, game, *strength, computer, metrics)
        };
        Ok(JoinedGame::Named(blocking(|| kept.resume(id, open))?))
    }

    /// Ends the game of a name for good. A client that plays it alone goes on without the name.
    pub(crate) fn delete(&self, joined: &mut JoinedGame, id: GameId<'_>) -> Result<(), NameError> {
        let kept = self.kept_for(id)?;
        let own = match &*joined {
            JoinedGame::Named(named) if named.name == id.to_string() => Some(named),
            _ => None,
        };
        blocking(|| kept.remove(id, own))?;
        if let Some(named) = own {
            *joined = JoinedGame::Own(Arc::clone(&named.game));
        }
        Ok(())
    }

    /// The names of kept games after this one, or from the first one on.
    pub(crate) fn names(&self, after: Option<GameId<'_>>) -> Result<Vec<String>, NameError> {
        let kept = self.kept()?;
        Ok(blocking(|| kept.names(after, NAMES))?)
    }

    pub(crate) fn sync(&self) {
        if let Self::Own { kept: Some(kept), .. } = self {
            blocking(|| kept.refresh());
        }
    }

    /// The kept games for a client that uses this name.
    fn kept_for(&self, id: GameId<'_>) -> Result<&Arc<KeptGames>, NameError> {
        let kept = self.kept()?;
        if id.to_string() == GameId::SHARED.to_string() {
            return Err(NameError::Reserved);
        }
        Ok(kept)
    }

    fn kept(&self) -> Result<&Arc<KeptGames>, NameError> {
        match self {
            Self::Own { kept, .. } => kept.as_ref().ok_or(NameError::NotKept),
            Self::Shared(_) | Self::SharedNamed(_) => Err(NameError::OneGame),
        }
    }
}

/// The map of this name as the team has it now.
fn present(map: &Arc<Map>, team: &Team) -> Arc<Map> {
    let named = (!map.name.is_empty()).then(|| team.map(&map.name).ok()).flatten();
    named.unwrap_or_else(|| Arc::clone(map))
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("all clients play one game here")]
    OneGame,
    #[error("no games are kept here: the server has no --journal")]
    NotKept,
    #[error("this name is for a server with --shared")]
    Reserved,
    #[error("the game has a name: {0}")]
    Named(String),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Remove(#[from] RemoveError),
}

#[derive(Debug)]
pub(crate) enum JoinedGame {
    Own(Arc<ServerGame>),
    Named(NamedGame),
    Shared(Arc<dyn SharedGame>),
}

impl JoinedGame {
    pub(crate) fn shared(&self) -> &dyn SharedGame {
        match self {
            Self::Own(game) | Self::Named(NamedGame { game, .. }) => &**game,
            Self::Shared(game) => &**game,
        }
    }
}
