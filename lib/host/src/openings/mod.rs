//! The openings of the games: their names, and books of moves to play in them.
//!
//! [`opening_of`] finds the name of a game's opening. [`Book`] holds moves to play, with weights.

mod book;
mod mirror;
mod names;
mod tables;

pub use book::{Book, BookError, BookFault, BookMove, BookPlace, choose, polyglot_key};
pub use mirror::mirror_image;
pub use names::{Opening, opening_of};
pub use tables::Tables;
#[cfg(target_family = "wasm")]
pub use tables::set_tables;
