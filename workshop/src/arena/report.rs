//! Keeps the standings of a contest. Writes reports in fastchess's format, because OpenBench's worker reads it.

use crate::arena::results_file::{GameResult, RESULTS};
use crate::arena::schedule::Pairing;
use crate::arena::stats::{Elo, Sprt, Tally, Verdict, ratings};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};

pub fn started(pairing: Pairing, total: usize, standings: &Standings) -> String {
    format!("Started game {} of {total} ({})\n", pairing.number + 1, players(pairing, standings))
}

/// Returns the report of a finished game, in which Red is called White. If a player has failed, the first line of the
/// report is a warning with the reason.
pub fn finished(result: &GameResult, standings: &Standings) -> String {
    let players = players(result.pairing, standings);
    let score = RESULTS[usize::from(result.red_half_points.min(2))];
    let number = result.pairing.number + 1;
    let line = format!("Finished game {number} ({players}): {score} {{{}}}\n", annotation(result));
    if result.remark.is_empty() {
        return line;
    }
    // OpenBench's worker reads only ASCII.
    let remark = result.remark.replace(|letter: char| !letter.is_ascii(), "?");
    format!("Warning; {remark}\n{line}")
}

fn players(pairing: Pairing, standings: &Standings) -> String {
    format!("{} vs {}", standings.names[pairing.red], standings.names[pairing.black])
}

fn annotation(result: &GameResult) -> String {
    let reason = result.reason.as_str();
    let (winner, loser) = match result.red_half_points {
        0 => ("Black", "White"),
        1 => return format!("Draw by {reason}"),
        _ => ("White", "Black"),
    };
    match reason {
        "checkmate" => format!("{winner} mates"),
        "time" => format!("{loser} loses on time"),
        "forfeit" if result.remark.contains(" legal") => format!("{loser} makes an illegal move"),
        "forfeit" => format!("{loser} disconnects"),
        reason => format!("{winner} wins by {reason}"),
    }
}

/// Returns the results so far. For more than two players, the text is a table.
pub fn results(standings: &Standings, sprt: Option<Sprt>) -> String {
    if standings.names.len() > 2 {
        return format!("{standings}\n");
    }
    let [wins, draws, losses] = standings.records[0];
    let tally = standings.tally(0, 1);
    let games = wins + draws + losses;
    let points = wins as f64 + draws as f64 / 2.0;
    let percent = points * 100.0 / (games as f64).max(1.0);
    let Elo { difference, low, high } = tally.elo().unwrap_or_default();
    let rule = "-".repeat(50);
    let half = (high - low) / 2.0;
    let mut text = format!(
        "{rule}\nResults of {}:\n\
         Elo: {difference:.2} +/- {half:.2} [{low:+.1}, {high:+.1}]\n\
         Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
         Points: {points:.1} ({percent:.2} %)\n\
         Ptnml(0-2): {:?}\n",
        standings.names.join(" vs "),
        tally.counts
    );
    if let Some(sprt) = sprt {
        let verdict = sprt.judge(&tally);
        let bounds = format!("[{:.2}, {:.2}]", sprt.elo0, sprt.elo1);
        let Verdict { llr, low, high } = verdict;
        text += &format!("LLR: {llr:.2} ({low:.2}, {high:.2}) {bounds}\n");
        if let Some(passed) = verdict.passed() {
            let accepted = if passed { "H1" } else { "H0" };
            text += &format!("SPRT ({bounds}) completed - {accepted} was accepted\n");
        }
    }
    text + &rule + "\n"
}

#[derive(Clone, Debug)]
pub struct Standings {
    pub names: Vec<String>,
    /// The number of games that two players play in a round.
    games: usize,
    /// The number of half points that player `a` won against player `b`, at `points[a][b]`.
    points: Vec<Vec<u64>>,
    /// Wins, draws and losses of each player.
    pub records: Vec<[u64; 3]>,
    /// Incomplete rounds of players `a` < `b`. Key: (round, `a`, `b`). Value: (finished games, half points of `a`).
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

    /// Returns the results of player `a` against player `b` in complete rounds. `a` must be less than `b`.
    pub fn tally(&self, a: usize, b: usize) -> Tally {
        self.tallies.get(&(a, b)).cloned().unwrap_or_else(|| Tally::new(self.games))
    }
}

impl Display for Standings {
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
                writeln!(f, "{one} against {other}: Elo {elo}, units {:?}", tally.counts)?;
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
    fn the_ends_of_games_have_the_words_of_fastchess() {
        let result = |red_half_points, reason: &str, remark: &str| GameResult {
            pairing: Pairing { black: 1, ..Pairing::default() },
            red_half_points,
            reason: reason.to_owned(),
            remark: remark.to_owned(),
            ..GameResult::default()
        };
        let standings = Standings::new(vec!["A".into(), "B".into()], 2);
        for row in include_str!("ends.txt").lines() {
            let [points, reason, remark, words] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            let told = finished(&result(points.parse().unwrap(), reason, remark), &standings);
            let mut lines = told.lines().rev();
            assert_eq!(lines.next(), Some(&*format!("Finished game 1 (A vs B): {words}")));
            let warning = Some(format!("Warning; {}", remark.replace('—', "?")));
            assert_eq!(lines.next().map(str::to_owned), warning.filter(|_| !remark.is_empty()));
        }
    }

    #[test]
    fn pairs_count_for_the_lower_number_once_they_are_complete() {
        let schedule = Schedule { players: 2, gauntlet: false, rounds: 2, games: 2 };
        let mut standings = Standings::new(vec!["A".into(), "B".into()], 2);
        for (pairing, red_half_points) in schedule.pairings().zip([2, 1, 0]) {
            standings.add(&GameResult { pairing, red_half_points, ..GameResult::default() });
        }
        // Player A won as Red and drew as Black. The second pair of games is incomplete, so `tally` leaves it out.
        assert_eq!(standings.tally(0, 1).counts, [0, 0, 0, 1, 0]);
        assert_eq!(standings.records[0], [1, 1, 1]);
        assert!(standings.to_string().contains("A against B"));
    }
}
