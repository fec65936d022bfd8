//! The openings of the games: their names, and books of moves to play in them.
//!
//! [`opening_of`] finds the name of a game's opening.
#![forbid(unsafe_code)]

mod mirror;
mod names;

pub use names::{Opening, opening_of};
