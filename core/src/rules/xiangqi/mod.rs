//! The rules of xiangqi, and the static evaluation of its positions.

mod checks;
mod endgame;
mod eval;
mod moves;
mod repetition;
mod tables;
mod terms;

use super::explain::{Explain, Illegal};
use super::features::{FeatureTable, stands};
use super::nine::leaps::HORSE_LANDINGS;
use super::nine::occupancy::Occupancy;
use super::nine::tables::{PieceTables, RANK_AND_FILE};
use super::nine::weights::{PieceSquareTable, PieceValues, piece_square_table};
use super::nine::{NineGame, NineMoves, NinePosition};
use super::{Rules, SetupFault};
use crate::position::{Ending, Past, Position};
use crate::types::{
    Bitboard, FILES, Kind, Move, MoveKind, MoveList, Piece, RANKS, Score, Side, Square,
};

/// A valid position of xiangqi. Each side has one general, and the generals do not face each other. The side
/// not to move is not in check. Only soldiers of `with_any_soldiers` can stand on points that the rules forbid.
pub type Xiangqi = NinePosition<XiangqiRules>;

/// The marker type of [`Xiangqi`]. It implements the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XiangqiRules;

static PIECE_SQUARES: PieceSquareTable =
    piece_square_table(RANKS, &terms::PIECE_SQUARES, &terms::WEIGHTS);

static FEATURES: FeatureTable = FeatureTable::new([FILES, RANKS], &stands!(tables::can_stand));

impl PieceValues for XiangqiRules {
    const SEE_VALUES: &'static [i16; Kind::COUNT] = &[20_000, 200, 200, 430, 950, 450, 100, 0];
    const PIECE_SQUARES: &'static PieceSquareTable = &PIECE_SQUARES;
}

impl NineGame for XiangqiRules {
    const RULES: Rules = Rules::Xiangqi;
    const PIECES: &'static PieceTables = &tables::PIECES;
    const FEATURES: &'static FeatureTable = &FEATURES;
    const START: &'static [(Kind, &'static str)] = &[
        (Kind::General, "e0"),
        (Kind::Advisor, "d0 f0"),
        (Kind::Elephant, "c0 g0"),
        (Kind::Horse, "b0 h0"),
        (Kind::Chariot, "a0 i0"),
        (Kind::Cannon, "b2 h2"),
        (Kind::Soldier, "a3 c3 e3 g3 i3"),
    ];

    fn can_stand(piece: Piece, square: Square) -> bool {
        tables::can_stand(piece, square)
    }

    /// A soldier stays on the file where it starts until it has crossed the river.
    fn can_come(piece: Piece, square: Square) -> bool {
        tables::can_come(piece, square)
    }

    fn evaluate(position: &Xiangqi) -> Score {
        position.static_eval()
    }

    #[inline]
    fn piece_square_score(position: &Xiangqi) -> Score {
        position.piece_squares_and_tempo()
    }
}

/// A game on nine files with the moves and the repetition rules of xiangqi. Its board, palaces and
/// river are those of [`NineGame::PIECES`].
pub trait MovesLikeXiangqi: NineGame {}

impl MovesLikeXiangqi for XiangqiRules {}

impl<G: MovesLikeXiangqi> NineMoves for G {
    /// The generals must not face each other, and the side not to move must not be in check.
    fn fault(position: &NinePosition<Self>) -> Option<SetupFault> {
        let (board, enemy) = (&position.board, !position.side);
        let attackers = position.general_attackers(enemy, board.general(enemy), board.occupancy());
        if attackers.contains(board.general(position.side)) {
            Some(SetupFault::GeneralsFacing)
        } else {
            (!attackers.is_empty()).then_some(SetupFault::OpponentInCheck(enemy))
        }
    }

    #[inline]
    fn in_check(position: &NinePosition<Self>) -> bool {
        let general = position.board.general(position.side);
        !position.checkers(position.side, general, position.board.occupancy()).is_empty()
    }

    fn generate(position: &NinePosition<Self>, targets: Bitboard, moves: &mut MoveList) {
        let (own, restrictions) = (position.board.side(position.side), position.restrictions());
        position.generate_pieces(own, targets, &restrictions, |from, to| {
            to.into_iter().for_each(|to| moves.push(Move::new(from, to)));
        });
    }

    fn generate_quiet_checks(position: &NinePosition<Self>, moves: &mut MoveList) {
        position.generate_checks(|mv| moves.push(mv));
    }

