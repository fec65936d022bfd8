//! Standard algebraic notation as in section 8.2.3 of the PGN standard: `Nf3`, `O-O`, `e8=Q+`.

use super::coordinates::{file, file_letter, promotion, rank};
use super::symbols::Symbols;
use super::{MoveError, only};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Kind, Move, Piece, Promotion, Square};
use core::fmt::{self, Formatter};

pub(super) fn write<P: Position>(f: &mut Formatter<'_>, position: &P, mv: Move) -> fmt::Result {
    match position.castling_rook(mv) {
        Some(rook) => f.write_str(if is_short(mv, rook) { "O-O" } else { "O-O-O" })?,
        None => write_step(f, position, mv)?,
    }
    if position.is_legal(mv) {
        let after = position.play(mv);
        if after.in_check() {
            f.write_str(if after.count_moves() == 0 { "#" } else { "+" })?;
        }
    }
    Ok(())
}

/// Says whether castling with this rook is short: towards file `h`.
const fn is_short(mv: Move, rook: Square) -> bool {
    rook.file() > mv.origin().file()
}

fn write_step<P: Position>(f: &mut Formatter<'_>, position: &P, mv: Move) -> fmt::Result {
    let name = |square| position.rules().square_name(square);
    let kind = position.piece_at(mv.origin()).map(Piece::kind);
    let takes = position.captured(mv).is_some();
    let piece = kind.and_then(|kind| position.rules().piece_type(kind));
    match piece.filter(|piece| piece.kind != Kind::Soldier) {
        Some(piece) => {
            write!(f, "{}", piece.letter)?;
            write_origin(f, position, mv)?;
        }
        None if takes => write!(f, "{}", file_letter(mv.origin().file()))?,
        None => {}
    }
    if takes {
        f.write_str("x")?;
    }
    write!(f, "{}", name(mv.target()))?;
    let letter = promotion(position, mv).map(|to| to.letter().to_ascii_uppercase());
    letter.map_or(Ok(()), |letter| write!(f, "={letter}"))
}

/// Writes the part of the origin that is needed to distinguish the piece from others of its kind with the same target.
fn write_origin<P: Position>(f: &mut Formatter<'_>, position: &P, mv: Move) -> fmt::Result {
    let (from, piece) = (mv.origin(), position.piece_at(mv.origin()));
    let (mut several, mut on_file, mut on_rank) = (false, false, false);
    for other in position.legal_moves() {
        let origin = other.origin();
        if other.target() == mv.target() && origin != from && position.piece_at(origin) == piece {
            several = true;
            on_file |= origin.file() == from.file();
            on_rank |= origin.rank() == from.rank();
        }
    }
    if several && (on_rank || !on_file) {
        write!(f, "{}", file_letter(from.file()))?;
    }
    if several && on_file {
        write!(f, "{}", from.rank() + position.rules().first_rank())?;
    }
    Ok(())
}

struct Said {
    kind: Kind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<Promotion>,
    /// The number of characters up to and including the target. A missing promotion is reported there.
    end: usize,
}

/// Reads what [`Style::San`](super::Style::San) accepts.
pub(super) fn read<P: Position>(text: &str, position: &P) -> Result<Move, MoveError> {
    let mut symbols = Symbols::of(text);
    if text.starts_with(ROUND) {
        let short = castling(&mut symbols)?;
        let castles =
            |&mv: &Move| position.castling_rook(mv).is_some_and(|rook| is_short(mv, rook) == short);
        return position.legal_moves().into_iter().find(castles).ok_or(MoveError::Illegal);
    }
    let said = step(&mut symbols, position)?;
    let moves = position.legal_moves();
    let fitting = moves.iter().copied().filter(|&mv| said.fits(position, mv));
    let promotes = |mv| promotion(position, mv).is_some() && said.promotion.is_none();
    if fitting.clone().next().is_some_and(promotes) {
        return Err(MoveError::Unreadable { at: said.end });
    }
    only(position.rules(), fitting, |square| said.names(position, square))
}

