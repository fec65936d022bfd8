//! Zhonggong xiangqi (中宮象棋): one palace in the middle of 81 points, generals that may be taken
//! only for nothing, and soldiers on the enemy's home rank that buy pieces.

mod eval;
mod exchanges;
mod explain;
mod moves;
mod safety;
mod setup;
mod tables;
mod terms;
mod values;
mod weights;

use super::Rules;
use super::nine::board;
use crate::position::{EndReason, Ending, Past, Position};
use crate::types::{Bitboard, Key, Move, MoveKind, MoveList, Piece, Side, Square};

pub(super) use exchanges::prices;

type Board = board::Board<values::ZhonggongValues>;

/// A valid position of Zhonggong xiangqi: one general a side, every piece where it can stand, and
/// the side that is not to move not in check.
///
/// ```
/// use chuhe_core::{Position, perft, rules::Zhonggong};
/// assert_eq!(Zhonggong::start().count_moves(), 27);
/// assert_eq!(perft(&Zhonggong::start(), 2), 728);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zhonggong {
    board: Board,
    side: Side,
    halfmove_clock: u16,
}

impl Zhonggong {
    /// Plies without a capture or an exchange that make a draw.
    pub const HALFMOVE_LIMIT: u16 = 120;

    /// Whether a piece can ever stand on a square: generals in their palace, advisors and
    /// elephants on the points that their diagonals reach, soldiers not behind their first rank.
    #[must_use]
    pub const fn can_stand(piece: Piece, square: Square) -> bool {
        tables::can_stand(piece, square)
    }

    /// Whether the general of a side has no liberty left (困將).
    #[must_use]
    pub fn is_enclosed(&self, side: Side) -> bool {
        self.liberties(side).is_empty()
    }

    /// Every legal move within `wanted`, exchanges left out.
    fn extend(&self, moves: &mut MoveList, wanted: Bitboard) {
        self.generate(wanted, |from, to| {
            moves.extend(to.into_iter().map(|to| Move::new(from, to)));
        });
    }
}

impl Position for Zhonggong {
    #[inline]
    fn rules(&self) -> Rules {
        Rules::Zhonggong
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

    /// In check, or without a liberty.
    fn in_check(&self) -> bool {
        self.is_enclosed(self.side) || !self.checkers(self.side).is_empty()
    }

    /// Five soldiers on the enemy's home rank win at once.
    fn variant_end(&self) -> Option<Ending> {
        self.five_soldiers().map(|winner| Ending::win(winner, EndReason::FiveSoldiers))
    }

    fn generate_moves(&self, moves: &mut MoveList) {
        if self.five_soldiers().is_none() {
            self.extend(moves, !self.board.side(self.side));
            self.exchanges(|mv| moves.push(mv));
        }
    }

    fn generate_captures(&self, moves: &mut MoveList) {
        if self.five_soldiers().is_none() {
            self.extend(moves, self.board.side(!self.side));
            self.exchanges(|mv| moves.push(mv));
        }
    }

    fn generate_quiets(&self, moves: &mut MoveList) {
        if self.five_soldiers().is_none() {
            self.extend(moves, !self.board.occupied());
        }
    }

    fn generate_quiet_checks(&self, moves: &mut MoveList) {
        if self.five_soldiers().is_some() {
            return;
        }
        // An enclosed general is in check after every move.
        let enclosed = self.is_enclosed(!self.side);
        let zone = tables::ZONE[self.board.general(!self.side).index()];
        self.generate(!self.board.occupied(), |from, to| {
            let touching = if enclosed || zone.contains(from) { to } else { to & zone };
            let mvs = touching.into_iter().map(|to| Move::new(from, to));
            moves.extend(mvs.filter(|&mv| self.gives_check(mv)));
        });
    }

    fn count_moves(&self) -> u32 {
        if self.five_soldiers().is_some() {
            return 0;
        }
        let mut count = self.count_exchanges();
        self.generate(!self.board.side(self.side), |_, to| count += to.len());
        count
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.five_soldiers().is_none() && self.obeys(mv)
    }

    /// A move far from the other general changes nothing about it.
    fn gives_check(&self, mv: Move) -> bool {
        let zone = tables::ZONE[self.board.general(!self.side).index()];
        let touches = match self.exchanged(mv) {
            Some((_, victim)) => zone.contains(victim),
            None => zone.contains(mv.from_square()) || zone.contains(mv.to_square()),
        };
        if touches { self.play_unchecked(mv).in_check() } else { self.is_enclosed(!self.side) }
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Exchange { files, .. } => {
                Some(Piece::new(!self.side, exchanges::bought(files.count_ones())?))
            }
            MoveKind::Normal { to, .. } => self.board.piece_at(to),
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let captured = match self.exchanged(mv) {
            Some((soldiers, victim)) => {
                soldiers.into_iter().for_each(|soldier| {
                    self.board.take(soldier);
                });
                self.board.take(victim)
            }
            None => self.board.shift(mv.from_square(), mv.to_square()),
        };
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
        let reason = if !self.checkers(self.side).is_empty() {
            EndReason::Checkmate
        } else if self.is_enclosed(self.side) {
            EndReason::Enclosed
        } else {
            EndReason::Stalemate
        };
        self.variant_end().unwrap_or(Ending::win(!self.side, reason))
    }

    /// Nobody has to change: a draw.
    fn judge_repetition(&self, _cycle: &[Past]) -> Ending {
        Ending::draw(EndReason::Repetition)
    }
}
