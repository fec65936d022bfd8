//! Reasons why a move is illegal in xiangqi.

use super::MovesLikeXiangqi;
use crate::position::Position;
use crate::rules::explain::{Explain, Illegal};
use crate::rules::nine::NinePosition;
use crate::types::{Bitboard, Move, MoveKind, Side, Square};

impl<G: MovesLikeXiangqi> Explain for NinePosition<G> {
    fn why_not(&self, mv: Move) -> Option<Illegal> {
        if self.is_legal(mv) {
            return None;
        }
        let MoveKind::Normal { from, to, .. } = mv.kind() else { return Some(Illegal::Reach) };
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side() == self.side) else {
            return Some(Illegal::NotOwn);
        };
        let obstacle = self.obstacle(piece, from, to);
        if obstacle.is_some() || mv != Move::new(from, to) {
            return obstacle.or(Some(Illegal::Reach));
        }
        let facing = Bitboard::from(self.board.general(!self.side));
        let after = self.play_unchecked(mv).takers(self.side);
        match ((after - facing).first(), self.in_check()) {
            (Some(now), true) => Some(Illegal::StillInCheck(now)),
            (Some(now), false) => Some(Illegal::IntoCheck(now)),
            (None, _) => Some(if after.is_empty() { Illegal::Reach } else { Illegal::Facing }),
        }
    }

    fn attackers_of(&self, square: Square, side: Side) -> Bitboard {
        self.attackers(square, side)
    }
}
