//! What happened last, for the status line.

use super::Action;
use crate::table::Played;
use chuhe_core::Piece;
use chuhe_core::rules::Illegal;

/// What happened last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The program was started.
    Welcome,
    /// The game of last time goes on.
    Restored,
    /// Programs can drive the game at this address.
    Served(String),
    /// A new game began.
    NewGame,
    /// A move was made.
    Moved(Played),
    /// Moves were taken back.
    TakenBack,
    /// Moves were played again.
    Redone,
    /// The program of this name is ready to play.
    ProgramReady(String),
    /// The computer advises a move.
    Hinted,
    /// The computer shall find another move.
    Another,
    /// Soldiers are chosen to be given up.
    Exchange,
    /// No soldiers are given up after all.
    ExchangeLeft,
    /// Something cannot be done.
    Refused(Refusal),
    /// The computer does not want a draw.
    DrawDeclined,
    /// The position or the game is on the clipboard.
    Copied(Action),
    /// A position or a game came from the clipboard.
    Pasted,
    /// A saved game of this name was opened.
    Opened(String),
    /// The game was saved under this name.
    Saved(String),
    /// The position was written as the map of this name.
    MapWritten(String),
    /// The settings could not be read; the file is now called so.
    SettingsBroken(String),
}

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The computer is thinking.
    Thinking,
    /// An earlier position is shown.
    LookingBack,
    /// The game is over.
    Over,
    /// The rules do not allow it to this piece, or the exchange for it.
    Illegal(Illegal, Piece),
    /// Other pieces are not given up in an exchange.
    OnlyBottom,
    /// The piece is the opponent's.
    NotYours,
    /// There is nothing to do it with.
    NotNow(Action),
    /// No game was saved.
    NoGames,
    /// A draw was declined here already.
    AlreadyDeclined,
    /// All pieces of this kind are on the board.
    NoneLeft,
    /// What was set up is no position to play.
    NoPosition,
}
