//! What stands where on a 9-file board, in every form that the rules and the search read.

use super::occupancy::Occupancy;
use super::values::{Pair, Values};
use crate::types::{Bitboard, Key, Kind, Piece, Side, SplitMix, Square};
use core::marker::PhantomData;

/// Zobrist's numbers: one for each piece on each square, then the one for Black to move.
static KEYS: ([[Key; Square::COUNT]; Piece::COUNT], Key) = {
    // "chuhe" in ASCII: any number would do.
    let mut random = SplitMix(0x63_6875_6865);
    let mut keys = [[Key(0); Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            keys[piece][square] = Key(random.next());
            square += 1;
        }
        piece += 1;
    }
    (keys, Key(random.next()))
};

/// The pieces of a position. [`Board::put`], [`Board::take`] and [`Board::shift`] alone change what
/// stands on a square, and keep every form of it in step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board<V> {
    kinds: [Bitboard; Kind::COUNT - 1],
    sides: [Bitboard; 2],
    occupancy: Occupancy,
    squares: [Option<Piece>; Square::COUNT],
    /// How many each side has of each kind, four bits each.
    counts: [u32; 2],
    /// Where each side's general stands.
    generals: [Square; 2],
    /// The keys of the soldiers, and of the other pieces of Red and of Black.
    parts: [Key; 3],
    values: Pair,
    game: PhantomData<V>,
}

impl<V: Values> Board<V> {
    pub(crate) const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; Kind::COUNT - 1],
        sides: [Bitboard::EMPTY; 2],
        occupancy: Occupancy::EMPTY,
        squares: [None; Square::COUNT],
        counts: [0; 2],
        generals: [Square::at(0); 2],
        parts: [Key(0); 3],
        values: Pair::ZERO,
        game: PhantomData,
    };

    /// The key that turns with the side to move.
    pub(crate) const BLACK_TO_MOVE: Key = KEYS.1;

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.index()].is_none(), "{square} is taken");
        self.stand(square, piece);
        self.counts[piece.side().index()] += 1 << (4 * piece.kind().index());
        self.values += V::TABLE[piece.index()][square.index()];
        self.toggle(piece, square.into());
        self.occupancy.toggle(square);
        self.toggle_key(piece, KEYS.0[piece.index()][square.index()]);
    }

    /// Takes whatever stands on a square off the board.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.counts[piece.side().index()] -= 1 << (4 * piece.kind().index());
        self.values -= V::TABLE[piece.index()][square.index()];
        self.toggle(piece, square.into());
        self.occupancy.toggle(square);
        self.toggle_key(piece, KEYS.0[piece.index()][square.index()]);
        Some(piece)
    }

    /// Moves a piece, taking what stands where it goes: the same as to take both and to put one,
    /// in fewer steps.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square) -> Option<Piece> {
        let taken = self.take(to);
        if let Some(piece) = self.squares[from.index()].take() {
            self.stand(to, piece);
            let values = &V::TABLE[piece.index()];
            self.values += values[to.index()];
            self.values -= values[from.index()];
            self.toggle(piece, Bitboard::from(from) ^ to.into());
            self.occupancy.toggle(from);
            self.occupancy.toggle(to);
            let keys = &KEYS.0[piece.index()];
            self.toggle_key(piece, keys[from.index()].toggled(keys[to.index()]));
        }
        taken
    }

    #[inline]
    fn stand(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
        if piece.kind() == Kind::General {
            self.generals[piece.side().index()] = square;
        }
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.kinds[piece.kind().index()] ^= squares;
        self.sides[piece.side().index()] ^= squares;
    }

    #[inline]
    fn toggle_key(&mut self, piece: Piece, key: Key) {
        let part = match piece.kind() {
            Kind::Soldier => 0,
            _ => 1 + piece.side().index(),
        };
        self.parts[part] = self.parts[part].toggled(key);
    }

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    #[inline]
    pub(crate) fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    #[inline]
    pub(crate) fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    #[inline]
    pub(crate) fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.side(side) & self.kind(kind)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub(crate) fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// Hashes of the soldiers, and of the other pieces of Red and of Black.
    #[inline]
    pub(crate) fn correction_keys(&self) -> [u32; 3] {
        self.parts.map(Key::lock)
    }

    /// How many pieces of a kind a side has; right for at most 15, the most that a set holds of
    /// any kind being 9 queens of chess.
    #[inline]
    pub(crate) fn count(&self, side: Side, kind: Kind) -> i32 {
        (self.counts[side.index()] >> (4 * kind.index()) & 15) as i32
    }

    /// How many pieces of a kind both sides have together; right for at most 15.
    #[inline]
    pub(crate) fn count_both(&self, kind: Kind) -> i32 {
        ((self.counts[0] + self.counts[1]) >> (4 * kind.index()) & 15) as i32
    }

    /// Whether both sides have the same pieces.
    #[inline]
    pub(crate) fn is_even(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// The values of all pieces on their squares, Red's less Black's.
    #[inline]
    pub(crate) fn values(&self) -> Pair {
        self.values
    }

    /// The pieces' part of the position's key.
    #[inline]
    pub(crate) fn key(&self) -> Key {
        let [soldiers, red, black] = self.parts;
        soldiers.toggled(red).toggled(black)
    }

    /// Where a side's general stands, or stood last.
    #[inline]
    pub(crate) fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }
}
