//! Makes a valid position on nine files from pieces that a user sets up, or finds the first fault.

use super::board::Board;
use super::position::{NineGame, NineMoves, NinePosition};
use crate::rules::setup::{SetupError, SetupFault};
use crate::types::{Kind, Piece, Side, Square};

impl<G: NineMoves> NinePosition<G> {
    /// Returns a position in which `halfmove_clock` plies have been played since the last capture.
    ///
    /// # Errors
    /// The pieces break a rule of valid positions. The error names the first such rule.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        halfmove_clock: u16,
    ) -> Result<Self, SetupError> {
        Self::checked(pieces, side, halfmove_clock, G::can_stand)
    }

    /// Returns a position as [`new`](Self::new) does, but each soldier can stand on any square. Composed problems and
    /// positions of other programs sometimes have soldiers behind the rank where soldiers start.
    ///
    /// # Errors
    /// The pieces break a rule of valid positions, other than the rule that soldiers cannot stand everywhere.
    pub fn with_any_soldiers(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        halfmove_clock: u16,
    ) -> Result<Self, SetupError> {
        Self::checked(pieces, side, halfmove_clock, |piece, square| {
            let is_soldier = piece.kind() == Kind::Soldier && G::PIECES.board.contains(square);
            is_soldier || G::can_stand(piece, square)
        })
    }

    /// Returns a position from which a game can begin. Each piece must stand on a square that it can reach in a game.
    /// Positions of studies and of other programs sometimes break this rule.
    ///
    /// # Errors
    /// The pieces break a rule of such positions. The error names the first such rule.
    pub fn set_up(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
    ) -> Result<Self, SetupError> {
        Self::checked(pieces, side, 0, G::can_come)
    }

    /// Returns the start position, with Red to move.
    ///
    /// # Panics
    /// Never: the position is valid.
    pub fn start() -> Self {
        // With `expect`, the texts of all errors would be stored in the flash of a device.
        Self::new(start_pieces::<G>(), Side::Red, 0)
            .unwrap_or_else(|_| panic!("the start position is valid"))
    }

    fn checked(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        halfmove_clock: u16,
        may_stand: impl Fn(Piece, Square) -> bool,
    ) -> Result<Self, SetupError> {
        let error = |fault| SetupError { rules: G::RULES, fault };
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            if board.piece_at(square).is_some() {
                return Err(error(SetupFault::Occupied(square)));
            }
            let in_set = G::RULES.piece_type(piece.kind()).map_or(0, |piece| piece.in_set);
            if in_set == 0 || !may_stand(piece, square) {
                return Err(error(SetupFault::CannotStand(piece, square)));
            }
            board.put(square, piece);
            if board.pieces(piece.side(), piece.kind()).len() > in_set.into() {
                return Err(error(SetupFault::TooMany(piece, square)));
            }
        }
        let is_missing = |side: &Side| board.pieces(*side, Kind::General).is_empty();
        if let Some(side) = Side::ALL.into_iter().find(is_missing) {
            return Err(error(SetupFault::NoGeneral(side)));
        }
        let position = Self { board, side, halfmove_clock };
        match G::fault(&position) {
            Some(fault) => Err(error(fault)),
            None => Ok(position),
        }
    }
}

impl<G: NineMoves> Default for NinePosition<G> {
    fn default() -> Self {
        Self::start()
    }
}

/// Returns Red's pieces as `START` names them, and Black's pieces as their mirror image.
fn start_pieces<G: NineGame>() -> impl Iterator<Item = (Square, Piece)> {
    let (_, ranks) = G::RULES.size();
    let named = G::START.iter().flat_map(|&(kind, squares)| {
        squares.split(' ').filter_map(move |name| Some((kind, Square::from_name(name)?)))
    });
    named.flat_map(move |(kind, square)| {
        let mirrored = Square::new(square.file(), ranks - 1 - square.rank());
        let red = (square, Piece::new(Side::Red, kind));
        core::iter::once(red).chain(mirrored.map(|square| (square, Piece::new(Side::Black, kind))))
    })
}
