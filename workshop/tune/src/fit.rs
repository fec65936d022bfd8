//! Logistic fitting of the weights of an evaluation.
//!
//! The evaluation, turned into a probability of winning, shall predict the results of games (Peter
//! Österlund, "Texel's tuning method", 2014). Gradient descent with Adam's steps finds the weights
//! (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).

use crate::chances::{Outcome, entropy, sigmoid, steepness};
use crate::sample::Sample;
use chuhe_core::rules::Rules;
use chuhe_core::tuning::{self, Taper};
use chuhe_host::Random;
use std::collections::BTreeMap;

/// The values of a weight: for the middlegame and for the endgame.
pub(crate) type Weight = [f64; 2];

pub(crate) fn built_in(rules: Rules) -> Vec<Weight> {
    tuning::weights(rules).map(|weight| weight.map(f64::from)).collect()
}

#[derive(Debug)]
pub(crate) struct Equation {
    /// The weights that count, each with its factor.
    counts: Vec<(u16, i16)>,
    /// The phase: 1 with all pieces on the board, 0 in the last endgame.
    phase: f64,
    /// The scale factors if Red is ahead, and if Black is.
    scale_factors: [f64; 2],
    /// The score of a search, in hundredths.
    score: f64,
    /// The result of the game, 0 to 1.
    points: f64,
}

/// The scale factor that leaves the sum as it is.
const FULL_SCALE: f64 = Taper::FULL_SCALE as f64;

impl Equation {
    /// Returns `None` for a game whose evaluation is no sum of weights.
    pub(crate) fn new(sample: &Sample) -> Option<Self> {
        let mut sums = BTreeMap::new();
        let taper = tuning::trace(&sample.position, &mut |weight, times| {
            *sums.entry(u16::try_from(weight).unwrap_or(u16::MAX)).or_insert(0) += times;
        })?;
        Some(Self {
            counts: sums.into_iter().filter(|&(_, times)| times != 0).collect(),
            phase: f64::from(taper.phase) / f64::from(taper.full_phase),
            scale_factors: taper.scale_factors.map(|factor| f64::from(factor) / FULL_SCALE),
            score: f64::from(sample.score),
            points: f64::from(sample.points) / 2.0,
        })
    }

    /// Returns the shares of the middlegame and of the endgame value of a weight.
    fn phase_shares(&self) -> Weight {
        [self.phase, 1.0 - self.phase]
    }

    /// Returns the evaluation for Red in hundredths, and its scale factor.
    pub(crate) fn evaluate(&self, weights: &[Weight]) -> (f64, f64) {
        let [middlegame, endgame] = self.phase_shares();
        let sum: f64 = self
            .counts
            .iter()
            .map(|&(weight, times)| {
                let weight = weights[usize::from(weight)];
                f64::from(times) * (middlegame * weight[0] + endgame * weight[1])
            })
            .sum();
        let scale = self.scale_factors[usize::from(sum < 0.0)];
        (sum * scale, scale)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FitSettings {
    /// The share of the game's result in the target, 0 to 1. The rest is the search's score.
    pub(crate) results: f64,
    /// The expected distance, in hundredths, between a weight before and after the fit.
    pub(crate) spread: f64,
    pub(crate) epochs: u32,
}

#[derive(Debug)]
pub(crate) struct Fit<'a> {
    settings: FitSettings,
    equations: &'a [Equation],
    /// Equations of games that are not fitted, to measure the fit on other games.
    validation: &'a [Equation],
    /// The change of the logarithm of the odds for one hundredth of the evaluation.
    steepness: f64,
    start: Vec<Weight>,
}

/// The number of equations per step.
const BATCH: usize = 2048;
/// The learning rate of the first step, in centipawns; that of the last step is a hundredth of it.
const LEARNING_RATE: f64 = 2.0;
/// One of ten samples is held out.
const VALIDATION_SHARE: usize = 10;
/// Positions of one game are correlated: each counts as a tenth of one from another game.
const CORRELATED_SAMPLES: f64 = 10.0;

impl<'a> Fit<'a> {
    /// Prepares a fit of `start`. The equations must be in the order of their games.
    pub(crate) fn new(
        settings: FitSettings,
        equations: &'a [Equation],
        start: Vec<Weight>,
    ) -> Self {
        let (validation, equations) = equations.split_at(equations.len() / VALIDATION_SHARE);
        let outcomes: Vec<Outcome> = equations
            .iter()
            .map(|one| Outcome { score: one.evaluate(&start).0, points: one.points })
            .collect();
        let steepness = steepness(&outcomes).unwrap_or_default();
        Self { settings, equations, validation, steepness, start }
    }

    /// Returns the change of the logarithm of the odds for one hundredth.
    pub(crate) fn steepness(&self) -> f64 {
        self.steepness
    }

    /// Returns the probability that the evaluation of an equation should give.
    fn target(&self, equation: &Equation) -> f64 {
        let searched = sigmoid(self.steepness * equation.score);
        self.settings.results * equation.points + (1.0 - self.settings.results) * searched
    }

