//! Why a move is refused.

use super::{Xiangqi, tables};
use crate::position::Position;
use crate::rules::explain::{Explain, Illegal, between, obstacle};
use crate::types::{Kind, Move, MoveKind, Piece, Square};

impl Xiangqi {
    /// Why a piece does not go from one square to another, whatever becomes of its general.
    fn obstacle(&self, piece: Piece, from: Square, to: Square) -> Option<Illegal> {
        let crossed = |at: Square| !tables::HALF[piece.side().index()].contains(at);
        obstacle((piece, from, to), |at| self.piece_at(at), tables::can_stand, crossed)
    }

    /// An enemy piece that could take the general of a side.
    fn checker(&self, general: Piece) -> Option<Square> {
        let at = self.board.general(general.side());
        Square::all().find(|&from| {
            self.piece_at(from).is_some_and(|piece| {
                piece.side() != general.side() && self.obstacle(piece, from, at).is_none()
            })
        })
    }

    fn generals_face(&self) -> bool {
        let [one, other] = crate::types::Side::ALL.map(|side| self.board.general(side));
        one.file() == other.file() && between(one, other).all(|at| self.piece_at(at).is_none())
    }
}

impl Explain for Xiangqi {
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
}
