//! The rule sets. Nowhere else is a game named, but in its notation and its pieces.

mod board;
mod lines;
mod xiangqi;

pub use xiangqi::{SetupError, Xiangqi};
