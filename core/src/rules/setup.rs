//! Types for the faults of a position that a user sets up, and for its rights to castle and to capture en passant.

use super::Rules;
use crate::types::{Kind, Piece, Side, Square};
use core::fmt;

/// The error when the pieces that a user sets up make no valid position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The game whose rule is broken.
    pub rules: Rules,
    /// The rule that is broken, and where.
    pub fault: SetupFault,
}

/// The first fault that was found in a position that a user sets up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// This build was compiled without the game.
    NotPlayable,
    /// Two pieces on one square.
    Occupied(Square),
    /// A piece on a square where it can never stand, or a piece that the game lacks.
    CannotStand(Piece, Square),
    /// (piece, square): with this piece, a side has more pieces of a kind than the start set and promotions can give.
    TooMany(Piece, Square),
    /// A side without its general.
    NoGeneral(Side),
    /// Generals that face each other on an open file.
    GeneralsFacing,
    /// The side that is not to move is in check.
    OpponentInCheck(Side),
    /// A side has a right to castle, but its king or the rook of this right is not where castling begins.
    Castling(Side),
    /// A square that is given for a capture en passant, but that no pawn can just have passed.
    EnPassant(Square),
}

/// The rights to castle and to capture en passant. Only chess has such rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rights {
    /// The file of the rook with which each side may castle towards file `h`, indexed by [`Side::index`].
    pub short: [Option<u8>; 2],
    /// The file of the rook with which each side may castle towards file `a`; `None` without this right.
    pub long: [Option<u8>; 2],
    /// The square that a pawn has just passed by a step of two. The pawn can be captured there.
    pub passed: Option<Square>,
}

impl Rights {
    /// Returns the file of the rook with which a side may castle: towards file `h` if `short`, else towards file `a`.
    pub fn rook(self, side: Side, short: bool) -> Option<u8> {
        (if short { self.short } else { self.long })[side.index()]
    }
}

impl SetupError {
    /// Returns the square whose pieces are at fault; `None` if the fault is not about the pieces on one square.
    pub const fn square(&self) -> Option<Square> {
        match self.fault {
            SetupFault::Occupied(square)
            | SetupFault::CannotStand(_, square)
            | SetupFault::TooMany(_, square) => Some(square),
            _ => None,
        }
    }

    /// Returns the piece at fault; `None` if the fault is not about one piece. If the generals
    /// face each other, the piece is Red's general.
    pub const fn piece(&self) -> Option<Piece> {
        match self.fault {
            SetupFault::CannotStand(piece, _) | SetupFault::TooMany(piece, _) => Some(piece),
            SetupFault::GeneralsFacing => Some(Piece::new(Side::Red, Kind::General)),
            SetupFault::OpponentInCheck(side) => Some(Piece::new(side, Kind::General)),
            _ => None,
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, fault } = *self;
        let at = |square| rules.square_name(square);
        let named = |piece| rules.piece_name(piece);
        let name = |side| rules.side_name(side);
        match fault {
            SetupFault::NotPlayable => write!(f, "this build cannot play {rules}"),
            SetupFault::Occupied(square) => write!(f, "two pieces on {}", at(square)),
            SetupFault::CannotStand(piece, square) => {
                write!(f, "a {} cannot stand on {}", named(piece), at(square))
            }
            SetupFault::TooMany(piece, square) => {
                write!(f, "a {} too many on {}", named(piece), at(square))
            }
            SetupFault::NoGeneral(side) => {
                write!(f, "{} has no {}", name(side), rules.kind_name(Kind::General))
            }
            SetupFault::GeneralsFacing => f.write_str("the generals face each other"),
            SetupFault::OpponentInCheck(side) => {
                write!(f, "{0} is in check and it is not {0}'s turn", name(side))
            }
            SetupFault::Castling(side) => {
                write!(f, "{} may not castle: king and rook are not both at home", name(side))
            }
            SetupFault::EnPassant(square) => {
                write!(f, "no pawn can just have passed {}", at(square))
            }
        }
    }
}

impl core::error::Error for SetupError {}
