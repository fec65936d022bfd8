//! The command that measures how the chance of winning depends on the score.

use crate::tune::record::{Sample, Search, samples};
use chuhe_core::rules::Rules;
use rayon::prelude::*;
use std::error::Error;
use std::io::{Write, stdout};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Chances {
    /// The files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
}

/// A score in hundredths of a soldier, and the points of its game (0, 0.5 or 1), both for Red.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    score: f64,
    points: f64,
}

/// The steepness of a logistic curve: the change of the log-odds per hundredth of a soldier, with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steepness {
    pub(crate) value: f64,
    error: f64,
}

pub(crate) fn read_outcomes(files: &[PathBuf], rules: Rules) -> Result<Vec<Outcome>, String> {
    let outcome = |Sample { score, points, search, .. }| {
        let outcome = Outcome { score: f64::from(score), points: f64::from(points) / 2.0 };
        (search == Search::Full).then_some(outcome)
    };
    let outcomes = files.par_iter().map(|path| {
        let samples = samples(path, rules)?;
        samples.filter_map(|sample| sample.map(outcome).transpose()).collect()
    });
    let outcomes: Result<Vec<Vec<_>>, String> = outcomes.collect();
    Ok(outcomes?.concat())
}

impl Chances {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let outcomes = read_outcomes(&self.data, self.variant)?;
        let Steepness { value, error } =
            fit(&outcomes).ok_or("no chances follow from these scores")?;
        let [loss, even] = [value, 0.0].map(|steepness| loss(&outcomes, steepness));
        writeln!(stdout(), "{} positions: steepness {value:.5} ± {error:.5}", outcomes.len())?;
        writeln!(stdout(), "loss {loss:.4}, of even chances {even:.4}")?;
        Ok(())
    }
}

fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the maximum-likelihood steepness by Newton's method; `None` if the scores do not determine it.
pub(crate) fn fit(outcomes: &[Outcome]) -> Option<Steepness> {
    /// Each step of Newton's method doubles the number of correct digits, so fewer steps would be enough.
    const STEPS: u32 = 50;
    let (mut value, mut curvature) = (0.0, 0.0);
    for _ in 0..STEPS {
        let mut slope = 0.0;
        curvature = 0.0;
        for &Outcome { score, points } in outcomes {
            let chance = sigmoid(value * score);
            slope += (points - chance) * score;
            curvature += chance * (1.0 - chance) * score * score;
        }
        if curvature <= f64::EPSILON {
            return None;
        }
        value += slope / curvature;
    }
    value.is_finite().then(|| Steepness { value, error: curvature.sqrt().recip() })
}

fn loss(outcomes: &[Outcome], steepness: f64) -> f64 {
    let loss = |one: &Outcome| {
        let expected = sigmoid(steepness * one.score).clamp(1e-9, 1.0 - 1e-9);
        -one.points * expected.ln() - (1.0 - one.points) * (1.0 - expected).ln()
    };
    outcomes.iter().map(loss).sum::<f64>() / outcomes.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns 1,000 positions for each (score, wins), of which `wins` are won and the others lost.
    fn outcomes(chances: &[(f64, usize)]) -> Vec<Outcome> {
        let at = |&(score, wins): &(f64, usize)| {
            (0..1000).map(move |game| Outcome { score, points: f64::from(u8::from(game < wins)) })
        };
        chances.iter().flat_map(at).collect()
    }

    /// Another program computed the chances for a steepness of 0.005.
    #[test]
    fn the_steepness_of_known_chances_is_found() {
        let known = outcomes(&[(-200.0, 269), (0.0, 500), (100.0, 622), (400.0, 881)]);
        let Steepness { value, error } = fit(&known).expect("chances");
        assert!((value - 0.005).abs() < 0.00002, "{value}");
        assert!((0.0001..0.0003).contains(&error), "{error}");
        assert!(loss(&known, value) < loss(&known, 0.003));
        assert!((loss(&known, 0.0) - std::f64::consts::LN_2).abs() < 1e-9);
    }

    #[test]
    fn scores_that_tell_nothing_have_no_steepness() {
        assert!(fit(&outcomes(&[(0.0, 500)])).is_none());
        assert!(fit(&[]).is_none());
    }
}
