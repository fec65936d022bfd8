//! Legal moves, generated legal.
//!
//! A move of any piece but the general can leave the general in check only from an enemy piece
//! that already looks at it: along a line, over a leg, or from next to it. Each of these *threats*
//! asks something of the other pieces before any of their moves is looked at: of most of them the
//! same, of those that stand in the threat's way something of their own. What is left for a piece
//! is its plain moves within everything that the threats ask of it.
//!
//! One move takes at most one piece out of a threat's way, so a threat with more in its way than
//! it could lose asks nothing.

use super::{MovesLikeXiangqi, tables};
use crate::rules::nine::board::Board;
use crate::rules::nine::leaps::{HORSE_LANDINGS, leg};
use crate::rules::nine::occupancy::between;
use crate::rules::nine::tables::RANK_AND_FILE;
use crate::rules::nine::{NineGame, NinePosition};
use crate::types::{Bitboard, Kind, Move, Piece, Side, Square};

/// What one enemy piece that looks at the general asks of the others.
struct Threat {
    /// Where they may land.
    landings: Bitboard,
    /// Those in its way that would open it by leaving, and where they may land instead.
    holders: Bitboard,
    held: Bitboard,
}

impl Threat {
    /// By a piece that takes the general when nothing stands `between`; at most one piece does.
    #[inline]
    fn direct<G: NineGame>(
        attacker: Square,
        between: Bitboard,
        board: &Board<G>,
        own: Bitboard,
    ) -> Self {
        let blockers = between & board.occupied();
        let answers = between.with(attacker);
        let landings = if blockers.is_empty() { answers } else { Bitboard::FULL };
        Self { landings, holders: blockers & own, held: answers }
    }

    /// By a cannon, which takes the general when one piece stands `between`; so many do, at most
    /// two.
    #[inline]
    fn jump<G: NineGame>(
        cannon: Square,
        between: Bitboard,
        count: u32,
        board: &Board<G>,
        own: Bitboard,
    ) -> Self {
        let blockers = between & board.occupied();
        let answers = (between - blockers).with(cannon);
        let (landings, held) = match count {
            0 => (!between, Bitboard::EMPTY),
            1 => (answers, !between),
            _ => (Bitboard::FULL, answers),
        };
        Self { landings, holders: blockers & own, held }
    }
}

/// What all threats together ask.
pub(super) struct Asked {
    /// Where pieces may land.
    landings: Bitboard,
    /// The pieces that may land elsewhere.
    holders: Bitboard,
    /// Where these may, if there is one threat alone; among several each has its own answer.
    held: Option<Bitboard>,
}

impl<G: MovesLikeXiangqi> NinePosition<G> {
    /// Calls `found` with each piece and its legal landings within `wanted`, if there are any.
    #[inline]
    pub(super) fn generate_legal(&self, wanted: Bitboard, found: impl FnMut(Square, Bitboard)) {
        self.generate_pieces(self.board.side(self.side), wanted, &self.asked(), found);
    }

    /// How many legal moves there are.
    pub(super) fn count_legal(&self) -> u32 {
        let own = self.board.side(self.side);
        let asked = self.asked();
        // Soldiers that hold up nothing step all at once.
        let soldiers = self.board.pieces(self.side, Kind::Soldier) - asked.holders;
        let landings = asked.landings - own;
        let over = soldiers & tables::HALF[(!self.side).index()];
        let ahead = match self.side {
            Side::Red => soldiers.up(),
            Side::Black => soldiers.down(),
        };
        let mut count = (ahead & landings).len();
        if !over.is_empty() {
            count += (over.left() & landings).len() + (over.right() & landings).len();
        }
        self.generate_pieces(own - soldiers, !own, &asked, |_, to| count += to.len());
        count
    }

    pub(super) fn asked(&self) -> Asked {
        let mut asked = Asked { landings: Bitboard::FULL, holders: Bitboard::EMPTY, held: None };
        let mut first = true;
        self.threats(self.board.general(self.side), |threat| {
            asked.held = first.then_some(threat.held);
            first = false;
            asked.landings &= threat.landings;
            asked.holders |= threat.holders;
        });
        asked
    }

