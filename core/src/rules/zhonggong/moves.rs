//! Legal moves: plain moves that leave the own general a liberty and out of check.
//!
//! Liberties are a mask. Whether a move lets an attacker of the general become free is looked at
//! only where it can: a move that neither leaves nor reaches a point that bears on the general
//! changes nothing, and an advisor or soldier next to it guards it whatever else moves.

use super::safety::{attackers_of_general, checkers, guards};
use super::{Zhonggong, tables};
use crate::rules::nine::occupancy::Occupancy;
use crate::rules::nine::tables::RAYS;
use crate::types::{Bitboard, Kind, MAX_MOVES, Move, MoveKind, Square};

// Plain moves: 16 for each of two chariots and two cannons, 8 for each of two horses, 3 for each
// of five soldiers, 4 for each of two elephants and two advisors and 4 for the general. Exchanges:
// five soldiers on the home rank end the game, so of at most four, one is chosen for each of five
// soldiers (4 ways), two for each of two cannons (6), three for each of two horses (4), all four
// for each of two chariots (1).
const _: () = assert!(
    4 * 16 + 2 * 8 + 5 * 3 + 4 * 4 + 4 + 4 * 5 + 6 * 2 + 4 * 2 + 2 <= MAX_MOVES,
    "a move list has room for every move"
);

/// What the general of the side to move has to fear of its own side's moves.
pub(super) struct Watch {
    general: Square,
    /// Its liberties as things stand.
    liberties: Bitboard,
    /// Pieces next to it that guard it as long as they stay.
    steady: Bitboard,
    /// From where a piece that leaves changes the outlook.
    leaving: Bitboard,
    /// As things stand.
    outlook: Outlook,
}

/// How the general stands while the piece that moves is in the mover's hand.
#[derive(Clone, Copy)]
struct Outlook {
    /// Whether it is out of check.
    safe: bool,
    /// Where a landing can change that.
    landing: Bitboard,
}

impl Watch {
    pub(super) fn new(position: &Zhonggong) -> Self {
        let (board, side) = (&position.board, position.side);
        let general = board.general(side);
        let at = general.index();
        let steady = tables::PIECES.advisor[at] & board.pieces(side, Kind::Advisor)
            | tables::PIECES.soldier_attackers[side.index()][at]
                & board.pieces(side, Kind::Soldier);
        let (outlook, leaving) = position.outlook(general, board.occupancy(), Bitboard::EMPTY);
        Self { general, liberties: position.liberties(side), steady, leaving, outlook }
    }

    /// Where another piece than the general may land so that it keeps a liberty.
    fn breathing(&self, from: Square) -> Bitboard {
        if self.liberties.has_several() || tables::NEIGHBOURS[self.general.index()].contains(from) {
            Bitboard::FULL
        } else if self.liberties.is_empty() {
            Bitboard::EMPTY
        } else {
            !self.liberties
        }
    }

    /// Whether the general is guarded for certain when the piece on `from` moves.
    fn is_steady_without(&self, from: Square) -> bool {
        !self.steady.without(from).is_empty()
    }
}

impl Zhonggong {
    /// Calls `found` with each piece and its legal landings within `wanted`, if it has any;
    /// exchanges are left out.
    #[inline]
    pub(super) fn generate_legal(&self, wanted: Bitboard, mut found: impl FnMut(Square, Bitboard)) {
        let watch = Watch::new(self);
        // No general can be taken: were a capture free, the position would not be valid.
        let wanted = (wanted & tables::BOARD) - self.board.kind(Kind::General);
        let own = self.board.side(self.side).without(watch.general);
        for from in own {
            let Some(piece) = self.board.piece_at(from) else { continue };
            let plain = self.pseudo_legal(piece.kind(), from) & wanted & watch.breathing(from);
            let to = self.safe_landings(&watch, piece.kind(), from, plain);
            if !to.is_empty() {
                found(from, to);
            }
        }
        let steps = self.safe_steps(watch.general, wanted);
        if !steps.is_empty() {
            found(watch.general, steps);
        }
    }

    /// Whether a move is legal as long as nobody has won.
    pub(super) fn is_legal_move(&self, mv: Move) -> bool {
        let MoveKind::Normal { from, to, .. } = mv.kind() else {
            let victim = self.exchanged(mv).map(|(_, victim)| victim);
            return victim.is_some_and(|at| self.is_safe_without(&Watch::new(self), at));
        };
        let wanted = !(self.board.side(self.side) | self.board.kind(Kind::General));
        let landing = Bitboard::from(to) & wanted & tables::BOARD;
        match self.board.piece_at(from) {
            Some(piece) if piece.side() == self.side && mv == Move::new(from, to) => {
                let landing = self.pseudo_legal(piece.kind(), from) & landing;
                !landing.is_empty()
                    && match piece.kind() {
                        Kind::General => !self.safe_steps(from, landing).is_empty(),
                        kind => {
                            let watch = Watch::new(self);
                            let landing = landing & watch.breathing(from);
                            !self.safe_landings(&watch, kind, from, landing).is_empty()
                        }
                    }
            }
            _ => false,
        }
    }

