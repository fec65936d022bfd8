//! The safety of a general: its attackers, guards and liberties.
//!
//! A general can be taken only if the capturer cannot be captured in return. Guards are found after the capturer has
//! left its point on the board, because this can open a line or remove a cannon's screen. Every piece that can then
//! take the capturer guards the general, even a pinned piece.

use super::{Zhonggong, tables};
use crate::rules::nine::occupancy::Occupancy;
use crate::types::{Bitboard, Kind, Side, Square};

/// Returns the pieces of the side `by`, except the general, that attack a square. The function `pieces` returns that
/// side's pieces of a kind.
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

/// Returns the enemy pieces, including the enemy general, that attack the general of `side` on the square `general`.
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

/// Returns the pieces of `side` that could take `attacker` after it has taken their general.
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

/// Returns the enemy pieces that could take the general of `side` on the square `general` and not be taken in return.
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
    /// Returns the pieces that attack a side's general, including pieces that a guard could capture in return (牽將).
    pub fn attackers(&self, side: Side) -> Bitboard {
        attackers_of_general(self.board.general(side), side, self.board.occupancy(), self.pieces())
    }

    /// Returns the pieces that check a side's general (將軍). Each could take the general and not be taken in return.
    pub fn checkers(&self, side: Side) -> Bitboard {
        checkers(self.board.general(side), side, self.board.occupancy(), self.pieces())
    }

    /// Returns the guards of a side's general: the pieces that could take `attacker` after it has taken the general.
    /// The set is empty if `attacker` does not attack the general.
    pub fn guards(&self, side: Side, attacker: Square) -> Bitboard {
        if self.attackers(side).contains(attacker) {
            guards(self.board.general(side), side, attacker, self.board.occupancy(), self.pieces())
        } else {
            Bitboard::EMPTY
        }
    }

    pub(super) fn defenders(&self, side: Side) -> Bitboard {
        attackers(self.board.general(side), side, self.board.occupancy(), |kind| {
            self.board.pieces(side, kind)
        })
    }

    /// Returns the liberties (氣點) of a general: the empty points next to it, including points outside the palace.
    pub fn liberties(&self, side: Side) -> Bitboard {
        tables::NEIGHBOURS[self.board.general(side).index()] - self.board.occupied()
    }

    /// Returns whether the general of a side has no liberty left (困將).
    pub fn is_enclosed(&self, side: Side) -> bool {
        self.liberties(side).is_empty()
    }

    pub(super) fn pieces(&self) -> impl Fn(Side, Kind) -> Bitboard {
        |side, kind| self.board.pieces(side, kind)
    }
}
