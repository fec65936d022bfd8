//! The games of the clients: one for each, named ones that are kept in journals, or one for all.

use crate::game::{ServerGame, SharedGame};
use crate::metrics::Metrics;
use chuhe_core::AnyPosition;
use chuhe_core::Game;
use chuhe_host::journal::{GameId, JournalError, Journals};
use chuhe_host::{Computer, Map, Strength};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

/// The games of the clients.
#[derive(Debug)]
pub enum Games {
    /// A game for each client, all against one computer.
    Own {
        /// The computer player.
        computer: Arc<Computer>,
        /// The map that each game begins on.
        map: Arc<Map>,
        /// The strength of the computer.
        strength: Strength,
        /// The games that clients gave a name; `None` when no games are kept.
        kept: Option<Arc<KeptGames>>,
    },
    /// One game for all clients.
    Shared(Arc<dyn SharedGame>),
}

impl Games {
    /// The game of a client that has just connected. The number is for a new game.
    pub(crate) fn join(&self, number: u64, metrics: &Arc<Metrics>) -> JoinedGame {
        match self {
            Self::Own { computer, map, strength, .. } => {
                let (map, computer) = (Arc::clone(map), Arc::clone(computer));
                let metrics = Arc::clone(metrics);
                JoinedGame::Own(ServerGame::new(number, map, *strength, computer, metrics))
            }
            Self::Shared(game) => JoinedGame::Shared(Arc::clone(game)),
        }
    }

    /// The computer player.
    pub(crate) fn computer(&self) -> &Computer {
        match self {
            Self::Own { computer, .. } => computer,
            Self::Shared(game) => game.computer(),
        }
    }

    /// Gives the client's game a name and keeps it from now on.
    pub(crate) fn name(&self, joined: &mut JoinedGame, id: GameId<'_>) -> Result<(), NameError> {
        let named = match (&*joined, self) {
            (JoinedGame::Own(game), Self::Own { kept, .. }) => {
                kept.as_ref().ok_or(NameError::NotKept)?.name(id, game)?
            }
            (JoinedGame::Named(named), _) => return Err(NameError::Named(named.name.clone())),
            (JoinedGame::Shared(_), _) | (_, Self::Shared(_)) => return Err(NameError::OneGame),
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
        let Self::Own { computer, map, strength, kept } = self else {
            return Err(NameError::OneGame);
        };
        let open = |game| {
            let (computer, metrics) = (Arc::clone(computer), Arc::clone(metrics));
            match game {
                Some(game) => ServerGame::resume(number, game, *strength, computer, metrics),
                None => ServerGame::new(number, Arc::clone(map), *strength, computer, metrics),
            }
        };
        let kept = kept.as_ref().ok_or(NameError::NotKept)?;
        Ok(JoinedGame::Named(kept.resume(id, open)?))
    }
}

/// The reason why a client cannot name its game or go to a named one.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("all clients play one game here")]
    OneGame,
    #[error("no games are kept here: the server has no --journal")]
    NotKept,
    #[error("the game has a name: {0}")]
    Named(String),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The game of a client.
#[derive(Debug)]
pub(crate) enum JoinedGame {
    /// A game of its own, without a name.
    Own(Arc<ServerGame>),
    /// A game with a name.
    Named(NamedGame),
    /// The one game of all clients.
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

/// The named games that are played on a server, and the folder of their journals.
#[derive(Debug)]
pub struct KeptGames {
    journals: Journals,
    by_name: Mutex<HashMap<String, KeptGame>>,
}

#[derive(Debug)]
struct KeptGame {
    game: Arc<ServerGame>,
    clients: usize,
}

impl KeptGames {
    /// The games whose journals are in this folder.
    #[must_use]
    pub fn new(journals: Journals) -> Arc<Self> {
        Arc::new(Self { journals, by_name: Mutex::default() })
    }

    fn name(
        self: &Arc<Self>,
        id: GameId<'_>,
        game: &Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        let mut by_name = self.by_name.lock();
        game.keep(self.journals.create(id)?).inspect_err(|error| {
            // The name stays free; at worst an empty journal is left.
            let _ = std::fs::remove_file(&error.path);
        })?;
        Ok(self.join(&mut by_name, id.to_string(), game))
    }

    fn resume(
        self: &Arc<Self>,
        id: GameId<'_>,
        open: impl FnOnce(Option<Game<AnyPosition>>) -> Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        let mut by_name = self.by_name.lock();
        let name = id.to_string();
        let game = match by_name.get(&name) {
            Some(KeptGame { game, .. }) => Arc::clone(game),
            None => {
                let (journal, record) = self.journals.resume(id)?;
                let game = open(record);
                game.keep(journal)?;
                game
            }
        };
        Ok(self.join(&mut by_name, name, &game))
    }

    fn join(
        self: &Arc<Self>,
        by_name: &mut HashMap<String, KeptGame>,
        name: String,
        game: &Arc<ServerGame>,
    ) -> NamedGame {
        let new = || KeptGame { game: Arc::clone(game), clients: 0 };
        by_name.entry(name.clone()).or_insert_with(new).clients += 1;
        NamedGame { games: Arc::clone(self), name, game: Arc::clone(game) }
    }
}

/// A named game that a client plays. With its last client the game leaves this server.
#[derive(Debug)]
pub(crate) struct NamedGame {
    games: Arc<KeptGames>,
    name: String,
    game: Arc<ServerGame>,
}

impl Drop for NamedGame {
    fn drop(&mut self) {
        let mut by_name = self.games.by_name.lock();
        if let Some(KeptGame { clients, .. }) = by_name.get_mut(&self.name) {
            *clients -= 1;
            if *clients == 0 {
                by_name.remove(&self.name);
                // An answer of the computer may own the game for a moment longer. The journal must
                // be free for another server at once.
                self.game.release();
            }
        }
    }
}
