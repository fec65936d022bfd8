//! From pieces set up anyhow to a valid position, or the reason why not.

use super::{Xiangqi, tables};
use crate::position::Position;
use crate::rules::board::Board;
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
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied(square) => write!(f, "two pieces on {square}"),
            Self::CannotStand(piece, square) => {
                write!(f, "a {} cannot stand on {square}", Described(*piece))
            }
            Self::TooMany(piece, square) => {
                write!(f, "one {} too many, on {square}", Described(*piece))
            }
            Self::NoGeneral(side) => write!(f, "{side} has no general"),
            Self::GeneralsFacing => f.write_str("the generals face each other"),
            Self::OpponentInCheck(side) => {
                write!(f, "{side} is in check and it is not {side}'s turn")
            }
        }
    }
}

impl core::error::Error for SetupError {}

/// A piece in words, such as `red horse`.
struct Described(Piece);

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0.kind() {
            Kind::General => "general",
            Kind::Advisor => "advisor",
            Kind::Elephant => "elephant",
            Kind::Horse => "horse",
            Kind::Chariot => "chariot",
            Kind::Cannon => "cannon",
            Kind::Soldier => "soldier",
            Kind::Queen => "queen",
        };
        write!(f, "{} {kind}", self.0.side())
    }
}

impl Xiangqi {
    /// A position with these pieces, so many plies after the last capture.
    ///
    /// # Errors
    /// The first rule of a valid position that it breaks.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        quiet_plies: u16,
    ) -> Result<Self, SetupError> {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            if board.piece_at(square).is_some() {
                return Err(SetupError::Occupied(square));
            }
            if !tables::can_stand(piece, square) {
                return Err(SetupError::CannotStand(piece, square));
            }
            board.put(square, piece);
            if board.pieces(piece.side(), piece.kind()).len() > in_a_set(piece.kind()) {
                return Err(SetupError::TooMany(piece, square));
            }
        }
        if let Some(side) =
            Side::ALL.into_iter().find(|&side| board.pieces(side, Kind::General).is_empty())
        {
            return Err(SetupError::NoGeneral(side));
        }
        let position = Self { board, side, quiet: quiet_plies };
        let checkers = position.checkers(!side, board.general(!side), board.lines());
        if checkers.contains(board.general(side)) {
            return Err(SetupError::GeneralsFacing);
        }
        if !checkers.is_empty() {
            return Err(SetupError::OpponentInCheck(!side));
        }
        debug_assert!(!position.pass().in_check());
        Ok(position)
    }

    /// The position at the start of a game.
    ///
    /// # Panics
    /// Never: the position is valid.
    #[must_use]
    pub fn start() -> Self {
        const HOME: [Kind; 9] = [
            Kind::Chariot,
            Kind::Horse,
            Kind::Elephant,
            Kind::Advisor,
            Kind::General,
            Kind::Advisor,
            Kind::Elephant,
            Kind::Horse,
            Kind::Chariot,
        ];
        let red = (0..9).flat_map(|file| {
            let cannon = (file == 1 || file == 7).then_some((2, Kind::Cannon));
            let soldier = (file % 2 == 0).then_some((3, Kind::Soldier));
            [Some((0, HOME[file])), cannon, soldier]
                .into_iter()
                .flatten()
                .map(move |(rank, kind)| (file as u8, rank, kind))
        });
        let pieces = red.flat_map(|(file, rank, kind)| {
            [(Side::Red, rank), (Side::Black, 9 - rank)].into_iter().filter_map(
                move |(side, rank)| Some((Square::new(file, rank)?, Piece::new(side, kind))),
            )
        });
        Self::new(pieces, Side::Red, 0).expect("the start position is valid")
    }
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
