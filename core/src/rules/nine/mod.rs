//! The code that xiangqi, Zhonggong xiangqi and other games on nine files share.
//!
//! A game implements [`NineGame`] and [`NineMoves`] for a marker type. Its positions are
//! [`NinePosition`]s of that marker. A game with fitted weights also implements `LinearEval`.

pub(super) mod board;
pub(super) mod explain;
pub(super) mod leaps;
pub(crate) mod linear_eval;
pub(super) mod occupancy;
pub(super) mod position;
pub(super) mod see;
mod setup;
pub(super) mod tables;
pub(crate) mod weights;

pub(crate) use position::{NineGame, NineMoves, NinePosition};
