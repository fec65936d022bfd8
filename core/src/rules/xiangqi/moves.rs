//! The legal moves of xiangqi, generated without a test of each move.
//!
//! A [`Threat`] is an enemy piece on the rank or file of the general, or an enemy horse one leap away from the general.
//! After a move of another piece than the general, only a threat can attack the general. So each threat restricts the
//! squares to which pieces other than the general can go. A piece between a threat and the general has a separate
//! restriction. The legal moves of a piece are its pseudo-legal moves within all restrictions. Only the steps of the
//! general are tested one by one.
//!
//! A move removes at most one piece from the way of a threat. Therefore a threat restricts nothing if several pieces
//! would have to leave before it could give check.

use super::MovesLikeXiangqi;
use crate::rules::nine::board::Board;
use crate::rules::nine::leaps::{HORSE_LANDINGS, leg};
use crate::rules::nine::occupancy::between;
use crate::rules::nine::tables::RANK_AND_FILE;
use crate::rules::nine::{NineGame, NinePosition};
use crate::types::{Bitboard, Kind, Move, Piece, Side, Square};

/// The restrictions by one enemy piece that gives check, or could give check after one own move.
struct Threat {
    /// The squares that pieces other than the general and the blockers may go to.
    targets: Bitboard,
    /// The own pieces between the threat and the general. If one of them leaves, the general can come into check.
    blockers: Bitboard,
    blocker_targets: Bitboard,
}

impl Threat {
    /// Makes the threat by a piece that attacks the general when `between` is empty. At most one piece is in `between`.
    #[inline]
    fn direct<G: NineGame>(
        attacker: Square,
        between: Bitboard,
        board: &Board<G>,
        own: Bitboard,
    ) -> Self {
        let taken = between & board.occupied();
        let evasions = between.with(attacker);
        // In check, all pieces but the general must capture or block. Otherwise an own piece in `between` is pinned.
        let targets = if taken.is_empty() { evasions } else { Bitboard::FULL };
        Self { targets, blockers: taken & own, blocker_targets: evasions }
    }

    /// Makes the threat by a cannon, which attacks the general over one screen. At most two pieces are in `between`.
    #[inline]
    fn cannon<G: NineGame>(
        cannon: Square,
        between: Bitboard,
        count: u32,
        board: &Board<G>,
        own: Bitboard,
    ) -> Self {
        let taken = between & board.occupied();
        let evasions = (between - taken).with(cannon);
        let (targets, blocker_targets) = match count {
            // Hollow cannon (空頭炮): a piece that lands in `between` would become the screen.
            0 => (!between, Bitboard::EMPTY),
            // Cannon check: a move must block the check, capture the cannon, or take the screen away.
            1 => (evasions, !between),
            // Double pin: if one of the two pieces leaves, the other piece becomes the screen.
            _ => (Bitboard::FULL, evasions),
        };
        Self { targets, blockers: taken & own, blocker_targets }
    }
}

pub(super) struct Restrictions {
    /// The squares to which a piece can go if it is no blocker.
    targets: Bitboard,
    blockers: Bitboard,
    /// The squares that blockers may go to under one threat; `None` under no threat or several threats.
    blocker_targets: Option<Bitboard>,
}

impl<G: MovesLikeXiangqi> NinePosition<G> {
    pub(super) fn count_legal(&self) -> u32 {
        let own = self.board.side(self.side);
        let restrictions = self.restrictions();
        // Soldiers that are no blockers are counted all at once.
        let soldiers = self.board.pieces(self.side, Kind::Soldier) - restrictions.blockers;
        let landings = G::PIECES.board - own;
        let targets = restrictions.targets & landings;
        let crossed = soldiers & G::PIECES.sideways[self.side.index()];
        let ahead = match self.side {
            Side::Red => soldiers.up(),
            Side::Black => soldiers.down(),
        };
        let mut count = (ahead & targets).len();
        if !crossed.is_empty() {
            count += (crossed.left() & targets).len() + (crossed.right() & targets).len();
        }
        self.generate_pieces(own - soldiers, landings, &restrictions, |_, to| count += to.len());
        count
    }

    pub(super) fn restrictions(&self) -> Restrictions {
        let mut all = Restrictions {
            targets: Bitboard::FULL,
            blockers: Bitboard::EMPTY,
            blocker_targets: None,
        };
        let mut first = true;
        self.threats(self.board.general(self.side), |threat| {
            all.blocker_targets = first.then_some(threat.blocker_targets);
            first = false;
            all.targets &= threat.targets;
            all.blockers |= threat.blockers;
        });
        all
    }

