//! The weights of a static evaluation: terms, and the value of each piece on each square.

use crate::array::array;
use crate::rules::tapered_score::TaperedScore;
use crate::types::{FILES, Kind, Piece, Side, Square};

/// The number of files with values of their own, `a` to `e`. Files `f` to `i` mirror `d` to `a`.
const MIRRORED_FILES: usize = 5;

/// A group of successive weights: the weights of one feature, or the piece-square values of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    first: usize,
    len: usize,
}

impl Term {
    pub(crate) const fn first(len: usize) -> Self {
        Self { first: 0, len }
    }

    /// Returns a term of `len` weights, which follow the weights of this term.
    pub(crate) const fn then(self, len: usize) -> Self {
        Self { first: self.end(), len }
    }

    /// Returns a term of piece-square values for each kind. A term goes rank by rank, from the enemy's home rank on.
    /// In each rank, the files go from `a` to `e`.
    pub(crate) const fn piece_squares(self, ranks: u8) -> [Self; 7] {
        let len = ranks as usize * MIRRORED_FILES;
        array!(kind < 7 => Self { first: self.end() + kind * len, len })
    }

    /// Returns the index of a weight of this term among all weights.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.first + index
    }

    /// Returns the number of weights in this term and in all terms before it.
    pub(crate) const fn end(self) -> usize {
        self.first + self.len
    }
}

/// Reads all weights from a text: pairs such as `12/-7`, for middlegame and endgame. A `#` begins a comment.
pub(crate) const fn read_weights<const COUNT: usize>(text: &[u8]) -> [TaperedScore; COUNT] {
    let mut weights = [TaperedScore::ZERO; COUNT];
    let (mut at, mut count) = (next_number(text, 0), 0);
    while at < text.len() {
        let (middlegame, end) = read_number(text, at);
        let (endgame, end) = read_number(text, next_number(text, end));
        weights[count] = TaperedScore::new(middlegame, endgame);
        count += 1;
        at = next_number(text, end);
    }
    assert!(count == COUNT, "the file has a value for each weight");
    weights
}

const fn next_number(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b'-' && !text[at].is_ascii_digit() {
        let is_comment = text[at] == b'#';
        while is_comment && text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    at
}

const fn read_number(text: &[u8], mut at: usize) -> (i16, usize) {
    let sign = if text[at] == b'-' { -1 } else { 1 };
    at += (sign < 0) as usize;
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = 10 * number + (text[at] - b'0') as i16;
        at += 1;
    }
    (sign * number, at)
}

/// A value for every piece on every square. Black's values are negated.
pub(crate) type PieceSquareTable = [[TaperedScore; Square::COUNT]; Piece::COUNT];

/// Returns a square's index in a term of [`Term::piece_squares`].
const fn weight_index(ranks: u8, side: Side, square: Square) -> usize {
    let (file, rank) = (square.file(), square.rank());
    let file = if file > 4 { FILES - 1 - file } else { file };
    let row = match side {
        Side::Red => ranks - 1 - rank,
        Side::Black => rank,
    };
    MIRRORED_FILES * row as usize + file as usize
}

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

/// Returns a side's value as Red sees it: a value of Black is negated.
const fn of_side(side: Side, value: TaperedScore) -> TaperedScore {
    match side {
        Side::Red => value,
        Side::Black => TaperedScore::ZERO.minus(value),
    }
}

/// The values of the pieces of a game, in the unit of scores. In this unit, a soldier of xiangqi is worth about 100.
pub trait PieceValues {
    /// The value of each kind in static exchange evaluation. The general has the largest value.
    const SEE_VALUES: &'static [i16; Kind::COUNT];
    /// The values that a board adds up. In a game without fitted weights, a piece has the same value on all squares.
    const PIECE_SQUARES: &'static PieceSquareTable = &equal_on_all_squares(Self::SEE_VALUES);
}

const fn equal_on_all_squares(values: &[i16; Kind::COUNT]) -> PieceSquareTable {
    array!(piece < Piece::COUNT => {
        let piece = Piece::at(piece);
        let value = values[piece.kind().index()];
        [of_side(piece.side(), TaperedScore::new(value, value)); Square::COUNT]
    })
}
