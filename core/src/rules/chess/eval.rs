//! What a position of chess is worth, and what a series of captures on one square gains.
//!
//! The estimate is the sum, for each side, of what its pieces are worth where they stand and what
//! they do: how far they reach, how the pawns stand to each other, how safe the king is behind
//! them. Every term is a pair, blended by how full the board is.

use super::convert::their_square;
use super::values::{self, FULL, PHASE, value};
use super::{Chess, kind};
use crate::position::Position;
use crate::rules::nine::see::gains;
use crate::rules::nine::values::Pair;
use crate::search::Searchable;
use crate::types::{Move, Score};
use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// For the right to move.
const TEMPO: i32 = 12;
/// Two bishops.
const BISHOP_PAIR: Pair = Pair::new(26, 44);
/// For each square that a knight, bishop, rook or queen reaches beyond so many.
const MOBILITY: [(Pair, i16); Piece::NUM] = [
    (Pair::ZERO, 0),
    (Pair::new(4, 4), 4),
    (Pair::new(4, 4), 6),
    (Pair::new(2, 4), 7),
    (Pair::new(1, 3), 13),
    (Pair::ZERO, 0),
];
/// A rook on a file without own pawns, and without any.
const ROOK_HALF_OPEN: Pair = Pair::new(11, 6);
const ROOK_OPEN: Pair = Pair::new(24, 10);
/// A pawn without an own one on the files next to it, or behind another of its file.
const ISOLATED: Pair = Pair::new(-11, -12);
const DOUBLED: Pair = Pair::new(-8, -20);
/// A pawn that no enemy pawn can stop or take, by its rank, the own home rank first.
const PASSED: [Pair; 8] = [
    Pair::ZERO,
    Pair::new(0, 6),
    Pair::new(2, 12),
    Pair::new(8, 28),
    Pair::new(22, 52),
    Pair::new(46, 92),
    Pair::new(80, 150),
    Pair::ZERO,
];
/// Such a pawn, for each step that the enemy's king is farther from it than the own.
const PASSED_KINGS: Pair = Pair::new(0, 7);
/// A pawn one or two ranks before its king, on its file or next to it.
const SHELTER: [Pair; 2] = [Pair::new(13, 0), Pair::new(7, 0)];
/// How heavily a knight, bishop, rook or queen that reaches the king's neighbourhood attacks it.
const ATTACK: [i32; Piece::NUM] = [0, 3, 3, 4, 7, 0];
/// Beyond this an attack is won anyway.
const MOST_ATTACK: i32 = 24;

/// What one side's pieces do.
struct Activity {
    value: Pair,
    /// How heavily the enemy's king is attacked, and by how many.
    attack: i32,
    attackers: u32,
}

impl Searchable for Chess {
    fn evaluate(&self) -> Score {
        let white = self.activity(Color::White);
        let black = self.activity(Color::Black);
        let sum = white.value + danger(&white) - black.value - danger(&black)
            + self.pawns(Color::White)
            - self.pawns(Color::Black);
        let phase: i32 = Piece::ALL
            .iter()
            .map(|&piece| PHASE[piece as usize] * self.board.pieces(piece).len() as i32)
            .sum();
        let for_white = self.limited(sum.blend(phase.min(FULL), FULL));
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
        self.gains(mv, threshold)
    }

    #[inline]
    fn see_value(&self, piece: crate::types::Piece) -> i16 {
        values::WORTH[piece.kind().index()]
    }

    /// Kings and pawns alone are often better off not to move.
    fn allows_null_move(&self) -> bool {
        use cozy_chess::Piece as P;
        let own = self.board.colors(self.board.side_to_move());
        !(own - self.board.pieces(P::King) - self.board.pieces(P::Pawn)).is_empty()
    }
}

impl Chess {
    /// A side that is ahead by less than a rook without a pawn to queen hardly wins.
    fn limited(&self, for_white: i32) -> i32 {
        let ahead = if for_white > 0 { Color::White } else { Color::Black };
        let worth = |color| -> i32 {
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
                .iter()
                .map(|&piece| {
                    let one = i32::from(values::WORTH[kind(piece).index()]);
                    one * self.board.colored_pieces(color, piece).len() as i32
                })
                .sum()
        };
        let pawnless = self.board.colored_pieces(ahead, Piece::Pawn).is_empty();
        let rook = i32::from(values::WORTH[kind(Piece::Rook).index()]);
        if pawnless && worth(ahead) - worth(!ahead) < rook { for_white / 8 } else { for_white }
    }

