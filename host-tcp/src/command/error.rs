//! The reasons why a command is not read or not carried out.

use crate::game::Refusal;
use chuhe_core::map::MapError;
use chuhe_core::notation::FenError;
use chuhe_core::rules::Illegal;
use chuhe_core::{AnyPosition, EndReason, Kind, Piece, Position, Square};
use chuhe_host::MapRefusal;
use chuhe_view::text::{IllegalMessage, Language};

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("CMD_FORMAT_ERROR")]
pub struct FormatError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("A point is off the board.")]
    OffBoard,
    #[error("The move leads from a point to itself.")]
    SamePoint,
    #[error("Nothing is promoted by this move.")]
    NotPromoting,
    #[error("A soldier is named twice.")]
    SoldierTwice,
    #[error("{0}")]
    Illegal(IllegalMessage),
    #[error("It is not the turn of a client.")]
    NotTheTurn,
    #[error("The server ends: no game begins.")]
    Draining,
    #[error("The computer has no hint.")]
    NoHint,
    #[error("The levels are 0 to 9.")]
    NoLevel,
    #[error("The game is over: {0}.")]
    Over(EndReason),
    #[error("The game goes on.")]
    NotOver,
    #[error("The game would be over before it begins.")]
    OverAtOnce,
    #[error("The pieces: {0}.")]
    Pieces(#[from] MapError),
    #[error("The FEN: {0}.")]
    Fen(#[from] FenError),
    #[error(transparent)]
    Game(#[from] Refusal),
    #[error(transparent)]
    Map(#[from] MapRefusal),
}

impl CommandError {
    /// The reason why the piece of a square makes no such move.
    pub(super) fn illegal(position: &AnyPosition, why: Illegal, from: Square) -> Self {
        let nothing = Piece::new(!position.side(), Kind::General);
        let piece = position.piece_at(from).unwrap_or(nothing);
        Self::Illegal(IllegalMessage(why, piece, position.rules(), Language::English, None))
    }
}
