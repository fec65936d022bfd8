//! The parts that games on boards of nine files share: xiangqi, Zhonggong xiangqi and their cousins.

pub(super) mod board;
pub(super) mod leaps;
pub(super) mod linear_eval;
pub(super) mod occupancy;
pub(super) mod see;
pub(super) mod tables;
pub(super) mod values;
