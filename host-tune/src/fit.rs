//! Logistic fitting: the weights for which the estimate, made a probability of winning, says best
//! how the games ended (Peter Österlund, "Texel's tuning method", 2014), by gradient descent with
//! Adam's steps (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).

use crate::sample::Sample;
use chuhe_core::rules::{Outline, Rules};
use chuhe_host::Random;
use std::collections::BTreeMap;

/// The values of a weight: for a full board and for an empty one.
pub(crate) type Weight = [f64; 2];

/// The weights of this build.
pub(crate) fn built_in(rules: Rules) -> Vec<Weight> {
    let count = rules.terms().last().map_or(0, |term| term.end());
    (0..count).map(|index| rules.weight(index).map(f64::from)).collect()
}

/// A sample as the fit sees it.
#[derive(Debug)]
pub(crate) struct Equation {
    /// Which weights count, and how often.
    counts: Vec<(u16, i16)>,
    /// How full the board is, 0 to 1.
    phase: f64,
    /// What is left of the sum, by whether Black is ahead.
    scales: [f64; 2],
    /// What was found of it: by a search, in hundredths, and by the game, 0 to 1.
    score: f64,
    points: f64,
}

/// How much of an estimate is left when all of it is.
const FULL_SCALE: f64 = Outline::WHOLE as f64;

impl Equation {
    /// `None` where the estimate is no sum of weights.
    pub(crate) fn new(sample: &Sample) -> Option<Self> {
        let mut sums = BTreeMap::new();
        let outline = sample.position.trace(&mut |weight, times| {
            *sums.entry(u16::try_from(weight).unwrap_or(u16::MAX)).or_insert(0) += times;
        })?;
        let Outline { phase, full, scales } = outline;
        Some(Self {
            counts: sums.into_iter().filter(|&(_, times)| times != 0).collect(),
            phase: f64::from(phase) / f64::from(full),
            scales: scales.map(|scale| f64::from(scale) / FULL_SCALE),
            score: f64::from(sample.score),
            points: f64::from(sample.points) / 2.0,
        })
    }

    /// How much each value of a weight that counts once adds to the sum.
    fn parts(&self) -> Weight {
        [self.phase, 1.0 - self.phase]
    }

    /// The estimate for Red in hundredths, and what was left of the sum.
    pub(crate) fn estimate(&self, weights: &[Weight]) -> (f64, f64) {
        let [full, empty] = self.parts();
        let sum: f64 = self
            .counts
            .iter()
            .map(|&(weight, times)| {
                let weight = weights[usize::from(weight)];
                f64::from(times) * (full * weight[0] + empty * weight[1])
            })
            .sum();
        let scale = self.scales[usize::from(sum < 0.0)];
        (sum * scale, scale)
    }
}

/// What is asked of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FitSettings {
    /// How much of what is aimed at is the game's result; the rest is the search's score.
    pub(crate) results: f64,
    /// How far, in hundredths, weights are expected to move from where they were.
    pub(crate) spread: f64,
    pub(crate) epochs: u32,
}

/// A fit under way.
#[derive(Debug)]
pub(crate) struct Fit<'a> {
    settings: FitSettings,
    equations: &'a [Equation],
    /// Kept aside to see whether what is learnt holds for other games.
    validation: &'a [Equation],
    /// A hundredth of an estimate in the logarithm of the odds.
    steepness: f64,
    start: Vec<Weight>,
}

/// Positions from which a step is made.
const BATCH: usize = 2048;
/// The first step of a weight, in hundredths; the last is a hundredth of it.
const LEARNING_RATE: f64 = 2.0;
/// One of so many samples is held out.
const VALIDATION_SHARE: usize = 10;
/// Positions of one game tell so many times less than as many of different games.
const CORRELATED_SAMPLES: f64 = 10.0;

impl<'a> Fit<'a> {
    /// Fits `start` to equations in the order of their games.
    pub(crate) fn new(
        settings: FitSettings,
        equations: &'a [Equation],
        start: Vec<Weight>,
    ) -> Self {
        let (validation, equations) = equations.split_at(equations.len() / VALIDATION_SHARE);
        let mut fit = Self { settings, equations, validation, steepness: 0.0, start };
        fit.steepness = fit.best_steepness();
        fit
    }

