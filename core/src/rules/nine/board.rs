//! The pieces on a board of nine files, in every form that the rules and the search read.

use super::occupancy::Occupancy;
use super::weights::PieceValues;
use crate::array::array;
use crate::rules::tapered_score::TaperedScore;
use crate::types::{Bitboard, Key, Kind, Piece, Side, SplitMix64, Square};
use core::marker::PhantomData;

/// The Zobrist key of each piece on each square. The Cargo feature `computed-keys` computes keys when needed instead.
static KEYS: [[Key; Square::COUNT]; Piece::COUNT] = {
    array!(piece < Piece::COUNT => array!(square < Square::COUNT => {
        computed_key(piece * Square::COUNT + square)
    }))
};

const fn computed_key(index: usize) -> Key {
    // The seed is "chuhe" in ASCII. Any other number would do as well.
    Key(SplitMix64::new(0x63_6875_6865).after(index as u64).next())
}

#[inline]
fn key(piece: Piece, square: Square) -> Key {
    let (piece, square) = (piece.index(), square.index());
    if cfg!(feature = "computed-keys") {
        computed_key(piece * Square::COUNT + square)
    } else {
        KEYS[piece][square]
    }
}

/// The number of kinds on these boards: all kinds that come before the queen in [`Kind`].
const KINDS: usize = Kind::Queen.index();

const _: () = assert!(
    KINDS + 1 == Kind::COUNT,
    "a kind that stands after the queen has no set of squares on a board of nine files"
);

const COUNT_BITS: usize = 4;

const _: () = assert!(
    KINDS * COUNT_BITS <= u32::BITS as usize,
    "the counts of all kinds need more bits than `counts` has"
);

const PHASE: [(Kind, i32); 3] = [(Kind::Chariot, 6), (Kind::Horse, 3), (Kind::Cannon, 3)];

pub(crate) const FULL_PHASE: i32 = 2 * 2 * (6 + 3 + 3);

/// The pieces of a position. Only `put`, `take` and `shift` change a square, and each of them keeps the fields in step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board<G> {
    kinds: [Bitboard; KINDS],
    sides: [Bitboard; 2],
    occupancy: Occupancy,
    squares: [Option<Piece>; Square::COUNT],
    /// The number of each side's pieces of each kind, four bits for each kind.
    counts: [u32; 2],
    generals: [Square; 2],
    /// The keys of three groups of pieces: all soldiers, Red's other pieces, and Black's other pieces.
    parts: [Key; 3],
    piece_squares: TaperedScore,
    game: PhantomData<G>,
}

impl<G: PieceValues> Board<G> {
    pub(crate) const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; KINDS],
        sides: [Bitboard::EMPTY; 2],
        occupancy: Occupancy::EMPTY,
        squares: [None; Square::COUNT],
        counts: [0; 2],
        generals: [Square::at(0); 2],
        parts: [Key(0); 3],
        piece_squares: TaperedScore::ZERO,
        game: PhantomData,
    };

    /// The key that is combined with the key of the pieces when Black is to move.
    pub(crate) const BLACK_TO_MOVE: Key = computed_key(Piece::COUNT * Square::COUNT);

    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.index()].is_none(), "{square:?} is taken");
        self.place(square, piece);
        self.counts[piece.side().index()] += 1 << (COUNT_BITS * piece.kind().index());
        self.piece_squares += G::PIECE_SQUARES[piece.index()][square.index()];
        self.toggle(piece, square.into());
        self.occupancy.toggle(square);
        self.toggle_key(piece, key(piece, square));
    }

    /// Removes the piece on a square and returns it. Returns `None` for an empty square.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.counts[piece.side().index()] -= 1 << (COUNT_BITS * piece.kind().index());
        self.piece_squares -= G::PIECE_SQUARES[piece.index()][square.index()];
        self.toggle(piece, square.into());
        self.occupancy.toggle(square);
        self.toggle_key(piece, key(piece, square));
        Some(piece)
    }

    /// Moves a piece and captures what stands on `to`. Returns the captured piece.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square) -> Option<Piece> {
        let taken = self.take(to);
        if let Some(piece) = self.squares[from.index()].take() {
            self.place(to, piece);
            let values = &G::PIECE_SQUARES[piece.index()];
            self.piece_squares += values[to.index()];
            self.piece_squares -= values[from.index()];
            self.toggle(piece, Bitboard::from(from) ^ to.into());
            self.occupancy.toggle(from);
            self.occupancy.toggle(to);
            self.toggle_key(piece, key(piece, from).toggled(key(piece, to)));
        }
        taken
    }

    #[inline]
    fn place(&mut self, square: Square, piece: Piece) {
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
    pub(crate) fn squares(&self) -> &[Option<Piece>; Square::COUNT] {
        &self.squares
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

    #[inline]
    pub(crate) fn correction_keys(&self) -> [u32; 3] {
        self.parts.map(Key::lock)
    }

    /// Returns a count that is correct up to 15 pieces, because each count has four bits.
    #[inline]
    pub(crate) fn count(&self, side: Side, kind: Kind) -> i32 {
        (self.counts[side.index()] >> (COUNT_BITS * kind.index()) & 15) as i32
    }

    #[inline]
    pub(crate) fn count_both(&self, kind: Kind) -> i32 {
        ((self.counts[0] + self.counts[1]) >> (COUNT_BITS * kind.index()) & 15) as i32
    }

    #[inline]
    pub(crate) fn is_even(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the phase of the game: [`FULL_PHASE`] with all pieces, 0 without chariots, horses and cannons.
    pub(crate) fn phase(&self) -> i32 {
        PHASE.iter().map(|&(kind, parts)| parts * self.count_both(kind)).sum()
    }

    pub(crate) fn interpolate(&self, score: TaperedScore) -> i32 {
        score.interpolate(self.phase(), FULL_PHASE)
    }

    /// Returns the sum of the piece-square values: Red's minus Black's.
    #[inline]
    pub(crate) fn piece_squares(&self) -> TaperedScore {
        self.piece_squares
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        let [soldiers, red, black] = self.parts;
        soldiers.toggled(red).toggled(black)
    }

    /// Returns the square where a side's general stands, or where it stood before its capture.
    #[inline]
    pub(crate) fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }
}
