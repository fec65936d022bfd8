//! Computes Elo, ratings and sequential tests from results.

use std::fmt;

/// Scores of one player against another. Two games of one opening depend on each other, so such a pair is one unit.
/// If each opening is played once, a unit is one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The number of units in which the player won `n` half points, at index `n`.
    pub counts: Vec<u64>,
}

impl Tally {
    pub fn new(games: usize) -> Self {
        Self { counts: vec![0; 2 * games + 1] }
    }

    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.counts.get_mut(half_points) {
            *count += 1;
        }
    }

    pub fn units(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the Elo difference with its 95 % interval; `None` before the first unit. The interval contains the
    /// differences that a likelihood-ratio test does not reject.
    pub fn elo(&self) -> Option<Elo> {
        /// The 95 % quantile of the chi-squared distribution with one degree of freedom.
        const CHI_SQUARED: f64 = 3.841;
        let seen = Distribution::of(self)?;
        let mean = seen.mean();
        let is_possible = |score: f64| 2.0 * seen.loss(&seen.with_mean(score)) < CHI_SQUARED;
        let end = |last| bisect(mean, last, is_possible);
        let [difference, low, high] = [mean, end(0.0), end(1.0)].map(elo_of);
        Some(Elo { difference, low, high })
    }
}

/// Scores between 0 and 1, each with its share of the units.
#[derive(Clone, Debug)]
struct Distribution {
    units: f64,
    scores: Vec<f64>,
    shares: Vec<f64>,
}

impl Distribution {
    /// The observed distribution; `None` before the first unit. A score that never occurred gets the count 0.001
    /// instead of 0, because it could still occur.
    fn of(tally: &Tally) -> Option<Self> {
        let top = (tally.counts.len() - 1) as f64;
        let scores = (0..tally.counts.len()).map(|half_points| half_points as f64 / top).collect();
        let weights = tally.counts.iter().map(|&count| (count as f64).max(1e-3));
        let units: f64 = weights.clone().sum();
        let shares = weights.map(|weight| weight / units).collect();
        (tally.units() > 0).then_some(Self { units, scores, shares })
    }

    fn mean(&self) -> f64 {
        self.scores.iter().zip(&self.shares).map(|(score, share)| score * share).sum()
    }

    fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares = self.scores.iter().zip(&self.shares);
        squares.map(|(score, share)| share * (score - mean).powi(2)).sum::<f64>().sqrt()
    }

    /// The maximum-likelihood distribution under which `values`, one for each score, have the mean 0.
    fn with_balance(&self, values: &[f64]) -> Self {
        let (least, most) = values
            .iter()
            .fold((0.0_f64, 0.0_f64), |(least, most), value| (least.min(*value), most.max(*value)));
        let terms = || values.iter().zip(&self.shares);
        let sum =
            |x: f64| terms().map(|(value, share)| share * value / (1.0 + x * value)).sum::<f64>();
        // Between these bounds the sum falls from infinity to minus infinity.
        let x = bisect(-1.0 / most, -1.0 / least, |x| sum(x) > 0.0);
        let shares = terms().map(|(value, share)| share / (1.0 + x * value)).collect();
        Self { shares, ..self.clone() }
    }

    /// The maximum-likelihood distribution with this mean.
    fn with_mean(&self, mean: f64) -> Self {
        let values: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        self.with_balance(&values)
    }

    /// The maximum-likelihood distribution whose mean is `count` standard deviations above a half. Each step solves a
    /// linear approximation of this condition. The approximation is exact once a step changes nothing.
    fn with_deviations(&self, count: f64) -> Self {
        const STEPS: u32 = 100;
        let even = self.scores.len() as f64;
        let mut found = Self { shares: vec![1.0 / even; self.shares.len()], ..self.clone() };
        for _ in 0..STEPS {
            let (mean, deviation) = (found.mean(), found.deviation());
            let value = |score: &f64| {
                let far = (mean - score) / deviation;
                score - 0.5 - count * deviation * (1.0 + far * far) / 2.0
            };
            let values: Vec<f64> = self.scores.iter().map(value).collect();
            found = self.with_balance(&values);
        }
        found
    }

    /// The logarithm of the likelihood ratio of this distribution to `other`, if the results have its own shares.
    fn loss(&self, other: &Self) -> f64 {
        let shares = self.shares.iter().zip(&other.shares);
        self.units * shares.map(|(own, other)| own * (own / other).ln()).sum::<f64>()
    }
}