    /// The steepness at which the weights of the start say best how the games ended.
    fn best_steepness(&mut self) -> f64 {
        let mut least = (f64::INFINITY, 0.0);
        for step in 1..100 {
            let steepness = 0.0002 * f64::from(step);
            let loss = self.equations.iter().map(|equation| {
                let odds = steepness * equation.estimate(&self.start).0;
                entropy(equation.points, odds)
            });
            let loss = loss.sum::<f64>();
            if loss < least.0 {
                least = (loss, steepness);
            }
        }
        least.1
    }

    /// The steepness, in the logarithm of the odds for each hundredth.
    pub(crate) fn steepness(&self) -> f64 {
        self.steepness
    }

    /// What the estimate of an equation should say.
    fn target(&self, equation: &Equation) -> f64 {
        let searched = sigmoid(self.steepness * equation.score);
        self.settings.results * equation.points + (1.0 - self.settings.results) * searched
    }

    /// The mean loss: of the equations that are fitted, and of those held out.
    pub(crate) fn losses(&self, weights: &[Weight]) -> [f64; 2] {
        [self.equations, self.validation].map(|equations| {
            let losses = equations.iter().map(|equation| {
                entropy(self.target(equation), self.steepness * equation.estimate(weights).0)
            });
            losses.sum::<f64>() / equations.len().max(1) as f64
        })
    }

    /// The fitted weights; `on_epoch` hears the losses after each epoch.
    ///
    /// # Errors
    /// What `on_epoch` returns.
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

    /// The slope of the mean loss of some equations, and of the distance from the start.
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
            let (estimate, scale) = equation.estimate(weights);
            let error = sigmoid(self.steepness * estimate) - self.target(equation);
            let slope = error * self.steepness * scale / batch.len() as f64;
            let [full, empty] = equation.parts();
            for &(weight, times) in &equation.counts {
                let slope = slope * f64::from(times);
                let gradient = &mut gradient[usize::from(weight)];
                gradient[0] += slope * full;
                gradient[1] += slope * empty;
            }
        }
        gradient
    }
}

/// The mean of each slope and of its square, from which Adam makes steps of like size.
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

fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// The probability of odds whose logarithm is given.
fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// How much is to be learnt from what happens with one probability, if another was expected.
fn entropy(happens: f64, odds: f64) -> f64 {
    let least = 1e-9;
    let expected = sigmoid(odds).clamp(least, 1.0 - least);
    -(happens * expected.ln() + (1.0 - happens) * (1.0 - expected).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Side;
    use chuhe_core::{Position, Searchable};
    use std::convert::Infallible;

    /// Positions of a random game.
    fn positions(rules: Rules) -> impl Iterator<Item = Sample> {
        let mut position = rules.start();
        let mut random = Random::sequence(1, 2);
        std::iter::from_fn(move || {
            let moves = position.legal_moves();
            position = position.play(*moves.get(random.below(moves.len() as u64) as usize)?);
            Some(Sample { position: position.clone(), score: 0, points: 1 })
        })
    }

    #[test]
    fn the_weights_traced_sum_up_to_the_estimate() {
        for rules in [Rules::Xiangqi, Rules::Zhonggong] {
            let weights = built_in(rules);
            for sample in positions(rules).take(200) {
                let estimate = sample.position.evaluate().get();
                let red_moves = sample.position.side() == Side::Red;
                let for_red = if red_moves { estimate } else { -estimate };
                let (traced, _) = Equation::new(&sample).unwrap().estimate(&weights);
                assert!((traced - f64::from(for_red)).abs() < 2.0, "{traced} {sample}");
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
            equation.score = 0.5 * equation.estimate(&weights).0;
            equation.points = sigmoid(0.004 * equation.score);
        }
        let settings = FitSettings { results: 0.0, spread: 1e6, epochs: 60 };
        let fit = Fit::new(settings, &equations, weights.clone());
        let Ok(fitted) = fit.run(|_, _| Ok::<(), Infallible>(()));
        let [before, after] = [weights, fitted].map(|weights| fit.losses(&weights)[0]);
        assert!(after < before, "{before} {after}");
    }
}
