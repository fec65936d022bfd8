//! The features of a network. A feature means that a piece stands on a square, as one side sees the board.
//!
//! Each side sees its own home at the bottom. If its own general is in the right half of the board, the board is
//! mirrored left and right. If that general is on the middle file, the enemy's general decides instead. A piece has no
//! feature for a square on which it can never stand. A composed problem can have a soldier on such a square. The
//! soldier then has the feature of the nearest square ahead that has a feature.

use crate::search::Searchable;
use crate::types::{FILES, Kind, Piece, Side, Square};

pub(crate) type Stands = [[bool; Square::COUNT]; Piece::COUNT];

macro_rules! stands {
    ($can_stand:path) => {
        $crate::array::array!(piece < Piece::COUNT => {
            $crate::array::array!(square < Square::COUNT => {
                $can_stand(Piece::at(piece), Square::at(square))
            })
        })
    };
}
pub(crate) use stands;

const NONE: u16 = u16::MAX;

pub trait NetworkInput: Searchable {
    const FEATURES: &'static FeatureTable;

    fn mailbox(&self) -> Mailbox;

    /// Returns the number of pieces on the board, including both generals.
    fn count_pieces(&self) -> u32;

    fn general(&self, side: Side) -> Square;

    #[inline]
    fn network_board(&self) -> NetworkBoard {
        let view = |side: Side| {
            let generals = [side, !side].map(|side| self.general(side).file());
            View::new(side, generals, Self::FEATURES.files)
        };
        NetworkBoard {
            mailbox: self.mailbox(),
            views: Side::ALL.map(view),
            to_move: self.side(),
            pieces: self.count_pieces(),
            features: Self::FEATURES,
        }
    }
}

/// A position of any game, in the form that networks read.
#[derive(Debug)]
pub struct NetworkBoard {
    pub(crate) mailbox: Mailbox,
    pub(crate) views: [View; 2],
    pub(crate) to_move: Side,
    pub(crate) pieces: u32,
    pub(crate) features: &'static FeatureTable,
}

impl NetworkBoard {
    /// Calls `on_feature` for each piece on the board, with the index of the piece's feature in a side's view.
    pub(crate) fn for_each_feature(&self, side: Side, mut on_feature: impl FnMut(usize)) {
        let view = self.views[side.index()];
        // This mailbox differs from an empty mailbox exactly on the squares with pieces.
        let _ = Mailbox::EMPTY.for_each_change(&self.mailbox, |square, [_, piece]| {
            if let Some(piece) = piece {
                on_feature(self.features.index(view, piece, square));
            }
            true
        });
    }
}

/// The index of each feature of a game, by view, piece and square.
#[derive(Debug)]
pub struct FeatureTable {
    files: u8,
    indices: [[[u16; Square::COUNT]; Piece::COUNT]; View::COUNT],
    count: u16,
}

impl FeatureTable {
    /// Numbers the features as Red sees them on a board that is not mirrored. Red's general has no features in the
    /// right half, because the board is mirrored when the general stands there.
    pub(crate) const fn new([files, ranks]: [u8; 2], stands: &Stands) -> Self {
        let indices = [[[NONE; Square::COUNT]; Piece::COUNT]; View::COUNT];
        let mut table = Self { files, indices, count: 0 };
        let mut index = 0;
        while index < Piece::COUNT * Square::COUNT {
            let (piece, square) = (index / Square::COUNT, index % Square::COUNT);
            let is_own_general = piece == Piece::new(Side::Red, Kind::General).index();
            let is_right = 2 * Square::at(square).file() > files - 1;
            if stands[piece][square] && !(is_own_general && is_right) {
                table.set_feature(ranks, piece, square);
            }
            index += 1;
        }
        let mut step = 0;
        while step < View::COUNT * Square::COUNT {
            let (view, square) = (step / Square::COUNT, step % Square::COUNT);
            table.place_soldiers(view, square);
            step += 1;
        }
        table
    }

    /// If Black's soldier on `square` has no feature, gives it the feature of the square ahead. Does the same for Red's
    /// soldier on the square that `square` becomes when the board is turned by 180 degrees.
    const fn place_soldiers(&mut self, view: usize, square: usize) {
        let files = FILES as usize;
        let black = &mut self.indices[view][Piece::new(Side::Black, Kind::Soldier).index()];
        if black[square] == NONE && square >= files {
            black[square] = black[square - files];
        }
        let square = Square::COUNT - 1 - square;
        let red = &mut self.indices[view][Piece::new(Side::Red, Kind::Soldier).index()];
        if red[square] == NONE && square + files < Square::COUNT {
            red[square] = red[square + files];
        }
    }