/// Returns the number between `holds` and `fails` at which `test` changes from true to false.
fn bisect(mut holds: f64, mut fails: f64, test: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(holds, fails);
        *if test(middle) { &mut holds } else { &mut fails } = middle;
    }
    holds
}

/// A difference in strength with the ends of its 95 % interval, written as `+12.3 [+3.4, +21.2]`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Elo {
    pub difference: f64,
    pub low: f64,
    pub high: f64,
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { difference, low, high } = self;
        write!(f, "{difference:+.1} [{low:+.1}, {high:+.1}]")
    }
}

fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (score / (1.0 - score)).log10()
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// The usual Elo model: the expected score is a logistic function of the Elo difference.
    #[default]
    Logistic,
    /// Normalized Elo (Van den Bergh, 2021): the score minus 0.5, in standard deviations of a game, times 800 / ln 10.
    Normalized,
}

/// A sequential probability ratio test. Under H0 the first player is stronger by `elo0`, under H1 by `elo1`. H1 is
/// wrongly accepted with a probability of at most `alpha`, H0 with at most `beta`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub model: EloModel,
}

/// The test fails if `llr`, the log-likelihood ratio of H1 to H0, is at most `low`. It passes if `llr` ≥ `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    pub llr: f64,
    pub low: f64,
    pub high: f64,
}

