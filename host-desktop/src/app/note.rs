//! The last event, for the status line.

use super::Action;
use crate::table::PlayedMove;
use chuhe_core::Piece;
use chuhe_core::rules::Illegal;

/// The last event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The program was started.
    Welcome,
    /// The last game was restored.
    Restored,
    /// The server listens at this address.
    Served(String),
    /// A new game began.
    NewGame,
    /// A move was played.
    Moved(PlayedMove),
    /// Moves were undone.
    TakenBack,
    /// Moves were redone.
    Redone,
    /// The engine of this name is ready.
    ProgramReady(String),
    /// The computer gave a hint.
    Hinted,
    /// The computer looks for another move.
    Another,
    /// Exchange mode was started.
    Exchange,
    /// Exchange mode was left.
    ExchangeLeft,
    /// Something was refused.
    Refused(Refusal),
    /// The computer declined a draw.
    DrawDeclined,
    /// The position or the game was copied.
    Copied(Action),
    /// A position or a game was pasted.
    Pasted,
    /// The saved game of this name was opened.
    Opened(String),
    /// The game was saved under this name.
    Saved(String),
    /// The position was saved as the map of this name.
    MapWritten(String),
    /// The settings were broken; the file was renamed to this.
    SettingsBroken(String),
}

/// A reason why something is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The computer is thinking.
    Thinking,
    /// An earlier position is shown.
    LookingBack,
    /// The game is over.
    Over,
    /// The move of this piece, or the exchange for it, is not legal.
    Illegal(Illegal, Piece),
    /// Only soldiers on the enemy's home rank can be given up.
    OnlyBottom,
    /// The piece belongs to the opponent.
    NotYours,
    /// The action is not possible now.
    NotNow(Action),
    /// There are no saved games.
    NoGames,
    /// A draw was already declined in this position.
    AlreadyDeclined,
    /// All pieces of this kind are in use.
    NoneLeft,
    /// The position in the editor cannot be played.
    NoPosition,
}
