//! The parts that games on boards of nine files share: xiangqi, Zhonggong xiangqi and their
//! cousins.
//!
//! A game implements [`NineGame`] and [`LinearEval`](linear_eval::LinearEval) for a marker type.
//! Its positions are [`NinePosition`]s of that marker.

pub(super) mod board;
pub(super) mod explain;
pub(crate) mod features;
pub(super) mod leaps;
pub(crate) mod linear_eval;
pub(super) mod occupancy;
pub(super) mod piece_squares;
pub(super) mod position;
pub(super) mod see;
mod setup;
pub(super) mod tables;

pub(crate) use position::{NineGame, NinePosition};
