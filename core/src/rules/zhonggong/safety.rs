//! Attackers, guards and liberties: when a general is safe.
//!
//! A general may be taken only for nothing. Whether a capture of it is free is judged by what
//! stands when the capturer has left its point: lines may have opened, a cannon's screen may have
//! gone, and whoever can then take on the general's point guards it, bound or not.

use super::{Zhonggong, tables};
use crate::rules::nine::occupancy::Occupancy;
use crate::types::{Bitboard, Kind, Side, Square};

/// The points of a side's pieces other than its general that attack a square, if the points taken
/// were those of `occupancy` and the side's pieces of each kind stood as `pieces` says.
#[inline]
fn attackers(
    square: Square,
    by: Side,
    occupancy: &Occupancy,
    pieces: impl Fn(Kind) -> Bitboard,
) -> Bitboard {
    occupancy.chariot(square) & pieces(Kind::Chariot)
        | occupancy.cannon_attacks(square) & pieces(Kind::Cannon)
        | occupancy.horse_attackers(square) & pieces(Kind::Horse)
        | occupancy.elephant(square) & pieces(Kind::Elephant)
        | tables::PIECES.advisor[square.index()] & pieces(Kind::Advisor)
        | tables::PIECES.soldier_attackers[by.index()][square.index()] & pieces(Kind::Soldier)
}

/// The enemies that attack a side's general on a square, the other general among them.
#[inline]
pub(super) fn attackers_of_general(
    general: Square,
    side: Side,
    occupancy: &Occupancy,
    pieces: impl Fn(Side, Kind) -> Bitboard,
) -> Bitboard {
    attackers(general, !side, occupancy, |kind| pieces(!side, kind))
        | tables::PIECES.general[general.index()] & pieces(!side, Kind::General)
}

/// The pieces that could take an attacker back when it has taken their general.
#[inline]
pub(super) fn guards(
    general: Square,
    side: Side,
    attacker: Square,
    occupancy: &Occupancy,
    pieces: impl Fn(Side, Kind) -> Bitboard,
) -> Bitboard {
    let mut after = *occupancy;
    after.toggle(attacker);
    attackers(general, side, &after, |kind| pieces(side, kind))
}

/// The enemies that have a free capture of a side's general on a square.
#[inline]
pub(super) fn checkers(
    general: Square,
    side: Side,
    occupancy: &Occupancy,
    pieces: impl Fn(Side, Kind) -> Bitboard,
) -> Bitboard {
    attackers_of_general(general, side, occupancy, &pieces)
        .into_iter()
        .filter(|&attacker| guards(general, side, attacker, occupancy, &pieces).is_empty())
        .collect()
}

impl Zhonggong {
    /// The pieces that attack a side's general; those that are not among its `checkers` are
    /// pinned to its guards (牽將).
    #[must_use]
    pub fn attackers(&self, side: Side) -> Bitboard {
        attackers_of_general(self.board.general(side), side, self.board.occupancy(), self.pieces())
    }

    /// The pieces that check a side's general (將軍): they could take it and not be taken back.
    #[must_use]
    pub fn checkers(&self, side: Side) -> Bitboard {
        checkers(self.board.general(side), side, self.board.occupancy(), self.pieces())
    }

    /// The pieces that guard a side's general against one of its attackers: they could take back.
    #[must_use]
    pub fn guards(&self, side: Side, attacker: Square) -> Bitboard {
        if self.attackers(side).contains(attacker) {
            guards(self.board.general(side), side, attacker, self.board.occupancy(), self.pieces())
        } else {
            Bitboard::EMPTY
        }
    }

    /// The pieces that bear on their own side's general as it stands.
    pub(super) fn defenders(&self, side: Side) -> Bitboard {
        attackers(self.board.general(side), side, self.board.occupancy(), |kind| {
            self.board.pieces(side, kind)
        })
    }

    /// The liberties (氣點) of a side's general: the empty points next to it, in the palace or not.
    #[must_use]
    pub fn liberties(&self, side: Side) -> Bitboard {
        tables::NEIGHBOURS[self.board.general(side).index()] - self.board.occupied()
    }

    /// The pieces as they stand.
    pub(super) fn pieces(&self) -> impl Fn(Side, Kind) -> Bitboard {
        |side, kind| self.board.pieces(side, kind)
    }
}
