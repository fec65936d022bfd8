//! A game that programs drive from outside, whoever holds it: a room, or a window.

use crate::computer::{Computer, Question};
use crate::team::Map;
use chuhe_core::AnyPosition;
use chuhe_core::{Ending, Game, Level, Move, PlayError};
use std::fmt;
use std::sync::Arc;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Red, the person, is to move.
    Red,
    /// Black, the computer, is thinking.
    Black,
    /// The game is over.
    Over(Ending),
}

/// Why something was not done.
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

/// A game as it is for those who play Red in it.
pub trait Driven {
    /// The game.
    fn game(&self) -> &Game<AnyPosition>;

    /// Whose turn it is, or how the game ended.
    fn status(&self) -> Status;

    /// Plays a move of Red.
    ///
    /// # Errors
    /// When it is not Red's turn, or the move is not legal.
    fn play(&mut self, mv: Move) -> Result<(), Refusal>;

    /// Takes Red's last move back, and what Black answered; if the computer is still thinking, its
    /// search is in vain.
    ///
    /// # Errors
    /// When Red has not moved.
    fn undo(&mut self) -> Result<(), Refusal>;

    /// Begins again, on another map or on the same.
    fn restart(&mut self, map: Option<Arc<Map>>);

    /// Lets the computer play at another level from its next turn on.
    fn set_level(&mut self, level: Level);

    /// What the computer has to think about to move for the side whose turn it is; `None` when the
    /// game is over.
    fn question(&self) -> Option<Question>;
}

/// What those who watch a session hear of.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The computer moved.
    ComputerMoved(&'a Game<AnyPosition>),
    /// The game ended.
    Over(Ending),
}

/// Somebody who watches a session.
pub trait Watcher: Send + Sync {
    /// Hears of an event. The session is locked meanwhile, so this must be brief and must not come
    /// back to the room.
    fn see(&self, event: Event<'_>);
}

/// Where a game is driven and watched, by several at once.
pub trait Stage: Send + Sync + fmt::Debug {
    /// Does something with the game, and then what follows from it. Nobody else sees the game
    /// meanwhile, so what is done must be brief.
    fn enter(&self, act: &mut dyn FnMut(&mut dyn Driven));

    /// The computer player.
    fn computer(&self) -> &Computer;

    /// From now on the watcher hears of every event.
    fn watch(&self, watcher: Arc<dyn Watcher>);

    /// The watcher hears of nothing more.
    fn leave(&self, watcher: &Arc<dyn Watcher>);
}
