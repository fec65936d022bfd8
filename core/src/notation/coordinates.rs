//! The two squares of a move: `h2e2` and `H2-E2`. In chess a promotion adds a letter: `e7e8q`.
//!
//! Castling is the king's step of two files, `e1g1`. The king's move onto its rook, `e1h1`, is also
//! read. If king or rook starts elsewhere than in chess, this second form is written.

use super::MoveError;
use super::symbols::Symbols;
use crate::position::Position;
use crate::rules::{PieceNotation, Rules};
use crate::types::{Kind, Move, MoveKind, Promotion, Square};
use core::fmt::{self, Formatter};

/// Returns the new piece if the move promotes a pawn; `None` for any other move.
pub fn promotion<P: Position>(position: &P, mv: Move) -> Option<Promotion> {
    let MoveKind::Normal { from, to, promotion } = mv.kind() else { return None };
    let (_, ranks) = position.rules().size();
    let promotes = position.rules().has_promotion()
        && (to.rank() == 0 || to.rank() + 1 == ranks)
        && position.piece_at(from).is_some_and(|piece| piece.kind() == Kind::Soldier);
    promotes.then_some(promotion)
}

pub(super) fn write<P: Position>(f: &mut Formatter<'_>, position: &P, mv: Move) -> fmt::Result {
    let rules = position.rules();
    write!(f, "{}{}", rules.square_name(mv.origin()), rules.square_name(mv.target()))?;
    write_promotion(f, position, mv)
}

pub(super) fn write_iccs<P: Position>(
    f: &mut Formatter<'_>,
    position: &P,
    mv: Move,
) -> fmt::Result {
    let file = |square: Square| (b'A' + square.file()) as char;
    let rank = |square: Square| square.rank() + position.rules().first_rank();
    let (from, to) = (mv.origin(), mv.target());
    write!(f, "{}{}-{}{}", file(from), rank(from), file(to), rank(to))?;
    write_promotion(f, position, mv)
}

fn write_promotion<P: Position>(f: &mut Formatter<'_>, position: &P, mv: Move) -> fmt::Result {
    promotion(position, mv).map_or(Ok(()), |to| write!(f, "{}", to.letter()))
}

/// Says whether a text is in coordinates. In xiangqi, a letter stands behind the first two bytes and an optional `-`.
/// In chess, the text begins with two squares, but not with a capital file and a small one: `B1c3` moves a bishop.
pub(super) fn look_like(text: &str, rules: Rules) -> bool {
    let (first, behind) = text.as_bytes().split_at(text.len().min(2));
    let second = behind.strip_prefix(b"-").unwrap_or(behind);
    let &[file, ..] = second else { return false };
    match rules.variant().notation {
        PieceNotation::Relative => return file.is_ascii_alphabetic(),
        PieceNotation::Algebraic => {}
    }
    let is_square = |name: &[u8]| matches!(name, [file, rank, ..] if file.is_ascii_alphabetic() && rank.is_ascii_digit());
    let capital = first[0].is_ascii_uppercase() && file.is_ascii_lowercase();
    is_square(first) && is_square(second) && !capital
}

pub(super) fn read<P: Position>(text: &str, position: &P) -> Result<Move, MoveError> {
    let rules = position.rules();
    let mut symbols = Symbols::of(text);
    let from = square(&mut symbols, rules)?;
    // The dash is optional.
    let _ = symbols.take(|symbol| (symbol == '-').then_some(()));
    let to = square(&mut symbols, rules)?;
    let is_own = position.piece_at(from).is_some_and(|piece| piece.side() == position.side());
    if !is_own || from == to {
        if rules.has_promotion() {
            let _ = symbols.take(Promotion::from_letter);
        }
        symbols.end()?;
        return Err(if is_own { MoveError::Illegal } else { MoveError::NoSuchPiece });
    }
    let plain = Move::new(from, to);
    let mv = match promotion(position, plain) {
        None => plain,
        Some(_) => Move::promoting(from, to, symbols.take(Promotion::from_letter)?),
    };
    symbols.end()?;
    let legal = Some(mv).filter(|&mv| position.is_legal(mv));
    legal.or_else(|| position.castling_move(from, to)).ok_or(MoveError::Illegal)
}

fn square(symbols: &mut Symbols<'_>, rules: Rules) -> Result<Square, MoveError> {
    let file = symbols.take(|symbol| file(rules, symbol.to_ascii_lowercase()))?;
    symbols.take(|symbol| Square::new(file, rank(rules, symbol)?))
}

pub(super) const fn file_letter(file: u8) -> char {
    (b'a' + file) as char
}

/// Returns the file that a small letter names; `None` if the board has no such file.
pub(super) fn file(rules: Rules, letter: char) -> Option<u8> {
    let file = u8::try_from(letter).ok()?.checked_sub(b'a')?;
    (file < rules.variant().files).then_some(file)
}

pub(super) fn rank(rules: Rules, digit: char) -> Option<u8> {
    let rank = (digit.to_digit(10)? as u8).checked_sub(rules.first_rank())?;
    (rank < rules.variant().ranks).then_some(rank)
}
