//! The input of a network: the features of a position.

use super::features::{FeatureTable, Mailbox, View};
use super::position::{NineMoves, NinePosition};
use crate::types::Side;

/// A game on nine files whose positions networks evaluate.
pub trait NetworkGame: NineMoves {
    /// The features of its networks.
    const FEATURES: &'static FeatureTable;
}

impl<G: NetworkGame> NinePosition<G> {
    /// The number of features of a network.
    pub const FEATURES: usize = G::FEATURES.count();

    /// Returns the feature of the same piece on the mirrored board, if there is one.
    #[must_use]
    pub fn mirrored_feature(feature: usize) -> Option<usize> {
        G::FEATURES.mirrored(feature)
    }

    /// Returns the piece on each square.
    #[inline]
    pub(crate) fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.board.squares())
    }

    #[inline]
    pub(crate) fn count_pieces(&self) -> u32 {
        self.board.occupied().len()
    }

    #[inline]
    pub(crate) fn view(&self, side: Side) -> View {
        View::new(side, [side, !side].map(|side| self.board.general(side).file()))
    }

    /// Hands over the features of a side, one for each piece.
    pub(crate) fn for_each_feature(&self, side: Side, mut on_feature: impl FnMut(usize)) {
        let view = self.view(side);
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                on_feature(G::FEATURES.index(view, piece, square));
            }
        }
    }
}
