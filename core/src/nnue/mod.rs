//! Evaluates positions by a small neural network whose first layer is updated move by move.
//!
//! The network is an NNUE (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi",
//! 2018). A feature is a piece on a square, as one side sees the board. Each feature has `N` weights. The accumulator
//! of a side holds `N` sums of these weights over all features that the side sees. Each sum is clipped and squared.
//! Each result is multiplied by an output weight, and the output is the sum of the products of both sides. The number
//! of pieces selects the output weights (an output bucket). All numbers are integers, so all machines compute the same.
//!
//! [`Network`] reads the numbers in place from a file. [`Evaluator`] is a network with borrowed
//! accumulators. [`NnuePosition`] is a position that a network evaluates. With the feature `alloc`,
//! `AnyEvaluator` evaluates by networks whose number of neurons is known only when they are read.

mod accumulator;
#[cfg(feature = "alloc")]
mod any_size;
mod evaluator;
mod network;
mod position;

pub use accumulator::Accumulator;
#[cfg(feature = "alloc")]
pub use any_size::{AnyAccumulators, AnyEvaluator, check};
pub use evaluator::Evaluator;
pub use network::{BUCKETS, Network, NetworkError, NetworkHeader, bucket};
pub use position::{Evaluate, NnuePosition};

use crate::any::{AnyPosition, each};
#[cfg(feature = "chess")]
use crate::rules::Chess;
#[cfg(feature = "zhonggong")]
use crate::rules::Zhonggong;
use crate::rules::features::{FeatureTable, NetworkInput};
use crate::rules::{Rules, Xiangqi};
use crate::types::Side;

fn table(rules: Rules) -> Option<&'static FeatureTable> {
    match rules {
        Rules::Xiangqi => Some(Xiangqi::FEATURES),
        #[cfg(feature = "zhonggong")]
        Rules::Zhonggong => Some(Zhonggong::FEATURES),
        #[cfg(feature = "chess")]
        Rules::Chess => Some(Chess::FEATURES),
        #[cfg(not(all(feature = "zhonggong", feature = "chess")))]
        _ => None,
    }
}

/// Returns the number of features of a game, or `None` for a game that this build cannot play.
pub fn features(rules: Rules) -> Option<usize> {
    table(rules).map(FeatureTable::count)
}

/// Returns the feature of the same piece on the board mirrored left and right. Returns `None` for a
/// side's own general off the middle file: the general has no features in the right half.
pub fn mirrored_feature(rules: Rules, feature: usize) -> Option<usize> {
    table(rules)?.mirrored(feature)
}

/// Calls `on_feature` with the features of a position as `side` sees it, one for each piece.
pub fn for_each_feature(position: &AnyPosition, side: Side, on_feature: impl FnMut(usize)) {
    each!(position, position => position.network_board().for_each_feature(side, on_feature));
}

#[cfg(test)]
mod tests;
