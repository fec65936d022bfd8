use core::fmt;
use core::num::NonZeroU8;

/// The number of files of the widest board, `a` to `i` from Red's left.
pub const FILES: u8 = 9;
/// The number of ranks of the tallest board, `0` to `9` from Red's side.
pub const RANKS: u8 = 10;

/// A point of the board. Its index is `rank * 9 + file` in every game.
///
/// In a game with fewer files or ranks, the squares outside its board are always empty. So moves, tables and
/// histories have one form for every game. A `Square` and an `Option<Square>` take one byte each.
///
/// Ranks count from 0, as in xiangqi. Chess players count from 1: their `e1`, the constant
/// [`E1`](crate::rules::squares::chess::E1), is on rank 0. So a square has no `Display`:
/// [`Rules::square_name`](crate::rules::Rules::square_name) and
/// [`Rules::square_named`](crate::rules::Rules::square_named) write and read the names of a game.
///
/// # Examples
/// ```
/// use chuhe_core::{Square, rules::Rules, rules::squares};
/// let square = Square::new(4, 0).unwrap();
/// assert_eq!(square, squares::xiangqi::E0);
/// assert_eq!(square, squares::chess::E1);
/// assert_eq!(Rules::Xiangqi.square_name(square).to_string(), "e0");
/// assert_eq!(Rules::Chess.square_named("e1"), Some(square));
/// assert_eq!(square.index(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU8);

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The number of squares: 90.
    pub const COUNT: usize = FILES as usize * RANKS as usize;

    /// The square of a file and a rank, both counted from 0; `None` if `file` exceeds 8 or `rank` exceeds 9.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS {
            Self::from_index(rank as usize * 9 + file as usize)
        } else {
            None
        }
    }

    /// The square with an index of 0 to 89; `None` for a higher index.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            match NonZeroU8::new(index as u8 + 1) {
                Some(raw) => Some(Self(raw)),
                None => None,
            }
        } else {
            None
        }
    }

    /// The square with this index, which must be below 90.
    ///
    /// # Panics
    /// When `index` is 90 or more.
    #[inline]
    pub const fn at(index: usize) -> Self {
        match Self::from_index(index) {
            Some(square) => square,
            None => panic!("a square's index is below 90"),
        }
    }

    /// The square with a name whose rank counts from 0, such as `h2`. The file may be a small or a capital letter.
    pub const fn from_name(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else { return None };
        let file = file.to_ascii_lowercase();
        if file < b'a' || rank < b'0' || rank > b'9' {
            return None;
        }
        Self::new(file - b'a', rank - b'0')
    }

    /// The index, 0 to 89: `rank * 9 + file`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The file, 0 (`a`) to 8 (`i`).
    #[inline]
    pub const fn file(self) -> u8 {
        (self.0.get() - 1) % FILES
    }

    /// The rank, 0 (Red's home) to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0.get() - 1) / FILES
    }

    /// The square `files` files to the right and `ranks` ranks up; `None` if that is off the board.
    #[inline]
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // A sum below 0 wraps to 128 or more, which is off the board.
        Self::new(self.file().wrapping_add_signed(files), self.rank().wrapping_add_signed(ranks))
    }

    /// Every square, rank by rank from `a0` to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::at)
    }

    /// Every square in reading order, with Red below: from `a9` to `i9`, then rank by rank down to `i0`.
    pub fn in_reading_order() -> impl Iterator<Item = Self> {
        (0..RANKS).rev().flat_map(|rank| (0..FILES).filter_map(move |file| Self::new(file, rank)))
    }
}

/// The name that [`Square::from_name`] reads.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}
