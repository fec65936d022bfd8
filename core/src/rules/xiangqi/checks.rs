//! The moves of xiangqi that give check, found without playing them.

use super::MovesLikeXiangqi;
use crate::rules::nine::NinePosition;
use crate::rules::nine::leaps::{HORSE_LANDINGS, leg};
use crate::rules::nine::occupancy::between;
use crate::rules::nine::tables::{DIAGONAL_NEIGHBOURS, RANK_AND_FILE};
use crate::types::{Bitboard, Kind, Move, Piece, Square};

impl<G: MovesLikeXiangqi> NinePosition<G> {
    /// Calls `found` with each legal move that gives check and captures nothing. Each move of a piece that can open
    /// a line or free a horse's leg is tested. Any other piece can give check only on the squares that `checked_from`
    /// and `screens` return.
    pub(super) fn generate_checks(&self, mut found: impl FnMut(Move)) {
        let board = &self.board;
        let (own, free) = (board.side(self.side), G::PIECES.board - board.occupied());
        let general = board.general(!self.side);
        let discoverers =
            own & (RANK_AND_FILE[general.index()] | DIAGONAL_NEIGHBOURS[general.index()]);
        let restrictions = self.restrictions();
        self.generate_pieces(discoverers, free, &restrictions, |from, to| {
            let checks = to.into_iter().filter(|&to| self.checks_by(from, to));
            checks.for_each(|to| found(Move::new(from, to)));
        });
        let screens = self.screens(general);
        let mut each = |kind| {
            let targets = (self.checked_from(kind, general) | screens) & free;
            self.generate_kind(kind, own - discoverers, targets, &restrictions, |from, to| {
                let needs_screen = |to| kind == Kind::Cannon && !screens.contains(to);
                let checks = to.into_iter().filter(|&to| {
                    !needs_screen(to) || board.occupancy().count_between(to, general) == Some(1)
                });
                checks.for_each(|to| found(Move::new(from, to)));
            });
        };
        each(Kind::Chariot);
        each(Kind::Cannon);
        each(Kind::Horse);
        each(Kind::Soldier);
        if !screens.is_empty() {
            each(Kind::Elephant);
            each(Kind::Advisor);
        }
    }

    /// Returns the squares from which a piece attacks the enemy general. A cannon on such a square also needs a screen.
    fn checked_from(&self, kind: Kind, general: Square) -> Bitboard {
        let occupancy = self.board.occupancy();
        match kind {
            Kind::Chariot => occupancy.lines(general).chariot(),
            Kind::Cannon => RANK_AND_FILE[general.index()],
            Kind::Horse => occupancy.horse_attackers(general),
            Kind::Soldier => G::PIECES.soldier_attackers[self.side.index()][general.index()],
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the squares on which any piece becomes a cannon's screen against the enemy general.
    fn screens(&self, general: Square) -> Bitboard {
        let cannons = self.board.pieces(self.side, Kind::Cannon) & RANK_AND_FILE[general.index()];
        let occupancy = self.board.occupancy();
        let open =
            cannons.into_iter().filter(|&at| occupancy.count_between(at, general) == Some(0));
        open.fold(Bitboard::EMPTY, |screens, at| screens | between(at, general))
    }

    pub(super) fn checks_by(&self, from: Square, to: Square) -> bool {
        let board = &self.board;
        let general = board.general(!self.side);
        let kind = board.piece_at(from).map(Piece::kind);
        if kind == Some(Kind::Horse) && board.occupancy().horse_attackers(general).contains(to) {
            return true;
        }
        // Any other check needs a change on the general's rank or file, or a horse's leg that becomes free. A soldier
        // that attacks the general stands on this rank or file.
        let lines = &RANK_AND_FILE[general.index()];
        let leg = DIAGONAL_NEIGHBOURS[general.index()].contains(from);
        if !leg && !lines.contains(from) && !lines.contains(to) {
            return false;
        }
        let soldiers = &G::PIECES.soldier_attackers[self.side.index()][general.index()];
        kind == Some(Kind::Soldier) && soldiers.contains(to)
            || leg && self.frees_horse(from, to, general)
            || self.checks_on_file(from, to, general)
            || self.checks_on_rank(from, to, general)
    }

    /// Returns whether a horse attacks the general because a piece has moved off the horse's leg.
    fn frees_horse(&self, from: Square, to: Square, general: Square) -> bool {
        let own = self.board.pieces(self.side, Kind::Horse);
        let moved = if own.contains(from) { own.without(from).with(to) } else { own };
        let horses = moved & HORSE_LANDINGS[general.index()];
        horses.into_iter().any(|horse| leg(general, horse).contains(from))
    }

    fn checks_on_file(&self, from: Square, to: Square, general: Square) -> bool {
        let file = general.file();
        let (leaves, lands) = (from.file() == file, to.file() == file);
        if !leaves && !lands {
            return false;
        }
        let taken =
            moved(self.board.occupancy().on_file(file), leaves, from.rank(), lands, to.rank());
        let piece_on = |rank| Square::new(file, rank).and_then(|at| self.piece_after(at, from, to));
        let attacks_directly = |piece: Piece| matches!(piece.kind(), Kind::Chariot | Kind::General);
        self.attacks_along(taken, general.rank(), piece_on, attacks_directly)
    }

    fn checks_on_rank(&self, from: Square, to: Square, general: Square) -> bool {
        let rank = general.rank();
        let (leaves, lands) = (from.rank() == rank, to.rank() == rank);
        if !leaves && !lands {
            return false;
        }
        let taken =
            moved(self.board.occupancy().on_rank(rank), leaves, from.file(), lands, to.file());
        let piece_on = |file| Square::new(file, rank).and_then(|at| self.piece_after(at, from, to));
        self.attacks_along(taken, general.file(), piece_on, |piece| piece.kind() == Kind::Chariot)
    }

    fn piece_after(&self, at: Square, from: Square, to: Square) -> Option<Piece> {
        self.board.piece_at(if at == to { from } else { at })
    }

    /// Returns whether an own piece attacks `place` along a line. In each direction, the first piece attacks if
    /// `attacks_directly` is true for it, and the second piece attacks if it is a cannon.
    #[inline]
    fn attacks_along(
        &self,
        taken: u16,
        place: u8,
        piece_on: impl Fn(u8) -> Option<Piece>,
        attacks_directly: impl Fn(Piece) -> bool,
    ) -> bool {
        let own = |at: u8| piece_on(at).filter(|piece| piece.side() == self.side);
        let attacks = |first: Option<u8>, second: Option<u8>| {
            first.and_then(own).is_some_and(&attacks_directly)
                || second.and_then(own).is_some_and(|piece| piece.kind() == Kind::Cannon)
        };
        let above = u32::from(taken) >> (place + 1) << (place + 1);
        let below = u32::from(taken) & ((1 << place) - 1);
        attacks(lowest(above), lowest(above & above.wrapping_sub(1)))
            || attacks(highest(below), highest(below & !(1 << highest(below).unwrap_or(0))))
    }
}

fn moved(taken: u16, leaves: bool, from: u8, lands: bool, to: u8) -> u16 {
    taken & !(u16::from(leaves) << from) | u16::from(lands) << to
}

fn lowest(places: u32) -> Option<u8> {
    (places != 0).then(|| places.trailing_zeros() as u8)
}

fn highest(places: u32) -> Option<u8> {
    places.checked_ilog2().map(|place| place as u8)
}
