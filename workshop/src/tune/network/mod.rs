//! The command that trains a network.

mod adam;
mod example;
mod model;
mod training;

#[cfg(test)]
mod tests;

use crate::file_fault::{of, replace};
use crate::tune::chances::{fit, read_outcomes};
use adam::{Adam, StateFile};
use chuhe_core::nnue::{NetworkHeader, features};
use chuhe_core::rules::Rules;
use example::{Example, Mirror, Positions};
use model::{Model, entropy};
use rayon::prelude::*;
use std::borrow::Cow;
use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::Instant;
use training::{Training, TrainingSettings};

#[derive(clap::Args, Debug)]
pub(crate) struct NetworkArgs {
    /// The file for the network. Until the last epoch the state is next to it: after a kill the same line goes on.
    network: PathBuf,
    /// The files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of neurons: 16, 32, 64, 128, 256 or 512.
    #[arg(long, value_name = "N", default_value_t = 64)]
    neurons: usize,
    /// The number of threads; 0 for one on each core. The network does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// A network to begin with, instead of random weights.
    #[arg(long, value_name = "NETWORK")]
    first: Option<PathBuf>,
    #[command(flatten)]
    settings: TrainingSettings,
}

impl NetworkArgs {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let train = match self.neurons {
            16 => Self::train::<16>,
            32 => Self::train::<32>,
            64 => Self::train::<64>,
            128 => Self::train::<128>,
            256 => Self::train::<256>,
            512 => Self::train::<512>,
            other => {
                let fault = format!("{other} neurons; 16, 32, 64, 128, 256 and 512 are possible");
                return Err(fault.into());
            }
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        // A boxed error cannot be sent to another thread, but its text can.
        threads.install(|| train(self).map_err(|fault| fault.to_string())).map_err(Into::into)
    }

    fn train<const N: usize>(&self) -> Result<(), Box<dyn Error>> {
        let rules = self.variant;
        let features = features(rules).ok_or_else(|| format!("{rules} has no networks"))?;
        let steepness = self.steepness()?;
        let mirror = Mirror::new(rules);
        let positions =
            Positions::new(&self.data, rules, &mirror, steepness, self.settings.in_memory)?;
        let (unseen, count) = (positions.held_out()?, positions.count());
        let full = |kind: fn(&Example) -> bool| {
            let full = unseen.iter().filter(|one| one.is_full && kind(one)).cloned().collect();
            HeldOut::new(full, self.settings.results)
        };
        let (held_out, won, drawn) =
            (full(|_| true), full(|one| one.result != 0.5), full(|one| one.result == 0.5));
        if held_out.examples.is_empty() {
            return Err("there are too few positions".into());
        }
        let mut out = stdout();
        writeln!(out, "{count} positions, {} held out", held_out.examples.len())?;
        let by_hand = held_out.by_hand;
        writeln!(out, "steepness {steepness:.5}; excess loss of the evaluation {by_hand:.5}")?;
        drop(unseen);
        let chunks = positions.chunks;
        let only = (chunks == 1).then(|| positions.chunk(0)).transpose()?;
        let read = |chunk| match &only {
            Some(all) => Ok(Cow::Borrowed(&all[..])),
            None => positions.chunk(chunk).map(Cow::Owned),
        };
        let training =
            Training { settings: self.settings, count, chunks, read: &read, mirror: &mirror };
        let scale = (1.0 / steepness).round() as u16;
        let header = NetworkHeader { rules, neurons: N, features, scale };
        let mut adam = Adam::new(self.first_model::<N>(&header, steepness)?);
        let Self { settings, first, .. } = self;
        let name = format!("{rules} {N} {settings:?} {first:?} {count} positions");
        let state = StateFile::new(self.network.with_added_extension("state"), name)?;
        let begun = state.read(&mut adam)?;
        let (begin, mut epoch) = (Instant::now(), begun);
        training.run(begun, adam, |fitted, model, adam| {
            let [share, won, drawn] = [&held_out, &won, &drawn].map(|some| some.told(model));
            epoch += 1;
            let trained = (epoch - begun) as usize * count;
            let rate = trained as f64 / begin.elapsed().as_secs_f64();
            writeln!(
                out,
                "epoch {epoch}: loss {fitted:.5}; held out {share} of the evaluation's excess, \
                 {won} in won games, {drawn} in drawn ones; {rate:.0} positions a second"
            )?;
            let numbers = model.numbers();
            replace(&self.network, &[header.write(&numbers).as_slice(), &numbers].concat())?;
            state.write(epoch, adam)
        })?;
        Ok(state.delete()?)
    }

    fn first_model<const N: usize>(
        &self,
        header: &NetworkHeader,
        steepness: f32,
    ) -> Result<Model<N>, String> {
        let NetworkHeader { rules, features, scale, .. } = *header;
        let Some(path) = &self.first else {
            return Ok(Model::random(features, self.settings.seed));
        };
        let bytes = fs::read(path).map_err(|fault| of(path, fault))?;
        let found = NetworkHeader::read(&bytes).map_err(|fault| of(path, fault))?;
        if (NetworkHeader { scale, ..found }) == *header {
            return Ok(Model::of_file(&found, &bytes, steepness));
        }
        let NetworkHeader { rules: game, neurons, features: inputs, .. } = found;
        let other = format!("{neurons} neurons and {inputs} features for {game}");
        Err(of(path, format!("it has {other}, not {N} and {features} for {rules}")))
    }

    /// Returns the change of the log-odds of winning per hundredth of a soldier.
    fn steepness(&self) -> Result<f32, Box<dyn Error>> {
        let found = fit(&read_outcomes(&self.data, self.variant)?);
        let steepness = found.map(|found| found.value).filter(|value| *value > 1e-4);
        Ok(steepness.ok_or("the scores tell nothing about the results")? as f32)
    }
}

/// The examples that are held out of the training. The least mean loss that outputs can reach is `least`. The mean
/// loss of the evaluation written by hand is `least + by_hand`.
struct HeldOut {
    examples: Vec<Example>,
    results: f32,
    least: f64,
    by_hand: f64,
}

impl HeldOut {
    /// `results` is the share of the game's result in the targets.
    fn new(examples: Vec<Example>, results: f32) -> Self {
        let mut held_out = Self { examples, results, least: 0.0, by_hand: 0.0 };
        held_out.least = held_out.mean(|example| {
            // Without the limits, a certain result would have infinite odds.
            let target = example.target(results).clamp(1e-6, 1.0 - 1e-6);
            (target / (1.0 - target)).ln()
        });
        held_out.by_hand = held_out.mean(|example| example.by_hand) - held_out.least;
        held_out
    }

    fn told<const N: usize>(&self, model: &Model<N>) -> String {
        let is_known = !self.examples.is_empty();
        if is_known { format!("{:.4}", self.share(model)) } else { "no position".to_owned() }
    }

    /// Returns by how much a model's mean loss exceeds `least`, divided by `by_hand`.
    fn share<const N: usize>(&self, model: &Model<N>) -> f64 {
        (self.mean(|example| model.output(example)) - self.least) / self.by_hand
    }

    /// Returns the mean loss of `output`. The order of the additions does not depend on the number of threads.
    fn mean(&self, output: impl Fn(&Example) -> f32 + Sync) -> f64 {
        let loss =
            |example: &Example| f64::from(entropy(example.target(self.results), output(example)));
        let sums: Vec<f64> =
            self.examples.par_chunks(4096).map(|part| part.iter().map(loss).sum()).collect();
        sums.iter().sum::<f64>() / self.examples.len().max(1) as f64
    }
}
