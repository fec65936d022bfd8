//! What a series of captures on one square gains.

use super::board::Board;
use super::occupancy::Occupancy;
use super::values::Values;
use crate::types::{Bitboard, Kind, Move, Side, Square};

/// Whether a move, and the captures that follow on its square as long as they pay, gain so much:
/// each side takes with the least of its pieces there. Pins are not looked at.
///
/// `least_attacker` is the least of a side's pieces, among those left, that attack a square.
#[inline]
pub(in crate::rules) fn move_gains<V: Values>(
    board: &Board<V>,
    mv: Move,
    at_least: i16,
    worth: &[i16; Kind::COUNT],
    least_attacker: impl Fn(Square, Side, &Occupancy, Bitboard) -> Option<(Square, Kind)>,
) -> bool {
    let (from, to) = (mv.from_square(), mv.to_square());
    let worth = |kind: Kind| worth[kind.index()];
    let taken = board.piece_at(to);
    let Some(mover) = board.piece_at(from) else { return false };
    let mut occupancy = *board.occupancy();
    occupancy.toggle(from);
    if taken.is_none() {
        occupancy.toggle(to);
    }
    let mut left = board.occupied().without(from).without(to);
    let mut side = mover.side();
    let taken = taken.map_or(0, |piece| worth(piece.kind()));
    gains(taken, worth(mover.kind()), at_least, || {
        side = !side;
        let (square, kind) = least_attacker(to, side, &occupancy, left)?;
        occupancy.toggle(square);
        left = left.without(square);
        let is_guarded = || least_attacker(to, !side, &occupancy, left).is_some();
        if kind == Kind::General && is_guarded() { None } else { Some(worth(kind)) }
    })
}

/// Whether a capture, and what follows on its square as long as it pays, gains so much.
///
/// `taken` and `mover` are what the piece taken and its taker are worth. `next` takes back on the
/// square with the least piece of the side whose turn it is, tells what that is worth, and passes
/// the turn; `None` when nothing takes. Each side may stop.
#[inline]
pub(in crate::rules) fn gains(
    taken: i16,
    mover: i16,
    at_least: i16,
    mut next: impl FnMut() -> Option<i16>,
) -> bool {
    // What the side that has just taken is ahead of its aim, if nobody takes back.
    let mut ahead = i32::from(taken) - i32::from(at_least);
    if ahead < 0 {
        return false;
    }
    // From here on: what the side to take would still lack.
    ahead = i32::from(mover) - ahead;
    if ahead <= 0 {
        return true;
    }
    let mut gained = true;
    while let Some(worth) = next() {
        gained = !gained;
        ahead = i32::from(worth) - ahead;
        if ahead < i32::from(gained) {
            break;
        }
    }
    gained
}