impl Said {
    fn fits<P: Position>(&self, position: &P, mv: Move) -> bool {
        mv.target() == self.to
            && position.castling_rook(mv).is_none()
            && self.names(position, mv.origin())
            && (self.promotion.is_none() || self.promotion == promotion(position, mv))
    }

    fn names<P: Position>(&self, position: &P, square: Square) -> bool {
        let piece = position.piece_at(square);
        piece.is_some_and(|piece| piece.side() == position.side() && piece.kind() == self.kind)
            && self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

/// The letter of castling, and two more signs that are read as this letter.
const ROUND: [char; 3] = ['O', '0', 'o'];

/// Reads castling. Returns true for castling towards file `h`.
fn castling(symbols: &mut Symbols<'_>) -> Result<bool, MoveError> {
    let round = |symbol| ROUND.contains(&symbol).then_some(());
    let dash = |symbol| (symbol == '-').then_some(());
    symbols.take(round)?;
    symbols.take(dash)?;
    symbols.take(round)?;
    let long = symbols.take(dash).is_ok();
    if long {
        symbols.take(round)?;
    }
    marks(symbols)?;
    Ok(!long)
}

fn step<P: Position>(symbols: &mut Symbols<'_>, position: &P) -> Result<Said, MoveError> {
    let rules = position.rules();
    let file = |symbol| file(rules, symbol);
    let rank = |symbol| rank(rules, symbol);
    let kind = symbols.take(|letter| letter_of(rules, letter)).unwrap_or(Kind::Soldier);
    let first = (symbols.take(file), symbols.take(rank));
    let between = symbols.take(|symbol| matches!(symbol, 'x' | 'X' | ':' | '-').then_some(()));
    let second = (symbols.take(file), symbols.take(rank));
    let (origin, (file, rank)) = match (first, second) {
        ((Ok(file), Ok(rank)), (Err(_), Err(_))) if between.is_err() => {
            ((None, None), (file, rank))
        }
        ((file, rank), (to_file, to_rank)) => ((file.ok(), rank.ok()), (to_file?, to_rank?)),
    };
    let to = Square::new(file, rank).ok_or(MoveError::Illegal)?;
    let end = symbols.taken;
    let promotion = became(symbols)?;
    marks(symbols)?;
    Ok(Said { kind, file: origin.0, rank: origin.1, to, promotion, end })
}

/// Returns the kind of piece that a letter stands for. A small `b` is a file, and a small `p` means nothing.
fn letter_of(rules: Rules, letter: char) -> Option<Kind> {
    if matches!(letter, 'b' | 'p') {
        return None;
    }
    let letter = letter.to_ascii_uppercase();
    rules.variant().piece_types().find(|piece| piece.letter == letter).map(|piece| piece.kind)
}

fn became(symbols: &mut Symbols<'_>) -> Result<Option<Promotion>, MoveError> {
    let sign = symbols.take(|symbol| matches!(symbol, '=' | '/' | '(').then_some(symbol));
    let promotion = symbols.take(Promotion::from_letter);
    if sign == Ok('(') {
        symbols.take(|symbol| (symbol == ')').then_some(()))?;
    }
    if sign.is_ok() { promotion.map(Some) } else { Ok(promotion.ok()) }
}

/// Skips the marks of check, mate, praise and en passant up to the end.
fn marks(symbols: &mut Symbols<'_>) -> Result<(), MoveError> {
    let mut skip =
        |wanted: &[char]| symbols.take(|symbol| wanted.contains(&symbol).then_some(())).is_ok();
    while skip(&['+', '#', '!', '?']) {}
    skip(&[' ']);
    if skip(&['e']) {
        skip(&['.']);
        skip(&['p']);
        skip(&['.']);
    }
    while skip(&['+', '#', '!', '?']) {}
    symbols.end()
}
