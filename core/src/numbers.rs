use crate::position::Position;
use crate::types::{Bitboard, Piece, Square};

/// Numbers that tell apart pieces of one side and kind. A piece keeps its number until it leaves the board or promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers([u8; Square::COUNT]);

const NONE: u8 = u8::MAX;

impl Numbers {
    /// The numbers for an empty board, where no square has a number.
    pub const EMPTY: Self = Self([NONE; Square::COUNT]);

    /// Numbers the pieces of each side and kind from 0 up. The count begins on Black's home rank and goes down rank by
    /// rank, on each rank from file `a`.
    pub fn in_reading_order<P: Position>(position: &P) -> Self {
        let mut numbers = Self::EMPTY;
        let mut next = [0; Piece::COUNT];
        for square in Square::in_reading_order() {
            if let Some(piece) = position.piece_at(square) {
                numbers.set(square, next[piece.index()]);
                next[piece.index()] += 1;
            }
        }
        numbers
    }

    /// The number of the piece on a square; `None` without a piece.
    pub fn at(&self, square: Square) -> Option<u8> {
        Some(self.0[square.index()]).filter(|&number| number != NONE)
    }

    /// Sets the number of the piece on a square, even if another piece already has this number.
    pub fn set(&mut self, square: Square, number: u8) {
        self.0[square.index()] = number;
    }

    /// Updates the numbers after a move. No move moves two pieces of one kind, so side and kind tell which
    /// piece moved. A captured piece loses its number. A promoted pawn takes the lowest free number of its new kind.
    pub(crate) fn follow(
        &mut self,
        before: impl Fn(Square) -> Option<Piece>,
        after: impl Fn(Square) -> Option<Piece>,
    ) {
        let changed: Bitboard =
            Square::all().filter(|&square| before(square) != after(square)).collect();
        let had = *self;
        changed.into_iter().for_each(|square| self.set(square, NONE));
        for square in changed {
            let Some(piece) = after(square) else { continue };
            let origin = changed.into_iter().find(|&origin| before(origin) == Some(piece));
            let number = match origin {
                Some(origin) => had.0[origin.index()],
                None => self.lowest_free(piece, &after),
            };
            self.set(square, number);
        }
    }

    fn lowest_free(&self, piece: Piece, at: impl Fn(Square) -> Option<Piece>) -> u8 {
        let taken = |number| {
            Square::all().any(|square| at(square) == Some(piece) && self.at(square) == Some(number))
        };
        (0..NONE).find(|&number| !taken(number)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Side;
    use crate::variant::Rules;

    /// Reads pieces such as `e0K1`: the square, the letter of the piece as in a FEN, and its number.
    fn men(text: &str) -> ([Option<Piece>; Square::COUNT], Numbers) {
        let (mut pieces, mut numbers) = ([None; Square::COUNT], Numbers::EMPTY);
        for man in text.split_whitespace() {
            let square = Square::from_name(&man[..2]).expect("a square");
            let (letter, number) = (char::from(man.as_bytes()[2]), man.as_bytes()[3] - b'0');
            let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
            let kind = Rules::Chess.variant().piece_of_fen(letter).expect("a piece").kind;
            pieces[square.index()] = Some(Piece::new(side, kind));
            numbers.set(square, number);
        }
        (pieces, numbers)
    }

    /// Tests moves of every kind, each given as (name, pieces before, pieces after).
    #[test]
    fn numbers_follow_their_pieces() {
        for (what, before, after) in [
            ("a plain move", "e0K0 a0R1 b5R0 a9r1", "e0K0 a5R1 b5R0 a9r1"),
            ("a capture", "e0K0 a0R1 b5R0 a9r1", "e0K0 a9R1 b5R0"),
            ("castling", "e0K0 a0R1 h0R0", "g0K0 f0R0 a0R1"),
            ("castling to where the other stood", "f0K0 g0R1", "g0K0 f0R1"),
            ("en passant", "e4P7 d4p2 c4p1", "d5P7 c4p1"),
            ("a promotion without a queen before", "a6P3 b6P1", "a7Q0 b6P1"),
            ("a promotion", "a6P3 d0Q0 e0Q2 b6P1", "a7Q1 d0Q0 e0Q2 b6P1"),
            ("an exchange", "a8P2 c8P4 d2P0 e5r1 f5r0", "d2P0 f5r0"),
        ] {
            let ((before, mut numbers), (after, expected)) = (men(before), men(after));
            numbers.follow(|square| before[square.index()], |square| after[square.index()]);
            assert_eq!(numbers, expected, "{what}");
        }
    }
}
