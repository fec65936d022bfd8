//! Chances of winning, the judgement of moves, and the accuracy of players.
//!
//! The formulas are those of lichess. The page <https://lichess.org/page/accuracy> explains the win percentage and the
//! accuracy of a move. Lichess's file `Advice.scala` computes the judgements, and `AccuracyPercent.scala` computes the
//! accuracy of a game. This code is our own. How steeply the chances rise with the score was fitted to games of Chuhe,
//! separately for xiangqi, Zhonggong xiangqi and chess (`docs/lab/chances.md`).

use chuhe_core::rules::Rules;
use chuhe_core::{Score, Side};
use chuhe_host::chance_steepness;
use chuhe_records::Evaluation;

/// The largest logarithm of the odds, as on lichess. It gives a chance of 97.5 %.
const MOST: f64 = 3.682_08;

/// Converts a score from the view of the side to move into the view of Red or White.
pub fn score_for_red(score: Score, to_move: Side) -> Score {
    if to_move == Side::Red { score } else { -score }
}

pub(crate) fn evaluation(score: Score) -> Evaluation {
    match score.mate_distance() {
        Some(plies) => {
            let moves = i32::from(plies.unsigned_abs().div_ceil(2));
            Evaluation::Mate(if plies < 0 { -moves } else { moves })
        }
        None => Evaluation::Centipawns(score.get().into()),
    }
}

/// The chance of Red or White to win, in percent. A draw counts half.
pub fn chance(rules: Rules, evaluation: Evaluation) -> f64 {
    let steepness = f64::from(chance_steepness(rules)) / 100_000.0;
    let odds = match evaluation {
        Evaluation::Centipawns(hundredths) => steepness * f64::from(hundredths),
        Evaluation::Mate(moves) if moves < 0 => -MOST,
        Evaluation::Mate(_) => MOST,
    };
    100.0 / (1.0 + (-odds.clamp(-MOST, MOST)).exp())
}

