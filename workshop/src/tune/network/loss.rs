//! The losses of examples that a training did not see.

use super::example::Example;
use super::model::{Model, entropy};
use rayon::prelude::*;

/// Examples with the least loss that any output can reach, and the loss of the evaluation written by hand.
pub(crate) struct HeldOut {
    pub(crate) examples: Vec<Example>,
    results: f32,
    least: f64,
    pub(crate) by_hand: f64,
}

impl HeldOut {
    /// `results` is the share of the game's result in the targets.
    pub(crate) fn new(examples: Vec<Example>, results: f32) -> Self {
        let mut held_out = Self { examples, results, least: 0.0, by_hand: 0.0 };
        held_out.least = held_out.mean(|example| {
            // The odds of what is certain have no end.
            let target = example.target(results).clamp(1e-6, 1.0 - 1e-6);
            (target / (1.0 - target)).ln()
        });
        held_out.by_hand = held_out.mean(|example| example.by_hand) - held_out.least;
        held_out
    }

    /// Returns [`share`](Self::share) in words.
    pub(crate) fn told<const N: usize>(&self, model: &Model<N>) -> String {
        let is_known = !self.examples.is_empty();
        if is_known { format!("{:.4}", self.share(model)) } else { "no position".to_owned() }
    }

    /// Returns the excess loss of a model as a share of that of the evaluation written by hand.
    pub(crate) fn share<const N: usize>(&self, model: &Model<N>) -> f64 {
        (self.mean(|example| model.output(example)) - self.least) / self.by_hand
    }

    /// Returns the mean loss of outputs. Its sum has the same order with any number of threads.
    fn mean(&self, output: impl Fn(&Example) -> f32 + Sync) -> f64 {
        let loss =
            |example: &Example| f64::from(entropy(example.target(self.results), output(example)));
        let sums: Vec<f64> =
            self.examples.par_chunks(4096).map(|part| part.iter().map(loss).sum()).collect();
        sums.iter().sum::<f64>() / self.examples.len().max(1) as f64
    }
}
