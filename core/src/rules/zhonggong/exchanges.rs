//! Exchanges (兌子): a side gives up soldiers on the enemy's home rank, and so removes an enemy piece.

use super::moves::GeneralSafety;
use super::{Zhonggong, tables};
use crate::types::{Bitboard, Kind, Move, MoveKind, Side, Square};
use crate::variant::PRICES;

/// A side wins with this number of soldiers on the enemy's home rank.
const WINNING: u32 = 5;

pub(super) const fn bought(soldiers: u32) -> Option<Kind> {
    if 0 < soldiers && soldiers < WINNING { Some(PRICES[soldiers as usize - 1]) } else { None }
}

pub(super) fn price(kind: Kind) -> Option<u8> {
    (1..).zip(PRICES).find(|&(_, bought)| bought == kind).map(|(price, _)| price)
}

/// Binomial coefficients: `CHOICES[n][k]` is the number of ways to choose `k` of `n` soldiers.
const CHOICES: [[u32; WINNING as usize]; WINNING as usize] =
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// Returns the files of the squares in a set, as bits. Bit 0 is file `a`.
pub(super) fn files(set: Bitboard) -> u16 {
    set.into_iter().fold(0, |files, square| files | 1 << square.file())
}

impl Zhonggong {
    /// Returns a side's soldiers on the enemy's home rank (底線兵).
    pub fn bottom_soldiers(&self, side: Side) -> Bitboard {
        self.board.pieces(side, Kind::Soldier) & tables::HOME[(!side).index()]
    }

    pub(super) fn five_soldiers(&self) -> Option<Side> {
        // Both sides have five bottom soldiers only in a position that was set up. Then the side that moved last wins.
        [!self.side, self.side]
            .into_iter()
            .find(|&side| self.bottom_soldiers(side).len() == WINNING)
    }

    /// Returns the soldiers and the victim of an exchange; `None` for any other move, or if a piece is missing.
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

    pub(super) fn count_exchanges(&self) -> u32 {
        let bottom = self.bottom_soldiers(self.side).len() as usize;
        if bottom == 0 {
            return 0;
        }
        let removable = self.removable() & self.board.side(!self.side);
        PRICES
            .iter()
            .zip(&CHOICES[bottom][1..])
            .map(|(&kind, choices)| choices * (removable & self.board.kind(kind)).len())
            .sum()
    }

    /// Returns the enemy pieces whose removal leaves the own general safe and with a liberty. The soldiers given up do
    /// not matter: at the edge of the board they block no attack on the general. They attack only points of that edge.
    fn removable(&self) -> Bitboard {
        let safety = GeneralSafety::new(self);
        let bought = PRICES
            .iter()
            .fold(Bitboard::EMPTY, |set, &kind| set | self.board.pieces(!self.side, kind));
        bought.into_iter().filter(|&victim| self.is_safe_without(&safety, victim)).collect()
    }
}
