use super::{FILES, Kind, Square};
use arrayvec::ArrayVec;
use core::fmt;
use core::num::NonZeroU16;

/// The capacity of a [`MoveList`], which has room for every legal move in any position of any game.
///
/// - Xiangqi has at most 119: 17 for each chariot or cannon, 8 for each horse, 3 for each soldier
///   and 4 for each other piece.
/// - Zhonggong has at most 157: 115 normal moves and 42 exchanges.
/// - Chess has 218 in the known position with the most moves (Petrović 1964).
pub const MAX_MOVES: usize = 256;

/// The legal moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The kind of piece that a pawn of chess becomes on the last rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Promotion {
    /// The queen, letter `q`.
    Queen,
    /// The rook, letter `r`.
    Rook,
    /// The bishop, letter `b`.
    Bishop,
    /// The knight, letter `n`.
    Knight,
}

impl Promotion {
    /// The kind of the new piece, named as in xiangqi: a rook is a [`Kind::Chariot`].
    pub const fn kind(self) -> Kind {
        match self {
            Self::Queen => Kind::Queen,
            Self::Rook => Kind::Chariot,
            Self::Bishop => Kind::Elephant,
            Self::Knight => Kind::Horse,
        }
    }

    /// The small letter of the new piece, such as `q`.
    pub const fn letter(self) -> char {
        match self {
            Self::Queen => 'q',
            Self::Rook => 'r',
            Self::Bishop => 'b',
            Self::Knight => 'n',
        }
    }

    /// The promotion with this letter, small or capital; `None` for another letter.
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

/// The parts of a move, which [`Move::kind`] returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A piece goes from one square to another. Castling is a move of the king by two files, or onto its own rook.
    Normal {
        /// The square that the piece leaves.
        from: Square,
        /// The square that the piece reaches.
        to: Square,
        /// The new piece if the move promotes a pawn; in all other moves `Queen`, without a meaning.
        /// [`notation::promotion`](crate::notation::promotion) tells these cases apart.
        promotion: Promotion,
    },
    /// An exchange of Zhonggong: the mover gives up soldiers on the enemy's home rank and removes an enemy piece.
    Exchange {
        /// The files of the soldiers: bit 0 is file `a`.
        files: u16,
        /// The number of the removed piece among the pieces of its kind, which count from 0 in the order of squares.
        victim: u8,
    },
}

/// A move of any game, in 16 bits. It has a meaning only together with a position.
///
/// The text of a move depends on the game: ranks count from 1 in chess, and from 0 in the other games. So a move
/// has no `Display`: [`Rules::move_name`](crate::rules::Rules::move_name) gives its squares, and
/// [`notation::write`](crate::notation::write) writes it in any notation.
///
/// # Examples
/// ```
/// use chuhe_core::rules::squares::xiangqi::{E2, H2};
/// use chuhe_core::{Move, MoveKind};
/// let mv = Move::new(H2, E2);
/// assert_eq!(Some(mv), Move::from_name("h2e2"));
/// assert_eq!((mv.from(), mv.to()), (Some(H2), Some(E2)));
/// // A match on the kind cannot forget the exchange of Zhonggong.
/// match mv.kind() {
///     MoveKind::Normal { from, to, .. } => assert_eq!((from, to), (H2, E2)),
///     MoveKind::Exchange { .. } => unreachable!(),
/// }
/// ```
// From the lowest bit: 7 bits for the target, 7 for the origin, 2 for the promotion. If the bits of the origin give
// 96 or more, the move is an exchange. Then the lowest 9 bits are the files, and the next 3 the victim's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

const FROM_SHIFT: u16 = 7;
const SQUARE_MASK: u16 = 0x7f;
const PROMOTION_SHIFT: u16 = 14;
const EXCHANGE: u16 = 0b11 << 12;
const VICTIM_SHIFT: u16 = FILES as u16;

