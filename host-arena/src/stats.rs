//! What games say about strength.

/// The score of one player in units of independent evidence: a pair of games from the same
/// opening, each side once, or a single game where openings are played once.
///
/// Pairs are counted as a whole because their two games are not independent of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How often each score came, from nothing to everything.
    counts: Vec<u64>,
}

impl Tally {
    /// No evidence yet, in units of so many games.
    #[must_use]
    pub fn new(games: usize) -> Self {
        Self { counts: vec![0; 2 * games + 1] }
    }

    /// Counts a unit with so many half points.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.counts.get_mut(half_points) {
            *count += 1;
        }
    }

    /// How often each score came, from nothing to everything.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many units there are.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean and variance of a unit's score, between 0 and 1. A score that never came counts a
    /// thousandth, so that the variance of a one-sided match is not 0.
    fn moments(&self) -> (f64, f64, f64) {
        let top = (self.counts.len() - 1) as f64;
        let weights = self.counts.iter().map(|&count| (count as f64).max(1e-3));
        let scores = (0..).map(|half_points| f64::from(half_points) / top);
        let samples: Vec<(f64, f64)> = weights.zip(scores).collect();
        let all: f64 = samples.iter().map(|(weight, _)| weight).sum();
        let mean = samples.iter().map(|(weight, score)| weight * score).sum::<f64>() / all;
        let squares = samples.iter().map(|(weight, score)| weight * (score - mean).powi(2));
        (mean, squares.sum::<f64>() / all, all)
    }

    /// The difference in Elo with its interval of 95 %; `None` before the first unit.
    ///
    /// ```
    /// use chuhe_arena::stats::Tally;
    /// let mut tally = Tally::new(1);
    /// (0..75).for_each(|_| tally.add(2));
    /// (0..25).for_each(|_| tally.add(0));
    /// let elo = tally.elo().unwrap();
    /// assert!((elo.difference - 190.8).abs() < 0.2);
    /// assert!(elo.low < 125.0 && elo.high > 265.0);
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        (self.units() > 0).then(|| {
            let (mean, variance, all) = self.moments();
            let error = 1.96 * (variance / all).sqrt();
            Elo { difference: elo_of(mean), low: elo_of(mean - error), high: elo_of(mean + error) }
        })
    }

    /// The logarithm of how much likelier the results are if the difference is `elo1` than if it
    /// is `elo0`, by the normal approximation to the generalised sequential probability ratio
    /// test (Van den Bergh, "Comments on normalized Elo", 2020).
    fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.units() == 0 {
            return 0.0;
        }
        let (mean, variance, all) = self.moments();
        let (s0, s1) = (score_of(elo0), score_of(elo1));
        all * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }
}

/// A difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The likeliest.
    pub difference: f64,
    /// The lower end of the interval of 95 %.
    pub low: f64,
    /// The upper end of the interval of 95 %.
    pub high: f64,
}

/// The difference in Elo that leads to a score between 0 and 1.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (score / (1.0 - score)).log10()
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the first player stronger by `elo1`, or by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the hypothesis to be refused.
    pub elo0: f64,
    /// The difference of the hypothesis to be taken.
    pub elo1: f64,
    /// How often to take it wrongly at most.
    pub alpha: f64,
    /// How often to refuse it wrongly at most.
    pub beta: f64,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Where the test is refused.
    pub low: f64,
    /// Where it is passed.
    pub high: f64,
    /// Whether there is evidence enough for the approximation behind it.
    pub is_valid: bool,
}

/// Units of evidence before which no test has a verdict.
const LEAST_UNITS: u64 = 16;

impl Sprt {
    /// How the test stands after these results.
    ///
    /// ```
    /// use chuhe_arena::stats::{Sprt, Tally};
    /// let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    /// let mut tally = Tally::new(2);
    /// for (half_points, count) in [10, 200, 500, 260, 30].into_iter().enumerate() {
    ///     (0..count).for_each(|_| tally.add(half_points));
    /// }
    /// assert_eq!(sprt.judge(&tally).passed(), Some(true));
    /// ```
    #[must_use]
    pub fn judge(&self, tally: &Tally) -> Verdict {
        Verdict {
            llr: tally.log_likelihood_ratio(self.elo0, self.elo1),
            low: (self.beta / (1.0 - self.alpha)).ln(),
            high: ((1.0 - self.beta) / self.alpha).ln(),
            is_valid: tally.units() >= LEAST_UNITS,
        }
    }
}

impl Verdict {
    /// Whether the test is passed or refused; `None` as long as it goes on.
    #[must_use]
    pub fn passed(&self) -> Option<bool> {
        if !self.is_valid {
            None
        } else if self.llr >= self.high {
            Some(true)
        } else if self.llr <= self.low {
            Some(false)
        } else {
            None
        }
    }
}

/// How strong players are who met each other, in Elo around 0: the likeliest strengths of Bradley
/// and Terry, found by Hunter's iteration (2004). `points[a][b]` are the half points that `a`
/// took from `b`.
///
/// ```
/// use chuhe_arena::stats::ratings;
/// let ratings = ratings(&[vec![0, 30], vec![10, 0]]);
/// assert!((ratings[0] - ratings[1] - 190.8).abs() < 1.0);
/// ```
#[must_use]
pub fn ratings(points: &[Vec<u64>]) -> Vec<f64> {
    let count = points.len();
    // A draw against each makes one who won all or lost all finite.
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

    #[test]
    fn an_even_match_is_no_difference() {
        let mut tally = Tally::new(2);
        [0, 1, 2, 3, 4].into_iter().for_each(|half_points| tally.add(half_points));
        let elo = tally.elo().unwrap();
        assert!(elo.difference.abs() < 0.01);
        assert!((elo.low + elo.high).abs() < 0.01);
    }

    /// Cutechess gives the same interval for a match of single games: +40 -20 =40, 100 games.
    #[test]
    fn the_interval_is_that_of_single_games() {
        let mut tally = Tally::new(1);
        (0..40).for_each(|_| tally.add(2));
        (0..40).for_each(|_| tally.add(1));
        (0..20).for_each(|_| tally.add(0));
        let elo = tally.elo().unwrap();
        // Mean 0.6, deviation of the mean sqrt(0.14 / 100): 400 log10(0.6/0.4) = 70.4.
        assert!((elo.difference - 70.4).abs() < 0.1, "{elo:?}");
        assert!((elo.low - 18.4).abs() < 0.5 && (elo.high - 126.0).abs() < 0.7, "{elo:?}");
    }

    #[test]
    fn a_test_is_passed_refused_or_goes_on() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let judge = |counts: [u64; 3]| sprt.judge(&Tally { counts: counts.to_vec() }).passed();
        assert_eq!(judge([0, 0, 0]), None);
        assert_eq!(judge([0, 0, 15]), None);
        assert_eq!(judge([10, 10, 12]), None);
        assert_eq!(judge([2000, 3000, 2300]), Some(true));
        assert_eq!(judge([2300, 3000, 2000]), Some(false));
        let verdict = sprt.judge(&Tally::new(2));
        assert!((verdict.high - 2.944).abs() < 0.001 && (verdict.low + 2.944).abs() < 0.001);
    }
}
