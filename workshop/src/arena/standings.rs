//! The standings of a contest.

use crate::arena::results_file::GameResult;
use crate::arena::stats::{Tally, ratings};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};

/// The results of a contest so far.
#[derive(Clone, Debug)]
pub struct Standings {
    pub names: Vec<String>,
    /// The number of games per pair in a round.
    games: usize,
    /// Half points: `points[a][b]` is what `a` won against `b`.
    points: Vec<Vec<u64>>,
    /// Wins, draws and losses of each player.
    pub records: Vec<[u64; 3]>,
    /// Rounds of a pair that are not complete: games played, and the lower-numbered player's half
    /// points.
    incomplete: HashMap<(usize, usize, usize), (usize, usize)>,
    tallies: BTreeMap<(usize, usize), Tally>,
}

impl Standings {
    pub fn new(names: Vec<String>, games: usize) -> Self {
        let players = names.len();
        let (points, records) = (vec![vec![0; players]; players], vec![[0; 3]; players]);
        Self { names, games, points, records, incomplete: HashMap::new(), tallies: BTreeMap::new() }
    }

    pub fn add(&mut self, line: &GameResult) {
        let (red, black) = (line.pairing.red, line.pairing.black);
        let half_points = usize::from(line.red_half_points);
        self.points[red][black] += half_points as u64;
        self.points[black][red] += 2 - half_points as u64;
        self.records[red][2 - half_points] += 1;
        self.records[black][half_points] += 1;
        let pair = (red.min(black), red.max(black));
        let unit = (line.pairing.round, pair.0, pair.1);
        let (played, sum) = self.incomplete.entry(unit).or_default();
        *played += 1;
        *sum += if red < black { half_points } else { 2 - half_points };
        if *played == self.games {
            let sum = *sum;
            self.incomplete.remove(&unit);
            self.tallies.entry(pair).or_insert_with(|| Tally::new(self.games)).add(sum);
        }
    }

    /// The results of a player against a higher-numbered one, from complete rounds.
    pub fn tally(&self, a: usize, b: usize) -> Tally {
        self.tallies.get(&(a, b)).cloned().unwrap_or_else(|| Tally::new(self.games))
    }
}

impl Display for Standings {
    /// Writes a table of the players by strength, and the result of each pair.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratings = ratings(&self.points);
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| ratings[b].total_cmp(&ratings[a]));
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            f,
            "{:<width$}  {:>7} {:>6} {:>5} {:>5} {:>5} {:>7}",
            "player", "Elo", "games", "won", "drawn", "lost", "score"
        )?;
        for player in order {
            let [wins, draws, losses] = self.records[player];
            let games = wins + draws + losses;
            let percent = (2 * wins + draws) as f64 * 50.0 / (games as f64).max(1.0);
            writeln!(
                f,
                "{:<width$}  {:>+7.1} {games:>6} {wins:>5} {draws:>5} {losses:>5} {percent:>5.1} %",
                self.names[player], ratings[player],
            )?;
        }
        for (&(a, b), tally) in &self.tallies {
            if let Some(elo) = tally.elo() {
                let (one, other) = (&self.names[a], &self.names[b]);
                writeln!(f, "{one} against {other}: Elo {elo}, units {:?}", tally.counts())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::Schedule;

    #[test]
    fn pairs_count_for_the_lower_number_once_they_are_complete() {
        let schedule = Schedule { players: 2, gauntlet: false, rounds: 2, games: 2 };
        let mut standings = Standings::new(vec!["A".into(), "B".into()], 2);
        for (pairing, red_half_points) in schedule.pairings().zip([2, 1, 0]) {
            standings.add(&GameResult { pairing, red_half_points, ..GameResult::default() });
        }
        // A won as Red and drew as Black; the second pair is not complete.
        assert_eq!(standings.tally(0, 1).counts(), [0, 0, 0, 1, 0]);
        assert_eq!(standings.records[0], [1, 1, 1]);
        assert!(standings.to_string().contains("A against B"));
    }
}
