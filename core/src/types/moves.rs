use super::{FILES, Kind, Square};
use arrayvec::ArrayVec;
use core::fmt;
use core::num::NonZeroU16;

/// Room for every legal move of any position of any game.
///
/// Xiangqi: at most 17 for each of two chariots and two cannons, 8 for each of two horses, 3 for
/// each of five soldiers, 4 for each of two elephants and two advisors and 4 for the general make
/// 119. Zhonggong: 115 plain moves and 42 exchanges. Chess: 218 (the largest count known, Petrović
/// 1964).
pub const MAX_MOVES: usize = 256;

/// The legal moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What a pawn of chess becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Promotion {
    /// The queen.
    Queen,
    /// The rook.
    Rook,
    /// The bishop.
    Bishop,
    /// The knight.
    Knight,
}

impl Promotion {
    /// The kind of the new piece.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Queen => Kind::Queen,
            Self::Rook => Kind::Chariot,
            Self::Bishop => Kind::Elephant,
            Self::Knight => Kind::Horse,
        }
    }

    /// Its letter, a small one.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Queen => 'q',
            Self::Rook => 'r',
            Self::Bishop => 'b',
            Self::Knight => 'n',
        }
    }

    /// What a letter stands for, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'q' => Some(Self::Queen),
            'r' => Some(Self::Rook),
            'b' => Some(Self::Bishop),
            'n' => Some(Self::Knight),
            _ => None,
        }
    }
}

/// The parts of a move, as [`Move::kind`] takes it apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A piece goes from one square to another; castling is the move of the king.
    Normal {
        /// The square left.
        from: Square,
        /// The square reached.
        to: Square,
        /// The new piece if the move promotes a pawn; `Queen` and without meaning otherwise.
        promotion: Promotion,
    },
    /// In Zhonggong, soldiers on the enemy's home rank are given up for an enemy piece.
    Exchange {
        /// The files of the soldiers: bit 0 is file `a`.
        files: u16,
        /// The victim's number among the pieces of its kind, counted by square from 0.
        victim: u8,
    },
}

/// A move of any game in 16 bits: 7 for the square left, 7 for the square reached, 2 for the
/// promotion. A value whose "square left" is 96 or more is an exchange of Zhonggong: 9 bits for
/// the files of the soldiers given up, 3 for the victim's place among its kind.
///
/// A move means something only in a position; by itself it prints as `h2e2`.
///
/// # Examples
/// ```
/// use chuhe_core::{Move, MoveKind, Square};
/// let [from, to] = ["h2", "e2"].map(|name| Square::from_name(name).unwrap());
/// let mv = Move::new(from, to);
/// assert_eq!((mv.from(), mv.to()), (Some(from), Some(to)));
/// // A match on the kind cannot forget the exchange of Zhonggong.
/// match mv.kind() {
///     MoveKind::Normal { from, to, .. } => assert_eq!(format!("{from}-{to}"), "h2-e2"),
///     MoveKind::Exchange { .. } => unreachable!(),
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

const FROM_SHIFT: u16 = 7;
const SQUARE_MASK: u16 = 0x7f;
const PROMOTION_SHIFT: u16 = 14;
const EXCHANGE: u16 = 0b11 << 12;
const VICTIM_SHIFT: u16 = FILES as u16;

impl Move {
    /// From one square to another.
    ///
    /// # Panics
    /// When both are the same square.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        assert!(from.index() != to.index(), "a move leaves its square");
        Self::raw((from.index() as u16) << FROM_SHIFT | to.index() as u16)
    }

    /// A pawn of chess that becomes another piece.
    ///
    /// # Panics
    /// When both are the same square.
    #[inline]
    #[must_use]
    pub const fn promoting(from: Square, to: Square, promotion: Promotion) -> Self {
        Self::raw(Self::new(from, to).0.get() | (promotion as u16) << PROMOTION_SHIFT)
    }

    /// The soldiers on these files of the enemy's home rank (bit 0 is file `a`) given up for the
    /// enemy piece that is number `victim` of its kind, counted by square.
    ///
    /// # Panics
    /// When no or an unknown file is named, or the victim is not one of five.
    #[inline]
    #[must_use]
    pub const fn exchange(files: u16, victim: u8) -> Self {
        assert!(
            files != 0 && files < 1 << FILES && victim < 5,
            "an exchange gives up soldiers for one of five pieces"
        );
        Self::raw(EXCHANGE | (victim as u16) << VICTIM_SHIFT | files)
    }

    const fn raw(bits: u16) -> Self {
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// The 16 bits, for tables that store moves.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move that `to_bits` gave; `None` for bits that no move has.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let Some(raw) = NonZeroU16::new(bits) else { return None };
        let (from, to) = ((bits >> FROM_SHIFT) & SQUARE_MASK, bits & SQUARE_MASK);
        let exchange = from >= 96;
        let valid = if exchange {
            bits & 0x1ff != 0 && (bits >> VICTIM_SHIFT) & 7 < 5 && bits >> PROMOTION_SHIFT == 0
        } else {
            (from as usize) < Square::COUNT && (to as usize) < Square::COUNT && from != to
        };
        if valid { Some(Self(raw)) } else { None }
    }

    /// The same for bits that are known to be a move's, or zero.
    #[inline]
    pub(crate) const fn of_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The parts of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        if self.is_exchange() {
            let victim = (self.0.get() >> VICTIM_SHIFT & 7) as u8;
            MoveKind::Exchange { files: self.0.get() & 0x1ff, victim }
        } else {
            let (from, to) = (self.from_square(), self.to_square());
            MoveKind::Normal { from, to, promotion: self.promotion() }
        }
    }

    /// Whether the move is an exchange, which leaves and reaches no square.
    #[inline]
    #[must_use]
    pub const fn is_exchange(self) -> bool {
        self.0.get() & EXCHANGE == EXCHANGE
    }

    /// The square left; `None` for an exchange.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        if self.is_exchange() { None } else { Some(self.from_square()) }
    }

    /// The square reached; `None` for an exchange.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        if self.is_exchange() { None } else { Some(self.to_square()) }
    }

    /// The square left by a move that is known to be no exchange, without another test.
    #[inline]
    pub(crate) const fn from_square(self) -> Square {
        debug_assert!(!self.is_exchange(), "an exchange leaves no square");
        Square::at((self.0.get() >> FROM_SHIFT & SQUARE_MASK) as usize)
    }

    /// The square reached by a move that is known to be no exchange, without another test.
    #[inline]
    pub(crate) const fn to_square(self) -> Square {
        debug_assert!(!self.is_exchange(), "an exchange reaches no square");
        Square::at((self.0.get() & SQUARE_MASK) as usize)
    }

    /// What a pawn becomes if this move promotes one; the position knows whether it does.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Promotion {
        match self.0.get() >> PROMOTION_SHIFT {
            0 => Promotion::Queen,
            1 => Promotion::Rook,
            2 => Promotion::Bishop,
            _ => Promotion::Knight,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Exchange { files, victim } => {
                (0..FILES)
                    .filter(|file| files >> file & 1 == 1)
                    .try_for_each(|file| write!(f, "{}", (b'a' + file) as char))?;
                write!(f, "x{victim}")
            }
            MoveKind::Normal { from, to, .. } => write!(f, "{from}{to}"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
