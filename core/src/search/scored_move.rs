//! A listed move with its score in the move ordering.

use crate::types::Move;

/// A move with its score in the move ordering: moves with higher scores come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoredMove(u32);

impl ScoredMove {
    pub(super) const NONE: Self = Self(0);

    /// Packs a move and a score that fits 16 bits. The score is the high half, shifted to be
    /// positive. The move's bits order moves of equal score.
    pub(super) fn new(mv: Move, score: i32) -> Self {
        debug_assert!(i16::try_from(score).is_ok(), "{score} does not fit");
        let score = (score - i32::from(i16::MIN)) as u32;
        Self(score << 16 | u32::from(mv.to_bits()))
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::of_bits(self.0 as u16)
    }
}
