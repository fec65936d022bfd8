//! Positions and moves as text, written and read without a heap.

mod fen;

pub use fen::{Fen, FenError, FenFault, FenField};
