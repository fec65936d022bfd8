//! Statistics of playing strength.

/// The scores of one player, counted in units of independent evidence. A unit is a pair of games
/// from the same opening with both sides, or a single game if openings are played once.
///
/// Pairs count as one unit because their two games are not independent of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The number of units with each score, from 0 to the maximum.
    counts: Vec<u64>,
}

impl Tally {
    /// Creates an empty tally of units of `games` games.
    pub fn new(games: usize) -> Self {
        Self { counts: vec![0; 2 * games + 1] }
    }

    /// Counts a unit with these half points.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.counts.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The number of units with each score, from 0 to the maximum.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub fn units(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the mean and the variance of a unit's score, scaled to 0 to 1, and the total weight.
    /// A score that never occurred counts as a thousandth, so that the variance of a one-sided
    /// match is not 0.
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

    /// Returns the Elo difference with its 95 % interval; `None` before the first unit.
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
    pub fn elo(&self) -> Option<Elo> {
        (self.units() > 0).then(|| {
            let (mean, variance, all) = self.moments();
            let error = 1.96 * (variance / all).sqrt();
            Elo { difference: elo_of(mean), low: elo_of(mean - error), high: elo_of(mean + error) }
        })
    }

    /// The log-likelihood ratio of the differences `elo1` and `elo0`. It uses the normal
    /// approximation of the generalised sequential probability ratio test (Van den Bergh, "Comments
    /// on normalized Elo", 2020).
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
    /// The estimate.
    pub difference: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

/// Converts a score between 0 and 1 to an Elo difference.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (score / (1.0 - score)).log10()
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the first player stronger by `elo1` rather than `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis.
    pub elo1: f64,
    /// The largest probability of wrongly accepting the alternative.
    pub alpha: f64,
    /// The largest probability of wrongly accepting the null hypothesis.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound below which the test fails.
    pub low: f64,
    /// The bound above which the test passes.
    pub high: f64,
    /// True if there are enough units for the normal approximation.
    pub is_valid: bool,
}

/// The least number of units for a decision.
const LEAST_UNITS: u64 = 16;

impl Sprt {
    /// Returns the state of the test after these results.
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
    /// True if the test has passed, false if it has failed; `None` while it goes on.
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

/// Returns the players' Elo ratings around 0: the maximum likelihood of the Bradley-Terry model, by
/// Hunter's iteration (2004). The half points that `a` won against `b` are `points[a][b]`.
///
/// ```
/// use chuhe_arena::stats::ratings;
/// let ratings = ratings(&[vec![0, 30], vec![10, 0]]);
/// assert!((ratings[0] - ratings[1] - 190.8).abs() < 1.0);
/// ```
pub fn ratings(points: &[Vec<u64>]) -> Vec<f64> {
    let count = points.len();
    // A hundredth of a half point against each opponent keeps the ratings finite when a player won
    // or lost all games.
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

    /// Cutechess gives the same interval for 100 single games: +40 -20 =40.
    #[test]
    fn the_interval_is_that_of_single_games() {
        let mut tally = Tally::new(1);
        (0..40).for_each(|_| tally.add(2));
        (0..40).for_each(|_| tally.add(1));
        (0..20).for_each(|_| tally.add(0));
        let elo = tally.elo().unwrap();
        // The mean is 0.6, its standard deviation sqrt(0.14 / 100), and 400 log10(0.6/0.4) = 70.4.
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
