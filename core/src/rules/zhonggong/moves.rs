//! The legal moves of Zhonggong xiangqi. After each of them the own general has a liberty and is not in check.
//!
//! The liberties are computed once, as a set of points. Only some moves are tested for check. A
//! move that neither leaves nor reaches a critical point does not change the general's safety. An
//! advisor or soldier next to the general guards it whatever else moves.

use super::safety::{attackers_of_general, checkers, guards};
use super::{Zhonggong, tables};
use crate::rules::nine::occupancy::Occupancy;
use crate::rules::nine::tables::RAYS;
use crate::types::{Bitboard, Kind, MAX_MOVES, Move, MoveKind, Square};

// Two chariots and two cannons have at most 16 moves each, two horses 8 each, five soldiers 3 each.
// Two elephants, two advisors and the general have 4 each. Five soldiers on the home rank end the
// game, so an exchange chooses among four. One soldier buys one of five soldiers: 4 * 5 ways. Two
// buy a cannon: 6 * 2 ways. Three buy a horse: 4 * 2 ways. Four buy a chariot: 2 ways.
const _: () = assert!(
    4 * 16 + 2 * 8 + 5 * 3 + 4 * 4 + 4 + 4 * 5 + 6 * 2 + 4 * 2 + 2 <= MAX_MOVES,
    "a move list has room for every move"
);

/// The safety of the general of the side to move, before any move.
pub(super) struct GeneralSafety {
    general: Square,
    liberties: Bitboard,
    /// The advisors and soldiers that guard the general from a point next to it.
    steady_guards: Bitboard,
    /// The squares where the departure of a piece can change `check`.
    critical_origins: Bitboard,
    check: CheckState,
}

/// The state of check to the general while the piece that moves is lifted off the board.
#[derive(Clone, Copy)]
struct CheckState {
    is_safe: bool,
    /// The squares where a landing can change `is_safe`.
    critical_targets: Bitboard,
}

impl GeneralSafety {
    pub(super) fn new(position: &Zhonggong) -> Self {
        let (board, side) = (&position.board, position.side);
        let general = board.general(side);
        let at = general.index();
        let steady_guards = tables::PIECES.advisor[at] & board.pieces(side, Kind::Advisor)
            | tables::PIECES.soldier_attackers[side.index()][at]
                & board.pieces(side, Kind::Soldier);
        let (check, critical_origins) =
            position.check_state(general, board.occupancy(), Bitboard::EMPTY);
        let liberties = position.liberties(side);
        Self { general, liberties, steady_guards, critical_origins, check }
    }

    /// Returns the squares where a piece other than the general may land so that the general still has a liberty.
    fn keeping_liberty(&self, from: Square) -> Bitboard {
        if self.liberties.has_several() || tables::NEIGHBOURS[self.general.index()].contains(from) {
            Bitboard::FULL
        } else if self.liberties.is_empty() {
            Bitboard::EMPTY
        } else {
            !self.liberties
        }
    }
}

impl Zhonggong {
    /// Calls `found` with each piece and its legal targets within `targets`, without exchanges.
    #[inline]
    pub(super) fn generate_legal(
        &self,
        targets: Bitboard,
        mut found: impl FnMut(Square, Bitboard),
    ) {
        let safety = GeneralSafety::new(self);
        // In a valid position no general can be taken.
        let targets = targets - self.board.kind(Kind::General);
        let own = self.board.side(self.side).without(safety.general);
        for from in own {
            let Some(piece) = self.board.piece_at(from) else { continue };
            let to = self.pseudo_legal(piece.kind(), from) & targets & safety.keeping_liberty(from);
            let to = self.safe_targets(&safety, piece.kind(), from, to);
            if !to.is_empty() {
                found(from, to);
            }
        }
        let steps = self.safe_steps(safety.general, targets);
        if !steps.is_empty() {
            found(safety.general, steps);
        }
    }

    /// Returns whether a move is legal, in a game that is not over.
    pub(super) fn is_legal_move(&self, mv: Move) -> bool {
        let MoveKind::Normal { from, to, .. } = mv.kind() else {
            let victim = self.exchanged(mv).map(|(_, victim)| victim);
            return victim.is_some_and(|at| self.is_safe_without(&GeneralSafety::new(self), at));
        };
        let Some(piece) = self.board.piece_at(from) else { return false };
        if piece.side() != self.side || mv != Move::new(from, to) {
            return false;
        }
        let targets = !(self.board.side(self.side) | self.board.kind(Kind::General));
        let to = Bitboard::from(to) & targets & tables::BOARD;
        let to = to & self.pseudo_legal(piece.kind(), from);
        if to.is_empty() {
            false
        } else if piece.kind() == Kind::General {
            !self.safe_steps(from, to).is_empty()
        } else {
            let safety = GeneralSafety::new(self);
            let to = to & safety.keeping_liberty(from);
            !self.safe_targets(&safety, piece.kind(), from, to).is_empty()
        }
    }

