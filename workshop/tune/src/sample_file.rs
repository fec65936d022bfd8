//! Files of samples: games of self-play, or one sample a line.

use crate::file_fault::of;
use crate::record::{has_games, samples_of_games};
use crate::sample::{Sample, Search};
use chuhe_core::rules::Rules;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Reads the samples of a file: the quiet positions of games, or one sample a line. An error tells
/// the place.
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
pub(crate) fn full_samples(
    path: &Path,
    rules: Rules,
) -> Result<impl Iterator<Item = Result<Sample, String>> + Send + use<>, String> {
    let is_full =
        |sample: &Result<Sample, _>| sample.as_ref().map_or(true, |one| one.search == Search::Full);
    Ok(samples(path, rules)?.filter(is_full))
}
