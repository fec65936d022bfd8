//! Evaluation by a small neural network whose first layer is updated move by move.
//!
//! The network is an NNUE (Nasu, "Efficiently updatable neural-network-based evaluation functions
//! for computer shogi", 2018). Each side sees the board by features; a feature is a piece on a
//! square. The weights of a side's features sum up to its accumulator of `N` neurons. Each sum is
//! clipped and squared, first those of the side to move. Weights for the number of pieces (an output
//! bucket) turn the squares into the evaluation. All numbers are whole, so every machine computes the
//! same.
//!
//! [`Network`] reads the numbers in place from a file. [`Evaluator`] is a network with borrowed
//! accumulators. [`NnuePosition`] is a position that the search evaluates by it.

mod accumulator;
mod evaluator;
mod features;
mod network;
mod position;

pub use accumulator::Accumulator;
pub use evaluator::Evaluator;
pub use features::{features, for_each_feature, mirrored_feature};
pub use network::{BUCKETS, Network, NetworkError, NetworkHeader, bucket};
pub use position::{Evaluate, NnuePosition};

#[cfg(test)]
mod tests;
