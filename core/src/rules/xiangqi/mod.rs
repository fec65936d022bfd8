//! Xiangqi.

mod checks;
mod endgame;
mod eval;
mod explain;
mod moves;
mod repetition;
mod see;
mod setup;
mod tables;
mod terms;
mod values;
mod weights;

use super::Rules;
use super::nine::board;
use super::nine::occupancy::Occupancy;
use crate::position::{EndReason, Ending, Past, Position};
use crate::rules::nine::leaps::HORSE_LANDINGS;
use crate::rules::nine::tables::RANK_AND_FILE;
use crate::types::{Bitboard, Key, Kind, Move, MoveList, Piece, Side, Square};

type Board = board::Board<values::XiangqiValues>;

/// A valid position of xiangqi: one general a side, every piece where it can stand, and the side
/// that is not to move not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xiangqi {
    board: Board,
    side: Side,
    halfmove_clock: u16,
}

impl Xiangqi {
    /// Plies without a capture that make a draw.
    pub const HALFMOVE_LIMIT: u16 = 120;

    /// Whether a piece can stand on a square: the palace, the elephants' seven points, and for
    /// soldiers nothing behind their starting rank.
    #[must_use]
    pub const fn can_stand(piece: Piece, square: Square) -> bool {
        tables::can_stand(piece, square)
    }

    /// The points of a side's pieces that attack a square, whoever stands there; a general
    /// attacks along its file only an enemy general.
    fn attackers(&self, square: Square, by: Side) -> Bitboard {
        let board = &self.board;
        let occupancy = board.occupancy();
        let near = tables::PIECES.soldier_attackers[by.index()][square.index()]
            & board.kind(Kind::Soldier)
            | tables::PIECES.advisor[square.index()] & board.kind(Kind::Advisor)
            | tables::PIECES.general[square.index()] & board.kind(Kind::General)
            | occupancy.elephant(square) & board.kind(Kind::Elephant) & own_half_of(square, by);
        let far = occupancy.horse_attackers(square) & board.kind(Kind::Horse)
            | occupancy.chariot(square) & board.kind(Kind::Chariot)
            | occupancy.cannon_attacks(square) & board.kind(Kind::Cannon);
        (near | far) & board.side(by)
    }

    /// The pieces that take a side's general on `square`, if the points taken were those of `occupancy`:
    /// those that give check, and the enemy general if it faces it.
    fn exposed(&self, side: Side, square: Square, occupancy: &Occupancy) -> Bitboard {
        let checkers = self.checkers(side, square, occupancy);
        let other = self.board.general(!side);
        if occupancy.count_between(square, other) == Some(0) {
            checkers.with(other)
        } else {
            checkers
        }
    }

    /// The same without the enemy general, which faces nobody's in a valid position.
    fn checkers(&self, side: Side, square: Square, occupancy: &Occupancy) -> Bitboard {
        let board = &self.board;
        let enemy = board.side(!side);
        let soldiers = &tables::PIECES.soldier_attackers[(!side).index()];
        let mut checkers = soldiers[square.index()] & board.kind(Kind::Soldier) & enemy;
        let horses = HORSE_LANDINGS[square.index()] & board.kind(Kind::Horse) & enemy;
        if !horses.is_empty() {
            checkers |= occupancy.horse_attackers(square) & horses;
        }
        let far = RANK_AND_FILE[square.index()] & enemy;
        let (chariots, cannons) = (board.kind(Kind::Chariot), board.kind(Kind::Cannon));
        if far.intersects(chariots | cannons) {
            checkers |= far
                & (occupancy.chariot(square) & chariots
                    | occupancy.cannon_attacks(square) & cannons);
        }
        checkers
    }
}

/// All points when the square lies in a side's own half, else none: an elephant there can be met
/// only by its own.
fn own_half_of(square: Square, side: Side) -> Bitboard {
    if tables::HALF[side.index()].contains(square) { Bitboard::FULL } else { Bitboard::EMPTY }
}

impl Position for Xiangqi {
    #[inline]
    fn rules(&self) -> Rules {
        Rules::Xiangqi
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        match self.side {
            Side::Red => self.board.key(),
            Side::Black => self.board.key().toggled(Board::BLACK_TO_MOVE),
        }
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    #[inline]
    fn in_check(&self) -> bool {
        let general = self.board.general(self.side);
        !self.checkers(self.side, general, self.board.occupancy()).is_empty()
    }

    fn generate_moves(&self, moves: &mut MoveList) {
        let wanted = !self.board.side(self.side);
        self.generate(wanted, |from, to| {
            to.into_iter().for_each(|to| moves.push(Move::new(from, to)));
        });
    }

    fn generate_captures(&self, moves: &mut MoveList) {
        let wanted = self.board.side(!self.side);
        self.generate(wanted, |from, to| {
            to.into_iter().for_each(|to| moves.push(Move::new(from, to)));
        });
    }

    fn generate_quiets(&self, moves: &mut MoveList) {
        self.generate(!self.board.occupied(), |from, to| {
            to.into_iter().for_each(|to| moves.push(Move::new(from, to)));
        });
    }

    fn generate_quiet_checks(&self, moves: &mut MoveList) {
        self.generate_checks(|mv| moves.push(mv));
    }

    fn count_moves(&self) -> u32 {
        self.count()
    }

    fn is_legal(&self, mv: Move) -> bool {
        !mv.is_exchange() && mv.to_bits() < 1 << 14 && self.obeys(mv)
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.checks_by(mv.from_square(), mv.to_square())
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<Piece> {
        self.board.piece_at(mv.to_square())
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let captured = self.board.shift(mv.from_square(), mv.to_square());
        self.halfmove_clock =
            if captured.is_some() { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.side = !self.side;
    }

    #[inline]
    fn null_move(&self) -> Self {
        Self { side: !self.side, halfmove_clock: self.halfmove_clock.saturating_add(1), ..*self }
    }

    #[inline]
    fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    #[inline]
    fn halfmove_limit(&self) -> u16 {
        Self::HALFMOVE_LIMIT
    }

    fn ending_without_moves(&self) -> Ending {
        let reason = if self.in_check() { EndReason::Checkmate } else { EndReason::Stalemate };
        Ending::win(!self.side, reason)
    }

    /// By the rules of the Asian Xiangqi Federation: one-sided perpetual check loses, then
    /// one-sided perpetual chase of the same piece; anything else is a draw.
    fn judge_repetition(&self, cycle: &[Past]) -> Ending {
        repetition::judge(self, cycle)
    }
}
