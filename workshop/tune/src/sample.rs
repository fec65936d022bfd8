//! Samples: positions with a score and a result, of games or one per line of a file.

use crate::of;
use crate::record::{has_games, samples_of_games};
use chuhe_core::AnyPosition;
use chuhe_core::notation::{Fen, FenError};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Score, Side};
use chuhe_host::fen;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A quiet position, the score of a search, and the result of its game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    pub(crate) position: AnyPosition,
    /// The score for Red in centipawns.
    pub(crate) score: i16,
    /// Red's half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub(crate) points: u8,
    /// True if the score is of a full search, false if of a quick one.
    pub(crate) is_full: bool,
}

/// A line that is not a sample.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum SampleError {
    #[error("a position, a score and 0, 1 or 2 half points, with tabs between them")]
    Fields,
    #[error("{0}")]
    Fen(FenError),
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen { position: self.position.clone(), move_number: 1 };
        write!(f, "{fen}\t{}\t{}", self.score, self.points)
    }
}

impl Sample {
    /// Reads a line.
    pub(crate) fn read(rules: Rules, line: &str) -> Result<Self, SampleError> {
        let mut fields = line.split('\t');
        let (Some(position), Some(score), Some(points), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(SampleError::Fields);
        };
        let score = score.parse().map_err(|_| SampleError::Fields)?;
        let points = points.parse().ok().filter(|&points| points <= 2);
        let points = points.ok_or(SampleError::Fields)?;
        let position = fen::read_for(rules, position).map_err(SampleError::Fen)?.position;
        Ok(Self { position, score, points, is_full: true })
    }
}

/// Converts a score for the side to move to one for Red.
pub(crate) fn for_red(position: &AnyPosition, score: Score) -> i16 {
    if position.side() == Side::Red { score.get() } else { -score.get() }
}

/// Reads the samples of a file: the quiet positions of games, or one sample a line. An error tells
/// the place.
///
/// # Errors
/// Fails if the file cannot be opened, or has games of other rules.
pub(crate) fn samples(
    path: &Path,
    rules: Rules,
) -> Result<Box<dyn Iterator<Item = Result<Sample, String>> + Send>, String> {
    let mut file = BufReader::new(File::open(path).map_err(|fault| of(path, &fault))?);
    if has_games(&mut file).map_err(|fault| of(path, &fault))? {
        return Ok(Box::new(samples_of_games(path, file, rules)?));
    }
    let name = path.display().to_string();
    Ok(Box::new((1..).zip(file.lines()).map(move |(number, line)| {
        let line = line.map_err(|error| format!("{name}: {error}"))?;
        Sample::read(rules, &line).map_err(|error| format!("{name}: line {number}: {error}"))
    })))
}

/// Reads the samples of a file with the scores of full searches. An error tells the place.
///
/// # Errors
/// Fails as [`samples`] does.
pub(crate) fn full_samples(
    path: &Path,
    rules: Rules,
) -> Result<impl Iterator<Item = Result<Sample, String>> + Send + use<>, String> {
    let is_full = |sample: &Result<Sample, _>| sample.as_ref().map_or(true, |one| one.is_full);
    Ok(samples(path, rules)?.filter(is_full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_are_written() {
        let sample =
            Sample { position: Rules::Xiangqi.start(), score: -17, points: 2, is_full: true };
        assert_eq!(Sample::read(Rules::Xiangqi, &sample.to_string()), Ok(sample.clone()));
        let beyond = sample.to_string().replace("\t2", "\t3");
        assert_eq!(Sample::read(Rules::Xiangqi, &beyond), Err(SampleError::Fields));
        let torn = &sample.to_string()[..40];
        assert_eq!(Sample::read(Rules::Xiangqi, torn), Err(SampleError::Fields));
    }
}
