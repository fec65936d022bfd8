//! The legal moves of Zhonggong xiangqi. After each legal move the mover's general has a liberty and is not in check.
//!
//! The liberties are computed once for each position, as a set of points. A move needs a test for check only if it
//! leaves or reaches a critical point: other moves do not change the general's safety. No test is needed if an advisor
//! or soldier guards the general from a point next to it and does not move. Each step of the general is tested.

use super::safety::{attackers_of_general, checkers, guards};
use super::{Zhonggong, tables};
use crate::rules::nine::occupancy::Occupancy;
use crate::rules::nine::tables::RAYS;
use crate::types::{Bitboard, Kind, MAX_MOVES, Move, MoveKind, Square};

// Each chariot or cannon has at most 16 moves, each horse 8, each soldier 3, and each elephant, advisor or general 4.
// Five soldiers on the enemy's home rank end the game, so an exchange chooses among at most four soldiers. One soldier
// buys an enemy soldier: 4 * 5 ways. Two soldiers buy a cannon: 6 * 2 ways. Three soldiers buy a horse: 4 * 2 ways.
// Four soldiers buy a chariot: 2 ways.
const _: () = assert!(
    4 * 16 + 2 * 8 + 5 * 3 + 4 * 4 + 4 + 4 * 5 + 6 * 2 + 4 * 2 + 2 <= MAX_MOVES,
    "a move list has room for every move"
);

/// The safety of the mover's general before the move.
pub(super) struct GeneralSafety {
    general: Square,
    liberties: Bitboard,
    /// The advisors and soldiers that guard the general from a point next to it.
    steady_guards: Bitboard,
    /// A piece that leaves one of these squares can change `check`.
    critical_origins: Bitboard,
    check: CheckState,
}

/// The general's state of check after the moving piece leaves its square and before it lands.
#[derive(Clone, Copy)]
struct CheckState {
    is_safe: bool,
    /// A piece that lands on one of these squares can change `is_safe`.
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

    /// Returns the squares where a piece can land so that the general keeps a liberty. The general is not on `from`.
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
    /// Calls `found` with each own piece's square and legal targets in `targets`, if it has any. Leaves out exchanges.
    #[inline]
    pub(super) fn generate_legal(
        &self,
        targets: Bitboard,
        mut found: impl FnMut(Square, Bitboard),
    ) {
        let safety = GeneralSafety::new(self);
        // In a valid position the enemy general cannot be taken: if a piece attacks it, an enemy piece guards it.
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

    /// Returns whether a move is legal in a game that is not over.
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

    /// Returns the pseudo-legal targets of a piece, including squares of own pieces and points off the board.
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

    /// Returns the squares of `to` where a piece can land so that the general is safe. The general is not on `from`.
    #[inline]
    fn safe_targets(
        &self,
        safety: &GeneralSafety,
        kind: Kind,
        from: Square,
        to: Bitboard,
    ) -> Bitboard {
        // If a steady guard other than the moving piece remains, the general stays guarded, so every landing is safe.
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

    /// Returns the legal steps of the general. The point that it leaves becomes a liberty, so only check is tested.
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

    /// Returns whether the general is safe and has a liberty after the enemy piece on `victim` is removed.
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

    /// Returns the state of check while the piece on `lifted`, if any, is off the board, and the critical origins.
    ///
    /// A move can open an attack: the piece leaves a line, a horse's leg or an elephant's eye, or becomes a cannon's
    /// screen. A move can also take a guard away: the piece is the guard or the guard's screen, or lands in the guard's
    /// way. If the general is in check, every point of its zone is critical.
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
            // A landing is critical if it can block all guards at once. A piece diagonally next to the general can
            // block horses and elephants. A piece on a ray can block the guards on that ray.
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