    /// Returns the pseudo-legal targets of a piece, also squares of own pieces and points off the board.
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

    /// Returns the squares of `to` where a piece other than the general can land without leaving the general in check.
    #[inline]
    fn safe_targets(
        &self,
        safety: &GeneralSafety,
        kind: Kind,
        from: Square,
        to: Bitboard,
    ) -> Bitboard {
        // An advisor or soldier that stays where it is still guards the general.
        if to.is_empty() || !safety.steady_guards.without(from).is_empty() {
            return to;
        }
        let check = if safety.critical_origins.contains(from) {
            self.check_state_without(safety, from)
        } else {
            safety.check
        };
        let critical = to & check.critical_targets;
        let safe = if check.is_safe { to - critical } else { Bitboard::EMPTY };
        if critical.is_empty() { safe } else { safe | self.tested(safety, kind, from, critical) }
    }

    #[inline(never)]
    fn check_state_without(&self, safety: &GeneralSafety, from: Square) -> CheckState {
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(from);
        self.check_state(safety.general, &occupancy, from.into()).0
    }

    #[inline(never)]
    fn tested(&self, safety: &GeneralSafety, kind: Kind, from: Square, to: Bitboard) -> Bitboard {
        to.into_iter().filter(|&to| self.is_safe_after(safety, kind, from, to)).collect()
    }

    fn is_safe_after(&self, safety: &GeneralSafety, kind: Kind, from: Square, to: Square) -> bool {
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(from);
        if self.board.piece_at(to).is_none() {
            occupancy.toggle(to);
        }
        let moved = Bitboard::from(from) | Bitboard::from(to);
        checkers(safety.general, self.side, &occupancy, |side, other| {
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

    /// Returns the legal steps of the general. After a step, the point that it came from is a liberty.
    fn safe_steps(&self, general: Square, targets: Bitboard) -> Bitboard {
        (tables::PIECES.general[general.index()] & targets)
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

    /// Returns whether the general is safe and has a liberty after an enemy piece is removed.
    pub(super) fn is_safe_without(&self, safety: &GeneralSafety, victim: Square) -> bool {
        let near = tables::NEIGHBOURS[safety.general.index()].contains(victim);
        if safety.liberties.is_empty() && !near {
            return false;
        }
        if !tables::ZONE[safety.general.index()].contains(victim) {
            return safety.check.is_safe;
        }
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(victim);
        let pieces = |side, kind| self.board.pieces(side, kind).without(victim);
        !safety.steady_guards.is_empty()
            || checkers(safety.general, self.side, &occupancy, pieces).is_empty()
    }

    /// Returns the state of check while a piece is `lifted`, and the critical origins.
    ///
    /// A move can give the general an attacker: the piece leaves a line, a leg or an eye, or
    /// becomes the screen of a cannon. A move can take a guard away: the piece is the guard or its
    /// screen, or lands in the guard's way. In check every point in the general's zone is critical.
    fn check_state(
        &self,
        general: Square,
        occupancy: &Occupancy,
        lifted: Bitboard,
    ) -> (CheckState, Bitboard) {
        let pieces = |side, kind| self.board.pieces(side, kind) - lifted;
        let (zone, corners) =
            (tables::ZONE[general.index()], tables::PIECES.advisor[general.index()]);
        let open = occupancy.chariot(general);
        let mut origins = open | occupancy.cannon_attacks(general);
        let jumpers = self.board.kind(Kind::Horse) | self.board.kind(Kind::Elephant);
        if zone.intersects(jumpers & self.board.side(!self.side)) {
            origins |= corners;
        }
        let mut targets = if open.intersects(self.board.pieces(!self.side, Kind::Cannon)) {
            open
        } else {
            Bitboard::EMPTY
        };
        for attacker in attackers_of_general(general, self.side, occupancy, pieces) {
            let guards = guards(general, self.side, attacker, occupancy, pieces);
            if guards.is_empty() {
                return (CheckState { is_safe: false, critical_targets: zone }, zone);
            }
            origins |= guards;
            // A landing is critical if it can block all guards at once. On a corner it blocks
            // horses and elephants, on a line the pieces of that line.
            if (guards - jumpers).is_empty() {
                targets |= corners;
            }
            for ray in RAYS[general.index()] {
                if (guards - ray).is_empty() {
                    targets |= ray;
                }
            }
        }
        (CheckState { is_safe: true, critical_targets: targets }, origins)
    }
}
