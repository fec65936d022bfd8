//! Reasons why a move is illegal, and the safety of a general: for people who learn a game.
//!
//! The search does not use it, so the code is plain and may be slow.

use crate::position::Position;
use crate::types::{Bitboard, Move, Piece, Side, Square};

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// No piece of the side to move stands where it begins.
    NotOwn,
    /// Where it ends stands a piece of the same side.
    OwnPiece,
    /// The piece does not move so.
    Reach,
    /// A piece on this square is in the way: on the line, as a horse's leg or an elephant's eye.
    Blocked(Square),
    /// A cannon takes over one piece, no fewer and no more.
    Screen,
    /// The piece may not leave its palace or its side of the river.
    Bounds,
    /// The soldier has not crossed the river and only goes forward.
    River,
    /// A pawn takes diagonally only.
    NothingToTake,
    /// The generals would face each other.
    Facing,
    /// The general is in check by the piece on this square, and would be after the move.
    StillInCheck(Square),
    /// The general would be in check by the piece on this square.
    IntoCheck(Square),
    /// The piece is the last guard of its general against the one on this square.
    LastGuard(Square),
    /// A general that is guarded may not be captured.
    Guarded,
    /// The general would have no liberty.
    NoLiberty,
    /// King or rook have moved, or are not where castling begins.
    CastlingLost,
    /// The king is in check, or would pass a square that the piece on this square attacks.
    CastlingCheck(Square),
    /// No soldiers given up buy such a piece, or it is no piece of the other side.
    NotForSale,
    /// The piece costs so many soldiers.
    Price(u8),
}

impl Illegal {
    /// The square of the piece that is to blame, when one is.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Blocked(square)
            | Self::StillInCheck(square)
            | Self::IntoCheck(square)
            | Self::LastGuard(square)
            | Self::CastlingCheck(square) => Some(square),
            _ => None,
        }
    }
}

/// How safe a general is where it can be guarded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Safety {
    /// Where it stands.
    pub general: Square,
    /// The pieces that attack it and that its guards keep off (牽將).
    pub held: Bitboard,
    /// The pieces that check it.
    pub checkers: Bitboard,
    /// The pieces that guard it against those held.
    pub guards: Bitboard,
    /// The empty points next to it, one of which it must keep (氣點).
    pub liberties: Bitboard,
}

/// The reasons behind the rules, for hosts that explain a position to people.
///
/// # Examples
/// ```
/// use chuhe_core::rules::{Explain, Illegal, Xiangqi};
/// // The elephant on c0 blocks the horse.
/// let why = Xiangqi::start().why_not("b0d1".parse()?);
/// assert_eq!(why, Some(Illegal::Blocked("c0".parse()?)));
/// # Ok::<(), chuhe_core::ParseError>(())
/// ```
pub trait Explain: Position {
    /// Why a move is not legal; `None` when it is.
    fn why_not(&self, mv: Move) -> Option<Illegal>;

    /// A side's soldiers that could be given up in an exchange.
    fn exchangeable(&self, _side: Side) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The exchange of these soldiers of the side to move for an enemy piece.
    ///
    /// # Errors
    /// Why it is not legal.
    fn exchange(&self, _soldiers: Bitboard, _victim: Square) -> Result<Move, Illegal> {
        Err(Illegal::Reach)
    }

    /// How safe a side's general is, if it could be attacked and guarded.
    fn safety(&self, _side: Side) -> Option<Safety> {
        None
    }
}

/// A piece, the square it leaves and the square it would reach.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
}

/// The squares strictly between two on a rank, file or diagonal, the first one nearest to `from`;
/// none when no such line joins them.
pub(super) fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (files, ranks) = distance(from, to);
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let step = (files.signum(), ranks.signum());
    let next = move |at: &Square| at.offset(step.0, step.1).filter(|&next| next != to);
    let first = if straight { next(&from) } else { None };
    core::iter::successors(first, next)
}

/// How many files to the right and ranks up a square lies from another.
pub(super) const fn distance(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}
