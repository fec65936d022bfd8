use crate::position::Position;
use crate::types::{FILES, Move, Piece, RANKS, Square};

/// The number of each piece among its kind, which it keeps for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers([u8; Square::COUNT]);

/// No piece stands there.
const NONE: u8 = u8::MAX;

impl Numbers {
    /// Numbers for a board that holds no piece yet.
    pub const EMPTY: Self = Self([NONE; Square::COUNT]);

    /// Numbers from 0 up for each kind of a side, as one reads the board: from Black's home rank
    /// down, each rank from file `a`.
    pub fn in_reading_order<P: Position>(position: &P) -> Self {
        let mut numbers = Self::EMPTY;
        let mut next = [0; Piece::COUNT];
        for rank in (0..RANKS).rev() {
            for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
                if let Some(piece) = position.piece_at(square) {
                    numbers.set(square, next[piece.index()]);
                    next[piece.index()] += 1;
                }
            }
        }
        numbers
    }

    /// The number of the piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<u8> {
        Some(self.0[square.index()]).filter(|&number| number != NONE)
    }

    /// Gives the piece on a square its number.
    pub fn set(&mut self, square: Square, number: u8) {
        self.0[square.index()] = number;
    }

    /// Lets the numbers go where a move took the pieces: the one that moved keeps its own, and so
    /// does any other that the move brought elsewhere, as castling does; what is gone loses it.
    pub(crate) fn follow<P: Position>(&mut self, before: &P, after: &P, mv: Move) {
        if mv.as_exchange().is_none() {
            self.0[mv.to().index()] = self.0[mv.from().index()];
            self.0[mv.from().index()] = NONE;
        }
        for square in Square::all().filter(|&square| after.piece_at(square).is_some()) {
            if self.at(square).is_none()
                && let Some(origin) = Square::all().find(|&origin| {
                    after.piece_at(origin).is_none()
                        && before.piece_at(origin) == after.piece_at(square)
                })
            {
                self.0[square.index()] = self.0[origin.index()];
            }
        }
        for square in Square::all().filter(|&square| after.piece_at(square).is_none()) {
            self.0[square.index()] = NONE;
        }
    }
}
