//! The static evaluation of chess: piece-square values, mobility, pawn structure and king safety.
//! Every term has a middlegame and an endgame value.

use super::values::{self, FULL_PHASE, PHASE, piece_square, tapered};
use super::{Chess, kind};
use crate::rules::tapered_score::TaperedScore;
use crate::search::Searchable;
use crate::types::{Move, Score};
use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

const TEMPO: i32 = 12;
const BISHOP_PAIR: TaperedScore = TaperedScore::new(26, 44);
/// (value, usual): the value of each square that a piece reaches, and the number of squares for which the score is 0.
const MOBILITY: [(TaperedScore, i16); Piece::NUM] = [
    (TaperedScore::ZERO, 0),
    (TaperedScore::new(4, 4), 4),
    (TaperedScore::new(4, 4), 6),
    (TaperedScore::new(2, 4), 7),
    (TaperedScore::new(1, 3), 13),
    (TaperedScore::ZERO, 0),
];
/// A rook on a file with enemy pawns but without own pawns.
const ROOK_HALF_OPEN: TaperedScore = TaperedScore::new(11, 6);
/// A rook on a file without pawns.
const ROOK_OPEN: TaperedScore = TaperedScore::new(24, 10);
/// A pawn without own pawns on the files next to it.
const ISOLATED: TaperedScore = TaperedScore::new(-11, -12);
/// A pawn behind another own pawn on the same file.
const DOUBLED: TaperedScore = TaperedScore::new(-8, -20);
/// The value of a passed pawn on each rank, from its side's first rank on. No enemy pawn can stop or capture it.
const PASSED: [TaperedScore; 8] =
    tapered([(0, 0), (0, 6), (2, 12), (8, 28), (22, 52), (46, 92), (80, 150), (0, 0)]);
/// The value of each step by which the enemy king is farther from a passed pawn than the own king.
const PASSED_KINGS: TaperedScore = TaperedScore::new(0, 7);
/// King safety: an own pawn one or two ranks before the king, on the king's file or a file next to it.
const SHELTER: [TaperedScore; 2] = tapered([(13, 0), (7, 0)]);
/// The weight of each kind of piece that attacks the enemy king or a square next to it.
const ATTACK_WEIGHTS: [i32; Piece::NUM] = [0, 3, 3, 4, 7, 0];
const MAX_ATTACK_WEIGHT: i32 = 24;

struct PieceEval {
    score: TaperedScore,
    attack_weight: i32,
    attackers: u32,
}

impl Searchable for Chess {
    fn evaluate(&self) -> Score {
        let white = self.piece_eval(Color::White);
        let black = self.piece_eval(Color::Black);
        let sum = white.score + king_attack(&white) - black.score - king_attack(&black)
            + self.pawns(Color::White)
            - self.pawns(Color::Black);
        let phase: i32 = Piece::ALL
            .iter()
            .map(|&piece| PHASE[piece as usize] * self.board.pieces(piece).len() as i32)
            .sum();
        let for_white = self.scaled(sum.interpolate(phase.min(FULL_PHASE), FULL_PHASE));
        let for_mover =
            if self.board.side_to_move() == Color::White { for_white } else { -for_white };
        Score::from_eval(TEMPO + for_mover)
    }

    fn correction_keys(&self) -> [u32; 3] {
        use cozy_chess::Piece::{Bishop, King, Knight, Queen, Rook};
        let mixed = |set: BitBoard| (set.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
        let others = |color| {
            [King, Queen, Rook, Bishop, Knight].into_iter().fold(0_u32, |hash, piece| {
                hash.rotate_left(5) ^ mixed(self.board.colored_pieces(color, piece))
            })
        };
        let pawns = |color| mixed(self.board.colored_pieces(color, cozy_chess::Piece::Pawn));
        [
            pawns(Color::White).rotate_left(5) ^ pawns(Color::Black),
            others(Color::White),
            others(Color::Black),
        ]
    }

    fn see_ge(&self, mv: Move, threshold: i16) -> bool {
        self.captures_ge(mv, threshold)
    }

    #[inline]
    fn see_value(&self, piece: crate::types::Piece) -> i16 {
        values::SEE_VALUES[piece.kind().index()]
    }

    /// Returns false for a side with only king and pawns, because such a side is often in zugzwang.
    fn allows_null_move(&self) -> bool {
        let own = self.board.colors(self.board.side_to_move());
        !(own - self.board.pieces(Piece::King) - self.board.pieces(Piece::Pawn)).is_empty()
    }
}

impl Chess {
    /// Divides the score by 8 if the leading side has no pawns and its lead in pieces is worth less than a rook.
    /// Such a side rarely wins.
    fn scaled(&self, for_white: i32) -> i32 {
        let ahead = if for_white > 0 { Color::White } else { Color::Black };
        let value = |piece| i32::from(values::SEE_VALUES[kind(piece).index()]);
        let count = |color, piece| self.board.colored_pieces(color, piece).len() as i32;
        let material = |color| -> i32 {
            let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
            pieces.iter().map(|&piece| value(piece) * count(color, piece)).sum()
        };
        let pawnless = count(ahead, Piece::Pawn) == 0;
        if pawnless && material(ahead) - material(!ahead) < value(Piece::Rook) {
            for_white / 8
        } else {
            for_white
        }
    }

