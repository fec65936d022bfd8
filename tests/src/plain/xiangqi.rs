//! The rules of xiangqi, as a textbook explains them.

use super::{Plain, Point, square};
use chuhe_core::notation::Fen;
use chuhe_core::rules::{SetupError, Xiangqi};
use chuhe_core::{Kind, Move, Position, Side, Square};
use std::collections::BTreeMap;

const fn is_on_board((file, rank): Point) -> bool {
    0 <= file && file < 9 && 0 <= rank && rank < 10
}

const fn is_in_palace((file, rank): Point) -> bool {
    3 <= file && file <= 5 && (0 <= rank && rank <= 2 || 7 <= rank && rank <= 9)
}

/// Returns whether a point lies on a side's own bank of the river.
const fn is_at_home((_, rank): Point, side: Side) -> bool {
    match side {
        Side::Red => rank <= 4,
        Side::Black => rank >= 5,
    }
}

/// The points that a piece can go to or capture on, if the safety of its general is ignored.
fn plain_moves(plain: &Plain, from: Point) -> Vec<Point> {
    let piece = plain.at(from).expect("a piece moves");
    let mut to = plain.free_moves(from, is_on_board);
    to.retain(|&to| match piece.kind() {
        Kind::General | Kind::Advisor => is_in_palace(to),
        Kind::Elephant => is_at_home(to, piece.side()),
        Kind::Soldier => to.0 == from.0 || !is_at_home(from, piece.side()),
        _ => true,
    });
    to
}

/// Returns whether the generals face each other along an open file.
fn generals_face(plain: &Plain) -> bool {
    let (red, black) = (plain.general(Side::Red), plain.general(Side::Black));
    red.0 == black.0 && (red.1 + 1..black.1).all(|rank| plain.at((red.0, rank)).is_none())
}

/// Returns whether the other side could capture a side's general, or the generals face each other.
pub fn is_in_check(plain: &Plain, side: Side) -> bool {
    let general = plain.general(side);
    let takes = |from| plain_moves(plain, from).contains(&general);
    generals_face(plain) || plain.pieces(!side).any(takes)
}

/// Every legal move, with the position after it.
pub fn legal_moves(plain: &Plain) -> BTreeMap<Move, Plain> {
    let mut moves = BTreeMap::new();
    for from in plain.pieces(plain.side) {
        for to in plain_moves(plain, from) {
            let next = plain.moved(from, to);
            if !is_in_check(&next, plain.side) {
                moves.insert(Move::new(square(from), square(to)), next);
            }
        }
    }
    moves
}

/// Asserts that the core and the plain rules give the same moves and checks. The position after each move must equal
/// the same position set up piece by piece.
pub fn assert_agreement(position: &Xiangqi) {
    let at = Fen { position: *position, move_number: 1 }.to_string();
    let (side, quiet) = (position.side(), position.halfmove_clock());
    let plain = Plain::of(position);
    let expected = legal_moves(&plain);
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    assert!(moves.iter().eq(expected.keys()), "{at}: {moves:?} instead of {:?}", expected.keys());
    assert_eq!(position.in_check(), is_in_check(&plain, side), "{at}");
    assert_eq!(Ok(*position), set_up(position, side, quiet), "{at}");
    for (mv, plain_next) in expected {
        let next = position.play(mv);
        assert_eq!(Plain::of(&next), plain_next, "{at} after {mv:?}");
        assert_eq!(next.in_check(), is_in_check(&plain_next, !side), "{at} after {mv:?}");
        let quiet = if position.captured(mv).is_some() { 0 } else { quiet + 1 };
        assert_eq!(Ok(next), set_up(&next, !side, quiet), "{at} after {mv:?}");
        assert_ne!(next.key(), position.key(), "{at} after {mv:?}");
    }
    if !position.in_check() {
        assert_eq!(Ok(position.null_move()), set_up(position, !side, quiet + 1), "{at}");
        assert_ne!(position.null_move().key(), position.key(), "{at}");
    }
}

/// Sets up the pieces of `position` on an empty board. The new halfmove clock is `quiet`.
fn set_up(position: &Xiangqi, side: Side, quiet: u16) -> Result<Xiangqi, SetupError> {
    let pieces = Square::all().filter_map(|at| Some((at, position.piece_at(at)?)));
    Xiangqi::new(pieces, side, quiet)
}
