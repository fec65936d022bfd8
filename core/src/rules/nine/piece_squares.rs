//! Piece-square tables: the values of the pieces on their squares.

use super::term::{MIRRORED_FILES, Term};
use crate::array::array;
use crate::rules::tapered_score::TaperedScore;
use crate::types::{FILES, Kind, Piece, Side, Square};

/// A value for every piece on every square. Black's values are negative.
pub(crate) type PieceSquareTable = [[TaperedScore; Square::COUNT]; Piece::COUNT];

/// Returns the index of a side's square among the piece-square weights of a piece.
///
/// The enemy's home rank comes first, and each rank has the files `a` to `e`.
const fn weight_index(ranks: u8, side: Side, square: Square) -> usize {
    let (file, rank) = (square.file(), square.rank());
    let file = if file > 4 { FILES - 1 - file } else { file };
    let row = match side {
        Side::Red => ranks - 1 - rank,
        Side::Black => rank,
    };
    MIRRORED_FILES * row as usize + file as usize
}

/// Builds the table from weights, with one term for each kind.
pub(crate) const fn piece_square_table(
    ranks: u8,
    terms: &[Term],
    weights: &[TaperedScore],
) -> PieceSquareTable {
    array!(piece < Piece::COUNT => array!(index < Square::COUNT => {
        let (piece, square) = (Piece::at(piece), Square::at(index));
        let kind = piece.kind().index();
        if kind < terms.len() && square.rank() < ranks {
            let index = weight_index(ranks, piece.side(), square);
            of_side(piece.side(), weights[terms[kind].at(index)])
        } else {
            TaperedScore::ZERO
        }
    }))
}

/// Returns a value for Red: one of Black's is negative.
const fn of_side(side: Side, value: TaperedScore) -> TaperedScore {
    match side {
        Side::Red => value,
        Side::Black => TaperedScore::ZERO.minus(value),
    }
}

/// The values of the pieces of a game, in hundredths.
pub trait PieceValues {
    /// The values of the kinds in static exchange evaluation. The general's is the largest.
    const SEE_VALUES: &'static [i16; Kind::COUNT];
    /// The values of the pieces on their squares, which a board adds up. In a game without fitted weights
    /// they are the same on all squares.
    const PIECE_SQUARES: &'static PieceSquareTable = &equal_on_all_squares(Self::SEE_VALUES);
}

/// Builds the table in which each kind has the same value everywhere.
const fn equal_on_all_squares(values: &[i16; Kind::COUNT]) -> PieceSquareTable {
    array!(piece < Piece::COUNT => {
        let piece = Piece::at(piece);
        let value = values[piece.kind().index()];
        [of_side(piece.side(), TaperedScore::new(value, value)); Square::COUNT]
    })
}
