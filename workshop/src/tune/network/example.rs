//! Reads positions as training examples, in chunks that fit into memory.

use crate::tune::record::{Sample, Search, samples};
use chuhe_core::nnue::{bucket, features, for_each_feature, mirrored_feature};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Searchable, Side};
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;

const MAX_PIECES: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The features of all pieces, seen from the side to move, then seen from the other side.
    features: [[u16; MAX_PIECES]; 2],
    pieces: u8,
    pub(crate) bucket: u8,
    /// True if both generals stand on the middle file. Otherwise the mirrored board has the same features.
    pub(crate) has_mirror: bool,
    pub(crate) is_full: bool,
    /// The winning chance of the side to move, according to the search.
    pub(crate) searched: f32,
    /// The winning chance according to the game's result. For a position outside the game, it equals `searched`.
    pub(crate) result: f32,
    pub(crate) by_hand: f32,
}

/// For each feature, that of the same piece on the mirrored board; `None` for an own general off the middle file.
#[derive(Clone, Debug)]
pub(crate) struct Mirror(Vec<Option<u16>>);

impl Mirror {
    pub(crate) fn new(rules: Rules) -> Self {
        let features = 0..features(rules).unwrap_or_default();
        Self(features.map(|one| mirrored_feature(rules, one).map(|other| other as u16)).collect())
    }

    fn has_all(&self, features: &[u16]) -> bool {
        features.iter().all(|&feature| self.of(feature).is_some())
    }

    fn of(&self, feature: u16) -> Option<u16> {
        self.0[usize::from(feature)]
    }
}

pub(crate) fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Example {
    /// Makes an example from a sample; `None` if the position has more than `MAX_PIECES` pieces.
    pub(crate) fn new(sample: &Sample, mirror: &Mirror, steepness: f32) -> Option<Self> {
        let position = &sample.position;
        let to_move = position.side();
        let mut features = [[0; MAX_PIECES]; 2];
        let mut pieces = 0;
        for (side, features) in [to_move, !to_move].into_iter().zip(&mut features) {
            pieces = 0;
            for_each_feature(position, side, |feature| {
                if let Some(place) = features.get_mut(pieces) {
                    *place = feature as u16;
                }
                pieces += 1;
            });
        }
        let points = f32::from(sample.points) / 2.0;
        let (score, points) = match to_move {
            Side::Red => (sample.score, points),
            Side::Black => (-sample.score, 1.0 - points),
        };
        let searched = sigmoid(steepness * f32::from(score));
        (pieces <= MAX_PIECES).then(|| Self {
            features,
            has_mirror: features.iter().all(|side| mirror.has_all(&side[..pieces])),
            pieces: pieces as u8,
            bucket: bucket(pieces as u32) as u8,
            is_full: sample.search == Search::Full,
            searched,
            result: if sample.search == Search::Branch { searched } else { points },
            by_hand: steepness * f32::from(position.evaluate().get()),
        })
    }

    /// Returns the winning chance that a network should learn. `results` is the share of the game's result in that
    /// chance.
    pub(crate) fn target(&self, results: f32) -> f32 {
        results * self.result + (1.0 - results) * self.searched
    }

    pub(crate) fn mirror(&mut self, mirror: &Mirror) {
        for feature in self.features.as_flattened_mut() {
            *feature = mirror.of(*feature).unwrap_or(*feature);
        }
    }

    pub(crate) fn features(&self) -> [&[u16]; 2] {
        self.features.each_ref().map(|features| &features[..usize::from(self.pieces)])
    }
}

/// The first of `HELD_OUT` equal parts of the positions is held out: it measures the network on games not learned.
const HELD_OUT: usize = 10;

pub(crate) struct Positions<'a> {
    files: &'a [PathBuf],
    rules: Rules,
    mirror: &'a Mirror,
    steepness: f32,
    /// The indices in each file of the positions that the network learns from. Earlier positions are held out.
    teaching: Vec<Range<usize>>,
    /// The number of chunks. Each chunk contains positions of every file.
    pub(crate) chunks: u32,
}

impl<'a> Positions<'a> {
    /// Counts the positions, and divides them into chunks of at most about `most` positions.
    ///
    /// # Errors
    /// A file cannot be read, or its games have other rules.
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

    pub(crate) fn count(&self) -> usize {
        self.teaching.iter().map(Range::len).sum()
    }

    pub(crate) fn held_out(&self) -> Result<Vec<Example>, String> {
        self.read(|teaching| 0..teaching.start)
    }

    pub(crate) fn chunk(&self, chunk: u32) -> Result<Vec<Example>, String> {
        self.read(|teaching| {
            let begin =
                |chunk| teaching.start + teaching.len() * chunk as usize / self.chunks as usize;
            begin(chunk)..begin(chunk + 1)
        })
    }

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
