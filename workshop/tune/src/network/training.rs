//! The training of a network: epochs over shuffled examples.

use super::adam::Adam;
use super::example::{Example, Mirror};
use super::model::{Model, entropy};
use crate::fit::shuffle;
use chuhe_host::Random;
use std::borrow::Cow;
use std::f32::consts::PI;
use std::{io, thread};

/// The settings of a training.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct TrainingSettings {
    /// The number of passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 10)]
    epochs: u32,
    /// The number of passes after them, over the positions with scores of full searches.
    #[arg(long, value_name = "N", default_value_t = 0)]
    full_epochs: u32,
    /// The number of positions per step.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The size of the first step; the last is a hundredth of it.
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    rate: f32,
    /// The decay of the weights.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    decay: f32,
    /// The seed of the first weights and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of threads. The network does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// The parts of a batch whose slopes are summed up apart. Their number is fixed, so that the sums do
/// not depend on the number of threads.
const PARTS: usize = 4;

pub(crate) struct Training<'a> {
    pub(crate) settings: TrainingSettings,
    pub(crate) examples: &'a [Example],
    /// Examples of other games.
    pub(crate) held_out: &'a [Example],
    pub(crate) mirror: &'a Mirror,
}

impl Training<'_> {
    /// Returns the trained model, rounded as in a file. Calls `on_epoch` with the losses of the fitted
    /// and of the other examples after each epoch.
    pub(crate) fn run<const N: usize>(
        &self,
        mut exact: Model<N>,
        mut on_epoch: impl FnMut(f64, f64) -> io::Result<()>,
    ) -> io::Result<Model<N>> {
        let TrainingSettings { epochs, full_epochs, batch, rate, decay, seed, .. } = self.settings;
        let features = exact.inputs.len() - 1;
        let mut adam = Adam::new(features, decay);
        let mut rounded = exact.clone();
        rounded.round_from(&exact);
        let mut slopes = vec![Model::zero(features); PARTS];
        let mut random = Random::sequence(seed, 1);
        let all: Vec<usize> = (0..self.examples.len()).collect();
        let full: Vec<usize> =
            all.iter().copied().filter(|&one| self.examples[one].is_full).collect();
        let length = |order: &[usize], epochs: u32| order.len() as f32 * epochs as f32;
        let whole = length(&all, epochs) + length(&full, full_epochs);
        let mut done = 0.0;
        for epoch in 0..epochs + full_epochs {
            let mut order = if epoch < epochs { all.clone() } else { full.clone() };
            shuffle(&mut order, &mut random);
            let mut loss = 0.0;
            for batch in order.chunks(batch as usize) {
                loss += self.add_slopes(&rounded, epoch, batch, &mut slopes);
                let (sum, others) = slopes.split_at_mut(1);
                others.iter_mut().for_each(|other| sum[0].add_and_clear(other));
                // The rate falls along half a cosine.
                let fallen = (0.5 * (1.0 + (PI * done / whole).cos())).max(0.01);
                adam.step(&mut exact, &mut sum[0], batch.len(), rate * fallen);
                sum[0].clear();
                rounded.round_from(&exact);
                done += batch.len() as f32;
            }
            on_epoch(loss / order.len().max(1) as f64, self.held_out_loss(&rounded))?;
        }
        Ok(rounded)
    }

    /// Adds the slopes of a batch, in parts. Returns the sum of the losses.
    fn add_slopes<const N: usize>(
        &self,
        model: &Model<N>,
        epoch: u32,
        batch: &[usize],
        slopes: &mut [Model<N>],
    ) -> f64 {
        let mut losses = [0.0; PARTS];
        let parts = batch.chunks(batch.len().div_ceil(PARTS));
        let mut work: Vec<_> = parts.zip(slopes).zip(&mut losses).collect();
        let threads = self.settings.threads.clamp(1, PARTS);
        let share = work.len().div_ceil(threads);
        let learn = |work: &mut [((&[usize], &mut Model<N>), &mut f64)]| {
            for ((part, slopes), loss) in work {
                let losses =
                    part.iter().map(|&one| model.add_slopes(&self.example(one, epoch), slopes));
                **loss = losses.map(f64::from).sum();
            }
        };
        thread::scope(|scope| {
            let mut shares = work.chunks_mut(share);
            let first = shares.next();
            for share in shares {
                scope.spawn(|| learn(share));
            }
            first.into_iter().for_each(learn);
        });
        losses.iter().sum()
    }

    /// Returns an example as an epoch sees it. Every other time it is mirrored, if it can be.
    fn example(&self, index: usize, epoch: u32) -> Cow<'_, Example> {
        let example = &self.examples[index];
        let mut random = Random::sequence(u64::from(epoch), index as u64);
        if !example.has_mirror || random.below(2) == 0 {
            return Cow::Borrowed(example);
        }
        let mut mirrored = example.clone();
        mirrored.mirror(self.mirror);
        Cow::Owned(mirrored)
    }

    fn held_out_loss<const N: usize>(&self, model: &Model<N>) -> f64 {
        mean(self.held_out, |example| entropy(example.target, model.output(example)))
    }
}

/// The least loss that any output can reach: the entropy of the targets.
pub(crate) fn floor(examples: &[Example]) -> f64 {
    mean(examples, |example| {
        let odds = (example.target / (1.0 - example.target)).ln();
        entropy(example.target, odds)
    })
}

/// The loss of the evaluation written by hand.
pub(crate) fn loss_by_hand(examples: &[Example]) -> f64 {
    mean(examples, |example| entropy(example.target, example.by_hand))
}

fn mean(examples: &[Example], loss: impl Fn(&Example) -> f32) -> f64 {
    let sum: f64 = examples.iter().map(|example| f64::from(loss(example))).sum();
    sum / examples.len().max(1) as f64
}
