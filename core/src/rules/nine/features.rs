//! The features of a network: which piece stands on which square, as one side sees the board.
//!
//! Each side sees its own home at the bottom. The board is mirrored left and right so that its
//! general stands in the left half. With its general on the middle file, the enemy's general stands
//! there. With both on that file the board is not mirrored.
//! A piece has no feature for a square on which it can never stand.

use super::board::Board;
use super::position::{NineGame, NinePosition};
use crate::types::{Bitboard, FILES, Kind, Piece, Side, Square};

/// The places where each piece can stand.
pub(crate) type Stands = [[bool; Square::COUNT]; Piece::COUNT];

/// Evaluates to the [`Stands`] of a constant function.
macro_rules! stands {
    ($can_stand:path) => {{
        let mut stands = [[false; Square::COUNT]; Piece::COUNT];
        let mut index = 0;
        while index < Piece::COUNT * Square::COUNT {
            let (piece, square) = (index / Square::COUNT, index % Square::COUNT);
            let side = Side::ALL[piece / Kind::COUNT];
            let kind = Kind::ALL[piece % Kind::COUNT];
            stands[piece][square] = $can_stand(Piece::new(side, kind), Square::at(square));
            index += 1;
        }
        stands
    }};
}
pub(crate) use stands;

/// The file in the middle of the board.
const MIDDLE: u8 = FILES / 2;

/// Stands for no feature.
const NONE: u16 = u16::MAX;

/// The features of a game.
#[derive(Debug)]
pub struct FeatureTable {
    /// The feature of each piece on each square, as Red sees it without a mirror.
    indices: [[u16; Square::COUNT]; Piece::COUNT],
    count: u16,
    ranks: u8,
}

impl FeatureTable {
    /// Numbers the features. The own general has none on the right half.
    pub(crate) const fn new(ranks: u8, stands: &Stands) -> Self {
        let mut table = Self { indices: [[NONE; Square::COUNT]; Piece::COUNT], count: 0, ranks };
        let own_general = Piece::new(Side::Red, Kind::General).index();
        let mut piece = 0;
        while piece < Piece::COUNT {
            let mut square = 0;
            while square < Square::COUNT {
                let is_right = Square::at(square).file() > MIDDLE;
                if stands[piece][square] && !(piece == own_general && is_right) {
                    table.indices[piece][square] = table.count;
                    table.count += 1;
                }
                square += 1;
            }
            piece += 1;
        }
        table
    }

    /// Returns the number of features.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// Returns the feature of the same piece on the board mirrored left and right. Returns `None` for
    /// the own general off the middle file, whose board is never seen so.
    pub(crate) fn mirrored(&self, feature: usize) -> Option<usize> {
        let row = self.indices.iter().find_map(|row| {
            let square = row.iter().position(|&known| usize::from(known) == feature)?;
            Some((row, Square::at(square)))
        });
        let (row, square) = row?;
        let mirror = usize::from(square.rank() * FILES + FILES - 1 - square.file());
        Some(row[mirror]).filter(|&mirrored| mirrored != NONE).map(usize::from)
    }

    /// Returns the feature of a piece on a square.
    #[inline]
    pub(crate) fn index(&self, view: View, piece: Piece, square: Square) -> usize {
        let (mut file, mut rank) = (square.file(), square.rank());
        if view.is_mirrored {
            file = FILES - 1 - file;
        }
        let mut side = piece.side();
        if view.side == Side::Black {
            rank = self.ranks - 1 - rank;
            side = !side;
        }
        let square = usize::from(rank * FILES + file);
        self.indices[Piece::new(side, piece.kind()).index()][square].into()
    }
}

/// The view of a side on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    side: Side,
    is_mirrored: bool,
}

impl View {
    /// The view of Red on a board that is not mirrored.
    pub(crate) const RED: Self = Self { side: Side::Red, is_mirrored: false };
}

/// The pieces of a position as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceSets {
    kinds: [Bitboard; Kind::COUNT - 1],
    sides: [Bitboard; 2],
}

impl PieceSets {
    /// No piece.
    pub(crate) const EMPTY: Self =
        Self { kinds: [Bitboard::EMPTY; Kind::COUNT - 1], sides: [Bitboard::EMPTY; 2] };

    /// Returns the squares whose piece is not the same in another position.
    #[inline]
    pub(crate) fn changed(&self, other: &Self) -> Bitboard {
        let kinds = self.kinds.iter().zip(&other.kinds);
        let sides = self.sides.iter().zip(&other.sides);
        kinds.chain(sides).fold(Bitboard::EMPTY, |all, (&one, &other)| all | (one ^ other))
    }

    /// Returns the piece on a square.
    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let kind = self.kinds.iter().position(|squares| squares.contains(square))?;
        let side = if self.sides[0].contains(square) { Side::Red } else { Side::Black };
        Some(Piece::new(side, Kind::ALL[kind]))
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }
}

impl<G: NineGame> Board<G> {
    #[inline]
    fn piece_sets(&self) -> PieceSets {
        let kinds = core::array::from_fn(|kind| self.kind(Kind::ALL[kind]));
        PieceSets { kinds, sides: Side::ALL.map(|side| self.side(side)) }
    }
}

impl<G: NineGame> NinePosition<G> {
    /// The number of features of a network.
    pub const FEATURES: usize = G::FEATURES.count();

    /// Returns the feature of the same piece on the mirrored board, if there is one.
    #[must_use]
    pub fn mirrored_feature(feature: usize) -> Option<usize> {
        G::FEATURES.mirrored(feature)
    }

    /// Returns the pieces as sets of squares.
    #[inline]
    pub(crate) fn piece_sets(&self) -> PieceSets {
        self.board.piece_sets()
    }

    /// Returns the view of a side.
    #[inline]
    pub(crate) fn view(&self, side: Side) -> View {
        let [own, enemy] = [side, !side].map(|side| self.board.general(side).file());
        View { side, is_mirrored: own > MIDDLE || own == MIDDLE && enemy > MIDDLE }
    }

    /// Appends the features of a side, each piece's once.
    pub(crate) fn for_each_feature(&self, side: Side, mut on_feature: impl FnMut(usize)) {
        let view = self.view(side);
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                on_feature(G::FEATURES.index(view, piece, square));
            }
        }
    }
}
