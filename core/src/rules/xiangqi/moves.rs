//! Legal moves, generated legal.
//!
//! A move of any piece but the general can leave the general in check only from an enemy piece
//! that already looks at it: along a line, over a leg, or from next to it. Each of these *threats*
//! asks something of the other pieces before any of their moves is looked at: of most of them the
//! same, of those that stand in the threat's way something of their own. What is left for a piece
//! is its plain moves within everything that the threats ask of it.

use super::Xiangqi;
use super::tables;
use crate::rules::lines;
use crate::types::{Bitboard, Kind, Move, Square};

/// What one enemy piece that looks at the general asks of the others.
struct Threat {
    /// Where they may land.
    landings: Bitboard,
    /// Those in its way that would open it by leaving, and where they may land instead.
    holders: Bitboard,
    held: Bitboard,
}

impl Threat {
    /// By a piece that takes the general when nothing is `between`.
    fn direct(attacker: Square, between: Bitboard, blockers: Bitboard, own: Bitboard) -> Self {
        let answers = between.with(attacker);
        if blockers.is_empty() {
            Self { landings: answers, holders: Bitboard::EMPTY, held: answers }
        } else {
            let holders = if blockers.has_several() { Bitboard::EMPTY } else { blockers & own };
            Self { landings: Bitboard::FULL, holders, held: answers }
        }
    }

    /// By a cannon, which takes the general when one piece is `between`.
    fn jump(cannon: Square, between: Bitboard, blockers: Bitboard, own: Bitboard) -> Self {
        let answers = (between - blockers).with(cannon);
        match blockers.len() {
            0 => Self { landings: !between, holders: Bitboard::EMPTY, held: answers },
            1 => Self { landings: answers, holders: blockers & own, held: !between },
            2 => Self { landings: Bitboard::FULL, holders: blockers & own, held: answers },
            _ => Self { landings: Bitboard::FULL, holders: Bitboard::EMPTY, held: answers },
        }
    }
}

impl Xiangqi {
    /// Calls `found` with each piece and its legal landings within `wanted`, if any.
    #[inline]
    pub(super) fn generate(&self, wanted: Bitboard, mut found: impl FnMut(Square, Bitboard)) {
        let (board, side) = (&self.board, self.side);
        let general = board.general(side);
        let (mut landings, mut holders) = (wanted, Bitboard::EMPTY);
        self.threats(general, |threat| {
            landings &= threat.landings;
            holders |= threat.holders;
        });
        let mut each = |kind| {
            for from in board.pieces(side, kind) {
                let allowed = if !holders.is_empty() && holders.contains(from) {
                    wanted & self.answers(general, from)
                } else {
                    landings
                };
                found(from, allowed & self.plain(from, kind));
            }
        };
        each(Kind::Chariot);
        each(Kind::Cannon);
        each(Kind::Horse);
        each(Kind::Soldier);
        each(Kind::Elephant);
        each(Kind::Advisor);
        found(general, self.general_steps(general, wanted));
    }

    /// Whether a move from one square to another, which may be any, is legal.
    pub(super) fn obeys(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), Bitboard::from(mv.to()) - self.board.side(self.side));
        let general = self.board.general(self.side);
        match self.board.piece_at(from) {
            Some(piece) if piece.side() != self.side => false,
            Some(_) if from == general => !self.general_steps(general, to).is_empty(),
            Some(piece) => {
                (to & self.plain(from, piece.kind())).intersects(self.answers(general, from))
            }
            None => false,
        }
    }

    /// Where a piece of the side to move goes by its plain moves, onto its own side's pieces
    /// included.
    #[inline]
    fn plain(&self, from: Square, kind: Kind) -> Bitboard {
        let lines = self.board.lines();
        match kind {
            Kind::General => tables::GENERAL[from.index()],
            Kind::Advisor => tables::ADVISOR[from.index()],
            Kind::Elephant => lines.elephant(from) & tables::HALF[self.side.index()],
            Kind::Horse => lines.horse(from),
            Kind::Chariot => lines.chariot(from),
            Kind::Cannon => lines.cannon_moves(from),
            Kind::Soldier => tables::SOLDIER[self.side.index()][from.index()],
            Kind::Queen => Bitboard::EMPTY,
        }
    }

    /// Where the general may step without being attacked there.
    fn general_steps(&self, general: Square, wanted: Bitboard) -> Bitboard {
        let mut lines = *self.board.lines();
        lines.toggle(general);
        (tables::GENERAL[general.index()] & wanted)
            .into_iter()
            .filter(|&to| self.checkers(self.side, to, &lines).is_empty())
            .collect()
    }

    /// Where a piece other than the general may land and leave it safe.
    fn answers(&self, general: Square, from: Square) -> Bitboard {
        let mut answers = Bitboard::FULL;
        self.threats(general, |threat| {
            answers &= if threat.holders.contains(from) { threat.held } else { threat.landings };
        });
        answers
    }

    /// The threats to the general of the side to move.
    #[inline]
    fn threats(&self, general: Square, mut found: impl FnMut(Threat)) {
        let board = &self.board;
        let (own, enemy, occupied) =
            (board.side(self.side), board.side(!self.side), board.occupied());
        let lines = enemy & tables::LINES[general.index()];
        for rider in lines & (board.kind(Kind::Chariot) | board.kind(Kind::General)) {
            let between = lines::between(general, rider);
            found(Threat::direct(rider, between, between & occupied, own));
        }
        for cannon in lines & board.kind(Kind::Cannon) {
            let between = lines::between(general, cannon);
            found(Threat::jump(cannon, between, between & occupied, own));
        }
        for horse in enemy & board.kind(Kind::Horse) & tables::HORSE[general.index()] {
            let leg = tables::leg(general, horse);
            found(Threat::direct(horse, leg, leg & occupied, own));
        }
        let soldiers = &tables::SOLDIER_TO[(!self.side).index()];
        for soldier in enemy & board.kind(Kind::Soldier) & soldiers[general.index()] {
            found(Threat::direct(soldier, Bitboard::EMPTY, Bitboard::EMPTY, own));
        }
    }
}
