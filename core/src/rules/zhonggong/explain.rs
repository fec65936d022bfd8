//! Reasons why a move is illegal in Zhonggong xiangqi, and the safety of a general.

use super::{Zhonggong, exchanges, safety, tables};
use crate::position::Position;
use crate::rules::explain::{Explain, Illegal, Safety};
use crate::types::{Bitboard, Kind, Move, MoveKind, Side, Square};

impl Zhonggong {
    /// Returns the reason why the own general is not safe in `after`. For an exchange, `from` is `None`.
    fn exposure(&self, after: &Self, from: Option<Square>) -> Option<Illegal> {
        let (side, checkers) = (self.side, after.checkers(self.side));
        if let Some(now) = checkers.into_iter().next() {
            let still = checkers & self.checkers(side);
            let guards = self.guards(side, now);
            return Some(match (still.into_iter().next(), from) {
                (Some(still), _) => Illegal::StillInCheck(still),
                (None, Some(from)) if guards.contains(from) => Illegal::LastGuard(now),
                (None, _) => Illegal::IntoCheck(now),
            });
        }
        after.is_enclosed(side).then_some(Illegal::NoLiberty)
    }
}

impl Explain for Zhonggong {
    fn why_not(&self, mv: Move) -> Option<Illegal> {
        if self.is_legal(mv) {
            return None;
        }
        if self.variant_end().is_some() {
            return Some(Illegal::Over);
        }
        let MoveKind::Normal { from, to, .. } = mv.kind() else {
            let is_sale = self.exchanged(mv).is_some();
            let exposure = || self.exposure(&self.play_unchecked(mv), None);
            return is_sale.then(exposure).flatten().or(Some(Illegal::NotForSale));
        };
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side() == self.side) else {
            return Some(Illegal::NotOwn);
        };
        let obstacle = self.obstacle(piece, from, to);
        if obstacle.is_some() || mv != Move::new(from, to) || !tables::BOARD.contains(to) {
            return obstacle.or(Some(Illegal::Reach));
        }
        if self.piece_at(to).is_some_and(|piece| piece.kind() == Kind::General) {
            return Some(Illegal::Guarded);
        }
        self.exposure(&self.play_unchecked(mv), Some(from)).or(Some(Illegal::Reach))
    }

    fn attackers_of(&self, square: Square, side: Side) -> Bitboard {
        safety::attackers_of_general(square, !side, self.board.occupancy(), self.pieces())
    }

    fn exchangeable(&self, side: Side) -> Bitboard {
        self.bottom_soldiers(side)
    }

    fn exchange(&self, soldiers: Bitboard, victim: Square) -> Result<Move, Illegal> {
        if self.variant_end().is_some() {
            return Err(Illegal::Over);
        }
        if !(soldiers - self.bottom_soldiers(self.side)).is_empty() {
            return Err(Illegal::NotOwn);
        }
        let enemy = self.piece_at(victim).filter(|piece| piece.side() != self.side);
        let kind = enemy.ok_or(Illegal::NotForSale)?.kind();
        let price = exchanges::price(kind).ok_or(Illegal::NotForSale)?;
        if soldiers.len() != u32::from(price) {
            return Err(Illegal::Price(price));
        }
        let of_its_kind = self.board.pieces(!self.side, kind);
        let place = (0..).zip(of_its_kind).find(|&(_, at)| at == victim);
        let place = place.ok_or(Illegal::NotForSale)?.0;
        let mv = Move::exchange(exchanges::files(soldiers), place);
        self.why_not(mv).map_or(Ok(mv), Err)
    }

    fn safety(&self, side: Side) -> Option<Safety> {
        let checkers = self.checkers(side);
        let held = self.attackers(side) - checkers;
        let guards = held.into_iter().map(|attacker| self.guards(side, attacker));
        Some(Safety {
            general: self.board.general(side),
            held,
            checkers,
            guards: guards.fold(Bitboard::EMPTY, |all, some| all | some),
            liberties: self.liberties(side),
        })
    }
}