    /// Returns the mean loss of the equations that are fitted, and of those held out.
    pub(crate) fn losses(&self, weights: &[Weight]) -> [f64; 2] {
        [self.equations, self.validation].map(|equations| {
            let losses = equations.iter().map(|equation| {
                entropy(self.target(equation), self.steepness * equation.evaluate(weights).0)
            });
            losses.sum::<f64>() / equations.len().max(1) as f64
        })
    }

    /// Returns the fitted weights. Calls `on_epoch` with the losses after each epoch.
    pub(crate) fn run<E>(
        &self,
        mut on_epoch: impl FnMut(u32, [f64; 2]) -> Result<(), E>,
    ) -> Result<Vec<Weight>, E> {
        let mut weights = self.start.clone();
        let mut adam = Adam::new(weights.len());
        let mut order: Vec<usize> = (0..self.equations.len()).collect();
        let mut random = Random::sequence(1, 1);
        for epoch in 1..=self.settings.epochs {
            shuffle(&mut order, &mut random);
            let done = f64::from(epoch - 1) / f64::from(self.settings.epochs);
            for batch in order.chunks(BATCH) {
                let gradient = self.gradient(&weights, batch);
                adam.step(&mut weights, &gradient, LEARNING_RATE * 0.01_f64.powf(done));
            }
            on_epoch(epoch, self.losses(&weights))?;
        }
        Ok(weights)
    }

    /// Returns the gradient of the mean loss of some equations and of the distance from the start.
    fn gradient(&self, weights: &[Weight], batch: &[usize]) -> Vec<Weight> {
        let tie = CORRELATED_SAMPLES
            / (self.equations.len() as f64 * self.settings.spread * self.settings.spread);
        let mut gradient: Vec<Weight> = weights
            .iter()
            .zip(&self.start)
            .map(|(now, start)| [0, 1].map(|i| tie * (now[i] - start[i])))
            .collect();
        for &index in batch {
            let equation = &self.equations[index];
            let (evaluation, scale) = equation.evaluate(weights);
            let error = sigmoid(self.steepness * evaluation) - self.target(equation);
            let slope = error * self.steepness * scale / batch.len() as f64;
            let [middlegame, endgame] = equation.phase_shares();
            for &(weight, times) in &equation.counts {
                let slope = slope * f64::from(times);
                let gradient = &mut gradient[usize::from(weight)];
                gradient[0] += slope * middlegame;
                gradient[1] += slope * endgame;
            }
        }
        gradient
    }
}

/// The state of Adam: the running mean of each slope and of its square.
struct Adam {
    means: Vec<Weight>,
    squares: Vec<Weight>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { means: vec![[0.0; 2]; weights], squares: vec![[0.0; 2]; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [Weight], gradient: &[Weight], size: f64) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps += 1;
        let (mean_due, square_due) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for (index, weight) in weights.iter_mut().enumerate() {
            for i in [0, 1] {
                let slope = gradient[index][i];
                let mean = &mut self.means[index][i];
                let square = &mut self.squares[index][i];
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                weight[i] -= size * (*mean / mean_due) / ((*square / square_due).sqrt() + 1e-12);
            }
        }
    }
}

pub(crate) fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Search;
    use chuhe_core::{Position, Searchable, Side};
    use std::convert::Infallible;

    /// Returns the positions of a random game.
    fn positions(rules: Rules) -> impl Iterator<Item = Sample> {
        let mut position = rules.start();
        let mut random = Random::sequence(1, 2);
        std::iter::from_fn(move || {
            let moves = position.legal_moves();
            position = position.play(*moves.get(random.below(moves.len() as u64) as usize)?);
            Some(Sample { position: position.clone(), score: 0, points: 1, search: Search::Full })
        })
    }

    #[test]
    fn the_weights_traced_sum_up_to_the_evaluation() {
        for rules in [Rules::Xiangqi, Rules::Zhonggong] {
            let weights = built_in(rules);
            for sample in positions(rules).take(200) {
                let evaluation = sample.position.evaluate().get();
                let red_moves = sample.position.side() == Side::Red;
                let for_red = if red_moves { evaluation } else { -evaluation };
                let (traced, _) = Equation::new(&sample).unwrap().evaluate(&weights);
                assert!((traced - f64::from(for_red)).abs() < 2.0, "{traced} {sample:?}");
            }
        }
    }

    #[test]
    fn a_fit_finds_the_weights_that_made_the_scores() {
        let weights = built_in(Rules::Xiangqi);
        let mut equations: Vec<Equation> = positions(Rules::Xiangqi)
            .take(400)
            .map(|sample| Equation::new(&sample).unwrap())
            .collect();
        for equation in &mut equations {
            equation.score = 0.5 * equation.evaluate(&weights).0;
            equation.points = sigmoid(0.004 * equation.score);
        }
        let settings = FitSettings { results: 0.0, spread: 1e6, epochs: 60 };
        let fit = Fit::new(settings, &equations, weights.clone());
        let Ok(fitted) = fit.run(|_, _| Ok::<(), Infallible>(()));
        let [before, after] = [weights, fitted].map(|weights| fit.losses(&weights)[0]);
        assert!(after < before, "{before} {after}");
    }
}
