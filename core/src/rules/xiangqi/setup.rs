//! From pieces set up anyhow to a valid position, or the reason why not.

use super::{Xiangqi, tables};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::setup::{SetupError, SetupFault, both_sides, set_up};
use crate::types::{Kind, Piece, RANKS, Side, Square};

impl Xiangqi {
    /// A position with these pieces, so many plies after the last capture.
    ///
    /// # Errors
    /// The first rule of a valid position that it breaks.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        halfmove_clock: u16,
    ) -> Result<Self, SetupError> {
        Self::checked(pieces, side, halfmove_clock, tables::can_stand)
    }

    /// A position to begin a game from: each soldier before the river is on a file that one starts
    /// on, which studies and other programs do not always heed.
    ///
    /// # Errors
    /// The first rule of such a position that it breaks.
    pub fn set_up(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
    ) -> Result<Self, SetupError> {
        Self::checked(pieces, side, 0, tables::can_come)
    }

    fn checked(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        halfmove_clock: u16,
        may_stand: impl Fn(Piece, Square) -> bool,
    ) -> Result<Self, SetupError> {
        let board = set_up(Rules::Xiangqi, pieces, may_stand)?;
        let position = Self { board, side, halfmove_clock };
        let error = |fault| SetupError { rules: Rules::Xiangqi, fault };
        let checkers = position.general_attackers(!side, board.general(!side), board.occupancy());
        if checkers.contains(board.general(side)) {
            return Err(error(SetupFault::GeneralsFacing));
        }
        if !checkers.is_empty() {
            return Err(error(SetupFault::OpponentInCheck(!side)));
        }
        debug_assert!(!position.null_move().in_check());
        Ok(position)
    }

    /// The position at the start of a game.
    ///
    /// # Panics
    /// Never: the position is valid.
    #[must_use]
    pub fn start() -> Self {
        const RED: [(Kind, &str); 7] = [
            (Kind::General, "e0"),
            (Kind::Advisor, "d0 f0"),
            (Kind::Elephant, "c0 g0"),
            (Kind::Horse, "b0 h0"),
            (Kind::Chariot, "a0 i0"),
            (Kind::Cannon, "b2 h2"),
            (Kind::Soldier, "a3 c3 e3 g3 i3"),
        ];
        Self::new(both_sides(&RED, RANKS), Side::Red, 0).expect("the start position is valid")
    }
}

/// The position at the start of a game.
impl Default for Xiangqi {
    fn default() -> Self {
        Self::start()
    }
}