    /// Calls `found` with each piece of `pieces`, and with the squares of `targets` that the piece can legally go to.
    #[inline]
    pub(super) fn generate_pieces(
        &self,
        pieces: Bitboard,
        targets: Bitboard,
        restrictions: &Restrictions,
        mut found: impl FnMut(Square, Bitboard),
    ) {
        let mut each = |kind| self.generate_kind(kind, pieces, targets, restrictions, &mut found);
        each(Kind::Chariot);
        each(Kind::Cannon);
        each(Kind::Horse);
        each(Kind::Soldier);
        each(Kind::Elephant);
        each(Kind::Advisor);
        let general = self.board.general(self.side);
        if pieces.contains(general) {
            found(general, self.general_steps(general, targets));
        }
    }

    /// Does what `generate_pieces` does, for the pieces of one kind other than the general.
    #[inline(always)]
    pub(super) fn generate_kind(
        &self,
        kind: Kind,
        pieces: Bitboard,
        targets: Bitboard,
        restrictions: &Restrictions,
        mut found: impl FnMut(Square, Bitboard),
    ) {
        for from in pieces & self.board.kind(kind) {
            let is_blocker =
                !restrictions.blockers.is_empty() && restrictions.blockers.contains(from);
            let allowed = if is_blocker {
                let general = self.board.general(self.side);
                targets & restrictions.blocker_targets.unwrap_or_else(|| self.safe(general, from))
            } else {
                targets & restrictions.targets
            };
            let to = allowed & self.pseudo_legal(from, kind);
            if !to.is_empty() {
                found(from, to);
            }
        }
    }

    /// Tests a move that is neither an exchange nor a promotion. The move can belong to another position.
    pub(super) fn is_legal_move(&self, mv: Move) -> bool {
        let landings = G::PIECES.board - self.board.side(self.side);
        let (from, to) = (mv.origin(), landings & Bitboard::from(mv.target()));
        let general = self.board.general(self.side);
        match self.board.piece_at(from) {
            Some(piece) if piece.side() != self.side => false,
            Some(_) if from == general => !self.general_steps(general, to).is_empty(),
            Some(piece) => {
                let to = to & self.pseudo_legal(from, piece.kind());
                !to.is_empty() && to.intersects(self.safe(general, from))
            }
            None => false,
        }
    }

    /// Returns the pseudo-legal targets of a piece of the side to move, including squares with own pieces.
    #[inline]
    pub(in crate::rules) fn pseudo_legal(&self, from: Square, kind: Kind) -> Bitboard {
        let occupancy = self.board.occupancy();
        match kind {
            Kind::General => G::PIECES.general[from.index()],
            Kind::Advisor => G::PIECES.advisor[from.index()],
            Kind::Elephant => occupancy.elephant(from) & G::PIECES.elephants[self.side.index()],
            Kind::Horse => occupancy.horse(from),
            Kind::Chariot => occupancy.lines(from).chariot(),
            Kind::Cannon => occupancy.lines(from).cannon_moves(),
            Kind::Soldier => G::PIECES.soldier[self.side.index()][from.index()],
            Kind::Queen => Bitboard::EMPTY,
        }
    }

    /// Returns the squares of `targets` to which the general can step without being attacked there.
    fn general_steps(&self, general: Square, targets: Bitboard) -> Bitboard {
        let steps = G::PIECES.general[general.index()] & targets;
        if steps.is_empty() {
            return steps;
        }
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(general);
        steps
            .into_iter()
            .filter(|&to| self.general_attackers(self.side, to, &occupancy).is_empty())
            .collect()
    }

    /// Returns the squares to which a piece other than the general can go without exposing the general to check.
    fn safe(&self, general: Square, from: Square) -> Bitboard {
        let mut safe = Bitboard::FULL;
        self.threats(general, |threat| {
            let is_blocker = threat.blockers.contains(from);
            safe &= if is_blocker { threat.blocker_targets } else { threat.targets };
        });
        safe
    }

    /// Calls `found` with each threat to the general of the side to move.
    #[inline]
    fn threats(&self, general: Square, mut found: impl FnMut(Threat)) {
        let board = &self.board;
        let occupancy = board.occupancy();
        let (own, enemy) = (board.side(self.side), board.side(!self.side));
        let line_pieces =
            board.kind(Kind::Chariot) | board.kind(Kind::Cannon) | board.kind(Kind::General);
        let soldiers = &G::PIECES.soldier_attackers[(!self.side).index()];
        let looking = RANK_AND_FILE[general.index()] & line_pieces
            | HORSE_LANDINGS[general.index()] & board.kind(Kind::Horse)
            | soldiers[general.index()] & board.kind(Kind::Soldier);
        for from in looking & enemy {
            let between = || between(general, from);
            let count =
                |most| occupancy.count_between(general, from).filter(|&count| count <= most);
            let threat = match board.piece_at(from).map(Piece::kind) {
                Some(Kind::Horse) => Some(Threat::direct(from, leg(general, from), board, own)),
                Some(Kind::Cannon) => {
                    count(2).map(|count| Threat::cannon(from, between(), count, board, own))
                }
                _ => count(1).map(|_| Threat::direct(from, between(), board, own)),
            };
            threat.map(&mut found);
        }
    }
}
