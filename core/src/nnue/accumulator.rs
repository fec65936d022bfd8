//! The accumulators of a line: the sums of the first layer, for both sides.

use super::network::Network;
use crate::position::Position;
use crate::rules::nine::features::{PieceSets, View};
use crate::rules::nine::{NineGame, NinePosition};
use crate::types::{Bitboard, Piece, Side, Square};
use arrayvec::ArrayVec;

/// The most squares whose pieces are changed one by one. From more of them on, sums from an empty
/// board cost no more.
const MAX_CHANGED: usize = 8;

/// The pieces that stand on a square no longer, or those that stand there now.
type Changes = ArrayVec<(Piece, Square), MAX_CHANGED>;

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

    /// Returns the squares whose piece differs from that of a position.
    #[inline]
    pub(super) fn changed(&self, pieces: &PieceSets) -> Bitboard {
        self.pieces.changed(pieces)
    }

    /// Sets the sums to those of a position, beginning with the sums of another one.
    pub(super) fn update<G: NineGame>(
        &mut self,
        from: &Self,
        network: &Network<'_, N>,
        position: &NinePosition<G>,
        pieces: &PieceSets,
    ) {
        let changed = from.changed(pieces);
        // The sums of no position are not yet the biases.
        let is_near = changed.len() as usize <= MAX_CHANGED && from.pieces != PieceSets::EMPTY;
        let changes = if is_near { from.changes(position, changed) } else { Default::default() };
        for side in Side::ALL {
            let (view, index) = (position.view(side), side.index());
            if is_near && view == from.views[index] {
                let [gone, come] = changes.each_ref().map(|changes| {
                    let features = changes.iter();
                    let features = features.map(|&(piece, at)| G::FEATURES.index(view, piece, at));
                    features.collect::<ArrayVec<_, MAX_CHANGED>>()
                });
                network.update(&from.sums[index], &mut self.sums[index], &gone, &come);
            } else {
                self.sums[index] = network.biases();
                position.for_each_feature(side, |feature| {
                    network.add(&mut self.sums[index], feature);
                });
            }
            self.views[index] = view;
        }
        self.pieces = *pieces;
    }

    /// Returns the pieces of some squares here, and those of a position.
    #[inline]
    fn changes<G: NineGame>(&self, position: &NinePosition<G>, changed: Bitboard) -> [Changes; 2] {
        let mut changes = [const { Changes::new_const() }; 2];
        for square in changed {
            let pieces = [self.pieces.piece_at(square), position.piece_at(square)];
            for (changes, piece) in changes.iter_mut().zip(pieces) {
                changes.extend(piece.map(|piece| (piece, square)));
            }
        }
        changes
    }

    /// Returns the evaluation in hundredths, for the side to move.
    #[inline]
    pub(super) fn evaluate(&self, network: &Network<'_, N>, to_move: Side) -> i32 {
        let sides = [to_move, !to_move].map(|side| &self.sums[side.index()]);
        network.output(sides, self.pieces.occupied().len())
    }
}