    /// The points that a piece of a kind reaches, friends, foes and points off the board included.
    #[inline]
    fn pseudo_legal(&self, kind: Kind, from: Square) -> Bitboard {
        let occupancy = self.board.occupancy();
        match kind {
            Kind::General => tables::PIECES.general[from.index()],
            Kind::Advisor => tables::PIECES.advisor[from.index()],
            Kind::Elephant => occupancy.elephant(from),
            Kind::Horse => occupancy.horse(from),
            Kind::Chariot => occupancy.chariot(from),
            Kind::Cannon => {
                occupancy.chariot(from) & !self.board.occupied() | occupancy.cannon_attacks(from)
            }
            Kind::Soldier => tables::PIECES.soldier[self.side.index()][from.index()],
            Kind::Queen => Bitboard::EMPTY,
        }
    }

    /// Of the landings of a piece other than the general those that leave it out of check.
    #[inline]
    fn safe_landings(&self, watch: &Watch, kind: Kind, from: Square, to: Bitboard) -> Bitboard {
        if to.is_empty() || watch.is_steady_without(from) {
            return to;
        }
        let outlook = if watch.leaving.contains(from) {
            self.outlook_without(watch, from)
        } else {
            watch.outlook
        };
        let doubtful = to & outlook.landing;
        let sure = if outlook.safe { to - doubtful } else { Bitboard::EMPTY };
        if doubtful.is_empty() { sure } else { sure | self.tried(watch, kind, from, doubtful) }
    }

    /// How the general stands while a piece is lifted.
    #[inline(never)]
    fn outlook_without(&self, watch: &Watch, from: Square) -> Outlook {
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(from);
        self.outlook(watch.general, &occupancy, from.into()).0
    }

    /// Of the landings those that one by one prove safe.
    #[inline(never)]
    fn tried(&self, watch: &Watch, kind: Kind, from: Square, to: Bitboard) -> Bitboard {
        to.into_iter().filter(|&to| self.is_safe_after(watch, kind, from, to)).collect()
    }

    /// Whether the general is out of check when a piece of a kind has moved.
    fn is_safe_after(&self, watch: &Watch, kind: Kind, from: Square, to: Square) -> bool {
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(from);
        if self.board.piece_at(to).is_none() {
            occupancy.toggle(to);
        }
        let moved = Bitboard::from(from) | Bitboard::from(to);
        checkers(watch.general, self.side, &occupancy, |side, other| {
            let pieces = self.board.pieces(side, other);
            if side != self.side {
                pieces.without(to)
            } else if other == kind {
                pieces ^ moved
            } else {
                pieces
            }
        })
        .is_empty()
    }

    /// Where the general may step: it always finds the liberty that it leaves behind.
    fn safe_steps(&self, general: Square, wanted: Bitboard) -> Bitboard {
        (tables::PIECES.general[general.index()] & wanted)
            .into_iter()
            .filter(|&to| {
                let mut occupancy = *self.board.occupancy();
                occupancy.toggle(general);
                if self.board.piece_at(to).is_none() {
                    occupancy.toggle(to);
                }
                let pieces = |side, kind| self.board.pieces(side, kind).without(to);
                checkers(to, self.side, &occupancy, pieces).is_empty()
            })
            .collect()
    }

    /// Whether the general has a liberty and is out of check when an enemy piece is removed.
    pub(super) fn is_safe_without(&self, watch: &Watch, victim: Square) -> bool {
        let near = tables::NEIGHBOURS[watch.general.index()].contains(victim);
        if watch.liberties.is_empty() && !near {
            return false;
        }
        if !tables::ZONE[watch.general.index()].contains(victim) {
            return watch.outlook.safe;
        }
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(victim);
        let pieces = |side, kind| self.board.pieces(side, kind).without(victim);
        !watch.steady.is_empty()
            || checkers(watch.general, self.side, &occupancy, pieces).is_empty()
    }

    /// How the general stands with the points of `occupancy` taken and one of its pieces lifted, if
    /// any is, and from where a piece that leaves can change that.
    ///
    /// A piece makes an attacker when it leaves a line, a leg or an eye, or steps before a cannon;
    /// it takes a guard away when it is one or was its screen, or steps in its way. In check,
    /// everything near the general may be an answer.
    fn outlook(
        &self,
        general: Square,
        occupancy: &Occupancy,
        lifted: Bitboard,
    ) -> (Outlook, Bitboard) {
        let pieces = |side, kind| self.board.pieces(side, kind) - lifted;
        let (zone, corners) =
            (tables::ZONE[general.index()], tables::PIECES.advisor[general.index()]);
        let open = occupancy.chariot(general);
        let mut leaving = open | occupancy.cannon_attacks(general);
        let jumpers = self.board.kind(Kind::Horse) | self.board.kind(Kind::Elephant);
        if zone.intersects(jumpers & self.board.side(!self.side)) {
            leaving |= corners;
        }
        let mut landing = if open.intersects(self.board.pieces(!self.side, Kind::Cannon)) {
            open
        } else {
            Bitboard::EMPTY
        };
        for attacker in attackers_of_general(general, self.side, occupancy, pieces) {
            let guards = guards(general, self.side, attacker, occupancy, pieces);
            if guards.is_empty() {
                return (Outlook { safe: false, landing: zone }, zone);
            }
            leaving |= guards;
            // Those who stay guard on if a landing does not hinder them all.
            if (guards - jumpers).is_empty() {
                landing |= corners;
            }
            for ray in RAYS[general.index()] {
                if (guards - ray).is_empty() {
                    landing |= ray;
                }
            }
        }
        (Outlook { safe: true, landing }, leaving)
    }
}