    fn count_moves(position: &NinePosition<Self>) -> u32 {
        position.count_legal()
    }

    fn is_legal(position: &NinePosition<Self>, mv: Move) -> bool {
        !mv.is_exchange() && mv.to_bits() < 1 << 14 && position.is_legal_move(mv)
    }

    fn gives_check(position: &NinePosition<Self>, mv: Move) -> bool {
        position.checks_by(mv.origin(), mv.target())
    }

    /// Judges a repetition by the rules of the Asian Xiangqi Federation.
    fn judge_repetition(position: &NinePosition<Self>, cycle: &[Past]) -> Ending {
        repetition::judge(position, cycle)
    }
}

impl<G: MovesLikeXiangqi> NinePosition<G> {
    /// Returns a side's pieces that attack a square. A general counts as an attacker only of the points next to it.
    fn attackers(&self, square: Square, by: Side) -> Bitboard {
        let board = &self.board;
        let occupancy = board.occupancy();
        // An elephant attacks only points on its side of the river.
        let reached = G::PIECES.elephants[by.index()].contains(square);
        let elephants = if reached { board.kind(Kind::Elephant) } else { Bitboard::EMPTY };
        let near = G::PIECES.soldier_attackers[by.index()][square.index()]
            & board.kind(Kind::Soldier)
            | G::PIECES.advisor[square.index()] & board.kind(Kind::Advisor)
            | G::PIECES.general[square.index()] & board.kind(Kind::General)
            | occupancy.elephant(square) & elephants;
        let far = occupancy.horse_attackers(square) & board.kind(Kind::Horse)
            | occupancy.chariot(square) & board.kind(Kind::Chariot)
            | occupancy.cannon_attacks(square) & board.kind(Kind::Cannon);
        (near | far) & board.side(by)
    }

    /// Returns the pieces that give check to a general on `square`. The enemy general is one of them
    /// if it faces the square.
    fn general_attackers(&self, side: Side, square: Square, occupancy: &Occupancy) -> Bitboard {
        let checkers = self.checkers(side, square, occupancy);
        let other = self.board.general(!side);
        if occupancy.count_between(square, other) == Some(0) {
            checkers.with(other)
        } else {
            checkers
        }
    }

    /// Returns the pieces that give check to a general on `square`. The enemy general is never one
    /// of them, because in a valid position the generals do not face each other.
    fn checkers(&self, side: Side, square: Square, occupancy: &Occupancy) -> Bitboard {
        let board = &self.board;
        let enemy = board.side(!side);
        let soldiers = &G::PIECES.soldier_attackers[(!side).index()];
        let mut checkers = soldiers[square.index()] & board.kind(Kind::Soldier) & enemy;
        let horses = HORSE_LANDINGS[square.index()] & board.kind(Kind::Horse) & enemy;
        if !horses.is_empty() {
            checkers |= occupancy.horse_attackers(square) & horses;
        }
        let far = RANK_AND_FILE[square.index()] & enemy;
        let (chariots, cannons) = (board.kind(Kind::Chariot), board.kind(Kind::Cannon));
        if far.intersects(chariots | cannons) {
            checkers |= far
                & (occupancy.chariot(square) & chariots
                    | occupancy.cannon_attacks(square) & cannons);
        }
        checkers
    }
}

impl<G: MovesLikeXiangqi> Explain for NinePosition<G> {
    fn why_not(&self, mv: Move) -> Option<Illegal> {
        if self.is_legal(mv) {
            return None;
        }
        let MoveKind::Normal { from, to, .. } = mv.kind() else { return Some(Illegal::Reach) };
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side() == self.side) else {
            return Some(Illegal::NotOwn);
        };
        let obstacle = self.obstacle(piece, from, to);
        if obstacle.is_some() || mv != Move::new(from, to) {
            return obstacle.or(Some(Illegal::Reach));
        }
        let facing = Bitboard::from(self.board.general(!self.side));
        let after = self.play_unchecked(mv).takers(self.side);
        match ((after - facing).first(), self.in_check()) {
            (Some(now), true) => Some(Illegal::StillInCheck(now)),
            (Some(now), false) => Some(Illegal::IntoCheck(now)),
            (None, _) => Some(if after.is_empty() { Illegal::Reach } else { Illegal::Facing }),
        }
    }

    fn attackers_of(&self, square: Square, side: Side) -> Bitboard {
        self.attackers(square, side)
    }
}
