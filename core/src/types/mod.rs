//! The types that all games share: squares, sets of squares, pieces, moves, scores, keys and random numbers.

mod bitboard;
mod key;
mod moves;
mod piece;
mod random;
mod score;
#[cfg(feature = "serde")]
mod serde;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use key::Key;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList, Promotion};
pub use piece::{Kind, ParseError, Piece, Side};
pub use random::SplitMix64;
pub use score::Score;
#[cfg(feature = "serde")]
pub(crate) use serde::Text;
pub use square::{FILES, RANKS, Square};
