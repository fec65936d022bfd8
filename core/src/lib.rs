#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod any;
mod array;
mod bench;
mod from_fn;
mod game;
mod history;
pub mod map;
pub mod nnue;
pub mod notation;
mod numbers;
mod perft;
pub mod played;
mod position;
pub mod rules;
mod search;
mod types;
mod variant;

pub use any::AnyPosition;
pub use bench::{BENCH_POSITIONS, bench};
pub use game::{Game, LONGEST_GAME, PlayError};
pub use history::{History, MAX_PAST};
pub use numbers::Numbers;
pub use perft::perft;
pub use position::{EndReason, Ending, IllegalMove, Past, Position};
#[cfg(feature = "std")]
pub use search::Stopwatch;
pub use search::{
    Bound, Clock, Cluster, GameTuning, Level, Limits, MAX_PLIES, Monitor, NoMonitor, PARAMETERS,
    Parameter, Pv, SearchLine, SearchMemory, Searchable, Time, TtEntry, Workspace, fullness, probe,
    search,
};
#[cfg(feature = "alloc")]
pub use search::{HeapMemory, table_of};
pub use types::{
    Bitboard, FILES, Key, Kind, MAX_MOVES, Move, MoveKind, MoveList, ParseError, Piece, Promotion,
    RANKS, Score, Side, SplitMix64, Square, Squares,
};
