//! Defines how clients see a game: its state, its commands and its events.

use chuhe_core::map;
use chuhe_core::played::{PlayedGame, Seat};
use chuhe_core::{AnyPosition, Ending, Game, Level, Limits, Move, PlayError, Side};
use chuhe_host::{Computer, Map};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Red is to move. In a game that a window shares, a person then plays Red.
    Red,
    /// Black is to move. In a game that a window shares, this status covers every other state of an unfinished game.
    Black,
    Over(Ending),
}

impl Status {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
            Self::Over(Ending { winner: Some(Side::Red), .. }) => "win:r",
            Self::Over(Ending { winner: Some(Side::Black), .. }) => "win:b",
            Self::Over(Ending { winner: None, .. }) => "draw",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("The computer is thinking.")]
    Thinking,
    #[error(transparent)]
    Play(#[from] PlayError),
    #[error("There is no move to take back.")]
    NothingToUndo,
    #[error("The window decides that.")]
    OfWindow,
}

/// A game as a client controls it. The client plays Red, unless `set_seats` changes that.
pub trait ClientGame {
    fn played(&self) -> &PlayedGame<AnyPosition>;

    fn make_move(&mut self, mv: Move) -> Result<(), PlayError>;

    /// Takes back the last move of a client and every move after it. The computer's search for a move is stopped.
    fn takeback(&mut self) -> Result<(), Refusal>;

    /// The map on which the game began, as it was then. `None` for a game of the window, which keeps its map to itself.
    fn map(&self) -> Option<&Arc<Map>> {
        None
    }

    /// Begins a new game on `map`; `None`: on the same map as before.
    fn restart(&mut self, map: Option<Arc<Map>>);

    /// Lets the computer play at `level` from its next turn on.
    fn set_level(&mut self, level: Level);

    fn hint_limits(&self) -> Limits;

    /// Sets who plays Red and who plays Black: the clients or the computer.
    fn set_seats(&mut self, _seats: [Seat; 2]) -> Result<(), Refusal> {
        Err(Refusal::OfWindow)
    }

    /// Sets the seed of the computer's choices at the lower levels.
    fn set_seed(&mut self, _seed: u64) -> Result<(), Refusal> {
        Err(Refusal::OfWindow)
    }

    fn is_clients_turn(&self) -> bool {
        self.status() == Status::Red
    }

    fn game(&self) -> &Game<AnyPosition> {
        self.played().game()
    }

    fn board(&mut self) -> Cow<'_, str> {
        map::write(self.game().position(), self.game().numbers()).to_string().into()
    }

    fn status(&self) -> Status {
        let played = self.played();
        match (played.game().ending(), played.turn()) {
            (Some(ending), _) => Status::Over(ending),
            (None, Some(Side::Red)) if played.seat(Side::Red) == Seat::Person => Status::Red,
            (None, _) => Status::Black,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum GameEvent<'a> {
    ComputerMoved(&'a Game<AnyPosition>),
    /// Another client moved, took moves back, or began a new game.
    Changed(&'a Game<AnyPosition>),
    JournalFailed,
    JournalComplete,
    Over(Ending),
    /// A fault of the program ended the game. Nobody can play it on this server any more.
    Failed,
}

pub trait Watcher: Send + Sync {
    /// Handles an event. The game is locked during the call, which must be brief and must not use the game.
    fn notify(&self, event: GameEvent<'_>);

    /// The number of bytes for the client that are not sent yet.
    fn unsent(&self) -> usize {
        0
    }

    /// Holds back the unsent bytes from index `from` on, which tell of `change`, until the journal contains `change`.
    fn hold(&self, _change: u64, _from: usize) {}

    /// Lets the bytes be sent that were held back for `change` or for an earlier change.
    fn release(&self, _change: u64) {}
}

#[cfg(test)]
impl<F: Fn(GameEvent<'_>) + Send + Sync> Watcher for F {
    fn notify(&self, event: GameEvent<'_>) {
        self(event);
    }
}

pub trait SharedGame: Send + Sync + fmt::Debug {
    /// Locks the game and calls `act`, which must be brief, for a client. Afterwards asks the computer for a move if it
    /// is the computer's turn, and notifies the other watchers of a change.
    fn with(&self, client: &Arc<dyn Watcher>, act: &mut dyn FnMut(&mut dyn ClientGame));

    fn computer(&self) -> &Computer;

    fn watch(&self, watcher: Arc<dyn Watcher>);

    fn unwatch(&self, watcher: &Arc<dyn Watcher>);

    /// Ends the search for the computer's move early, because the server ends. A game that outlives the server does not
    /// need this method.
    fn move_now(&self) {}
}