    /// The worth of a side's pieces where they stand, and how far they reach.
    fn activity(&self, color: Color) -> Activity {
        let board = &self.board;
        let own = board.colors(color);
        let occupied = board.occupied();
        let king = board.king(!color);
        let near_king = get_king_moves(king) | king.bitboard();
        let theirs = board.colored_pieces(!color, Piece::Pawn);
        let unsafe_squares =
            theirs.into_iter().fold(BitBoard::EMPTY, |set, at| set | get_pawn_attacks(at, !color));
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let mut found = Activity { value: Pair::ZERO, attack: 0, attackers: 0 };
        for from in own {
            let Some(piece) = board.piece_on(from) else { continue };
            found.value += value(piece, from.relative_to(color));
            let reach = match piece {
                Piece::Knight => get_knight_moves(from),
                Piece::Bishop => get_bishop_moves(from, occupied),
                Piece::Rook => get_rook_moves(from, occupied),
                Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
                Piece::Pawn | Piece::King => continue,
            };
            let (each, usual) = MOBILITY[piece as usize];
            found.value += each * ((reach - own - unsafe_squares).len() as i16 - usual);
            if !(reach & near_king).is_empty() {
                found.attack += ATTACK[piece as usize];
                found.attackers += 1;
            }
            if piece == Piece::Rook && (from.file().bitboard() & pawns).is_empty() {
                let open = (from.file().bitboard() & theirs).is_empty();
                found.value += if open { ROOK_OPEN } else { ROOK_HALF_OPEN };
            }
        }
        if board.colored_pieces(color, Piece::Bishop).len() > 1 {
            found.value += BISHOP_PAIR;
        }
        found
    }

    /// How a side's pawns stand to each other, to the enemy's, and before their king.
    fn pawns(&self, color: Color) -> Pair {
        let own = self.board.colored_pieces(color, Piece::Pawn);
        let theirs = self.board.colored_pieces(!color, Piece::Pawn);
        let (king, enemy_king) = (self.board.king(color), self.board.king(!color));
        let mut value = Pair::ZERO;
        for pawn in own {
            let (file, ahead) = (pawn.file(), ahead_of(pawn, color));
            if (file.adjacent() & own).is_empty() {
                value += ISOLATED;
            }
            if !(file.bitboard() & ahead & own).is_empty() {
                value += DOUBLED;
            } else if ((file.adjacent() | file.bitboard()) & ahead & theirs).is_empty() {
                let nearer = distance(enemy_king, pawn) - distance(king, pawn);
                value += PASSED[pawn.rank().relative_to(color) as usize] + PASSED_KINGS * nearer;
            }
        }
        let before = (king.file().adjacent() | king.file().bitboard()) & own;
        for (steps, each) in (1..).zip(SHELTER) {
            let rank = king.rank().relative_to(color) as usize + steps;
            if let Some(rank) = Rank::try_index(rank) {
                value += each * (before & rank.relative_to(color).bitboard()).len() as i16;
            }
        }
        value
    }

    /// Whether a capture, and what follows on its square as long as it pays, gains so much: each
    /// side takes with the least of its pieces there. Pins are not looked at.
    pub(super) fn gains(&self, mv: Move, at_least: i16) -> bool {
        let worth = |piece: Piece| values::WORTH[kind(piece).index()];
        let (Some(from), Some(to)) = (their_square(mv.from_square()), their_square(mv.to_square()))
        else {
            return false;
        };
        let Some(mover) = self.board.piece_on(from) else { return false };
        let taken = self.captured(mv).map_or(0, |piece| self.see_value(piece));
        let mut occupied = (self.board.occupied() - from.bitboard()) | to.bitboard();
        let mut color = self.board.side_to_move();
        gains(taken, worth(mover), at_least, || {
            color = !color;
            let attackers = self.attackers(to, occupied) & occupied;
            let (square, piece) = self.least(attackers & self.board.colors(color))?;
            occupied -= square.bitboard();
            let is_guarded = !(attackers & self.board.colors(!color)).is_empty();
            if piece == Piece::King && is_guarded { None } else { Some(worth(piece)) }
        })
    }

    /// The pieces of both sides that attack a square, if these squares are taken.
    fn attackers(&self, to: Square, occupied: BitBoard) -> BitBoard {
        let of = |piece| self.board.pieces(piece);
        let pawns = |color: Color| get_pawn_attacks(to, !color) & self.board.colors(color);
        get_knight_moves(to) & of(Piece::Knight)
            | get_king_moves(to) & of(Piece::King)
            | get_bishop_moves(to, occupied) & (of(Piece::Bishop) | of(Piece::Queen))
            | get_rook_moves(to, occupied) & (of(Piece::Rook) | of(Piece::Queen))
            | (pawns(Color::White) | pawns(Color::Black)) & of(Piece::Pawn)
    }

    /// The least of some pieces: they are ordered by what they are worth.
    fn least(&self, among: BitBoard) -> Option<(Square, Piece)> {
        Piece::ALL.iter().find_map(|&piece| {
            (among & self.board.pieces(piece)).next_square().map(|square| (square, piece))
        })
    }
}

/// What an attack on the king is worth: a single piece rarely does harm.
fn danger(side: &Activity) -> Pair {
    if side.attackers < 2 {
        return Pair::ZERO;
    }
    let attack = side.attack.min(MOST_ATTACK);
    Pair::new((attack * attack / 4) as i16, 0)
}

/// The squares on all ranks before a pawn, as its side sees it.
fn ahead_of(pawn: Square, color: Color) -> BitBoard {
    // No pawn stands on the last rank, so neither shift is by all 64 bits.
    let rank = pawn.rank() as u32;
    BitBoard(match color {
        Color::White => u64::MAX << (8 * (rank + 1)),
        Color::Black => !(u64::MAX << (8 * rank)),
    })
}

/// How many steps a king needs from one square to the other.
fn distance(from: Square, to: Square) -> i16 {
    let across = (from.file() as i16 - to.file() as i16).abs();
    let along = (from.rank() as i16 - to.rank() as i16).abs();
    across.max(along)
}
