//! Piece-square tables: the values of the pieces on their squares.

use super::term::{MIRRORED_FILES, Term};
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
    let mut table = [[TaperedScore::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < terms.len() {
        let (kind, term) = (Kind::ALL[i], terms[i]);
        let mut index = 0;
        while index < ranks as usize * FILES as usize {
            let square = Square::at(index);
            let red = weights[term.at(weight_index(ranks, Side::Red, square))];
            let black = weights[term.at(weight_index(ranks, Side::Black, square))];
            table[Piece::new(Side::Red, kind).index()][index] = red;
            table[Piece::new(Side::Black, kind).index()][index] = TaperedScore::ZERO.minus(black);
            index += 1;
        }
        i += 1;
    }
    table
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
    let mut table = [[TaperedScore::ZERO; Square::COUNT]; Piece::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        let value = TaperedScore::new(values[kind], values[kind]);
        let [red, black] = [Side::Red, Side::Black];
        table[Piece::new(red, Kind::ALL[kind]).index()] = [value; Square::COUNT];
        table[Piece::new(black, Kind::ALL[kind]).index()] =
            [TaperedScore::ZERO.minus(value); Square::COUNT];
        kind += 1;
    }
    table
}
