#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod game;
pub mod notation;
mod numbers;
mod perft;
mod position;
pub mod rules;
mod types;

pub use game::{Game, LONGEST_GAME, MAX_PAST, PlayError};
pub use numbers::Numbers;
pub use perft::perft;
pub use position::{Ending, Past, Position, Reason};
pub use types::{
    Bitboard, FILES, Key, Kind, MAX_MOVES, Move, MoveList, Piece, Promotion, RANKS, Score, Side,
    Square, Squares,
};
