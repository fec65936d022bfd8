//! Reads opening books for chess in the format of Polyglot, which most chess programs can read.
//!
//! Source: <http://hgm.nubati.net/book_format.html>.

use super::{Book, BookError, Entry, Keys};
use chuhe_core::rules::{PieceNotation, Rights, Rules};
use chuhe_core::{AnyPosition, Kind, Move, Position, Promotion, Side, Square};
use std::sync::LazyLock;

const FOREIGN: &str =
    "this is neither a book as text nor a Polyglot book, whose size is a multiple of 16 bytes";
const UNSORTED: &str =
    "the keys of a Polyglot book ascend, and this one is less than the one before";

/// The size of an entry in bytes: 8 for the key, 2 for the move, 2 for the weight, and 4 unused ones.
const ENTRY: usize = 16;

/// The random numbers: 768 for pieces, 4 for castling, 8 for files of en passant, 1 for the side to move.
static RANDOM64: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let lines = include_str!("../../../openings/polyglot_random64.txt").lines();
    lines.map(|line| u64::from_str_radix(line, 16).expect("hexadecimal numbers")).collect()
});

/// The index in [`RANDOM64`] of the first number for castling.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

pub(super) fn read(bytes: &[u8]) -> Result<Book, BookError> {
    let refuse =
        |number, fault: &str| Err(BookError { place: "entry", number, fault: fault.to_owned() });
    let algebraic = |rules: &Rules| rules.variant().notation == PieceNotation::Algebraic;
    let (whole, rest) = bytes.as_chunks::<ENTRY>();
    let Some(rules) = Rules::ALL.iter().copied().find(algebraic).filter(|_| rest.is_empty()) else {
        return refuse(whole.len() + 1, FOREIGN);
    };
    let mut entries: Vec<Entry> = Vec::new();
    for (number, entry) in (1..).zip(whole) {
        let &[a, b, c, d, e, f, g, h, move_high, move_low, weight_high, weight_low, ..] = entry;
        let key = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
        let mv = u16::from_be_bytes([move_high, move_low]);
        let weight = u16::from_be_bytes([weight_high, weight_low]).into();
        if entries.last().is_some_and(|last| last.0 > key) {
            return refuse(number, UNSORTED);
        }
        entries.push((key, mv, weight));
    }
    Ok(Book { rules, keys: Keys::Polyglot, entries })
}

/// Returns the move of an entry. An entry writes castling as a move of the king to the square of the rook.
pub(super) fn read_move(bits: u16, position: &AnyPosition) -> Option<Move> {
    let part = |shift: u16| ((bits >> shift) & 7) as u8;
    let (from, to) = (Square::new(part(6), part(9))?, Square::new(part(0), part(3))?);
    let is_own = |square| position.piece_at(square).is_some_and(|it| it.side() == position.side());
    if is_own(to) {
        return position.castling_move(from, to);
    }
    (from != to).then(|| match part(12) {
        1 => Move::promoting(from, to, Promotion::Knight),
        2 => Move::promoting(from, to, Promotion::Bishop),
        3 => Move::promoting(from, to, Promotion::Rook),
        _ => Move::new(from, to),
    })
}

pub fn polyglot_key(position: &AnyPosition) -> u64 {
    let mut key = board_key(position);
    let Rights { short, long, passed } = position.rights();
    for (index, right) in [short[0], long[0], short[1], long[1]].into_iter().enumerate() {
        if right.is_some() {
            key ^= RANDOM64[CASTLING + index];
        }
    }
    if position.side() == Side::Red {
        key ^= RANDOM64[WHITE_TO_MOVE];
    }
    match passed.filter(|square| can_capture(position, *square)) {
        Some(square) => key ^ RANDOM64[EN_PASSANT + usize::from(square.file())],
        None => key,
    }
}

/// Returns true if a pawn of the side to move attacks the square `passed`, even if the pawn is pinned.
fn can_capture(position: &AnyPosition, passed: Square) -> bool {
    let forward = if position.side() == Side::Red { 1 } else { -1 };
    [-1, 1].into_iter().filter_map(|files| passed.offset(files, -forward)).any(|square| {
        let pawn = position.piece_at(square);
        pawn.is_some_and(|pawn| pawn.kind() == Kind::Soldier && pawn.side() == position.side())
    })
}

fn board_key(position: &AnyPosition) -> u64 {
    let number = |square: Square| {
        let piece = position.piece_at(square)?;
        let letter = position.rules().piece_type(piece.kind())?.letter;
        let kind = 2 * "PNBRQK".find(letter)? + usize::from(piece.side() == Side::Red);
        let place = 8 * usize::from(square.rank()) + usize::from(square.file());
        RANDOM64.get(64 * kind + place).copied()
    };
    Square::all().filter_map(number).fold(0, |key, number| key ^ number)
}
