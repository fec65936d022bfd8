//! The values of the pieces of chess and of their squares, in hundredths of a pawn.

use crate::array::array;
use crate::rules::tapered_score::TaperedScore;
use crate::types::Kind;
use cozy_chess::{Piece, Square};

/// The values of the kinds in static exchange evaluation. The king has the largest value.
pub(super) static SEE_VALUES: [i16; Kind::COUNT] = [20_000, 0, 330, 320, 500, 0, 100, 960];

pub(super) const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];

pub(super) const FULL_PHASE: i32 = 2 * (2 + 2 + 2 * 2 + 4);

const VALUE: [TaperedScore; Piece::NUM] =
    tapered([(84, 104), (325, 300), (338, 318), (482, 534), (985, 960), (0, 0)]);

/// The value of a pawn's rank. The first value is for the pawn's own first rank.
const PAWN_RANK: [TaperedScore; 8] =
    tapered([(0, 0), (0, 0), (2, 4), (6, 9), (14, 20), (28, 42), (50, 78), (0, 0)]);
/// The middlegame value of each file for a pawn on its third or fourth rank.
const PAWN_FILE: [i16; 8] = [-8, -4, 4, 14, 14, -4, -4, -8];
/// The middlegame value of each file for the king.
const KING_FILE: [i16; 8] = [20, 28, 6, -12, -4, -10, 28, 20];
/// The loss in the middlegame for each rank by which the king is away from its home rank.
const KING_RANK: i16 = 22;
/// The bonus for a rook on its seventh rank, where the enemy's pawns start.
const ROOK_SEVENTH: TaperedScore = TaperedScore::new(14, 22);

/// The value of each piece on each square, for White.
static PIECE_SQUARES: [[TaperedScore; Square::NUM]; Piece::NUM] = {
    array!(piece < Piece::NUM => array!(square < Square::NUM => {
        VALUE[piece].plus(square_value(piece, square % 8, square / 8))
    }))
};

pub(super) const fn tapered<const N: usize>(values: [(i16, i16); N]) -> [TaperedScore; N] {
    array!(index < N => TaperedScore::new(values[index].0, values[index].1))
}

/// Returns the nearness of a file or rank to the middle: 0 at the edge, 3 in the middle.
const fn central(line: usize) -> i16 {
    (if line < 4 { line } else { 7 - line }) as i16
}

const fn square_value(piece: usize, file: usize, rank: usize) -> TaperedScore {
    // From 0 in a corner to 6 on the four middle squares.
    let middle = central(file) + central(rank);
    match Piece::ALL[piece] {
        Piece::Pawn => {
            let full = if rank == 2 || rank == 3 { PAWN_FILE[file] } else { 0 };
            PAWN_RANK[rank].plus(TaperedScore::new(full, 0))
        }
        Piece::Knight => TaperedScore::new(8 * middle - 30, 7 * middle - 28),
        Piece::Bishop => {
            let home = if rank == 0 { 12 } else { 0 };
            TaperedScore::new(4 * middle - 10 - home, 3 * middle - 9)
        }
        Piece::Rook => {
            let seventh = if rank == 6 { ROOK_SEVENTH } else { TaperedScore::ZERO };
            TaperedScore::new(3 * central(file) - 5, 0).plus(seventh)
        }
        Piece::Queen => TaperedScore::new(middle - 4, 5 * middle - 15),
        Piece::King => {
            let full = KING_FILE[file] - KING_RANK * rank as i16;
            TaperedScore::new(full, 10 * middle - 32)
        }
    }
}

/// The caller must turn the square of a black piece to White's view.
#[inline]
pub(super) fn piece_square(piece: Piece, square: Square) -> TaperedScore {
    PIECE_SQUARES[piece as usize][square as usize]
}
