//! What a position of Zhonggong xiangqi is worth, and what a series of captures gains.
//!
//! The estimate is the sum of the pieces' values on their squares, which the board keeps, and of
//! what the rules make of them: bottom soldiers by how many there are, the liberties and guards of
//! both generals, and how far the pieces reach. The weights are fitted to the results of games of
//! its own.

use super::{Zhonggong, tables, values};
use crate::position::Position;
use crate::rules::lines::Lines;
use crate::rules::swap::gains;
use crate::types::{Bitboard, Kind, Move, Score, Side, Square};

/// For the right to move.
const TEMPO: i32 = 12;
/// Beyond their own worth, by how many soldiers stand on the enemy's home rank: two buy a cannon,
/// four a chariot, and the fifth wins.
const BOTTOM_SOLDIERS: [i32; 6] = [0, -8, 70, 122, 330, 2_000];
/// By how many liberties a general has.
const LIBERTIES: [i32; 5] = [-90, -34, -10, -5, 0];
/// By how many advisors and soldiers stand next to their general, which guard it whatever else
/// moves: with two of them none is bound.
const STEADY_GUARDS: [i32; 3] = [0, 6, 72];
/// A general that no piece guards: whoever attacks it, checks it, and none of them is pinned.
const UNGUARDED: i32 = -30;
/// A soldier within a file and two ranks of the enemy general.
const SOLDIER_NEAR: i32 = 11;
/// For each point that a horse, chariot or cannon reaches, and for one next to the enemy general on
/// top; the cannon as if it were a chariot, so that it is better off among others.
const REACH: [(Kind, i32, i32); 3] =
    [(Kind::Horse, 9, 4), (Kind::Chariot, 11, -11), (Kind::Cannon, -4, 8)];

impl Zhonggong {
    /// The estimate for the side to move.
    pub(super) fn estimate(&self) -> Score {
        let pieces = i32::from(self.board.values().full());
        let for_red = pieces + self.standing(Side::Red) - self.standing(Side::Black);
        Score::estimate(TEMPO + if self.side == Side::Red { for_red } else { -for_red })
    }

    /// What a side has beside its pieces.
    fn standing(&self, side: Side) -> i32 {
        let board = &self.board;
        let at = board.general(side).index();
        let soldiers = board.pieces(side, Kind::Soldier);
        let steady = tables::ADVISOR[at] & board.pieces(side, Kind::Advisor)
            | tables::SOLDIER_TO[side.index()][at] & soldiers;
        let near = tables::FRONT[board.general(!side).index()] & soldiers;
        let is_guarded = !steady.is_empty() || !self.defenders(side).is_empty();
        BOTTOM_SOLDIERS[self.bottom_soldiers(side).len() as usize]
            + LIBERTIES[self.liberties(side).len() as usize]
            + STEADY_GUARDS[steady.len().min(2) as usize]
            + if is_guarded { 0 } else { UNGUARDED }
            + SOLDIER_NEAR * near.len() as i32
            + self.reach(side)
    }

    /// How far a side's pieces reach, and how near to the enemy general.
    fn reach(&self, side: Side) -> i32 {
        let (board, lines) = (&self.board, self.board.lines());
        let free = tables::BOARD - board.side(side);
        let general = board.general(!side).index();
        let near = tables::NEIGHBOURS[general] | tables::ADVISOR[general];
        let mut sum = 0;
        for (kind, each, next_to_general) in REACH {
            for from in board.pieces(side, kind) {
                let set = if kind == Kind::Horse { lines.horse(from) } else { lines.chariot(from) };
                sum +=
                    each * (set & free).len() as i32 + next_to_general * (set & near).len() as i32;
            }
        }
        sum
    }

    /// Whether a move, and the captures that follow on its square as long as they pay, gain so
    /// much: each side takes with the least of its pieces there. Nobody takes an exchange back.
    pub(super) fn gains_at_least(&self, mv: Move, at_least: i16) -> bool {
        let worth = |kind: Kind| values::WORTH[kind.index()];
        let taken = self.captured(mv).map_or(0, |piece| worth(piece.kind()));
        if let Some((soldiers, _)) = self.exchanged(mv) {
            return taken - worth(Kind::Soldier) * soldiers.len() as i16 >= at_least;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.board.piece_at(from) else { return false };
        let mut lines = *self.board.lines();
        lines.toggle(from);
        if self.board.piece_at(to).is_none() {
            lines.toggle(to);
        }
        let mut left = self.board.occupied().without(from).without(to);
        let mut side = mover.side();
        gains(taken, worth(mover.kind()), at_least, || {
            side = !side;
            let (square, kind) = self.least_attacker(to, side, &lines, left)?;
            lines.toggle(square);
            left = left.without(square);
            let is_guarded = || self.least_attacker(to, !side, &lines, left).is_some();
            if kind == Kind::General && is_guarded() { None } else { Some(worth(kind)) }
        })
    }

    /// The least of a side's pieces among those left that attack a point.
    fn least_attacker(
        &self,
        to: Square,
        side: Side,
        lines: &Lines,
        left: Bitboard,
    ) -> Option<(Square, Kind)> {
        let left = left & self.board.side(side);
        let of = |kind: Kind, from: Bitboard| {
            (from & self.board.kind(kind) & left).first().map(|at| (at, kind))
        };
        of(Kind::Soldier, tables::SOLDIER_TO[side.index()][to.index()])
            .or_else(|| of(Kind::Advisor, tables::ADVISOR[to.index()]))
            .or_else(|| of(Kind::Elephant, lines.elephant(to)))
            .or_else(|| of(Kind::Cannon, lines.cannon(to)))
            .or_else(|| of(Kind::Horse, lines.horse_to(to)))
            .or_else(|| of(Kind::Chariot, lines.chariot(to)))
            .or_else(|| of(Kind::General, tables::GENERAL[to.index()]))
    }
}
