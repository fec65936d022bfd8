//! The two fields of a FEN that only chess uses: `KQkq` and `e3`.

use super::{Fen, FenError, FenFault, FenField, Fields, Parsed};
use crate::rules::{Castling, Chess, ChessFault, Rules, SetupError};
use crate::types::{Side, Square};
use core::fmt;
use core::str::FromStr;

/// The letters of the third field, in their order: who may castle, short or long.
const RIGHTS: [(char, Side, bool); 4] = [
    ('K', Side::Red, true),
    ('Q', Side::Red, false),
    ('k', Side::Black, true),
    ('q', Side::Black, false),
];

/// What the two fields say, and where in the text each begins.
struct Rights {
    castling: (Castling, usize),
    en_passant: (Option<Square>, usize),
}

fn rights(fields: &mut Fields<'_>, side: Side) -> Result<Rights, FenError> {
    Ok(Rights { castling: castling(fields)?, en_passant: en_passant(fields, side)? })
}

/// `-`, or some of the letters, each once and in order.
fn castling(fields: &mut Fields<'_>) -> Result<(Castling, usize), FenError> {
    let (word, start) = fields.take(FenField::Castling)?;
    let mut castling = Castling::default();
    let mut left = RIGHTS.iter();
    if word == "-" {
        return Ok((castling, start));
    }
    for (byte, found) in word.char_indices() {
        let (_, side, short) = left.find(|(letter, ..)| *letter == found).ok_or_else(|| {
            fields.error(FenField::Castling, start + byte, FenFault::Unexpected(found))
        })?;
        let sides = if *short { &mut castling.short } else { &mut castling.long };
        sides[side.index()] = true;
    }
    Ok((castling, start))
}

/// `-`, or the square behind the pawn that has just made a step of two.
fn en_passant(fields: &mut Fields<'_>, side: Side) -> Result<(Option<Square>, usize), FenError> {
    let (word, start) = fields.take(FenField::EnPassant)?;
    if word == "-" {
        return Ok((None, start));
    }
    let rank = if side == Side::Red { '6' } else { '3' };
    let fits = |place, found: char| match place {
        0 => ('a'..='h').contains(&found),
        1 => found == rank,
        _ => false,
    };
    let misfit = word.char_indices().enumerate().find(|&(place, (_, found))| !fits(place, found));
    if let Some((_, (byte, found))) = misfit {
        return Err(fields.error(FenField::EnPassant, start + byte, FenFault::Unexpected(found)));
    }
    match Rules::Chess.square_named(word) {
        Some(square) => Ok((Some(square), start)),
        None => Err(fields.error(FenField::EnPassant, start + word.len(), FenFault::Missing)),
    }
}

impl FromStr for Fen<Chess> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let (fen, rights) = Parsed::with_rights(text, Rules::Chess, Chess::QUIET_MOST, rights)?;
        let (castling, en_passant) = (rights.castling, rights.en_passant);
        let position =
            Chess::new(fen.pieces(), fen.side, castling.0, en_passant.0, fen.halfmove_clock);
        let (field, byte) = match position {
            Err(SetupError::Chess(ChessFault::Castling(_))) => (FenField::Castling, castling.1),
            Err(SetupError::Chess(ChessFault::EnPassant(_))) => (FenField::EnPassant, en_passant.1),
            _ => return fen.with(position),
        };
        fen.with(position).map_err(|error| fen.fields.error(field, byte, error.fault))
    }
}

pub(super) fn write_rights(f: &mut fmt::Formatter<'_>, position: &Chess) -> fmt::Result {
    let castling = position.castling();
    let may = |side: Side, short| {
        if short { castling.short[side.index()] } else { castling.long[side.index()] }
    };
    let mut letters = RIGHTS.iter().filter(|&&(_, side, short)| may(side, short)).peekable();
    if letters.peek().is_none() {
        f.write_str("-")?;
    }
    letters.try_for_each(|(letter, ..)| write!(f, "{letter}"))?;
    match position.en_passant() {
        Some(square) => write!(f, " {}", Rules::Chess.square_name(square)),
        None => f.write_str(" -"),
    }
}
