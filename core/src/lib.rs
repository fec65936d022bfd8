#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod bench;
mod game;
pub mod map;
pub mod notation;
mod numbers;
mod perft;
mod position;
pub mod rules;
mod search;
mod types;

pub use bench::bench;
pub use game::{Game, LONGEST_GAME, MAX_PAST, PlayError};
pub use numbers::Numbers;
pub use perft::perft;
pub use position::{Ending, Past, Position, Reason};
pub use search::{
    Bound, Clock, Found, Known, Level, Limits, Line, MAX_PLIES, Monitor, Report, Slot, Time,
    Unwatched, Workspace, fullness, probe, search,
};
pub use types::{
    Bitboard, FILES, Key, Kind, MAX_MOVES, Move, MoveList, Piece, Promotion, RANKS, Score, Side,
    Square, Squares,
};
