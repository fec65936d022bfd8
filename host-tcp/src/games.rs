//! The games of the clients: one for each, named ones that are kept in journals, or one for all.

use crate::game::SharedGame;
use crate::kept::{KeptGames, NamedGame, RemoveError};
use crate::metrics::Metrics;
use crate::server_game::ServerGame;
use chuhe_core::{AnyPosition, Game, Position, Side};
use chuhe_host::journal::{GameId, JournalError};
use chuhe_host::{Computer, Map, Strength, Team};
use std::sync::Arc;

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

    /// Makes a game that was kept one that goes on. The number is for a game that no client plays here
    /// yet.
    pub(crate) fn opening(
        &self,
        number: u64,
        metrics: &Arc<Metrics>,
    ) -> Result<impl FnOnce(Game<AnyPosition>) -> Arc<ServerGame> + Send + 'static, NameError> {
        let Self::Own { computer, strength, .. } = self else {
            return Err(NameError::OneGame);
        };
        let (computer, metrics, strength) = (Arc::clone(computer), Arc::clone(metrics), *strength);
        Ok(move |game| ServerGame::resume(number, game, strength, computer, metrics))
    }

    /// Brings all kept games to the disk, if it answers in time.
    pub(crate) fn sync(&self) {
        match self {
            Self::Own { kept: Some(kept), .. } => kept.finish(),
            Self::SharedNamed(named) => named.games.finish(),
            Self::Own { kept: None, .. } | Self::Shared(_) => {}
        }
    }

    /// The kept games for a client that uses this name.
    pub(crate) fn kept_for(&self, id: GameId<'_>) -> Result<&Arc<KeptGames>, NameError> {
        let kept = self.kept()?;
        if id.to_string() == GameId::SHARED.to_string() {
            return Err(NameError::Reserved);
        }
        Ok(kept)
    }

    pub(crate) fn kept(&self) -> Result<&Arc<KeptGames>, NameError> {
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
    #[error("no game is deleted here: the server has --no-delete")]
    NoDelete,
    #[error("the disk of the kept games does not answer")]
    Late,
    #[error("another server plays this game")]
    Elsewhere,
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
    /// Goes on without the name if the journal of the game was removed.
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
