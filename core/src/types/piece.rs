use core::fmt;
use core::num::NonZeroU8;
use core::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that starts on the low ranks and moves first; White in chess.
    Red,
    /// The side that starts on the high ranks.
    Black,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// 0 for Red, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

/// What a piece is, in the words of xiangqi; chess reads its own names from the same kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// 帥 將; the king of chess.
    General,
    /// 仕 士.
    Advisor,
    /// 相 象; the bishop of chess.
    Elephant,
    /// 傌 馬; the knight of chess.
    Horse,
    /// 俥 車; the rook of chess.
    Chariot,
    /// 炮 砲.
    Cannon,
    /// 兵 卒; the pawn of chess.
    Soldier,
    /// The queen, in chess alone.
    Queen,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 8;
    /// Every kind, in the order of their indices.
    pub const ALL: [Self; Self::COUNT] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
        Self::Queen,
    ];

    /// 0 for the general to 7 for the queen.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
            Self::Queen => "queen",
        })
    }
}

/// A side's piece of a kind; one byte, and so is `Option<Piece>`.
///
/// ```
/// use chuhe_core::{Kind, Piece, Side};
/// let piece = Piece::new(Side::Black, Kind::Horse);
/// assert_eq!((piece.side(), piece.kind()), (Side::Black, Kind::Horse));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// How many pieces there are: two sides of eight kinds.
    pub const COUNT: usize = 2 * Kind::COUNT;

    /// A side's piece of a kind.
    #[inline]
    #[must_use]
    pub const fn new(side: Side, kind: Kind) -> Self {
        match NonZeroU8::new(1 + kind as u8 + 8 * side as u8) {
            Some(raw) => Self(raw),
            None => unreachable!(),
        }
    }

    /// Whose piece it is.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0.get() <= 8 { Side::Red } else { Side::Black }
    }

    /// What it is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0.get() as usize - 1) & 7]
    }

    /// 0 to 15: Red's kinds, then Black's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0.get() as usize - 1) & 15
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side(), self.kind())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.side(), self.kind())
    }
}
