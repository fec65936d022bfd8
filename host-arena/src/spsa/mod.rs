//! SPSA: parameters of an engine tuned by games, as Fishtest and OpenBench do it (Spall, "Multivariate
//! stochastic approximation using a simultaneous perturbation gradient approximation", 1992).
//!
//! For each pair of games, all values are moved by a step at once, each up or down by chance. The
//! engine with these values plays against the one with the opposite steps. The values then follow
//! the winner a little. Steps and learning rates shrink to the last ones that are given.

mod state;
mod tuning;

pub use state::{State, StateError};
pub use tuning::{Tuning, TuningError};

use chuhe_host::Random;
use std::fmt;
use std::str::FromStr;

/// A parameter that is tuned. Its text form is that of OpenBench: name, type (`int` or `float`),
/// value, least and greatest value, last step, last learning rate.
///
/// ```
/// use chuhe_arena::spsa::Parameter;
/// let parameter: Parameter = "null_move_margin, int, 200, 50, 500, 25, 0.002".parse().unwrap();
/// assert_eq!((parameter.value, parameter.step), (200.0, 25.0));
/// let fault = "margin, int, 600, 50, 500, 25, 0.002".parse::<Parameter>().unwrap_err();
/// assert_eq!(fault.to_string(), "the value 600 is not from 50 to 500");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name of the engine's option.
    pub name: String,
    /// True if the engine takes whole numbers only.
    pub is_whole: bool,
    /// The value at first.
    pub value: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The step of the last pair of games (`c_end`).
    pub step: f64,
    /// The learning rate of the last pair of games (`r_end`).
    pub rate: f64,
}

/// A text that is no parameter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterFault {
    /// The number of fields is wrong.
    #[error("a parameter has 7 fields: name, int or float, value, min, max, c_end, r_end")]
    Fields,
    /// The type is not known.
    #[error("the type {0:?} is not int or float")]
    Type(String),
    /// A field is no number.
    #[error("{0:?} is no number")]
    Number(String),
    /// The value is out of bounds.
    #[error("the value {0} is not from {1} to {2}")]
    Bounds(String, String, String),
    /// A step or a rate is not positive.
    #[error("c_end and r_end are greater than 0")]
    Step,
    /// Two parameters have one name.
    #[error("{0} is there already")]
    Twice(String),
    /// There is no parameter.
    #[error("there is no parameter")]
    Empty,
}

/// A line of a list that is no parameter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ParameterError {
    line: usize,
    fault: ParameterFault,
}

impl Parameter {
    /// Reads a list with one parameter a line. Empty lines and lines that begin with `#` are
    /// skipped.
    ///
    /// # Errors
    /// Fails at the first line that is no parameter, and if there is none.
    pub fn read_list(text: &str) -> Result<Vec<Self>, ParameterError> {
        let mut list: Vec<Self> = Vec::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let error = |fault| ParameterError { line, fault };
            let parameter: Self = text.parse().map_err(error)?;
            if list.iter().any(|known| known.name == parameter.name) {
                return Err(error(ParameterFault::Twice(parameter.name)));
            }
            list.push(parameter);
        }
        if list.is_empty() {
            return Err(ParameterError { line: 1, fault: ParameterFault::Empty });
        }
        Ok(list)
    }

    /// Returns a value as the engine takes it. A whole number is rounded up or down by a number from
    /// 0 to 1, so that small steps have an effect in the mean.
    fn setting(&self, value: f64, dither: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.is_whole { (value + dither).floor().clamp(self.min, self.max) } else { value }
    }
}

impl FromStr for Parameter {
    type Err = ParameterFault;

    fn from_str(text: &str) -> Result<Self, ParameterFault> {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let &[name, kind, value, min, max, step, rate] = fields.as_slice() else {
            return Err(ParameterFault::Fields);
        };
        let number = |text: &str| {
            let number = text.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| ParameterFault::Number(text.to_owned()))
        };
        let is_whole = match kind {
            "int" => true,
            "float" => false,
            other => return Err(ParameterFault::Type(other.to_owned())),
        };
        let bounds = || ParameterFault::Bounds(value.to_owned(), min.to_owned(), max.to_owned());
        let parameter = Self {
            name: name.to_owned(),
            is_whole,
            value: number(value)?,
            min: number(min)?,
            max: number(max)?,
            step: number(step)?,
            rate: number(rate)?,
        };
        if !(parameter.min <= parameter.value && parameter.value <= parameter.max) {
            return Err(bounds());
        }
        let is_positive = parameter.step > 0.0 && parameter.rate > 0.0;
        if is_positive { Ok(parameter) } else { Err(ParameterFault::Step) }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, is_whole, value, min, max, step, rate } = self;
        let kind = if *is_whole { "int" } else { "float" };
        write!(f, "{name}, {kind}, {value}, {min}, {max}, {step}, {rate}")
    }
}

