//! Conversions between the types of this crate and those of `cozy-chess`.

use crate::types::{Kind, Promotion, Side, Square};
use cozy_chess::{Color, File, Piece, Rank};

#[inline]
pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::Red,
        Color::Black => Side::Black,
    }
}

#[inline]
pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::Red => Color::White,
        Side::Black => Color::Black,
    }
}

#[inline]
pub(super) const fn kind(piece: Piece) -> Kind {
    match piece {
        Piece::Pawn => Kind::Soldier,
        Piece::Knight => Kind::Horse,
        Piece::Bishop => Kind::Elephant,
        Piece::Rook => Kind::Chariot,
        Piece::Queen => Kind::Queen,
        Piece::King => Kind::General,
    }
}

pub(super) const fn their_piece(kind: Kind) -> Option<Piece> {
    match kind {
        Kind::General => Some(Piece::King),
        Kind::Queen => Some(Piece::Queen),
        Kind::Chariot => Some(Piece::Rook),
        Kind::Elephant => Some(Piece::Bishop),
        Kind::Horse => Some(Piece::Knight),
        Kind::Soldier => Some(Piece::Pawn),
        Kind::Advisor | Kind::Cannon => None,
    }
}

pub(super) const fn promotion(piece: Piece) -> Promotion {
    match piece {
        Piece::Rook => Promotion::Rook,
        Piece::Bishop => Promotion::Bishop,
        Piece::Knight => Promotion::Knight,
        Piece::Queen | Piece::Pawn | Piece::King => Promotion::Queen,
    }
}

/// A rank has nine squares in this crate and eight in `cozy-chess`.
#[inline]
pub(super) const fn square(square: cozy_chess::Square) -> Square {
    let index = square as usize;
    Square::at(index + index / File::NUM)
}

#[inline]
pub(super) fn their_square(square: Square) -> Option<cozy_chess::Square> {
    let file = File::try_index(square.file().into())?;
    let rank = Rank::try_index(square.rank().into())?;
    Some(cozy_chess::Square::new(file, rank))
}