    fn piece_eval(&self, color: Color) -> PieceEval {
        let board = &self.board;
        let own = board.colors(color);
        let occupied = board.occupied();
        let king = board.king(!color);
        let near_king = get_king_moves(king) | king.bitboard();
        let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
        let unsafe_squares = enemy_pawns
            .into_iter()
            .fold(BitBoard::EMPTY, |set, at| set | get_pawn_attacks(at, !color));
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let mut found = PieceEval { score: TaperedScore::ZERO, attack_weight: 0, attackers: 0 };
        for from in own {
            let Some(piece) = board.piece_on(from) else { continue };
            found.score += piece_square(piece, from.relative_to(color));
            let reach = match piece {
                Piece::Knight => get_knight_moves(from),
                Piece::Bishop => get_bishop_moves(from, occupied),
                Piece::Rook => get_rook_moves(from, occupied),
                Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
                Piece::Pawn | Piece::King => continue,
            };
            let (each, usual) = MOBILITY[piece as usize];
            found.score += each * ((reach - own - unsafe_squares).len() as i16 - usual);
            if !(reach & near_king).is_empty() {
                found.attack_weight += ATTACK_WEIGHTS[piece as usize];
                found.attackers += 1;
            }
            if piece == Piece::Rook && (from.file().bitboard() & pawns).is_empty() {
                let open = (from.file().bitboard() & enemy_pawns).is_empty();
                found.score += if open { ROOK_OPEN } else { ROOK_HALF_OPEN };
            }
        }
        if board.colored_pieces(color, Piece::Bishop).len() > 1 {
            found.score += BISHOP_PAIR;
        }
        found
    }

    fn pawns(&self, color: Color) -> TaperedScore {
        let own = self.board.colored_pieces(color, Piece::Pawn);
        let enemy_pawns = self.board.colored_pieces(!color, Piece::Pawn);
        let (king, enemy_king) = (self.board.king(color), self.board.king(!color));
        let mut score = TaperedScore::ZERO;
        for pawn in own {
            let (file, ahead) = (pawn.file(), ahead_of(pawn, color));
            if (file.adjacent() & own).is_empty() {
                score += ISOLATED;
            }
            if !(file.bitboard() & ahead & own).is_empty() {
                score += DOUBLED;
            } else if ((file.adjacent() | file.bitboard()) & ahead & enemy_pawns).is_empty() {
                let nearer = distance(enemy_king, pawn) - distance(king, pawn);
                score += PASSED[pawn.rank().relative_to(color) as usize] + PASSED_KINGS * nearer;
            }
        }
        let before = (king.file().adjacent() | king.file().bitboard()) & own;
        for (steps, each) in (1..).zip(SHELTER) {
            let rank = king.rank().relative_to(color) as usize + steps;
            if let Some(rank) = Rank::try_index(rank) {
                score += each * (before & rank.relative_to(color).bitboard()).len() as i16;
            }
        }
        score
    }
}

/// Returns the value of an attack on the enemy king. A single attacker does not count.
fn king_attack(side: &PieceEval) -> TaperedScore {
    if side.attackers < 2 {
        return TaperedScore::ZERO;
    }
    let attack = side.attack_weight.min(MAX_ATTACK_WEIGHT);
    TaperedScore::new((attack * attack / 4) as i16, 0)
}

/// Returns all squares of the ranks that lie before a pawn, in the direction in which it moves.
fn ahead_of(pawn: Square, color: Color) -> BitBoard {
    // A shift by 64 bits would overflow. It never happens, because no pawn stands on the last rank.
    let rank = pawn.rank() as u32;
    BitBoard(match color {
        Color::White => u64::MAX << (8 * (rank + 1)),
        Color::Black => !(u64::MAX << (8 * rank)),
    })
}

fn distance(from: Square, to: Square) -> i16 {
    let across = (from.file() as i16 - to.file() as i16).abs();
    let along = (from.rank() as i16 - to.rank() as i16).abs();
    across.max(along)
}
