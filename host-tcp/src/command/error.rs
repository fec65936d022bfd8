//! The reasons why a command is not read or not carried out.

use chuhe_core::rules::Illegal;
use chuhe_core::{AnyPosition, Kind, Piece, Position, Square};
use chuhe_view::text::{IllegalMessage, Language};
use std::error::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("CMD_FORMAT_ERROR")]
pub struct FormatError;

/// The reason why a command is not carried out, as `Why` tells it.
pub(crate) type CommandError = Box<dyn Error + Send + Sync>;

/// The reason why the piece of a square makes no such move.
pub(super) fn illegal(position: &AnyPosition, why: Illegal, from: Square) -> CommandError {
    let nothing = Piece::new(!position.side(), Kind::General);
    let piece = position.piece_at(from).unwrap_or(nothing);
    IllegalMessage(why, piece, position.rules(), Language::English, None).to_string().into()
}