/// The course of steps and learning rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// The number of pairs of games.
    pub pairs: u64,
    /// The exponent by which learning rates shrink.
    pub alpha: f64,
    /// The exponent by which steps shrink.
    pub gamma: f64,
    /// The number of pairs by which the shrinking of the learning rates is delayed, as a part of all
    /// pairs (`A`).
    pub stability: f64,
}

impl Course {
    /// Returns the step at a pair of games, the first being 0.
    fn step(&self, parameter: &Parameter, pair: u64) -> f64 {
        parameter.step * (self.pairs as f64 / (pair + 1) as f64).powf(self.gamma)
    }

    /// Returns the distance that a value goes for each game that is won more than lost.
    fn stride(&self, parameter: &Parameter, pair: u64) -> f64 {
        let delay = self.stability * self.pairs as f64;
        let shrunk = (delay + self.pairs as f64) / (delay + (pair + 1) as f64);
        let gain = parameter.rate * parameter.step.powi(2) * shrunk.powf(self.alpha);
        gain / self.step(parameter, pair)
    }
}

/// The result of a pair of games for the values moved by their steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairResult {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
}

impl PairResult {
    /// Returns the games won less the games lost.
    fn balance(self) -> f64 {
        self.games[0] as f64 - self.games[2] as f64
    }
}

/// The values so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// The parameters as they were at first.
    pub parameters: Vec<Parameter>,
    /// The course of steps and learning rates.
    pub course: Course,
    /// The seed of all chance.
    pub seed: u64,
    /// The values of the parameters.
    pub values: Vec<f64>,
    /// The pairs of games that have been learned from.
    pub pairs: u64,
    /// The games won, drawn and lost in these pairs, by the values moved by their steps.
    pub games: [u64; 3],
}

