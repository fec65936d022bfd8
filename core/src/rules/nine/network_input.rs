//! The input of a network for a game on nine files.

use super::position::{NineMoves, NinePosition};
use crate::rules::features::{FeatureTable, Mailbox, NetworkInput};
use crate::types::{Side, Square};

/// A game on nine files whose positions networks evaluate.
pub trait NetworkGame: NineMoves {
    /// The features of its networks.
    const FEATURES: &'static FeatureTable;
}

impl<G: NetworkGame> NetworkInput for NinePosition<G> {
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
