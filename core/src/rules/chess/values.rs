//! What the pieces of chess are worth, and where. In hundredths of a pawn.

use crate::rules::nine::values::Pair;
use crate::types::Kind;
use cozy_chess::{Piece, Square};

/// What a kind of piece counts when pieces are exchanged; the king more than all others.
pub(super) static WORTH: [i16; Kind::COUNT] = [20_000, 0, 330, 320, 500, 0, 100, 960];

/// What each piece adds to the phase of the game, 0 to [`FULL`]; by the pieces' order.
pub(super) const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];

/// The phase of a board with all pieces.
pub(super) const FULL: i32 = 2 * (2 + 2 + 2 * 2 + 4);

/// What a piece is worth on any square.
const VALUE: [Pair; Piece::NUM] = [
    Pair::new(84, 104),
    Pair::new(325, 300),
    Pair::new(338, 318),
    Pair::new(482, 534),
    Pair::new(985, 960),
    Pair::ZERO,
];

/// Added by rank, the own home rank first, to a pawn.
const PAWN_RANK: [Pair; 8] = [
    Pair::ZERO,
    Pair::new(0, 0),
    Pair::new(2, 4),
    Pair::new(6, 9),
    Pair::new(14, 20),
    Pair::new(28, 42),
    Pair::new(50, 78),
    Pair::ZERO,
];
/// Added by file to a pawn that has left its first square and not come far.
const PAWN_FILE: [i16; 8] = [-8, -4, 4, 14, 14, -4, -4, -8];
/// Added by file to a king on its home rank while the board is full.
const KING_FILE: [i16; 8] = [20, 28, 6, -12, -4, -10, 28, 20];
/// Taken off such a king for each rank that it has left home.
const KING_RANK: i16 = 22;
/// Added to a rook on the rank of the enemy's pawns.
const ROOK_SEVENTH: Pair = Pair::new(14, 22);

/// For each piece and square, as White's: its value there.
static TABLE: [[Pair; Square::NUM]; Piece::NUM] = {
    let mut table = [[Pair::ZERO; Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            table[piece][square] = VALUE[piece].plus(placed(piece, square % 8, square / 8));
            square += 1;
        }
        piece += 1;
    }
    table
};

/// How near a file or rank is to the middle, 0 to 3.
const fn central(line: usize) -> i16 {
    (if line < 4 { line } else { 7 - line }) as i16
}

const fn placed(piece: usize, file: usize, rank: usize) -> Pair {
    // 0 in the corner, 6 in the middle.
    let middle = central(file) + central(rank);
    match Piece::ALL[piece] {
        Piece::Pawn => {
            let full = if rank == 2 || rank == 3 { PAWN_FILE[file] } else { 0 };
            PAWN_RANK[rank].plus(Pair::new(full, 0))
        }
        Piece::Knight => Pair::new(8 * middle - 30, 7 * middle - 28),
        Piece::Bishop => {
            let home = if rank == 0 { 12 } else { 0 };
            Pair::new(4 * middle - 10 - home, 3 * middle - 9)
        }
        Piece::Rook => {
            let seventh = if rank == 6 { ROOK_SEVENTH } else { Pair::ZERO };
            Pair::new(3 * central(file) - 5, 0).plus(seventh)
        }
        Piece::Queen => Pair::new(middle - 4, 5 * middle - 15),
        Piece::King => {
            let full = KING_FILE[file] - KING_RANK * rank as i16;
            Pair::new(full, 10 * middle - 32)
        }
    }
}

/// What a piece is worth on a square seen from its own side.
#[inline]
pub(super) fn value(piece: Piece, square: Square) -> Pair {
    TABLE[piece as usize][square as usize]
}
