//! Zhonggong xiangqi (中宮象棋), played on 81 points.
//!
//! Both generals share one palace in the middle. A piece may take the enemy general only if the enemy cannot take that
//! piece in return. Soldiers on the enemy's home rank can be given up to remove an enemy piece.

mod eval;
mod exchanges;
mod explain;
mod moves;
mod safety;
mod tables;
mod terms;

use super::features::{FeatureTable, stands};
use super::nine::tables::PieceTables;
use super::nine::weights::{PieceSquareTable, PieceValues, piece_square_table};
use super::nine::{NineGame, NineMoves, NinePosition};
use super::{Rules, SetupFault};
use crate::position::{EndReason, Ending, Position};
use crate::search::GameTuning;
use crate::types::{Bitboard, FILES, Kind, Move, MoveKind, MoveList, Piece, Score, Square};

/// A valid position of Zhonggong xiangqi. Each side has one general, and every piece stands on a square that the rules
/// allow for it. The side that is not to move is not in check.
pub type Zhonggong = NinePosition<ZhonggongRules>;

/// The marker type that implements the rules of [`Zhonggong`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZhonggongRules;

static PIECE_SQUARES: PieceSquareTable =
    piece_square_table(tables::RANKS, &terms::PIECE_SQUARES, &terms::WEIGHTS);

static FEATURES: FeatureTable =
    FeatureTable::new([FILES, tables::RANKS], &stands!(tables::can_stand));

impl PieceValues for ZhonggongRules {
    /// Values that suit a board without a river.
    const SEE_VALUES: &'static [i16; Kind::COUNT] = &[20_000, 220, 230, 450, 950, 400, 140, 0];
    const PIECE_SQUARES: &'static PieceSquareTable = &PIECE_SQUARES;
}

impl NineGame for ZhonggongRules {
    const RULES: Rules = Rules::Zhonggong;
    const PIECES: &'static PieceTables = &tables::PIECES;
    const FEATURES: &'static FeatureTable = &FEATURES;
    const TUNING: GameTuning = GameTuning { quiet_checks: false, delta_pruning: true };

    const START: &'static [(Kind, &'static str)] = &[
        (Kind::General, "e3"),
        (Kind::Advisor, "d0 f0"),
        (Kind::Elephant, "c0 g0"),
        (Kind::Horse, "b0 h0"),
        (Kind::Chariot, "a0 i0"),
        (Kind::Cannon, "e0 e1"),
        (Kind::Soldier, "a2 c2 e2 g2 i2"),
    ];

    fn can_stand(piece: Piece, square: Square) -> bool {
        tables::can_stand(piece, square)
    }

    fn evaluate(position: &Zhonggong) -> Score {
        position.static_eval()
    }

    #[inline]
    fn piece_square_score(position: &Zhonggong) -> Score {
        position.piece_squares_and_tempo()
    }

    #[inline]
    fn allows_null_move(_position: &Zhonggong) -> bool {
        true
    }
}

impl NineMoves for ZhonggongRules {
    /// If a piece attacks the general of the side not to move, a guard must be able to capture that piece.
    fn fault(position: &Zhonggong) -> Option<SetupFault> {
        let enemy = !position.side;
        (!position.checkers(enemy).is_empty()).then_some(SetupFault::OpponentInCheck(enemy))
    }

    /// A general without a liberty is also in check.
    fn in_check(position: &Zhonggong) -> bool {
        position.is_enclosed(position.side) || !position.checkers(position.side).is_empty()
    }

    /// Five soldiers on the enemy's home rank win at once.
    fn variant_end(position: &Zhonggong) -> Option<Ending> {
        position.five_soldiers().map(|winner| Ending::win(winner, EndReason::FiveSoldiers))
    }

    fn generate(position: &Zhonggong, targets: Bitboard, moves: &mut MoveList) {
        if position.five_soldiers().is_some() {
            return;
        }
        position.generate_legal(targets, |from, to| {
            moves.extend(to.into_iter().map(|to| Move::new(from, to)));
        });
        if targets.intersects(position.board.side(!position.side)) {
            position.exchanges(|mv| moves.push(mv));
        }
    }

    fn generate_quiet_checks(position: &Zhonggong, moves: &mut MoveList) {
        if position.five_soldiers().is_some() {
            return;
        }
        let enemy = !position.side;
        // A general without a liberty is in check. If the enemy general has none, even a move far away gives check.
        let enclosed = position.is_enclosed(enemy);
        let zone = tables::ZONE[position.board.general(enemy).index()];
        position.generate_legal(tables::BOARD - position.board.occupied(), |from, to| {
            let touching = if enclosed || zone.contains(from) { to } else { to & zone };
            let mvs = touching.into_iter().map(|to| Move::new(from, to));
            moves.extend(mvs.filter(|&mv| position.gives_check(mv)));
        });
    }

    fn count_moves(position: &Zhonggong) -> u32 {
        if position.five_soldiers().is_some() {
            return 0;
        }
        let mut count = position.count_exchanges();
        let targets = tables::BOARD - position.board.side(position.side);
        position.generate_legal(targets, |_, to| count += to.len());
        count
    }

    fn is_legal(position: &Zhonggong, mv: Move) -> bool {
        position.five_soldiers().is_none() && position.is_legal_move(mv)
    }

    /// A move far from the enemy general does not change that general's safety.
    fn gives_check(position: &Zhonggong, mv: Move) -> bool {
        let enemy = !position.side;
        let zone = tables::ZONE[position.board.general(enemy).index()];
        let touches = match position.exchanged(mv) {
            Some((_, victim)) => zone.contains(victim),
            None => zone.contains(mv.origin()) || zone.contains(mv.target()),
        };
        if touches { position.play_unchecked(mv).in_check() } else { position.is_enclosed(enemy) }
    }

    #[inline]
    fn captured(position: &Zhonggong, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Exchange { files, .. } => {
                Some(Piece::new(!position.side, exchanges::bought(files.count_ones())?))
            }
            MoveKind::Normal { to, .. } => position.board.piece_at(to),
        }
    }

    #[inline]
    fn make(position: &mut Zhonggong, mv: Move) -> Option<Piece> {
        match position.exchanged(mv) {
            Some((soldiers, victim)) => {
                soldiers.into_iter().for_each(|soldier| {
                    position.board.take(soldier);
                });
                position.board.take(victim)
            }
            None => position.board.shift(mv.origin(), mv.target()),
        }
    }

    /// An exchange gains the removed piece and loses the soldiers given up. The enemy has nothing to recapture.
    fn see_ge(position: &Zhonggong, mv: Move, threshold: i16) -> bool {
        let Some((soldiers, _)) = position.exchanged(mv) else {
            return position.captures_ge(mv, threshold);
        };
        let value = |kind: Kind| Self::SEE_VALUES[kind.index()];
        let bought = position.captured(mv).map_or(0, |piece| value(piece.kind()));
        bought - value(Kind::Soldier) * soldiers.len() as i16 >= threshold
    }

    fn ending_without_moves(position: &Zhonggong) -> Ending {
        let reason = if !position.checkers(position.side).is_empty() {
            EndReason::Checkmate
        } else if position.is_enclosed(position.side) {
            EndReason::Enclosed
        } else {
            EndReason::Stalemate
        };
        position.variant_end().unwrap_or(Ending::win(!position.side, reason))
    }
}