pub fn chance_at_end(winner: Option<Side>) -> f64 {
    winner.map_or(50.0, |winner| if winner == Side::Red { 100.0 } else { 0.0 })
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The judgement of a move that lost this many percent of winning chances; `None` for a good move.
    pub fn of_loss(percent: f64) -> Option<Self> {
        match percent {
            loss if loss >= 15.0 => Some(Self::Blunder),
            loss if loss >= 10.0 => Some(Self::Mistake),
            loss if loss >= 5.0 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The number of the glyph in PGN: 6 for `?!`, 2 for `?`, 4 for `??`.
    pub const fn nag(self) -> u8 {
        [6, 2, 4][self as usize]
    }
}

/// Returns how many percent of winning chances a move lost. A gain is negative. `before` and `after` are Red's chances.
pub fn loss(mover: Side, before: f64, after: f64) -> f64 {
    if mover == Side::Red { before - after } else { after - before }
}

/// The accuracy in percent of a move that lost this many percent of winning chances.
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    let accuracy = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * loss).exp();
    // One percent is added, because the evaluations are uncertain.
    (accuracy - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

/// Returns Red's accuracy in percent, then Black's; `None` for a player without a move.
///
/// The list `chances` contains Red's chances before the first move and after each move. The accuracy is the average of
/// two means of the moves' accuracies. The first mean is harmonic. The second mean is weighted by the volatility of
/// the chances around each move.
pub fn accuracy(first: Side, chances: &[f64]) -> [Option<f64>; 2] {
    let moves = chances.len().saturating_sub(1);
    let width = (moves / 10).clamp(2, 8).min(chances.len());
    let sides = [first, !first];
    Side::ALL.map(|side| {
        let own = (0..moves).filter(|ply| sides[ply % 2] == side);
        let rated: Vec<(f64, f64)> = own
            .map(|ply| {
                // The window of chances ends after this move. The first moves all have the first window of the game.
                let begin = (ply + 2).saturating_sub(width);
                let weight = deviation(&chances[begin..begin + width]).clamp(0.5, 12.0);
                (move_accuracy(loss(side, chances[ply], chances[ply + 1])), weight)
            })
            .collect();
        mean(&rated)
    })
}

fn mean(rated: &[(f64, f64)]) -> Option<f64> {
    if rated.is_empty() {
        return None;
    }
    let weights: f64 = rated.iter().map(|(_, weight)| weight).sum();
    let weighted = rated.iter().map(|(value, weight)| value * weight).sum::<f64>() / weights;
    // An accuracy below 1 counts as 1, because a single accuracy of 0 would make the harmonic mean 0.
    let inverses: f64 = rated.iter().map(|(value, _)| 1.0 / value.max(1.0)).sum();
    Some((weighted + rated.len() as f64 / inverses) / 2.0)
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 0.005, "{value} instead of {expected}");
    }

    /// The expected values were computed by another program.
    #[test]
    fn chances_follow_the_steepness_of_each_game() {
        for &rules in Rules::PLAYABLE {
            let chances = match chance_steepness(rules) {
                200 => [(0, 50.0), (100, 54.98), (-100, 45.02), (300, 64.57), (20_000, 97.54)],
                560 => [(0, 50.0), (100, 63.65), (-100, 36.35), (300, 84.29), (20_000, 97.54)],
                other => panic!("{rules}: nobody has worked out the chances for {other}"),
            };
            for (hundredths, expected) in chances {
                assert_near(chance(rules, Evaluation::Centipawns(hundredths)), expected);
            }
            assert_near(chance(rules, Evaluation::Mate(3)), 97.54);
            assert_near(chance(rules, Evaluation::Mate(-1)), 2.46);
        }
    }

    #[test]
    fn mates_are_told_in_moves() {
        for (score, expected) in [
            (Score::new(-57), Evaluation::Centipawns(-57)),
            (Score::mate_in(1), Evaluation::Mate(1)),
            (Score::mate_in(5), Evaluation::Mate(3)),
            (-Score::mate_in(4), Evaluation::Mate(-2)),
        ] {
            assert_eq!(evaluation(score), expected);
        }
    }

    #[test]
    fn moves_are_judged_by_the_chances_that_they_lose() {
        for (percent, expected) in [
            (4.99, None),
            (5.0, Some(Judgement::Inaccuracy)),
            (10.0, Some(Judgement::Mistake)),
            (14.99, Some(Judgement::Mistake)),
            (15.0, Some(Judgement::Blunder)),
            (-50.0, None),
        ] {
            assert_eq!(Judgement::of_loss(percent), expected, "{percent}");
        }
        assert_eq!(Judgement::ALL.map(Judgement::nag), [6, 2, 4]);
    }

    #[test]
    fn accuracy_of_a_move_follows_the_published_formula() {
        for (loss, expected) in
            [(-3.0, 100.0), (0.0, 100.0), (5.0, 80.815), (10.0, 64.58), (30.0, 25.77), (90.0, 0.0)]
        {
            assert_near(move_accuracy(loss), expected);
        }
    }

    #[test]
    fn accuracy_of_a_game_is_the_mean_of_two_means() {
        assert_eq!(accuracy(Side::Red, &[50.0]), [None, None]);
        // No move loses chances.
        assert_eq!(accuracy(Side::Red, &[50.0; 5]), [Some(100.0), Some(100.0)]);
        // Red's moves lose 10 and 30 percent, so their accuracies are 64.58 and 25.77. The deviations are 5 and 15.
        // No weight exceeds 12, so the weights are 5 and 12. The weighted mean is 37.18, the harmonic mean 36.84.
        let [red, black] = accuracy(Side::Red, &[50.0, 40.0, 40.0, 10.0]);
        assert_near(red.unwrap(), 37.01);
        assert_near(black.unwrap(), 100.0);
        // This is the same game with the colours exchanged.
        let [red, black] = accuracy(Side::Black, &[50.0, 60.0, 60.0, 90.0]);
        assert_near(black.unwrap(), 37.01);
        assert_near(red.unwrap(), 100.0);
    }
}
