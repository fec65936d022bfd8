//! Legal moves: plain moves that leave the own general a liberty and out of check.
//!
//! Liberties are a mask. Whether a move lets an attacker of the general become free is looked at
//! only where it can: a move that neither leaves nor reaches a point that bears on the general
//! changes nothing, and an advisor or soldier next to it guards it whatever else moves.

use super::safety::checkers;
use super::{Zhonggong, tables};
use crate::types::{Bitboard, Kind, MAX_MOVES, Move, Square};

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
    /// Whether it is out of check as things stand.
    safe: bool,
    /// From where and to where a move can change that.
    leaving: Bitboard,
    landing: Bitboard,
}

impl Watch {
    pub(super) fn new(position: &Zhonggong) -> Self {
        let (board, side) = (&position.board, position.side);
        let general = board.general(side);
        let at = general.index();
        let steady = tables::ADVISOR[at] & board.pieces(side, Kind::Advisor)
            | tables::SOLDIER_TO[side.index()][at] & board.pieces(side, Kind::Soldier);
        let attackers = position.attackers(side);
        let (leaving, landing) = if attackers.is_empty() {
            position.watched(general)
        } else {
            (tables::ZONE[at], tables::ZONE[at])
        };
        Self {
            general,
            liberties: position.liberties(side),
            steady,
            safe: attackers.is_empty() || !steady.is_empty() || position.checkers(side).is_empty(),
            leaving,
            landing,
        }
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
    pub(super) fn generate(&self, wanted: Bitboard, mut found: impl FnMut(Square, Bitboard)) {
        let watch = Watch::new(self);
        // No general can be taken: were a capture free, the position would not be valid.
        let wanted = (wanted & tables::BOARD) - self.board.kind(Kind::General);
        let own = self.board.side(self.side).without(watch.general);
        for from in own {
            let Some(piece) = self.board.piece_at(from) else { continue };
            let plain = self.plain(piece.kind(), from) & wanted & watch.breathing(from);
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
    pub(super) fn obeys(&self, mv: Move) -> bool {
        let watch = Watch::new(self);
        if mv.as_exchange().is_some() {
            return self
                .exchanged(mv)
                .is_some_and(|(_, victim)| self.is_safe_without(&watch, victim));
        }
        let (from, to) = (mv.from(), mv.to());
        let wanted =
            Bitboard::from(to) - self.board.side(self.side) - self.board.kind(Kind::General);
        match self.board.piece_at(from) {
            Some(piece) if piece.side() == self.side && mv == Move::new(from, to) => {
                let plain = self.plain(piece.kind(), from) & wanted & tables::BOARD;
                let landings = match piece.kind() {
                    Kind::General => self.safe_steps(from, plain),
                    kind => self.safe_landings(&watch, kind, from, plain & watch.breathing(from)),
                };
                !landings.is_empty()
            }
            _ => false,
        }
    }

    /// The points that a piece of a kind reaches, friends, foes and points off the board included.
    #[inline]
    fn plain(&self, kind: Kind, from: Square) -> Bitboard {
        let lines = self.board.lines();
        match kind {
            Kind::General => tables::GENERAL[from.index()],
            Kind::Advisor => tables::ADVISOR[from.index()],
            Kind::Elephant => lines.elephant(from),
            Kind::Horse => lines.horse(from),
            Kind::Chariot => lines.chariot(from),
            Kind::Cannon => lines.chariot(from) & !self.board.occupied() | lines.cannon(from),
            Kind::Soldier => tables::SOLDIER[self.side.index()][from.index()],
            Kind::Queen => Bitboard::EMPTY,
        }
    }

    /// Of the landings of a piece other than the general those that leave it out of check.
    #[inline]
    fn safe_landings(&self, watch: &Watch, kind: Kind, from: Square, to: Bitboard) -> Bitboard {
        if watch.is_steady_without(from) {
            return to;
        }
        let doubtful = if watch.leaving.contains(from) { to } else { to & watch.landing };
        let sure = if watch.safe { to - doubtful } else { Bitboard::EMPTY };
        doubtful
            .into_iter()
            .filter(|&to| self.is_safe_after(watch, kind, from, to))
            .collect::<Bitboard>()
            | sure
    }

    /// Whether the general is out of check when a piece of a kind has moved.
    fn is_safe_after(&self, watch: &Watch, kind: Kind, from: Square, to: Square) -> bool {
        let mut lines = *self.board.lines();
        lines.toggle(from);
        if self.board.piece_at(to).is_none() {
            lines.toggle(to);
        }
        let moved = Bitboard::from(from) | Bitboard::from(to);
        checkers(watch.general, self.side, &lines, |side, other| {
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
        (tables::GENERAL[general.index()] & wanted)
            .into_iter()
            .filter(|&to| {
                let mut lines = *self.board.lines();
                lines.toggle(general);
                if self.board.piece_at(to).is_none() {
                    lines.toggle(to);
                }
                let pieces = |side, kind| self.board.pieces(side, kind).without(to);
                checkers(to, self.side, &lines, pieces).is_empty()
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
            return watch.safe;
        }
        let mut lines = *self.board.lines();
        lines.toggle(victim);
        let pieces = |side, kind| self.board.pieces(side, kind).without(victim);
        !watch.steady.is_empty() || checkers(watch.general, self.side, &lines, pieces).is_empty()
    }

    /// From where and to where a move can bring the general into check when nobody attacks it: a
    /// piece leaves a line, a leg or an eye, or steps before a cannon.
    fn watched(&self, general: Square) -> (Bitboard, Bitboard) {
        let lines = self.board.lines();
        let enemy = self.board.side(!self.side);
        let cannons = enemy & self.board.kind(Kind::Cannon);
        let jumpers = enemy & (self.board.kind(Kind::Horse) | self.board.kind(Kind::Elephant));
        let open = lines.chariot(general);
        let mut leaving = open | lines.cannon(general);
        if jumpers.intersects(tables::ZONE[general.index()]) {
            leaving |= tables::ADVISOR[general.index()];
        }
        let landing = if open.intersects(cannons) { open } else { Bitboard::EMPTY };
        (leaving, landing)
    }
}
