//! Castling, including that of Chess960. If king and rook stand on their start squares of standard chess, the target
//! of a castling move is two files away from the king. Otherwise the target is the square of the rook.

use super::Chess;
use super::convert::color;
use crate::rules::Rights;
use crate::types::Side;
use cozy_chess::{CastleRights, File, Square};

/// Returns a side's rights in the type of `cozy-chess`. A rook's file off the board gives no right.
pub(super) fn their_rights(rights: Rights, side: Side) -> CastleRights {
    let file = |short| File::try_index(rights.rook(side, short)?.into());
    CastleRights { short: file(true), long: file(false) }
}

/// Returns the king's target in a castling move: two files away if king and rook stand as in standard
/// chess, otherwise the rook's square.
pub(super) const fn target(king: Square, rook: Square) -> Square {
    match (king.file(), rook.file()) {
        (File::E, File::H) => Square::new(File::G, rook.rank()),
        (File::E, File::A) => Square::new(File::C, rook.rank()),
        _ => rook,
    }
}

/// Returns the rook's square if a king's move is castling by two files; `None` for another move.
pub(super) fn rook_of_step(king: Square, to: Square) -> Option<Square> {
    let file = match (king.file(), to.file()) {
        (File::E, File::G) => File::H,
        (File::E, File::C) => File::A,
        _ => return None,
    };
    Some(Square::new(file, to.rank()))
}

/// Returns the files that king and rook reach by castling.
pub(super) const fn destinations(short: bool) -> (u8, u8) {
    if short { (File::G as u8, File::F as u8) } else { (File::C as u8, File::D as u8) }
}

impl Chess {
    /// Returns whether a side has a right to castle, but king or rook is not on its start square of standard chess.
    pub fn is_chess960(&self) -> bool {
        Side::ALL.into_iter().any(|side| {
            let rights = self.board.castle_rights(color(side));
            let king = self.board.king(color(side)).file();
            let is_unusual = |rook: Option<File>, usual| {
                rook.is_some_and(|rook| (king, rook) != (File::E, usual))
            };
            is_unusual(rights.short, File::H) || is_unusual(rights.long, File::A)
        })
    }
}
