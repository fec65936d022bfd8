use core::fmt;
use core::num::NonZeroU8;
use core::ops::Not;
use core::str::FromStr;

/// One of the two players. As text a side is `red` or `black`. The text `white` is read as `red`.
///
/// # Examples
/// ```
/// use chuhe_core::Side;
/// assert_eq!(!Side::Red, Side::Black);
/// assert_eq!("white".parse(), Ok(Side::WHITE));
/// assert_eq!(Side::WHITE.to_string(), "red");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that starts on the low ranks and moves first: White in chess.
    Red,
    /// The side that starts on the high ranks.
    Black,
}

impl Side {
    /// Red, by its name in chess.
    pub const WHITE: Self = Self::Red;
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// 0 for Red, 1 for Black.
    #[inline]
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

impl FromStr for Side {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        match name {
            "red" | "white" => Ok(Self::Red),
            "black" => Ok(Self::Black),
            _ => Err(ParseError::expected("red, white or black")),
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

/// The kind of a piece, named as in xiangqi. The pieces of chess have the same kinds, and constants give their names in
/// chess, such as [`Kind::ROOK`].
///
/// A kind is written as its name in xiangqi, such as `chariot`. Names in chess, such as `rook`, are read, too.
///
/// # Examples
/// ```
/// use chuhe_core::Kind;
/// assert_eq!(Kind::ROOK, Kind::Chariot);
/// assert_eq!("rook".parse(), Ok(Kind::ROOK));
/// assert_eq!(Kind::ROOK.to_string(), "chariot");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// 帥 將: the king of chess.
    General,
    /// 仕 士.
    Advisor,
    /// 相 象: the bishop of chess.
    Elephant,
    /// 傌 馬: the knight of chess.
    Horse,
    /// 俥 車: the rook of chess.
    Chariot,
    /// 炮 砲.
    Cannon,
    /// 兵 卒: the pawn of chess.
    Soldier,
    /// The queen, which only chess has.
    Queen,
}

impl Kind {
    /// The king of chess, `k` in a FEN.
    pub const KING: Self = Self::General;
    /// The bishop of chess, `b` in a FEN.
    pub const BISHOP: Self = Self::Elephant;
    /// The knight of chess, `n` in a FEN.
    pub const KNIGHT: Self = Self::Horse;
    /// The rook of chess, `r` in a FEN.
    pub const ROOK: Self = Self::Chariot;
    /// The pawn of chess, `p` in a FEN.
    pub const PAWN: Self = Self::Soldier;

    /// The number of kinds in all games together.
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

    /// Returns the index: 0 for the general, and so on in the order of [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the English name of the kind in xiangqi, such as `chariot`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
            Self::Queen => "queen",
        }
    }
}

impl FromStr for Kind {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        match name {
            "king" => Ok(Self::KING),
            "bishop" => Ok(Self::BISHOP),
            "knight" => Ok(Self::KNIGHT),
            "rook" => Ok(Self::ROOK),
            "pawn" => Ok(Self::PAWN),
            _ => (Self::ALL.into_iter().find(|kind| kind.name() == name))
                .ok_or(ParseError::expected("the name of a kind of piece, such as horse")),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: its kind and the side that owns it. A `Piece` and an `Option<Piece>` take one byte each.
///
/// # Examples
/// ```
/// use chuhe_core::{Kind, Piece, Side};
/// let piece = Piece::new(Side::Black, Kind::Horse);
/// assert_eq!((piece.side(), piece.kind()), (Side::Black, Kind::Horse));
/// assert_eq!(piece.to_string(), "black horse");
/// assert_eq!("black horse".parse(), Ok(piece));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);
const _: () = assert!(Piece::COUNT <= u8::MAX as usize, "a piece needs more than one byte");

impl Piece {
    /// The number of different pieces: every kind of each side.
    pub const COUNT: usize = 2 * Kind::COUNT;

    /// The piece of a side and a kind, even a kind that the game at hand lacks.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Self {
        match NonZeroU8::new(1 + (kind as usize + Kind::COUNT * side as usize) as u8) {
            Some(raw) => Self(raw),
            None => unreachable!(),
        }
    }

    /// The side that owns the piece.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.get() as usize <= Kind::COUNT { Side::Red } else { Side::Black }
    }

    /// The kind, such as `General` for a king of chess.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0.get() as usize - 1) % Kind::COUNT]
    }

    /// Returns the index: 0 to 7 for Red's pieces in the order of their kinds, 8 to 15 for Black's.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() as usize - 1) % Self::COUNT
    }

    pub(crate) const fn at(index: usize) -> Self {
        Self::new(Side::ALL[index / Kind::COUNT], Kind::ALL[index % Kind::COUNT])
    }

    /// Returns the byte in which a piece is stored; 0 for `None`.
    #[inline]
    pub(crate) const fn code(piece: Option<Self>) -> u8 {
        match piece {
            Some(piece) => piece.0.get(),
            None => 0,
        }
    }

    #[inline]
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        NonZeroU8::new(code).map(Self)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side(), self.kind())
    }
}

impl FromStr for Piece {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let (side, kind) =
            name.split_once(' ').ok_or(ParseError::expected("a side and a kind of piece"))?;
        Ok(Self::new(side.parse()?, kind.parse()?))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.side(), self.kind())
    }
}

/// The error when a side, kind, piece or level cannot be read from text. It also serves squares and moves in serde.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseError {
    expected: &'static str,
}

impl ParseError {
    pub(crate) const fn expected(expected: &'static str) -> Self {
        Self { expected }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseError {}
