//! The command that trains a network.

mod adam;
mod example;
mod loss;
mod model;
mod state;
mod training;

#[cfg(test)]
mod tests;

use crate::file_fault::{lock, of, replace};
use crate::tune::chances::{fit, read_outcomes};
use crate::tune::record::samples;
use adam::Adam;
use chuhe_core::nnue::{NetworkHeader, features};
use chuhe_core::rules::Rules;
use example::{Example, Mirror};
use loss::HeldOut;
use model::Model;
use rayon::prelude::*;
use state::StateFile;
use std::error::Error;
use std::fs::{self, File};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;
use training::{Training, TrainingSettings};

#[derive(clap::Args, Debug)]
pub(crate) struct NetworkArgs {
    /// The file for the network. Until the last epoch the state is next to it: after a kill the same line goes
    /// on.
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

/// The share of the positions that is held out: one of ten. They measure the network on other games.
const HELD_OUT: usize = 10;

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
        // The network is replaced after each epoch, and a lock would go with it.
        let path = self.network.with_added_extension("lock");
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        let locked = File::create(&path).map_err(|fault| of(&path, fault))?;
        lock(&locked, &self.network)?;
        // The error of a thread must be one that can leave it.
        let trained = threads.install(|| train(self).map_err(|fault| fault.to_string()));
        fs::remove_file(&path)?;
        Ok(trained?)
    }

    fn train<const N: usize>(&self) -> Result<(), Box<dyn Error>> {
        let rules = self.variant;
        let features = features(rules).ok_or_else(|| format!("{rules} has no networks"))?;
        let steepness = self.steepness()?;
        let examples = self.examples(steepness)?;
        let (held_out, examples) = examples.split_at(examples.len() / HELD_OUT);
        let full = |kind: fn(&Example) -> bool| {
            let full = held_out.iter().filter(|one| one.is_full && kind(one)).cloned().collect();
            HeldOut::new(full, self.settings.results)
        };
        let (held_out, won, drawn) =
            (full(|_| true), full(|one| one.result != 0.5), full(|one| one.result == 0.5));
        if held_out.examples.is_empty() {
            return Err("there are too few positions".into());
        }
        let mut out = stdout();
        writeln!(out, "{} positions, {} held out", examples.len(), held_out.examples.len())?;
        let by_hand = held_out.by_hand;
        writeln!(out, "steepness {steepness:.5}; excess loss of the evaluation {by_hand:.5}")?;
        let mirror = Mirror::new(rules);
        let training = Training { settings: self.settings, examples, mirror: &mirror };
        let scale = (1.0 / steepness).round() as u16;
        let header = NetworkHeader { rules, neurons: N, features, scale };
        let mut adam = Adam::new(self.first_model::<N>(&header, steepness)?);
        let Self { settings, first, .. } = self;
        let name = format!("{rules} {N} {settings:?} {first:?} {} positions", examples.len());
        let state = StateFile::new(self.network.with_added_extension("state"), name);
        let begun = state.read(&mut adam)?;
        let (begin, mut epoch) = (Instant::now(), begun);
        training.run(begun, adam, |fitted, model, adam| {
            let [share, won, drawn] = [&held_out, &won, &drawn].map(|some| some.told(model));
            epoch += 1;
            let trained = (epoch - begun) as usize * examples.len();
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

    /// Returns the model to begin with, for a network of this header.
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

    /// Returns the change of the logarithm of the odds for one hundredth of a score.
    fn steepness(&self) -> Result<f32, Box<dyn Error>> {
        let outcomes = self.read_all(|path| read_outcomes(path, self.variant))?;
        let steepness = fit(&outcomes).map(|found| found.value).filter(|value| *value > 1e-4);
        Ok(steepness.ok_or("the scores tell nothing about the results")? as f32)
    }

    fn examples(&self, steepness: f32) -> Result<Vec<Example>, String> {
        let mirror = Mirror::new(self.variant);
        self.read_all(|path| {
            let example = |sample| Example::new(&sample, &mirror, steepness);
            let examples = samples(path, self.variant)?;
            examples.filter_map(|sample| sample.map(example).transpose()).collect()
        })
    }

    /// Reads the files of games side by side.
    fn read_all<T: Send>(
        &self,
        read: impl Fn(&Path) -> Result<Vec<T>, String> + Sync,
    ) -> Result<Vec<T>, String> {
        let files: Result<Vec<_>, _> = self.data.par_iter().map(|path| read(path)).collect();
        Ok(files?.into_iter().flatten().collect())
    }
}
