//! The lines that a contest prints, in the form of fastchess. The worker of OpenBench reads them.

use crate::arena::results_file::{GameResult, RESULTS};
use crate::arena::schedule::Pairing;
use crate::arena::standings::Standings;
use crate::arena::stats::{Elo, Sprt, Verdict};

/// Returns the line that tells of the start of a game.
pub fn started(pairing: Pairing, total: usize, standings: &Standings) -> String {
    format!("Started game {} of {total} ({})\n", pairing.number + 1, players(pairing, standings))
}

/// Returns the line of a finished game, behind a warning that tells why a player has failed. The first
/// side is always White.
pub fn finished(result: &GameResult, standings: &Standings) -> String {
    let players = players(result.pairing, standings);
    let score = RESULTS[usize::from(result.red_half_points.min(2))];
    let number = result.pairing.number + 1;
    let line = format!("Finished game {number} ({players}): {score} {{{}}}\n", annotation(result));
    if result.remark.is_empty() {
        return line;
    }
    // The worker reads ASCII alone.
    let remark = result.remark.replace(|letter: char| !letter.is_ascii(), "?");
    format!("Warning; {remark}\n{line}")
}

fn players(pairing: Pairing, standings: &Standings) -> String {
    format!("{} vs {}", standings.names[pairing.red], standings.names[pairing.black])
}

/// Returns the end of a game in the words that the worker looks for.
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

/// Returns the results so far: of two players against each other, or a table of more.
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
        tally.counts()
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
