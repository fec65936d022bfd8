//! Trains a model by Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled weight decay
//! regularization", 2019). Keeps the state of a training in a file.

use super::model::{Model, SCALES};
use crate::file_fault::{lock, of, replace};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

const CHUNK: usize = 4096;

/// The weight decay; a value of 0.01 gives slightly worse networks.
const DECAY: f32 = 0.1;

/// The share of the newest model in the running average.
const LAST: f32 = 0.0005;

/// A model with the running means of its slopes (gradients) and of their squares.
pub(crate) struct Adam<const N: usize> {
    /// The model before it is rounded.
    pub(crate) exact: Model<N>,
    /// The running average of the exact models, which evaluates better than the newest model.
    pub(crate) average: Model<N>,
    means: Model<N>,
    squares: Model<N>,
    steps: i32,
}

impl<const N: usize> Adam<N> {
    pub(crate) fn new(exact: Model<N>) -> Self {
        let zero = Model::zero(exact.inputs.len() - 1);
        Self { average: exact.clone(), exact, means: zero.clone(), squares: zero, steps: 0 }
    }

    /// Appends the number of steps, then the numbers of the four models.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.steps.to_le_bytes());
        let models = [&self.exact, &self.average, &self.means, &self.squares];
        for part in models.map(Model::parts).as_flattened() {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    /// Reads the bytes that `write` has appended. Returns `None` if the number of bytes is wrong.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> Option<()> {
        let (steps, bytes) = bytes.split_first_chunk()?;
        let (mut numbers, rest) = bytes.as_chunks();
        let models = [&mut self.exact, &mut self.average, &mut self.means, &mut self.squares];
        for part in models.map(Model::parts_mut).as_flattened_mut() {
            let (these, others) = numbers.split_at_checked(part.len())?;
            part.iter_mut().zip(these).for_each(|(to, from)| *to = f32::from_le_bytes(*from));
            numbers = others;
        }
        self.steps = i32::from_le_bytes(*steps);
        (numbers.is_empty() && rest.is_empty()).then_some(())
    }

    /// Makes one training step with a batch of `examples` examples. Each of `slopes` is the sum of the
    /// gradients of one part of the batch. Sets `rounded` to the new model, rounded as in a file.
    pub(crate) fn step(
        &mut self,
        rounded: &mut Model<N>,
        slopes: &[Model<N>],
        examples: usize,
        rate: f32,
    ) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let share = 1.0 / examples as f32;
        let (mean_due, square_due) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let moments = self.means.parts_mut().into_iter().zip(self.squares.parts_mut());
        let numbers = self.exact.parts_mut().into_iter().zip(rounded.parts_mut());
        for (part, ((numbers, rounded), (means, squares))) in numbers.zip(moments).enumerate() {
            let scale = &SCALES[part];
            // Only output biases have no scale. They do not decay.
            let kept = if scale.is_some() { 1.0 - rate * DECAY } else { 1.0 };
            let moments = means.par_chunks_mut(CHUNK).zip(squares.par_chunks_mut(CHUNK));
            let numbers = numbers.par_chunks_mut(CHUNK).zip(rounded.par_chunks_mut(CHUNK));
            numbers.zip(moments).enumerate().for_each(|(chunk, (numbers, (means, squares)))| {
                let mut sums = [0.0; CHUNK];
                for slopes in slopes {
                    let slopes = &slopes.parts()[part][chunk * CHUNK..];
                    sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
                let moments = means.iter_mut().zip(squares);
                let numbers = numbers.0.iter_mut().zip(numbers.1);
                for (((number, rounded), (mean, square)), sum) in numbers.zip(moments).zip(sums) {
                    let slope = sum * share;
                    *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                    *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                    let step = (*mean / mean_due) / ((*square / square_due).sqrt() + 1e-8);
                    let changed = *number * kept - rate * step;
                    *number = scale.as_ref().map_or(changed, |scale| scale.clip(changed));
                    *rounded = scale.as_ref().map_or(*number, |scale| scale.round(*number));
                }
            });
        }
        self.take_average();
    }

    fn take_average(&mut self) {
        // The share is larger in the first steps, so that the average soon forgets the first models.
        let share = LAST.max(10.0 / (self.steps as f32 + 10.0));
        for (average, exact) in self.average.parts_mut().into_iter().zip(self.exact.parts()) {
            let chunks = average.par_chunks_mut(CHUNK).zip(exact.par_chunks(CHUNK));
            chunks.for_each(|(average, exact)| {
                let pairs = average.iter_mut().zip(exact);
                pairs.for_each(|(average, exact)| *average += share * (exact - *average));
            });
        }
    }
}

/// The file with the state of a training, written next to the network after each epoch. If the training is killed, the
/// same command continues it. The file begins with a line of text that describes the training. The number of epochs
/// (`u32`) and the numbers of [`Adam`] follow, in little-endian order.
pub(crate) struct StateFile {
    path: PathBuf,
    training: String,
    _lock: File,
}

impl StateFile {
    /// Locks the state against other trainings. The lock needs a separate file, because each epoch replaces the state
    /// file. If a training is killed, the separate file stays, but is unlocked.
    pub(crate) fn new(path: PathBuf, training: String) -> Result<Self, String> {
        let name = path.with_added_extension("lock");
        fs::create_dir_all(name.parent().unwrap_or(&name)).map_err(|fault| of(&name, fault))?;
        let file = File::create(&name).map_err(|fault| of(&name, fault))?;
        lock(&file, &name)?;
        Ok(Self { path, training, _lock: file })
    }

    /// Reads the state from the file into `adam`. Returns the number of finished epochs: 0 if there is no file.
    ///
    /// # Errors
    /// The file cannot be read, or belongs to another training.
    pub(crate) fn read<const N: usize>(&self, adam: &mut Adam<N>) -> Result<u32, String> {
        let bytes = match fs::read(&self.path) {
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(0),
            read => read.map_err(|fault| of(&self.path, fault))?,
        };
        let mut read = || {
            let bytes = bytes.strip_prefix(self.training.as_bytes())?.strip_prefix(b"\n")?;
            let (epochs, bytes) = bytes.split_first_chunk()?;
            adam.read(bytes)?;
            Some(u32::from_le_bytes(*epochs))
        };
        let other = "the state of another training; delete it to begin again";
        read().ok_or_else(|| of(&self.path, other))
    }

    pub(crate) fn write<const N: usize>(&self, epochs: u32, adam: &Adam<N>) -> io::Result<()> {
        let mut bytes = format!("{}\n", self.training).into_bytes();
        bytes.extend(epochs.to_le_bytes());
        adam.write(&mut bytes);
        replace(&self.path, &bytes)
    }

    pub(crate) fn delete(&self) -> io::Result<()> {
        fs::remove_file(&self.path)?;
        fs::remove_file(self.path.with_added_extension("lock"))
    }
}
