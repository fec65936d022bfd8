//! The input of a network for a game on nine files.

use super::{NineMoves, NinePosition};
use crate::rules::features::{FeatureTable, Mailbox, NetworkInput};
use crate::types::{Side, Square};

impl<G: NineMoves> NetworkInput for NinePosition<G> {
    const FEATURES: &'static FeatureTable = G::FEATURES;

    #[inline]
    fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.board.squares())
    }

    #[inline]
    fn count_pieces(&self) -> u32 {
        self.board.occupied().len()
    }

    #[inline]
    fn general(&self, side: Side) -> Square {
        self.board.general(side)
    }
}
