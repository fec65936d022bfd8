//! What a position of Zhonggong xiangqi is worth, and what a series of captures gains.
//!
//! The estimate is the sum of the pieces' values on their squares, which the board keeps, and of
//! what the rules make of them: bottom soldiers by how many there are, the liberties and guards of
//! both generals, and how far the pieces reach. Every weight is a pair, blended by how full the
//! board is.

use super::terms::*;
use super::weights::WEIGHTS;
use super::{Zhonggong, tables, values};
use crate::position::Position;
use crate::rules::nine::linear_eval::{Estimate, Outline, Tally, Term};
use crate::rules::nine::occupancy::Occupancy;
use crate::rules::nine::see::move_gains;
use crate::rules::nine::values::{FULL, Pair, phase};
use crate::search::Searchable;
use crate::types::{Bitboard, Kind, Move, Piece, Score, Side, Square};

/// The weights of what pieces do; the others are in the board's sums.
static DOES: [Pair; ACTIVITIES] = *WEIGHTS.first_chunk().unwrap();

impl Estimate for Zhonggong {
    const TERMS: &'static [Term] = &TERMS;
    const WEIGHTS: &'static [Pair] = &WEIGHTS;
    const DOES: &'static [Pair] = &DOES;
    const PLACED: &'static [Term] = &PLACED;

    fn tally(&self, red: &mut impl Tally, black: &mut impl Tally) {
        self.standing(Side::Red, red);
        self.standing(Side::Black, black);
        match self.side {
            Side::Red => red.add(TEMPO.at(0), 1),
            Side::Black => black.add(TEMPO.at(0), 1),
        }
    }

    fn outline(&self) -> Outline {
        Outline { phase: self.phase(), full: FULL, scales: [Outline::WHOLE; 2] }
    }
}

impl Searchable for Zhonggong {
    fn evaluate(&self) -> Score {
        let for_red = self.sum(self.board.values()).blend(self.phase(), FULL);
        Score::from_eval(if self.side == Side::Red { for_red } else { -for_red })
    }

    fn piece_square_score(&self) -> Option<Score> {
        Some(self.sketched(self.board.values(), self.phase()))
    }

    fn correction_keys(&self) -> [u32; 3] {
        self.board.correction_keys()
    }

    /// An exchange gains the piece removed less the soldiers given up.
    fn see_ge(&self, mv: Move, threshold: i16) -> bool {
        self.gains(mv, threshold)
    }

    #[inline]
    fn see_value(&self, piece: Piece) -> i16 {
        values::WORTH[piece.kind().index()]
    }

    #[inline]
    fn allows_null_move(&self) -> bool {
        true
    }
}

impl Zhonggong {
    /// How full the board is, of [`FULL`].
    pub(super) fn phase(&self) -> i32 {
        phase(|kind| self.board.count_both(kind))
    }

    /// What a side has beside its pieces.
    fn standing(&self, side: Side, tally: &mut impl Tally) {
        let board = &self.board;
        let at = board.general(side).index();
        let soldiers = board.pieces(side, Kind::Soldier);
        let steady = tables::PIECES.advisor[at] & board.pieces(side, Kind::Advisor)
            | tables::PIECES.soldier_attackers[side.index()][at] & soldiers;
        let near = tables::FRONT[board.general(!side).index()] & soldiers;
        tally.add(BOTTOM_SOLDIERS.at(self.bottom_soldiers(side).len() as usize), 1);
        tally.add(LIBERTIES.at(self.liberties(side).len() as usize), 1);
        tally.add(STEADY_GUARDS.at(steady.len().min(2) as usize), 1);
        if steady.is_empty() && self.defenders(side).is_empty() {
            tally.add(UNGUARDED.at(0), 1);
        }
        tally.add(SOLDIER_NEAR.at(0), near.len() as i16);
        self.reach(side, tally);
    }

    /// How far a side's pieces reach, and how near to the enemy general.
    fn reach(&self, side: Side, tally: &mut impl Tally) {
        let (board, occupancy) = (&self.board, self.board.occupancy());
        let free = tables::BOARD - board.side(side);
        let general = board.general(!side).index();
        let near = tables::NEIGHBOURS[general] | tables::PIECES.advisor[general];
        let far = [
            (Kind::Horse, HORSE_REACH),
            (Kind::Chariot, CHARIOT_REACH),
            (Kind::Cannon, CANNON_REACH),
        ];
        for (i, (kind, reach)) in far.into_iter().enumerate() {
            for from in board.pieces(side, kind) {
                let set = if kind == Kind::Horse {
                    occupancy.horse(from)
                } else {
                    occupancy.chariot(from)
                };
                tally.add(reach.at((set & free).len() as usize), 1);
                tally.add(NEXT_TO_GENERAL.at(i), (set & near).len() as i16);
            }
        }
    }

    /// Whether a move, and the captures that follow on its square as long as they pay, gain so
    /// much. Nobody takes an exchange back.
    pub(super) fn gains(&self, mv: Move, at_least: i16) -> bool {
        let worth = &values::WORTH;
        if let Some((soldiers, _)) = self.exchanged(mv) {
            let bought = self.captured(mv).map_or(0, |piece| worth[piece.kind().index()]);
            return bought - worth[Kind::Soldier.index()] * soldiers.len() as i16 >= at_least;
        }
        move_gains(&self.board, mv, at_least, worth, |to, side, occupancy, left| {
            self.least_attacker(to, side, occupancy, left)
        })
    }

    /// The least of a side's pieces among those left that attack a point.
    fn least_attacker(
        &self,
        to: Square,
        side: Side,
        occupancy: &Occupancy,
        left: Bitboard,
    ) -> Option<(Square, Kind)> {
        let left = left & self.board.side(side);
        let of = |kind: Kind, from: Bitboard| {
            (from & self.board.kind(kind) & left).first().map(|at| (at, kind))
        };
        of(Kind::Soldier, tables::PIECES.soldier_attackers[side.index()][to.index()])
            .or_else(|| of(Kind::Advisor, tables::PIECES.advisor[to.index()]))
            .or_else(|| of(Kind::Elephant, occupancy.elephant(to)))
            .or_else(|| of(Kind::Cannon, occupancy.cannon_attacks(to)))
            .or_else(|| of(Kind::Horse, occupancy.horse_attackers(to)))
            .or_else(|| of(Kind::Chariot, occupancy.chariot(to)))
            .or_else(|| of(Kind::General, tables::PIECES.general[to.index()]))
    }
}
