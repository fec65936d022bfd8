//! A game that programs drive from outside, whoever holds it: a room, or a window.

use crate::computer::{Computer, Question};
use crate::room::Watcher;
use crate::session::{Refusal, Status};
use crate::team::Map;
use chuhe_core::rules::AnyPosition;
use chuhe_core::{Game, Level, Move};
use std::fmt;
use std::sync::Arc;

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
