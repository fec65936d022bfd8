//! Positions as a network learns them.

use crate::tune::record::{Sample, Search};
use chuhe_core::nnue::{bucket, features, for_each_feature, mirrored_feature};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Searchable, Side};

const MAX_PIECES: usize = 32;

/// A position with the output that a network should give for it.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The features of the side to move, and those of the other side.
    features: [[u16; MAX_PIECES]; 2],
    pieces: u8,
    pub(crate) bucket: u8,
    /// True if the mirrored board is seen as another one: both generals stand on the middle file.
    pub(crate) has_mirror: bool,
    /// True if the score is of a full search.
    pub(crate) is_full: bool,
    /// The chance of the side to move, by the search.
    pub(crate) searched: f32,
    /// The chance by the result of the game, or by the search if the game did not come there.
    pub(crate) result: f32,
    /// The output that the evaluation written by hand gives.
    pub(crate) by_hand: f32,
}

/// The mirrored feature of each feature.
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

/// Returns the probability that belongs to the logarithm of odds.
pub(crate) fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Example {
    /// Returns `None` for a position with more pieces than any game has. `mirror` has the mirrored
    /// feature of each feature.
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

    /// The chance that a network should give, of which the result has a share.
    pub(crate) fn target(&self, results: f32) -> f32 {
        results * self.result + (1.0 - results) * self.searched
    }

    /// Mirrors the board left and right.
    pub(crate) fn mirror(&mut self, mirror: &Mirror) {
        for feature in self.features.as_flattened_mut() {
            *feature = mirror.of(*feature).unwrap_or(*feature);
        }
    }

    /// Returns the features of the side to move, and those of the other side.
    pub(crate) fn features(&self) -> [&[u16]; 2] {
        self.features.each_ref().map(|features| &features[..usize::from(self.pieces)])
    }
}
