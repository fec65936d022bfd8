//! Pieces set up anyhow, and what can be wrong with them.

#[cfg(feature = "chess")]
use super::chess::ChessFault;
use super::nine::NineGame;
use super::nine::board::Board;
use crate::types::{Kind, Piece, Side, Square};
use core::fmt;

/// What is wrong with pieces set up on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Two pieces on one square.
    Occupied(Square),
    /// A piece where it can never stand.
    CannotStand(Piece, Square),
    /// One piece of a kind more than a set has; the square of the surplus piece.
    TooMany(Piece, Square),
    /// A side without its general.
    NoGeneral(Side),
    /// The generals face each other on an open file.
    GeneralsFacing,
    /// The side that is not to move is in check.
    OpponentInCheck(Side),
    /// What is wrong with a position of chess.
    #[cfg(feature = "chess")]
    Chess(ChessFault),
}

/// What a position has beside its pieces and the side to move, in games that have it; else nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rights {
    /// Which sides may castle towards file `h`, by [`Side::index`].
    pub short: [bool; 2],
    /// Which sides may castle towards file `a`.
    pub long: [bool; 2],
    /// The square that a soldier has just passed by a step of two, and can be taken on.
    pub passed: Option<Square>,
}

impl SetupError {
    /// The square at fault, when one is.
    #[must_use]
    pub const fn square(&self) -> Option<Square> {
        match *self {
            Self::Occupied(square) | Self::CannotStand(_, square) | Self::TooMany(_, square) => {
                Some(square)
            }
            Self::NoGeneral(_) | Self::GeneralsFacing | Self::OpponentInCheck(_) => None,
            #[cfg(feature = "chess")]
            Self::Chess(fault) => fault.square(),
        }
    }

    /// The piece at fault, when one is; of generals that face each other, Red's.
    #[must_use]
    pub const fn piece(&self) -> Option<Piece> {
        match *self {
            Self::CannotStand(piece, _) | Self::TooMany(piece, _) => Some(piece),
            Self::GeneralsFacing => Some(Piece::new(Side::Red, Kind::General)),
            Self::OpponentInCheck(side) => Some(Piece::new(side, Kind::General)),
            Self::Occupied(_) | Self::NoGeneral(_) => None,
            #[cfg(feature = "chess")]
            Self::Chess(fault) => fault.piece(),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied(square) => write!(f, "two pieces on {square}"),
            Self::CannotStand(piece, square) => {
                write!(f, "a {piece} cannot stand on {square}")
            }
            Self::TooMany(piece, square) => {
                write!(f, "a {piece} too many on {square}")
            }
            Self::NoGeneral(side) => write!(f, "{side} has no general"),
            Self::GeneralsFacing => f.write_str("the generals face each other"),
            Self::OpponentInCheck(side) => {
                write!(f, "{side} is in check and it is not {side}'s turn")
            }
            #[cfg(feature = "chess")]
            Self::Chess(fault) => write!(f, "{fault}"),
        }
    }
}

impl core::error::Error for SetupError {}

/// The board with these pieces: each where `can_stand` lets it, no more of a kind than a set of
/// xiangqi has, a general on each side.
pub(super) fn set_up<G: NineGame>(
    pieces: impl IntoIterator<Item = (Square, Piece)>,
    can_stand: impl Fn(Piece, Square) -> bool,
) -> Result<Board<G>, SetupError> {
    let mut board = Board::EMPTY;
    for (square, piece) in pieces {
        if board.piece_at(square).is_some() {
            return Err(SetupError::Occupied(square));
        }
        if !can_stand(piece, square) {
            return Err(SetupError::CannotStand(piece, square));
        }
        board.put(square, piece);
        if board.pieces(piece.side(), piece.kind()).len() > in_a_set(piece.kind()) {
            return Err(SetupError::TooMany(piece, square));
        }
    }
    match Side::ALL.into_iter().find(|&side| board.pieces(side, Kind::General).is_empty()) {
        Some(side) => Err(SetupError::NoGeneral(side)),
        None => Ok(board),
    }
}

/// Red's pieces, each kind with the names of its squares, and Black's as their mirror image on a
/// board of so many ranks.
pub(super) fn both_sides(
    red: &'static [(Kind, &'static str)],
    ranks: u8,
) -> impl Iterator<Item = (Square, Piece)> {
    let men = red.iter().flat_map(|&(kind, names)| names.split(' ').map(move |name| (kind, name)));
    men.filter_map(|(kind, name)| Some((kind, Square::from_name(name)?))).flat_map(
        move |(kind, square)| {
            [(Side::Red, square.rank()), (Side::Black, ranks - 1 - square.rank())]
                .into_iter()
                .filter_map(move |(side, rank)| {
                    Some((Square::new(square.file(), rank)?, Piece::new(side, kind)))
                })
        },
    )
}

/// How many pieces of a kind a side has at most.
const fn in_a_set(kind: Kind) -> u32 {
    match kind {
        Kind::General => 1,
        Kind::Soldier => 5,
        Kind::Queen => 0,
        _ => 2,
    }
}
