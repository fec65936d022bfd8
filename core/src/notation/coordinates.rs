//! The squares left and reached: `h2e2` and `H2-E2`.

use super::MoveError;
use super::symbols::Symbols;
use crate::position::Position;
use crate::types::{Move, Square};
use core::fmt;

pub(super) fn write(f: &mut fmt::Formatter<'_>, mv: Move) -> fmt::Result {
    write!(f, "{}{}", mv.from(), mv.to())
}

pub(super) fn write_iccs(f: &mut fmt::Formatter<'_>, mv: Move) -> fmt::Result {
    let file = |square: Square| (b'A' + square.file()) as char;
    let (from, to) = (mv.from(), mv.to());
    write!(f, "{}{}-{}{}", file(from), from.rank(), file(to), to.rank())
}

/// Whether a text that is a move can only be one in coordinates: behind the first square comes,
/// with or without a dash, the letter of the second.
pub(super) fn look_like(text: &str) -> bool {
    let behind = text.as_bytes().get(2..).unwrap_or_default();
    let second = behind.strip_prefix(b"-").unwrap_or(behind);
    second.first().is_some_and(u8::is_ascii_alphabetic)
}

pub(super) fn read<P: Position>(text: &str, position: &P) -> Result<Move, MoveError> {
    let mut symbols = Symbols::of(text);
    let from = square(&mut symbols)?;
    // The dash is optional.
    let _ = symbols.take(|symbol| (symbol == '-').then_some(()));
    let to = square(&mut symbols)?;
    symbols.end()?;
    if position.piece_at(from).is_none_or(|piece| piece.side() != position.side()) {
        return Err(MoveError::NoSuchPiece);
    }
    (from != to)
        .then(|| Move::new(from, to))
        .filter(|&mv| position.is_legal(mv))
        .ok_or(MoveError::Illegal)
}

fn square(symbols: &mut Symbols<'_>) -> Result<Square, MoveError> {
    let file = symbols.take(|symbol| match symbol.to_ascii_lowercase() {
        file @ 'a'..='i' => Some(file as u8 - b'a'),
        _ => None,
    })?;
    symbols.take(|symbol| Square::new(file, symbol.to_digit(10)? as u8))
}
