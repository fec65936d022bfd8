//! The accumulators of a line: the sums of the first layer, for both sides.

use super::network::Network;
use crate::rules::nine::features::{PieceSets, View};
use crate::rules::nine::{NineGame, NinePosition};
use crate::types::Side;

/// The sums of the first layer for the pieces of some position.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator<const N: usize> {
    pieces: PieceSets,
    views: [View; 2],
    sums: [[i16; N]; 2],
}

impl<const N: usize> Accumulator<N> {
    /// The sums of no position.
    pub const EMPTY: Self =
        Self { pieces: PieceSets::EMPTY, views: [View::RED; 2], sums: [[0; N]; 2] };

    /// Counts the squares whose piece differs from those of a position.
    #[inline]
    pub(super) fn distance(&self, pieces: &PieceSets) -> u32 {
        self.pieces.changed(pieces).len()
    }

    /// Changes the sums to those of a position.
    pub(super) fn update<G: NineGame>(
        &mut self,
        network: &Network<'_, N>,
        position: &NinePosition<G>,
        pieces: &PieceSets,
    ) {
        let changed = self.pieces.changed(pieces);
        for side in Side::ALL {
            let view = position.view(side);
            let (sums, before) = (&mut self.sums[side.index()], &mut self.views[side.index()]);
            // The sums of an empty board are not yet the biases.
            if *before != view || self.pieces == PieceSets::EMPTY {
                *before = view;
                *sums = network.biases();
                position.for_each_feature(side, |feature| network.add(sums, feature));
                continue;
            }
            let index = |piece, square| G::FEATURES.index(view, piece, square);
            for square in changed {
                if let Some(piece) = self.pieces.piece_at(square) {
                    network.subtract(sums, index(piece, square));
                }
                if let Some(piece) = pieces.piece_at(square) {
                    network.add(sums, index(piece, square));
                }
            }
        }
        self.pieces = *pieces;
    }

    /// Returns the evaluation in hundredths for the side to move.
    #[inline]
    pub(super) fn evaluate(&self, network: &Network<'_, N>, to_move: Side) -> i32 {
        let sides = [to_move, !to_move].map(|side| &self.sums[side.index()]);
        network.output(sides, self.pieces.occupied().len())
    }
}
