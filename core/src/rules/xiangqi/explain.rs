//! Reasons why a move is illegal in xiangqi.

use super::MovesLikeXiangqi;
use crate::position::Position;
use crate::rules::explain::{Explain, Illegal};
use crate::rules::nine::NinePosition;
use crate::types::{Bitboard, Kind, Move, MoveKind, Piece, Side, Square};

impl<G: MovesLikeXiangqi> NinePosition<G> {
    /// Finds an enemy piece that could take a side's general.
    fn checker(&self, general: Piece) -> Option<Square> {
        let at = self.board.general(general.side());
        Square::all().find(|&from| {
            self.piece_at(from).is_some_and(|piece| {
                piece.side() != general.side() && self.obstacle(piece, from, at).is_none()
            })
        })
    }

    fn generals_face(&self) -> bool {
        let [one, other] = Side::ALL.map(|side| self.board.general(side));
        one.file() == other.file() && self.board.occupancy().count_between(one, other) == Some(0)
    }
}

impl<G: MovesLikeXiangqi> Explain for NinePosition<G> {
    fn why_not(&self, mv: Move) -> Option<Illegal> {
        if self.is_legal(mv) {
            return None;
        }
        let MoveKind::Normal { from, to, .. } = mv.kind() else {
            return Some(Illegal::Reach);
        };
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side() == self.side) else {
            return Some(Illegal::NotOwn);
        };
        let obstacle = self.obstacle(piece, from, to);
        if obstacle.is_some() || mv != Move::new(from, to) {
            return obstacle.or(Some(Illegal::Reach));
        }
        let general = Piece::new(self.side, Kind::General);
        let after = self.play_unchecked(mv);
        match (after.checker(general), self.checker(general)) {
            (Some(now), Some(_)) => Some(Illegal::StillInCheck(now)),
            (Some(now), None) => Some(Illegal::IntoCheck(now)),
            (None, _) => Some(if after.generals_face() { Illegal::Facing } else { Illegal::Reach }),
        }
    }

    fn attackers_of(&self, square: Square, side: Side) -> Bitboard {
        self.attackers(square, side)
    }
}
