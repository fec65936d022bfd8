//! What every host of Chuhe shares: games on disk, clocks, settings.
#![forbid(unsafe_code)]

pub mod clock;
pub mod engine;
pub mod fen;
pub mod kept;
pub mod lines;
pub mod pgn;
pub mod text;
mod thinker;

pub use thinker::Thinker;