impl Spsa {
    /// Begins with the values of the parameters.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, course: Course, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.value).collect();
        Self { parameters, course, seed, values, pairs: 0, games: [0; 3] }
    }

    /// Returns the direction of each parameter's step in a pair of games, and a number from 0 to 1
    /// for its rounding.
    fn chances(&self, pair: u64) -> Vec<(f64, f64)> {
        let mut random = Random::sequence(self.seed, pair);
        let mut chance = || {
            let flip = if random.below(2) == 0 { 1.0 } else { -1.0 };
            (flip, (random.next() >> 11) as f64 / (1_u64 << 53) as f64)
        };
        self.parameters.iter().map(|_| chance()).collect()
    }

    /// Returns the settings of the two players of a pair of games: the values moved by their steps,
    /// and the values moved the other way.
    #[must_use]
    pub fn settings(&self, pair: u64) -> [Vec<f64>; 2] {
        let chances = self.chances(pair);
        [1.0, -1.0].map(|way| {
            let moved = self.parameters.iter().zip(&self.values).zip(&chances);
            moved
                .map(|((parameter, value), (flip, dither))| {
                    let step = way * flip * self.course.step(parameter, pair);
                    parameter.setting(value + step, *dither)
                })
                .collect()
        })
    }

    /// Learns from the results of the next pairs of games, in their order.
    pub fn learn(&mut self, results: &[PairResult]) {
        for result in results {
            let chances = self.chances(self.pairs);
            for (index, (flip, _)) in chances.into_iter().enumerate() {
                let parameter = &self.parameters[index];
                let stride = flip * self.course.stride(parameter, self.pairs);
                let value = self.values[index] + stride * result.balance();
                self.values[index] = value.clamp(parameter.min, parameter.max);
            }
            for (sum, games) in self.games.iter_mut().zip(result.games) {
                *sum += games;
            }
            self.pairs += 1;
        }
    }

    /// Returns the parameters with their values so far, whole where the engine wants it so.
    #[must_use]
    pub fn tuned(&self) -> Vec<Parameter> {
        let tuned = |(parameter, &value): (&Parameter, &f64)| Parameter {
            value: parameter.setting(value, 0.5),
            ..parameter.clone()
        };
        self.parameters.iter().zip(&self.values).map(tuned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COURSE: Course = Course { pairs: 10_000, alpha: 0.602, gamma: 0.101, stability: 0.1 };

    #[test]
    fn steps_and_rates_end_as_given() {
        let parameter: Parameter = "a, float, 5, 0, 10, 0.5, 0.002".parse().unwrap();
        let last = COURSE.pairs - 1;
        assert!((COURSE.step(&parameter, last) - 0.5).abs() < 1e-9);
        assert!((COURSE.stride(&parameter, last) - 0.002 * 0.5).abs() < 1e-9);
        assert!(COURSE.step(&parameter, 0) > 1.2 && COURSE.stride(&parameter, 0) > 0.001);
    }

    #[test]
    fn whole_numbers_are_moved_by_their_step_in_the_mean() {
        let list = Parameter::read_list("# two\na, int, 3, 1, 6, 0.5, 0.002\n").unwrap();
        let spsa = Spsa::new(list, Course { gamma: 0.0, ..COURSE }, 7);
        let pairs = 4000;
        let distance = |pair| (spsa.settings(pair)[0][0] - spsa.settings(pair)[1][0]).abs();
        let mean = (0..pairs).map(distance).sum::<f64>() / pairs as f64;
        assert!((mean - 1.0).abs() < 0.05, "{mean}");
        assert!((0..pairs).all(|pair| spsa.settings(pair)[0][0].fract() == 0.0));
    }

    /// Games between two settings whose Elo falls with the square of the distance from the best one.
    #[test]
    fn the_values_go_to_the_best_ones() {
        let best = [30.0, 8.0, -1.0];
        let scale = [40.0, 4.0, 2.0];
        for seed in 0..6 {
            let list = "a, int, 75, 0, 100, 8, 0.02\nb, int, 2, 0, 12, 1, 0.02\n\
                        c, float, 1.5, -4, 4, 0.4, 0.02";
            let mut spsa = Spsa::new(Parameter::read_list(list).unwrap(), COURSE, seed);
            let mut random = Random::new(seed);
            let elo = |values: &[f64]| {
                let far = values.iter().zip(best).zip(scale);
                far.map(|((value, best), scale)| -100.0 * ((value - best) / scale).powi(2))
                    .sum::<f64>()
            };
            let distance = |spsa: &Spsa| -elo(&spsa.values);
            let before = distance(&spsa);
            while spsa.pairs < COURSE.pairs {
                let mut results = Vec::new();
                for pair in spsa.pairs..spsa.pairs + 10 {
                    let [plus, minus] = spsa.settings(pair);
                    let win = 1.0 / (1.0 + 10_f64.powf((elo(&minus) - elo(&plus)) / 400.0));
                    let mut result = PairResult::default();
                    for _ in 0..2 {
                        let is_won = (random.below(1 << 32) as f64) < win * (1_u64 << 32) as f64;
                        result.games[if is_won { 0 } else { 2 }] += 1;
                    }
                    results.push(result);
                }
                spsa.learn(&results);
            }
            assert!(before > 200.0 && distance(&spsa) < 15.0, "{seed}: {:?}", spsa.values);
        }
    }

    #[test]
    fn faults_of_a_list_are_told_with_their_line() {
        for (text, fault) in [
            ("", "line 1: there is no parameter"),
            ("a, int, 1", "line 1: a parameter has 7 fields"),
            ("\na, bool, 1, 0, 2, 1, 1", "line 2: the type \"bool\" is not int or float"),
            ("a, int, x, 0, 2, 1, 1", "line 1: \"x\" is no number"),
            ("a, int, 3, 0, 2, 1, 1", "line 1: the value 3 is not from 0 to 2"),
            ("a, int, 1, 0, 2, 0, 1", "line 1: c_end and r_end are greater than 0"),
            ("a, int, 1, 0, 2, 1, 1\na, int, 1, 0, 2, 1, 1", "line 2: a is there already"),
        ] {
            let error = Parameter::read_list(text).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
        let text = "a, float, 1.5, 0, 2, 0.25, 0.002";
        assert_eq!(text.parse::<Parameter>().unwrap().to_string(), text);
    }
}
