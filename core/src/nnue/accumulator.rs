//! An accumulator: the sums of the network's first layer for one position, as each side sees it.

use super::network::Network;
use crate::rules::features::{FeatureTable, Mailbox, NetworkBoard, View};
use crate::types::{Piece, Side, Square};
use arrayvec::ArrayVec;

/// The largest number of changed squares for which sums are updated: the squares of three moves.
const MAX_CHANGES: usize = 6;

/// `(square, [before, now])`: a square that changed, with the piece that stood there and the piece there now.
pub(super) type Changes = ArrayVec<(Square, [Option<Piece>; 2]), MAX_CHANGES>;

/// The sums of the first layer for the pieces of one position, as each side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator<const N: usize> {
    mailbox: Mailbox,
    views: [View; 2],
    sums: [[i16; N]; 2],
}

impl<const N: usize> Accumulator<N> {
    /// An accumulator that belongs to no position.
    pub const EMPTY: Self =
        Self { mailbox: Mailbox::NONE, views: [View::RED; 2], sums: [[0; N]; 2] };

    #[inline]
    pub(super) fn forget(&mut self) {
        self.mailbox = Mailbox::NONE;
    }

    /// Returns the changes from the mailbox of `self` to `mailbox`; `None` if they are more than `MAX_CHANGES`.
    #[inline]
    pub(super) fn changes(&self, mailbox: &Mailbox) -> Option<Changes> {
        let mut changes = Changes::new_const();
        let is_whole = self
            .mailbox
            .for_each_change(mailbox, |square, pieces| changes.try_push((square, pieces)).is_ok());
        is_whole.then_some(changes)
    }

    pub(super) fn refresh(&mut self, network: &Network<'_, N>, board: &NetworkBoard) {
        self.mailbox = board.mailbox;
        for side in Side::ALL {
            self.refresh_side(side, network, board);
        }
    }

    /// Sets the sums to those of `board`. The `changes` lead from the mailbox of `from` to `board`.
    #[inline]
    pub(super) fn update(
        &mut self,
        from: &Self,
        changes: &Changes,
        network: &Network<'_, N>,
        board: &NetworkBoard,
    ) {
        self.mailbox = board.mailbox;
        for side in Side::ALL {
            let index = side.index();
            let view = board.views[index];
            if view == from.views[index] {
                let [gone, come] = features(changes, view, board.features);
                network.update(&from.sums[index], &mut self.sums[index], &gone, &come);
                self.views[index] = view;
            } else {
                self.refresh_side(side, network, board);
            }
        }
    }

    #[cold]
    fn refresh_side(&mut self, side: Side, network: &Network<'_, N>, board: &NetworkBoard) {
        let index = side.index();
        self.views[index] = board.views[index];
        self.sums[index] = network.biases();
        board.for_each_feature(side, |feature| network.add(&mut self.sums[index], feature));
    }

    /// Returns the evaluation for the side to move, in hundredths of a soldier.
    #[inline]
    pub(super) fn evaluate(&self, network: &Network<'_, N>, to_move: Side, pieces: u32) -> i32 {
        let sides = [to_move, !to_move].map(|side| &self.sums[side.index()]);
        network.output(sides, pieces)
    }
}

type Features = ArrayVec<usize, MAX_CHANGES>;

/// Returns the features that `changes` remove, then the features that `changes` add.
#[inline]
fn features(changes: &Changes, view: View, table: &FeatureTable) -> [Features; 2] {
    let mut features = [const { Features::new_const() }; 2];
    for (square, pieces) in changes {
        for (features, piece) in features.iter_mut().zip(pieces) {
            if let Some(piece) = piece {
                features.push(table.index(view, *piece, *square));
            }
        }
    }
    features
}