impl Sprt {
    /// Compares how likely the results are under the best distribution of each hypothesis, as fastchess does.
    pub fn judge(&self, tally: &Tally) -> Verdict {
        let llr = Distribution::of(tally).map(|seen| {
            // A unit's score is a mean over `games` games, so its deviation is smaller by the factor 1 / √`games`.
            let games = ((tally.counts.len() - 1) / 2) as f64;
            let most_likely = |elo: f64| match self.model {
                EloModel::Logistic => seen.with_mean(score_of(elo)),
                EloModel::Normalized => {
                    seen.with_deviations(elo * 10_f64.ln() / 800.0 * games.sqrt())
                }
            };
            seen.loss(&most_likely(self.elo0)) - seen.loss(&most_likely(self.elo1))
        });
        Verdict {
            llr: llr.unwrap_or_default(),
            low: (self.beta / (1.0 - self.alpha)).ln(),
            high: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }
}

impl Verdict {
    /// True if the test has passed, false if it has failed; `None` while it goes on.
    pub fn passed(&self) -> Option<bool> {
        (self.llr >= self.high).then_some(true).or((self.llr <= self.low).then_some(false))
    }
}

/// Returns the players' Elo ratings, with the mean 0. They maximize the likelihood of the Bradley-Terry model; Hunter's
/// iteration (2004) finds them. The half points that `a` won against `b` are `points[a][b]`.
///
/// ```
/// use chuhe_workshop::arena::stats::ratings;
/// let ratings = ratings(&[vec![0, 30], vec![10, 0]]);
/// assert!((ratings[0] - ratings[1] - 190.8).abs() < 1.0);
/// ```
pub fn ratings(points: &[Vec<u64>]) -> Vec<f64> {
    let count = points.len();
    // A hundredth of a half point is added per opponent, so ratings stay finite if a player won or lost all games.
    let taken = |a: usize, b: usize| points[a][b] as f64 + if a == b { 0.0 } else { 0.01 };
    let mut strengths = vec![1.0; count];
    for _ in 0..200 {
        let next: Vec<f64> = (0..count)
            .map(|a| {
                let won: f64 = (0..count).map(|b| taken(a, b)).sum();
                let shares = (0..count)
                    .filter(|&b| a != b)
                    .map(|b| (taken(a, b) + taken(b, a)) / (strengths[a] + strengths[b]));
                won / shares.sum::<f64>().max(1e-9)
            })
            .collect();
        let mean = next.iter().map(|strength: &f64| strength.ln()).sum::<f64>() / count as f64;
        strengths = next.iter().map(|strength| (strength.ln() - mean).exp()).collect();
    }
    strengths.iter().map(|strength| 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(counts: &[u64]) -> Tally {
        Tally { counts: counts.to_vec() }
    }

    /// The program `tests/data/sprt.py` computed the expected ratios by another method.
    #[test]
    fn log_likelihood_ratios_are_exact() {
        for row in include_str!("../../../tests/data/sprt.csv").lines().skip(1) {
            let (results, numbers) = row.split_once(',').unwrap();
            let counts: Vec<u64> = results.split(' ').map(|count| count.parse().unwrap()).collect();
            let numbers: Vec<f64> = numbers.split(',').map(|text| text.parse().unwrap()).collect();
            let [elo0, elo1, logistic, normalized] = numbers[..] else { panic!("{row}") };
            let models = [(EloModel::Logistic, logistic), (EloModel::Normalized, normalized)];
            for (model, expected) in models {
                let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
                let llr = sprt.judge(&tally(&counts)).llr;
                assert!((llr - expected).abs() < 1e-6, "{row}: {model:?} {llr}");
            }
        }
    }

    /// A Python program found the ends of the intervals by Newton's method. The interval in the last row
    /// is about as wide as the one that cutechess gives for +40 =40 -20.
    #[test]
    fn an_interval_is_wide_after_few_units_and_after_equal_ones() {
        for (counts, difference, low, high) in [
            (&[0, 0, 16, 0, 0][..], 0.0, -39.6, 39.6),
            (&[0, 0, 1, 0, 0], 0.0, -441.1, 441.1),
            (&[0, 0, 0, 4, 0], 190.6, -25.7, 295.2),
            (&[1, 1, 1, 1, 1], 0.0, -229.7, 229.7),
            (&[10, 200, 500, 260, 30], 17.4, 9.0, 25.8),
            (&[20, 40, 40], 70.4, 17.5, 124.2),
        ] {
            let elo = tally(counts).elo().unwrap();
            let pairs = [(elo.difference, difference), (elo.low, low), (elo.high, high)];
            for (found, expected) in pairs {
                assert!((found - expected).abs() < 0.15, "{counts:?}: {elo}");
            }
        }
        assert_eq!(Tally::new(2).elo(), None);
    }

    #[test]
    fn a_test_is_passed_refused_or_goes_on() {
        let (elo0, elo1, alpha, beta) = (0.0, 5.0, 0.05, 0.1);
        let sprt = Sprt { elo0, elo1, alpha, beta, model: EloModel::Logistic };
        let judge = |counts: &[u64]| sprt.judge(&tally(counts)).passed();
        assert_eq!(judge(&[0, 0, 0]), None);
        assert_eq!(judge(&[0, 0, 15]), None);
        assert_eq!(judge(&[10, 10, 12]), None);
        assert_eq!(judge(&[2000, 3000, 2300]), Some(true));
        assert_eq!(judge(&[2300, 3000, 2000]), Some(false));
        // The bounds are ln(0.1 / 0.95) and ln(0.9 / 0.05).
        let verdict = sprt.judge(&Tally::new(2));
        assert!((verdict.low + 2.2513).abs() < 0.0001, "{verdict:?}");
        assert!((verdict.high - 2.8904).abs() < 0.0001, "{verdict:?}");
        let near = [(2.89, None), (2.891, Some(true)), (-2.25, None), (-2.252, Some(false))];
        for (llr, passed) in near {
            assert_eq!(Verdict { llr, ..verdict }.passed(), passed, "{llr}");
        }
    }
}
