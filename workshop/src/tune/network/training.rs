//! Trains a network in epochs over shuffled examples, chunk by chunk.

use super::adam::Adam;
use super::example::{Example, Mirror};
use super::model::Model;
use chuhe_host::Random;
use rayon::prelude::*;
use std::borrow::Cow;
use std::f32::consts::PI;
use std::io;

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct TrainingSettings {
    /// The number of passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// The number of positions per step.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The size of the first step; the last is a hundredth of it.
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = share)]
    rate: f32,
    /// The seed of the first weights and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The share of the game's result in the first targets; the rest is the search's score.
    #[arg(long, value_name = "0..1", default_value_t = 0.1, value_parser = share)]
    pub(crate) results: f32,
    /// The share of the game's result in the last targets. It changes from step to step.
    #[arg(long, value_name = "0..1", default_value_t = 0.1, value_parser = share)]
    last_results: f32,
    /// The most positions in memory, 152 bytes each. Where there are more, each epoch reads them in chunks.
    #[arg(long, value_name = "N", default_value_t = 60_000_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) in_memory: u32,
}

fn share(text: &str) -> Result<f32, &'static str> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("a number from 0 to 1 is expected")
}

/// The number of parts of a batch, each with its own sum of slopes. The number is fixed, so that the sums do not
/// depend on the number of threads.
const PARTS: usize = 16;

pub(crate) struct Training<'a> {
    pub(crate) settings: TrainingSettings,
    pub(crate) count: usize,
    pub(crate) chunks: u32,
    pub(crate) read: &'a (dyn Fn(u32) -> Result<Cow<'a, [Example]>, String> + Sync),
    pub(crate) mirror: &'a Mirror,
}

impl Training<'_> {
    /// Continues a training after `begun` epochs. After each further epoch it calls `on_epoch` with the mean loss,
    /// the rounded average model, and the state.
    pub(crate) fn run<const N: usize>(
        &self,
        begun: u32,
        mut adam: Adam<N>,
        mut on_epoch: impl FnMut(f64, &Model<N>, &Adam<N>) -> io::Result<()>,
    ) -> io::Result<()> {
        let TrainingSettings { epochs, batch, rate, seed, .. } = self.settings;
        let TrainingSettings { results, last_results, .. } = self.settings;
        let mut slopes = vec![Model::zero(adam.exact.inputs.len() - 1); PARTS];
        let mut rounded = adam.exact.rounded();
        let (mut done, whole) = (begun as usize * self.count, epochs as usize * self.count);
        let mut loss = 0.0;
        let chunks = u64::from(self.chunks);
        for pass in u64::from(begun) * chunks..u64::from(epochs) * chunks {
            let chunk = (pass % chunks) as u32;
            let examples = (self.read)(chunk).map_err(io::Error::other)?;
            let mut order: Vec<usize> = (0..examples.len()).collect();
            Random::sequence(seed, 1 + pass).shuffle(&mut order);
            for batch in order.chunks(batch as usize) {
                let share = done as f32 / whole as f32;
                let results = results + (last_results - results) * share;
                loss += self.find_slopes(&rounded, &examples, pass, results, batch, &mut slopes);
                // The rate falls like the cosine from 0 to π, but not below a hundredth of `rate`.
                let fallen = (0.5 * (1.0 + (PI * share).cos())).max(0.01);
                adam.step(&mut rounded, &slopes, batch.len(), rate * fallen);
                done += batch.len();
            }
            if chunk + 1 == self.chunks {
                let mean = std::mem::take(&mut loss) / self.count.max(1) as f64;
                on_epoch(mean, &adam.average.rounded(), &adam)?;
            }
        }
        Ok(())
    }

    /// Computes the slopes of a batch in parts, and returns the sum of the losses.
    fn find_slopes<const N: usize>(
        &self,
        model: &Model<N>,
        examples: &[Example],
        pass: u64,
        results: f32,
        batch: &[usize],
        slopes: &mut [Model<N>],
    ) -> f64 {
        let part = batch.len().div_ceil(PARTS);
        let losses = slopes.par_iter_mut().enumerate().map(|(number, slopes)| {
            slopes.clear();
            let part = batch.iter().skip(number * part).take(part);
            let seen = part.map(|&one| self.seen(&examples[one], one, pass));
            seen.map(|one| f64::from(model.add_slopes(&one, results, slopes))).sum::<f64>()
        });
        losses.collect::<Vec<f64>>().iter().sum()
    }

    /// Returns an example as a pass uses it. If it has a mirror image, it is mirrored with a probability of one half.
    fn seen<'e>(&self, example: &'e Example, index: usize, pass: u64) -> Cow<'e, Example> {
        let mut random = Random::sequence(pass, index as u64);
        if !example.has_mirror || random.below(2) == 0 {
            return Cow::Borrowed(example);
        }
        let mut mirrored = example.clone();
        mirrored.mirror(self.mirror);
        Cow::Owned(mirrored)
    }
}