impl Move {
    /// A move from one square to another. A pawn of chess that reaches the last rank with it becomes a queen.
    ///
    /// # Panics
    /// If both are the same square.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        assert!(from.index() != to.index(), "a move leaves its square");
        Self::raw((from.index() as u16) << FROM_SHIFT | to.index() as u16)
    }

    /// A move with which a pawn of chess becomes another piece.
    ///
    /// # Panics
    /// If both are the same square.
    #[inline]
    pub const fn promoting(from: Square, to: Square, promotion: Promotion) -> Self {
        Self::raw(Self::new(from, to).0.get() | (promotion as u16) << PROMOTION_SHIFT)
    }

    /// An exchange: the mover gives up the soldiers on `files` of the enemy's home rank and removes an enemy piece.
    ///
    /// Bit 0 of `files` is file `a`. The number of soldiers determines the kind of the removed piece. The
    /// pieces of this kind are numbered from 0 in the order of their square indices, and number `victim` is removed.
    ///
    /// # Panics
    /// If `files` is 0 or has a bit above bit 8, or if `victim` is 5 or more.
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
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move for which [`to_bits`](Self::to_bits) returns these bits; `None` if there is no such move.
    #[inline]
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

    /// The move with these bits; `None` for 0. The caller must pass 0 or the bits of a move.
    #[inline]
    pub(crate) fn of_bits(bits: u16) -> Option<Self> {
        NonZeroU16::new(bits).map(Self)
    }

    /// Splits the move into its parts.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        if self.is_exchange() {
            let victim = (self.0.get() >> VICTIM_SHIFT & 7) as u8;
            MoveKind::Exchange { files: self.0.get() & 0x1ff, victim }
        } else {
            let (from, to) = (self.origin(), self.target());
            MoveKind::Normal { from, to, promotion: self.promotion() }
        }
    }

    /// Checks whether the move is an exchange, which has no origin and no target.
    #[inline]
    pub const fn is_exchange(self) -> bool {
        self.0.get() & EXCHANGE == EXCHANGE
    }

    /// The square that the piece leaves; `None` for an exchange.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_exchange() { None } else { Some(self.origin()) }
    }

    /// The square that the piece reaches; `None` for an exchange. In Chess960, castling can give the rook's square.
    #[inline]
    pub const fn to(self) -> Option<Square> {
        if self.is_exchange() { None } else { Some(self.target()) }
    }

    /// The square that the piece leaves. The move must not be an exchange.
    #[inline]
    pub(crate) const fn origin(self) -> Square {
        debug_assert!(!self.is_exchange(), "an exchange leaves no square");
        Square::at((self.0.get() >> FROM_SHIFT & SQUARE_MASK) as usize)
    }

    /// The square that [`to`](Self::to) returns. The move must not be an exchange.
    #[inline]
    pub(crate) const fn target(self) -> Square {
        debug_assert!(!self.is_exchange(), "an exchange reaches no square");
        Square::at((self.0.get() & SQUARE_MASK) as usize)
    }

    /// Reads a move whose ranks count from 0 in every game: `h2e2`. A letter marks a promotion to a piece other than a
    /// queen: `e6e7r`. An exchange is written as the files of its soldiers, `x` and the number of its victim: `acx1`.
    pub fn from_name(text: &str) -> Option<Self> {
        Self::read(text, Square::from_name)
    }

    /// Reads a move. The function `square` reads its two squares, and is not called for an exchange.
    pub(crate) fn read(text: &str, square: impl Fn(&str) -> Option<Square>) -> Option<Self> {
        if text.contains('x') { read_exchange(text) } else { read_normal(text, square) }
    }

    /// The new piece if the move promotes a pawn; `Queen` in all other moves.
    #[inline]
    pub const fn promotion(self) -> Promotion {
        match self.0.get() >> PROMOTION_SHIFT {
            0 => Promotion::Queen,
            1 => Promotion::Rook,
            2 => Promotion::Bishop,
            _ => Promotion::Knight,
        }
    }
}

/// The text that [`Move::from_name`] reads.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Exchange { files, victim } => {
                (0..FILES)
                    .filter(|file| files >> file & 1 == 1)
                    .try_for_each(|file| write!(f, "{}", (b'a' + file) as char))?;
                write!(f, "x{victim}")
            }
            MoveKind::Normal { from, to, promotion: Promotion::Queen } => {
                write!(f, "{from:?}{to:?}")
            }
            MoveKind::Normal { from, to, promotion } => {
                write!(f, "{from:?}{to:?}{}", promotion.letter())
            }
        }
    }
}

fn read_normal(text: &str, square: impl Fn(&str) -> Option<Square>) -> Option<Move> {
    let from = square(text.get(..2)?)?;
    let to = square(text.get(2..4)?)?;
    let mut letters = text.get(4..)?.chars();
    let promotion = letters.next().map_or(Some(Promotion::Queen), Promotion::from_letter)?;
    (letters.next().is_none() && from != to).then(|| Move::promoting(from, to, promotion))
}

fn read_exchange(text: &str) -> Option<Move> {
    let (soldiers, victim) = text.split_once('x')?;
    let mut files = 0;
    for letter in soldiers.bytes() {
        let file = letter.checked_sub(b'a').filter(|file| *file < FILES)?;
        files |= 1 << file;
    }
    let &[victim @ b'0'..=b'4'] = victim.as_bytes() else { return None };
    (files != 0).then(|| Move::exchange(files, victim - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;

    #[test]
    fn every_move_is_read_from_its_own_text() {
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let mut text = heapless::String::<16>::new();
            write!(text, "{mv:?}").unwrap();
            assert_eq!(Move::from_name(&text), Some(mv));
        }
    }

    #[test]
    fn a_text_that_is_no_move_is_refused() {
        for text in "h2 h2e h2h2 h2e2qq h2e2k x x1 jx1 ax5 ax+1 ax01 帥e2".split(' ').chain([""]) {
            assert_eq!(Move::from_name(text), None, "{text}");
        }
    }
}