    /// The moves of some of the pieces.
    #[inline]
    pub(super) fn generate_pieces(
        &self,
        pieces: Bitboard,
        wanted: Bitboard,
        asked: &Asked,
        mut found: impl FnMut(Square, Bitboard),
    ) {
        let mut each = |kind| self.generate_kind(kind, pieces, wanted, asked, &mut found);
        each(Kind::Chariot);
        each(Kind::Cannon);
        each(Kind::Horse);
        each(Kind::Soldier);
        each(Kind::Elephant);
        each(Kind::Advisor);
        let general = self.board.general(self.side);
        if pieces.contains(general) {
            found(general, self.general_steps(general, wanted));
        }
    }

    /// The moves of those of some pieces that are of a kind, which is not the general.
    #[inline(always)]
    pub(super) fn generate_kind(
        &self,
        kind: Kind,
        pieces: Bitboard,
        wanted: Bitboard,
        asked: &Asked,
        mut found: impl FnMut(Square, Bitboard),
    ) {
        for from in pieces & self.board.kind(kind) {
            let allowed = if !asked.holders.is_empty() && asked.holders.contains(from) {
                let general = self.board.general(self.side);
                wanted & asked.held.unwrap_or_else(|| self.answers(general, from))
            } else {
                wanted & asked.landings
            };
            let landings = allowed & self.pseudo_legal(from, kind);
            if !landings.is_empty() {
                found(from, landings);
            }
        }
    }

    /// Whether a move from one square to another, which may be any, is legal.
    pub(super) fn is_legal_move(&self, mv: Move) -> bool {
        let (from, to) =
            (mv.from_square(), Bitboard::from(mv.to_square()) - self.board.side(self.side));
        let general = self.board.general(self.side);
        match self.board.piece_at(from) {
            Some(piece) if piece.side() != self.side => false,
            Some(_) if from == general => !self.general_steps(general, to).is_empty(),
            Some(piece) => {
                let to = to & self.pseudo_legal(from, piece.kind());
                !to.is_empty() && to.intersects(self.answers(general, from))
            }
            None => false,
        }
    }

    /// Where a piece of the side to move goes by its plain moves, onto its own side's pieces
    /// included.
    #[inline]
    pub(in crate::rules) fn pseudo_legal(&self, from: Square, kind: Kind) -> Bitboard {
        let occupancy = self.board.occupancy();
        match kind {
            Kind::General => G::PIECES.general[from.index()],
            Kind::Advisor => G::PIECES.advisor[from.index()],
            Kind::Elephant => occupancy.elephant(from) & tables::HALF[self.side.index()],
            Kind::Horse => occupancy.horse(from),
            Kind::Chariot => occupancy.chariot(from),
            Kind::Cannon => occupancy.cannon_moves(from),
            Kind::Soldier => G::PIECES.soldier[self.side.index()][from.index()],
            Kind::Queen => Bitboard::EMPTY,
        }
    }

    /// Where the general may step without being attacked there.
    fn general_steps(&self, general: Square, wanted: Bitboard) -> Bitboard {
        let steps = G::PIECES.general[general.index()] & wanted;
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
        let occupancy = board.occupancy();
        let (own, enemy) = (board.side(self.side), board.side(!self.side));
        let riders =
            board.kind(Kind::Chariot) | board.kind(Kind::Cannon) | board.kind(Kind::General);
        let soldiers = &G::PIECES.soldier_attackers[(!self.side).index()];
        let looking = RANK_AND_FILE[general.index()] & riders
            | HORSE_LANDINGS[general.index()] & board.kind(Kind::Horse)
            | soldiers[general.index()] & board.kind(Kind::Soldier);
        for from in looking & enemy {
            let between = || between(general, from);
            let count =
                |most| occupancy.count_between(general, from).filter(|&count| count <= most);
            let threat = match board.piece_at(from).map(Piece::kind) {
                Some(Kind::Horse) => Some(Threat::direct(from, leg(general, from), board, own)),
                Some(Kind::Cannon) => {
                    count(2).map(|count| Threat::jump(from, between(), count, board, own))
                }
                _ => count(1).map(|_| Threat::direct(from, between(), board, own)),
            };
            threat.map(&mut found);
        }
    }
}
