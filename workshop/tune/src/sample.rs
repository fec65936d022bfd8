//! Samples: positions with a score and a result.

use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Position, Score, Side};
use chuhe_host::fen;
use std::fmt;

/// A quiet position, the score of a search, and the result of its game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    pub(crate) position: AnyPosition,
    /// The score for Red in centipawns.
    pub(crate) score: i16,
    /// Red's half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub(crate) points: u8,
    pub(crate) search: Search,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    Full,
    Quick,
    /// A quick search of a position that the game did not come to. The result tells nothing of it.
    Branch,
}

/// The fault of a line that is not a sample.
const FIELDS: &str = "a position, a score and 0, 1 or 2 half points, with tabs between them";

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen { position: self.position.clone(), move_number: 1 };
        write!(f, "{fen}\t{}\t{}", self.score, self.points)
    }
}

impl Sample {
    pub(crate) fn read(rules: Rules, line: &str) -> Result<Self, String> {
        let mut fields = line.split('\t');
        let (Some(position), Some(score), Some(points), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(FIELDS.to_owned());
        };
        let score = score.parse().map_err(|_| FIELDS)?;
        let points = points.parse().ok().filter(|&points| points <= 2);
        let points = points.ok_or(FIELDS)?;
        let position = fen::read_for(rules, position).map_err(|fault| fault.to_string())?.position;
        Ok(Self { position, score, points, search: Search::Full })
    }
}

/// Converts a score for the side to move to one for Red.
pub(crate) fn for_red(position: &AnyPosition, score: Score) -> i16 {
    if position.side() == Side::Red { score.get() } else { -score.get() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_are_written() {
        let position = Rules::Xiangqi.start();
        let sample = Sample { position, score: -17, points: 2, search: Search::Full };
        assert_eq!(Sample::read(Rules::Xiangqi, &sample.to_string()), Ok(sample.clone()));
        let beyond = sample.to_string().replace("\t2", "\t3");
        assert_eq!(Sample::read(Rules::Xiangqi, &beyond), Err(FIELDS.to_owned()));
        let torn = &sample.to_string()[..40];
        assert_eq!(Sample::read(Rules::Xiangqi, torn), Err(FIELDS.to_owned()));
    }
}