    /// Gives the next feature index to `piece` on `square`, in all views. Red sees `piece` on `square` on a board
    /// that is not mirrored.
    const fn set_feature(&mut self, ranks: u8, piece: usize, square: usize) {
        let (file, rank) = (Square::at(square).file(), Square::at(square).rank());
        let mut view = 0;
        while view < View::COUNT {
            let View { side, is_mirrored } = View::at(view);
            let file = if is_mirrored { self.files - 1 - file } else { file };
            let (rank, piece) = match side {
                Side::Red => (rank, piece),
                Side::Black => (ranks - 1 - rank, (piece + Kind::COUNT) % Piece::COUNT),
            };
            self.indices[view][piece][(rank * FILES + file) as usize] = self.count;
            view += 1;
        }
        self.count += 1;
    }

    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// Returns what `feature` becomes when the board is mirrored left and right. The result is `None` if the feature is
    /// the own general off the middle file, because this general has no features in the right half.
    pub(crate) fn mirrored(&self, feature: usize) -> Option<usize> {
        let [plain, mirrored, ..] = &self.indices;
        let mut all = plain.as_flattened().iter().zip(mirrored.as_flattened());
        let (_, &mirrored) = all.find(|&(&plain, _)| usize::from(plain) == feature)?;
        Some(mirrored).filter(|&mirrored| mirrored != NONE).map(usize::from)
    }

    #[inline]
    pub(crate) fn index(&self, view: View, piece: Piece, square: Square) -> usize {
        self.indices[view.index()][piece.index()][square.index()].into()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    side: Side,
    is_mirrored: bool,
}

impl View {
    const COUNT: usize = 4;

    /// The view of Red on a board that is not mirrored.
    pub(crate) const RED: Self = Self::at(0);

    /// Returns a side's view if the generals stand on the files `own` and `enemy` of a board with `files` files.
    #[inline]
    const fn new(side: Side, [own, enemy]: [u8; 2], files: u8) -> Self {
        let last = files - 1;
        Self { side, is_mirrored: 2 * own > last || 2 * own == last && 2 * enemy > last }
    }

    const fn at(index: usize) -> Self {
        Self { side: Side::ALL[index / 2], is_mirrored: index % 2 == 1 }
    }

    #[inline]
    const fn index(self) -> usize {
        2 * self.side.index() + self.is_mirrored as usize
    }
}

const WORD: usize = size_of::<u64>();

/// The piece on each square, one byte per square. Eight bytes form a word, so one comparison covers eight squares.
#[derive(Clone, Copy, Debug)]
pub struct Mailbox([[u8; WORD]; Square::COUNT.div_ceil(WORD)]);

impl Mailbox {
    /// A mailbox that differs from the mailbox of every position on each square.
    pub(crate) const NONE: Self = Self([[u8::MAX; WORD]; Square::COUNT.div_ceil(WORD)]);

    const EMPTY: Self = Self([[0; WORD]; Square::COUNT.div_ceil(WORD)]);

    #[inline]
    pub(super) fn new(squares: &[Option<Piece>; Square::COUNT]) -> Self {
        let mut mailbox = Self::EMPTY;
        for (code, piece) in mailbox.0.as_flattened_mut().iter_mut().zip(squares) {
            *code = Piece::code(*piece);
        }
        mailbox
    }

    /// Calls `on_change` for each square on which the two mailboxes differ. Passes what stands there in `self` and in
    /// `other`. Stops and returns `false` when `on_change` returns `false`.
    #[inline]
    pub(crate) fn for_each_change(
        &self,
        other: &Self,
        mut on_change: impl FnMut(Square, [Option<Piece>; 2]) -> bool,
    ) -> bool {
        for (index, words) in self.0.iter().zip(&other.0).enumerate() {
            let [before, now] = [words.0, words.1].map(|word| u64::from_le_bytes(*word));
            let mut changed = before ^ now;
            while changed != 0 {
                let byte = (changed.trailing_zeros() / u8::BITS) as usize;
                changed &= !(u64::from(u8::MAX) << (byte as u32 * u8::BITS));
                let pieces = [words.0, words.1].map(|word| Piece::from_code(word[byte]));
                if !on_change(Square::at(index * WORD + byte), pieces) {
                    return false;
                }
            }
        }
        true
    }
}
