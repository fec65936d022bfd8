//! What every host of Chuhe shares: games on disk, clocks, settings.
#![forbid(unsafe_code)]

pub mod clock;
pub mod fen;
pub mod kept;
pub mod pgn;
pub mod text;
