//! Which games the clients play: each its own, named ones that are kept in journals, or all one.

use chuhe_core::AnyPosition;
use chuhe_core::Game;
use chuhe_host::journal::{GameId, JournalError, Journals};
use chuhe_host::{Computer, Map, Room, Session, Stage, Strength};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Which games the clients play.
#[derive(Debug)]
pub enum Games {
    /// Each client its own, against one computer.
    Own {
        /// The computer player.
        computer: Arc<Computer>,
        /// Where each game begins.
        map: Arc<Map>,
        /// How well the computer plays.
        strength: Strength,
        /// Where games are kept that a client gives a name; `None` nowhere.
        kept: Option<Arc<KeptGames>>,
    },
    /// All clients the same.
    Shared(Arc<dyn Stage>),
}

impl Games {
    /// Where a client plays that has just come; the number is that of its game.
    pub(crate) fn place(&self, number: u64) -> Place {
        match self {
            Self::Own { computer, map, strength, .. } => {
                let session = Session::new(number, Arc::clone(map), *strength);
                Place::Own(Room::open(session, Arc::clone(computer)))
            }
            Self::Shared(stage) => Place::Shared(Arc::clone(stage)),
        }
    }

    /// Gives the game at a place a name, by which it is kept from now on.
    pub(crate) fn name(&self, place: &mut Place, id: GameId<'_>) -> Result<(), Stay> {
        let seat = match (&*place, self) {
            (Place::Own(room), Self::Own { kept, .. }) => {
                kept.as_ref().ok_or(Stay::NotKept)?.name(id, room)?
            }
            (Place::Kept(seat), _) => return Err(Stay::Named(seat.name.clone())),
            (Place::Shared(_), _) | (_, Self::Shared(_)) => return Err(Stay::OneGame),
        };
        *place = Place::Kept(seat);
        Ok(())
    }

    /// The place at the game of a name; the number is its own if nobody plays it here yet.
    pub(crate) fn resume(&self, number: u64, id: GameId<'_>) -> Result<Place, Stay> {
        let Self::Own { computer, map, strength, kept } = self else { return Err(Stay::OneGame) };
        let open = |game| {
            let session = match game {
                Some(game) => Session::resume(number, game, *strength),
                None => Session::new(number, Arc::clone(map), *strength),
            };
            Room::open(session, Arc::clone(computer))
        };
        Ok(Place::Kept(kept.as_ref().ok_or(Stay::NotKept)?.resume(id, open)?))
    }
}

/// Why a client stays where it plays.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stay {
    #[error("all clients play one game here")]
    OneGame,
    #[error("no games are kept here: the server has no --journal")]
    NotKept,
    #[error("the game has a name: {0}")]
    Named(String),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Where a client plays.
#[derive(Debug)]
pub(crate) enum Place {
    /// A game of its own, without a name.
    Own(Arc<Room>),
    /// A game with a name.
    Kept(Seat),
    /// The one game of all clients.
    Shared(Arc<dyn Stage>),
}

impl Place {
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Self::Own(room) | Self::Kept(Seat { room, .. }) => &**room,
            Self::Shared(stage) => &**stage,
        }
    }
}

/// The named games that are played on a server, and the folder of their journals.
#[derive(Debug)]
pub struct KeptGames {
    journals: Journals,
    played: Mutex<HashMap<String, Played>>,
}

#[derive(Debug)]
struct Played {
    room: Arc<Room>,
    clients: usize,
}

impl KeptGames {
    /// Games that are kept in this folder.
    #[must_use]
    pub fn new(journals: Journals) -> Arc<Self> {
        Arc::new(Self { journals, played: Mutex::default() })
    }

    fn name(self: &Arc<Self>, id: GameId<'_>, room: &Arc<Room>) -> Result<Seat, JournalError> {
        let mut played = self.lock();
        room.keep(self.journals.create(id)?).inspect_err(|error| {
            // The name stays free; at worst an empty journal is left.
            let _ = std::fs::remove_file(&error.path);
        })?;
        Ok(self.seat(&mut played, id.to_string(), room))
    }

    fn resume(
        self: &Arc<Self>,
        id: GameId<'_>,
        open: impl FnOnce(Option<Game<AnyPosition>>) -> Arc<Room>,
    ) -> Result<Seat, JournalError> {
        let mut played = self.lock();
        let name = id.to_string();
        let room = match played.get(&name) {
            Some(Played { room, .. }) => Arc::clone(room),
            None => {
                let (journal, game) = self.journals.resume(id)?;
                let room = open(game);
                room.keep(journal)?;
                room
            }
        };
        Ok(self.seat(&mut played, name, &room))
    }

    fn seat(
        self: &Arc<Self>,
        played: &mut HashMap<String, Played>,
        name: String,
        room: &Arc<Room>,
    ) -> Seat {
        let new = || Played { room: Arc::clone(room), clients: 0 };
        played.entry(name.clone()).or_insert_with(new).clients += 1;
        Seat { games: Arc::clone(self), name, room: Arc::clone(room) }
    }

    /// The list is never left half changed, so a panic elsewhere does not matter to it.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Played>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client's seat at a named game. With the last one the game leaves this server.
#[derive(Debug)]
pub(crate) struct Seat {
    games: Arc<KeptGames>,
    name: String,
    room: Arc<Room>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut played = self.games.lock();
        if let Some(Played { clients, .. }) = played.get_mut(&self.name) {
            *clients -= 1;
            if *clients == 0 {
                played.remove(&self.name);
                // Now, and not only when an answer of the computer lets go of the room.
                self.room.release();
            }
        }
    }
}
