//! Reasons why a piece cannot go from one square to another, for games on nine files.

use super::leaps::leg;
use super::position::{NineGame, NinePosition};
use crate::rules::explain::{Illegal, between, distance};
use crate::types::{Kind, Piece, Side, Square};

impl<G: NineGame> NinePosition<G> {
    /// Returns the reason why a piece cannot go from `from` to `to`. Ignores the safety of the general.
    pub(in crate::rules) fn obstacle(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
    ) -> Option<Illegal> {
        let is_taken = |square| self.board.piece_at(square).is_some();
        let side = piece.side().index();
        if self.board.side(piece.side()).contains(to) {
            return Some(Illegal::OwnPiece);
        }
        let out_of_bounds = || (!G::can_stand(piece, to)).then_some(Illegal::Bounds);
        let in_the_way = || between(from, to).filter(|&square| is_taken(square));
        let (files, ranks) = distance(from, to);
        let is_line = files == 0 || ranks == 0;
        match (piece.kind(), (files.abs(), ranks.abs())) {
            (Kind::General, (0, 1) | (1, 0)) | (Kind::Advisor, (1, 1)) => out_of_bounds(),
            (Kind::Elephant, (2, 2)) => {
                out_of_bounds().or_else(|| in_the_way().next().map(Illegal::Blocked))
            }
            (Kind::Horse, (1, 2) | (2, 1)) => {
                leg(to, from).first().filter(|&leg| is_taken(leg)).map(Illegal::Blocked)
            }
            (Kind::Cannon, _) if is_line && is_taken(to) => {
                (in_the_way().count() != 1).then_some(Illegal::Screen)
            }
            (Kind::Chariot | Kind::Cannon, _) if is_line => {
                in_the_way().next().map(Illegal::Blocked)
            }
            (Kind::Soldier, (1, 0)) => {
                let sideways = G::PIECES.soldier[side][from.index()].contains(to);
                (!sideways).then_some(Illegal::River)
            }
            (Kind::Soldier, (0, 1)) if (ranks > 0) == (piece.side() == Side::Red) => None,
            _ => Some(Illegal::Reach),
        }
    }
}
