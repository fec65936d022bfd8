//! The positions of files of games, as many at a time as memory has room for.

use super::example::{Example, Mirror};
use crate::tune::record::samples;
use chuhe_core::rules::Rules;
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;

/// The share of the positions that is held out: one of ten. They measure the network on other games.
const HELD_OUT: usize = 10;

pub(crate) struct Positions<'a> {
    files: &'a [PathBuf],
    rules: Rules,
    mirror: &'a Mirror,
    steepness: f32,
    /// The positions of each file that teach. Those before them are held out.
    teaching: Vec<Range<usize>>,
    /// The number of chunks. Each has positions of every file.
    pub(crate) chunks: u32,
}

impl<'a> Positions<'a> {
    /// Counts the positions, of which `most` may be in memory.
    ///
    /// # Errors
    /// A file cannot be read, or is of other rules.
    pub(crate) fn new(
        files: &'a [PathBuf],
        rules: Rules,
        mirror: &'a Mirror,
        steepness: f32,
        most: u32,
    ) -> Result<Self, String> {
        let count = |path: &PathBuf| {
            samples(path, rules)?.try_fold(0, |count, sample| sample.map(|_| count + 1))
        };
        let counts: Result<Vec<usize>, String> = files.par_iter().map(count).collect();
        let counts = counts?;
        let mut held_out = counts.iter().sum::<usize>() / HELD_OUT;
        let teaching = counts.into_iter().map(|count| {
            let first = held_out.min(count);
            held_out -= first;
            first..count
        });
        let mut positions =
            Self { files, rules, mirror, steepness, teaching: teaching.collect(), chunks: 1 };
        positions.chunks = positions.count().div_ceil(most as usize).max(1) as u32;
        Ok(positions)
    }

    /// The number of positions that teach.
    pub(crate) fn count(&self) -> usize {
        self.teaching.iter().map(Range::len).sum()
    }

    pub(crate) fn held_out(&self) -> Result<Vec<Example>, String> {
        self.read(|teaching| 0..teaching.start)
    }

    /// Reads a chunk of the positions that teach.
    pub(crate) fn chunk(&self, chunk: u32) -> Result<Vec<Example>, String> {
        self.read(|teaching| {
            let begin =
                |chunk| teaching.start + teaching.len() * chunk as usize / self.chunks as usize;
            begin(chunk)..begin(chunk + 1)
        })
    }

    /// Reads some positions of each file, the files side by side.
    fn read(
        &self,
        some: impl Fn(&Range<usize>) -> Range<usize> + Sync,
    ) -> Result<Vec<Example>, String> {
        let files = self.files.par_iter().zip(&self.teaching).map(|(path, teaching)| {
            let some = some(teaching);
            let samples = samples(path, self.rules)?.skip(some.start).take(some.len());
            let example = |sample| Example::new(&sample, self.mirror, self.steepness);
            samples.filter_map(|sample| sample.map(example).transpose()).collect()
        });
        let files: Result<Vec<Vec<_>>, String> = files.collect();
        Ok(files?.into_iter().flatten().collect())
    }
}
