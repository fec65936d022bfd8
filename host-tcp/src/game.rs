//! A game as clients see it: its state, its commands and its events.

use chuhe_core::AnyPosition;
use chuhe_core::played::{PlayedGame, Seat};
use chuhe_core::{Ending, Game, Level, Limits, Move, PlayError, Side};
use chuhe_host::journal::JournalChange;
use chuhe_host::{Computer, Map};
use std::fmt;
use std::sync::Arc;

/// The state of a game for clients, who have Red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Red is to move, and a person has Red.
    Red,
    /// The computer is thinking, or a person who is no client has the move.
    Black,
    /// The game is over.
    Over(Ending),
}

impl Status {
    /// The status of a game.
    #[must_use]
    pub fn of(played: &PlayedGame<AnyPosition>) -> Self {
        match (played.game().ending(), played.turn()) {
            (Some(ending), _) => Self::Over(ending),
            (None, Some(Side::Red)) if played.seat(Side::Red) == Seat::Person => Self::Red,
            (None, _) => Self::Black,
        }
    }
}

/// The reason why a client's wish is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is not Red's turn.
    #[error("the computer is thinking")]
    Thinking,
    /// The move is not legal, or the game is over.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Red has not moved yet.
    #[error("no move of Red to take back")]
    NothingToUndo,
}

/// A game as a client controls it. The client has Red.
pub trait ClientGame {
    /// The game with its players.
    fn played(&self) -> &PlayedGame<AnyPosition>;

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// When the move is not legal, or the game is over.
    fn make_move(&mut self, mv: Move) -> Result<(), PlayError>;

    /// Takes moves back to Red's last turn. A search of the computer is stopped.
    ///
    /// # Errors
    /// When Red has not moved.
    fn takeback(&mut self) -> Result<(), Refusal>;

    /// Begins another game, on this map or on the same one as before.
    fn restart(&mut self, map: Option<Arc<Map>>);

    /// Lets the computer play at another level from its next turn on.
    fn set_level(&mut self, level: Level);

    /// The limits of a search for a hint.
    fn hint_limits(&self) -> Limits;

    /// The game.
    fn game(&self) -> &Game<AnyPosition> {
        self.played().game()
    }

    /// The status of the game.
    fn status(&self) -> Status {
        Status::of(self.played())
    }
}

/// An event that the watchers of a game hear of.
#[derive(Clone, Copy, Debug)]
pub enum GameEvent<'a> {
    /// The computer moved.
    ComputerMoved(&'a Game<AnyPosition>),
    /// Another client moved, took moves back, or began a new game.
    Changed(&'a Game<AnyPosition>),
    /// The journal of the game cannot be written, or it is complete again.
    Journal(JournalChange),
    /// The game ended.
    Over(Ending),
    /// A fault of the program ended the game. Nobody can go on with it here.
    Failed,
}

/// A watcher of a game.
pub trait Watcher: Send + Sync {
    /// Hears of an event. The game is locked during the call. It must be brief, and must not use
    /// the game.
    fn notify(&self, event: GameEvent<'_>);
}

/// A game that several clients play and watch at once.
pub trait SharedGame: Send + Sync + fmt::Debug {
    /// Locks the game, calls `act` for a client, and then does what follows from it: the computer
    /// is asked, the other watchers are notified. The call of `act` must be brief.
    fn with(&self, client: &Arc<dyn Watcher>, act: &mut dyn FnMut(&mut dyn ClientGame));

    /// The computer player.
    fn computer(&self) -> &Computer;

    /// Notifies the watcher of every event from now on.
    fn watch(&self, watcher: Arc<dyn Watcher>);

    /// Notifies the watcher of nothing more.
    fn unwatch(&self, watcher: &Arc<dyn Watcher>);

    /// Cuts the search for the computer's move short, because the server ends. A game that outlives
    /// the server need not do so.
    fn move_now(&self) {}
}
