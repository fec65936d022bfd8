//! Exchanges (兌子): soldiers on the enemy's home rank given up for an enemy piece.

use super::moves::Watch;
use super::{Zhonggong, tables};
use crate::types::{Bitboard, Kind, Move, MoveKind, Side, Square};
use crate::variant::PRICES;

/// So many soldiers on the enemy's home rank win the game.
const WINNING: u32 = 5;

/// What one soldier buys, what two, three and four do.
static BOUGHT: [Kind; WINNING as usize - 1] = PRICES;

/// What so many soldiers buy.
pub(super) const fn bought(soldiers: u32) -> Option<Kind> {
    if 0 < soldiers && soldiers < WINNING { Some(BOUGHT[soldiers as usize - 1]) } else { None }
}

/// How many soldiers buy a piece of a kind.
pub(super) fn price(kind: Kind) -> Option<u8> {
    (1..).zip(BOUGHT).find(|&(_, bought)| bought == kind).map(|(price, _)| price)
}

/// In how many ways so many soldiers (the second number) are chosen of others (the first).
const CHOICES: [[u32; WINNING as usize]; WINNING as usize] =
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// The files of a set, bit 0 for file `a`.
pub(super) fn files(set: Bitboard) -> u16 {
    set.into_iter().fold(0, |files, square| files | 1 << square.file())
}

impl Zhonggong {
    /// A side's soldiers on the enemy's home rank (底線兵).
    #[must_use]
    pub fn bottom_soldiers(&self, side: Side) -> Bitboard {
        self.board.pieces(side, Kind::Soldier) & tables::HOME[(!side).index()]
    }

    /// The side that has five soldiers on the enemy's home rank and with them the game.
    pub(super) fn five_soldiers(&self) -> Option<Side> {
        // Only a position set up so has five for both: the side that came last is the one not to
        // move.
        [!self.side, self.side]
            .into_iter()
            .find(|&side| self.bottom_soldiers(side).len() == WINNING)
    }

    /// The soldiers that an exchange gives up and the point of the piece that it removes; `None`
    /// when the move is no exchange or not one of this position.
    pub(super) fn exchanged(&self, mv: Move) -> Option<(Bitboard, Square)> {
        let MoveKind::Exchange { files, victim } = mv.kind() else { return None };
        let rank = match self.side {
            Side::Red => tables::RANKS - 1,
            Side::Black => 0,
        };
        let soldiers = Bitboard::from_rank(rank, files);
        let victims = self.board.pieces(!self.side, bought(soldiers.len())?);
        let victim = victims.into_iter().nth(victim.into())?;
        (soldiers - self.bottom_soldiers(self.side)).is_empty().then_some((soldiers, victim))
    }

    /// Calls `found` with every legal exchange.
    pub(super) fn exchanges(&self, mut found: impl FnMut(Move)) {
        let bottom = files(self.bottom_soldiers(self.side));
        if bottom == 0 {
            return;
        }
        let removable = self.removable();
        let mut given = bottom;
        while given != 0 {
            let kind = bought(given.count_ones());
            let victims = kind.map_or(Bitboard::EMPTY, |kind| self.board.pieces(!self.side, kind));
            for (place, victim) in (0..).zip(victims) {
                if removable.contains(victim) {
                    found(Move::exchange(given, place));
                }
            }
            given = (given - 1) & bottom;
        }
    }

    /// How many legal exchanges there are.
    pub(super) fn count_exchanges(&self) -> u32 {
        let bottom = self.bottom_soldiers(self.side).len() as usize;
        if bottom == 0 {
            return 0;
        }
        let removable = self.removable() & self.board.side(!self.side);
        BOUGHT
            .iter()
            .zip(&CHOICES[bottom][1..])
            .map(|(&kind, choices)| choices * (removable & self.board.kind(kind)).len())
            .sum()
    }

    /// The points of enemy pieces that can be removed without leaving the own general in check or
    /// without a liberty. The soldiers given up are too far from the palace to matter: on the last
    /// rank they end a line, and guard only each other.
    fn removable(&self) -> Bitboard {
        let watch = Watch::new(self);
        let bought = BOUGHT
            .iter()
            .fold(Bitboard::EMPTY, |set, &kind| set | self.board.pieces(!self.side, kind));
        bought.into_iter().filter(|&victim| self.is_safe_without(&watch, victim)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_four_soldiers_buy_something() {
        let kinds = [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot];
        assert_eq!([1, 2, 3, 4].map(bought), kinds.map(Some));
        assert_eq!([0, 5, 90].map(bought), [None; 3]);
    }
}
