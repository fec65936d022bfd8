//! From pieces set up anyhow to a valid position, or the reason why not.

use super::{Zhonggong, tables};
use crate::rules::Rules;
use crate::rules::setup::{SetupError, SetupFault, both_sides, set_up};
use crate::types::{Kind, Piece, Side, Square};

impl Zhonggong {
    /// A position with these pieces, so many plies after the last capture or exchange.
    ///
    /// # Errors
    /// The first rule of a valid position that it breaks. No legal move leaves the mover's general
    /// to a free capture, so a position is refused whose side to move could take a general.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        halfmove_clock: u16,
    ) -> Result<Self, SetupError> {
        let board = set_up(Rules::Zhonggong, pieces, tables::can_stand)?;
        let position = Self { board, side, halfmove_clock };
        if position.checkers(!side).is_empty() {
            Ok(position)
        } else {
            let fault = SetupFault::OpponentInCheck(!side);
            Err(SetupError { rules: Rules::Zhonggong, fault })
        }
    }

    /// The position at the start of a game.
    ///
    /// # Panics
    /// Never: the position is valid.
    #[must_use]
    pub fn start() -> Self {
        const RED: [(Kind, &str); 7] = [
            (Kind::General, "e3"),
            (Kind::Advisor, "d0 f0"),
            (Kind::Elephant, "c0 g0"),
            (Kind::Horse, "b0 h0"),
            (Kind::Chariot, "a0 i0"),
            (Kind::Cannon, "e0 e1"),
            (Kind::Soldier, "a2 c2 e2 g2 i2"),
        ];
        Self::new(both_sides(&RED, tables::RANKS), Side::Red, 0)
            .expect("the start position is valid")
    }
}

/// The position at the start of a game.
impl Default for Zhonggong {
    fn default() -> Self {
        Self::start()
    }
}
