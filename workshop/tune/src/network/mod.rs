//! The command that trains a network.

mod adam;
mod curve;
mod example;
mod model;
mod training;

#[cfg(test)]
mod tests;

use crate::chances::{Outcome, steepness};
use crate::file_fault::of;
use crate::sample_file::{full_samples, samples};
use chuhe_core::nnue::{NetworkHeader, features};
use chuhe_core::rules::Rules;
use chuhe_host::user_files;
use example::{Example, Mirror};
use model::Model;
use std::error::Error;
use std::io::{Write, stdout};
use std::path::PathBuf;
use training::{Training, TrainingSettings};

#[derive(clap::Args, Debug)]
pub(crate) struct NetworkArgs {
    /// The file for the network. A picture of the losses is written next to it, with the extension svg.
    network: PathBuf,
    /// The files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The game: xiangqi or zhonggong.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of neurons: 16, 32, 64 or 128.
    #[arg(long, value_name = "N", default_value_t = 64)]
    neurons: usize,
    /// The share of the game's result in the target; the rest is the search's score.
    #[arg(long, value_name = "0..1", default_value_t = 0.1)]
    results: f32,
    #[command(flatten)]
    settings: TrainingSettings,
}

/// The share of the positions that is held out: one of ten. They measure the network on other games.
const HELD_OUT: usize = 10;

impl NetworkArgs {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        match self.neurons {
            16 => self.train::<16>(),
            32 => self.train::<32>(),
            64 => self.train::<64>(),
            128 => self.train::<128>(),
            other => Err(format!("{other} neurons; 16, 32, 64 and 128 are possible").into()),
        }
    }

    fn train<const N: usize>(&self) -> Result<(), Box<dyn Error>> {
        let rules = self.variant;
        let features = features(rules).ok_or_else(|| format!("{rules} has no networks"))?;
        let steepness = self.steepness()?;
        let examples = self.examples(steepness)?;
        let (held_out, examples) = examples.split_at(examples.len() / HELD_OUT);
        let held_out: Vec<Example> = held_out.iter().filter(|one| one.is_full).cloned().collect();
        if held_out.is_empty() {
            return Err("there are too few positions".into());
        }
        let excess = |loss: f64| loss - training::floor(&held_out);
        let by_hand = excess(training::loss_by_hand(&held_out));
        let mut out = stdout();
        writeln!(out, "{} positions, {} held out", examples.len(), held_out.len())?;
        writeln!(out, "steepness {steepness:.5}; excess loss of the evaluation {by_hand:.5}")?;
        let mirror = Mirror::new(rules);
        let training =
            Training { settings: self.settings, examples, held_out: &held_out, mirror: &mirror };
        let mut losses = Vec::new();
        let model = training.run(Model::<N>::random(features, self.settings.seed), |fitted, loss| {
            let loss = excess(loss);
            losses.push(loss / by_hand);
            let epoch = losses.len();
            let share = loss / by_hand;
            writeln!(out, "epoch {epoch}: loss {fitted:.5}, excess {loss:.5} held out, {share:.3} of the evaluation's")
        })?;
        let numbers = model.numbers();
        let scale = (1.0 / steepness).round() as u16;
        let head = NetworkHeader { rules, neurons: N, features, scale }.write(&numbers);
        // A full disk leaves the network that was there before.
        let write = |path: &PathBuf, bytes: &[u8]| {
            user_files::replace(path, bytes).map_err(|fault| of(path, &fault))
        };
        write(&self.network, &[head.as_slice(), &numbers].concat())?;
        write(&self.network.with_extension("svg"), curve::picture(&losses).as_bytes())?;
        Ok(())
    }

    /// Returns the change of the logarithm of the odds for one hundredth of a score.
    fn steepness(&self) -> Result<f32, Box<dyn Error>> {
        let mut outcomes = Vec::new();
        for path in &self.data {
            for sample in full_samples(path, self.variant)? {
                outcomes.push(Outcome::new(&sample?));
            }
        }
        let steepness = steepness(&outcomes).filter(|steepness| *steepness > 1e-4);
        Ok(steepness.ok_or("the scores tell nothing about the results")? as f32)
    }

    fn examples(&self, steepness: f32) -> Result<Vec<Example>, Box<dyn Error>> {
        let mirror = Mirror::new(self.variant);
        let mut examples = Vec::new();
        for path in &self.data {
            for sample in samples(path, self.variant)? {
                examples.extend(Example::new(&sample?, &mirror, steepness, self.results));
            }
        }
        Ok(examples)
    }
}
