//! Reads the command line, which is that of fastchess with a few more options.

use crate::arena::contest::Contest;
use crate::arena::entrant::{Entrant, value};
use crate::arena::opening::{Generator, Opening, Openings};
use crate::arena::stats::{EloModel, Sprt};
use crate::file_fault::{of, read_text};
use chuhe_core::rules::Rules;
use chuhe_host::Random;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub const HELP: &str = include_str!("help.txt");

/// Returns (name, values, use) of each option in the help. The use stands in the line after the name.
pub fn options() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = HELP.lines().zip(HELP.lines().skip(1));
    let lines = lines.filter(|(line, _)| line.starts_with("  -") && !line.contains(", "));
    lines.map(|(line, about)| {
        let (name, values) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        (name, values, about.trim())
    })
}

#[derive(Debug, Default)]
pub struct CommandLine {
    /// The contest. [`Self::contest`] sets its openings, and the players, rounds and games of its schedule.
    contest: Contest,
    openings: OpeningSource,
    games: Option<u32>,
    rounds: Option<u32>,
    is_repeated: bool,
}

#[derive(Debug, Default)]
enum OpeningSource {
    #[default]
    Start,
    Random(usize),
    File {
        path: PathBuf,
        is_pgn: bool,
        is_shuffled: bool,
        first: usize,
    },
}

impl CommandLine {
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut options: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in words {
            match options.last_mut() {
                _ if is_option(word) => options.push((word, Vec::new())),
                Some((_, values)) => values.push(word),
                None => return Err(format!("{word} is no option")),
            }
        }
        let each = options.iter().filter(|option| option.0 == "-each");
        let each: Vec<&str> = each.flat_map(|(_, words)| words).copied().collect();
        let contest = Contest { concurrency: 1, seed: 1, interval: 10, ..Contest::default() };
        let mut line = Self { contest, ..Self::default() };
        for (option, values) in &options {
            let reason =
                |fault| format!("{}: {fault}", [&[*option], &values[..]].concat().join(" "));
            line.set(option, values, &each).map_err(reason)?;
        }
        line.check()?;
        Ok(line)
    }

    fn set(&mut self, option: &str, values: &[&str], each: &[&str]) -> Result<(), String> {
        let contest = &mut self.contest;
        match option {
            "-engine" => contest.entrants.push(Entrant::read(values, each)?),
            "-each" => {}
            "-variant" => contest.rules = rules(values)?,
            "-openings" => self.openings = OpeningSource::read(values)?,
            "-games" => self.games = Some(positive(values)?),
            "-rounds" => self.rounds = Some(positive(values)?),
            "-repeat" => self.is_repeated = true,
            "-noswap" => return Err("both players play both sides".to_owned()),
            "-tournament" => {
                contest.schedule.gauntlet = match *values {
                    ["gauntlet"] => true,
                    ["roundrobin"] => false,
                    _ => return Err("the tournaments are roundrobin and gauntlet".to_owned()),
                }
            }
            "-concurrency" => contest.concurrency = positive(values)? as usize,
            "-srand" => contest.seed = single(values)?,
            "-ratinginterval" => contest.interval = positive(values)? as usize,
            "-maxmoves" => contest.adjudication.max_plies = Some(2 * positive(values)? as usize),
            "-pgnout" => contest.pgn = Some(file(values)?),
            "-results" => contest.results = Some(file(values)?),
            "-resume" => contest.resume = true,
            "-resign" => contest.adjudication.resign = Some(rule(values, 1)?),
            "-draw" => {
                let (moves, score) = rule(values, 0)?;
                contest.adjudication.draw = Some((moves, score, number(values, "movenumber")?));
            }
            "-sprt" => contest.sprt = Some(sprt(values)?),
            // These options of fastchess have no effect. For example, an engine that failed is restarted in any case.
            "-recover" | "-testEnv" | "-event" | "-site" | "-log" | "-tb" | "-tbpieces" => {}
            "-use-affinity" | "-force-concurrency" | "-show-latency" => {}
            _ => return Err("there is no such option".to_owned()),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), &'static str> {
        let Contest { entrants, sprt, results, resume, .. } = &self.contest;
        if entrants.len() < 2 {
            return Err("a contest needs two players: name -engine twice");
        }
        if sprt.is_some() && entrants.len() > 2 {
            return Err("-sprt is a test between two players");
        }
        if *resume && results.is_none() {
            return Err("-resume needs the file of -results");
        }
        let from_the_start = matches!(self.openings, OpeningSource::Start);
        if !from_the_start && entrants.iter().any(Entrant::sends_only_moves) {
            return Err("proto=lines begins at the usual start: no -openings");
        }
        Ok(())
    }

    pub fn contest(self) -> Result<Contest, Box<dyn Error>> {
        let (rounds, games) = match (self.rounds, self.games) {
            // OpenBench's worker gives the number of all games, and no rounds.
            (None, Some(games)) if games > 2 => (games.div_ceil(2), 2),
            (rounds, _) if self.is_repeated => (rounds.unwrap_or(2), 2),
            (rounds, games) => (rounds.unwrap_or(2), games.unwrap_or(2).min(2)),
        };
        let mut contest = self.contest;
        contest.schedule.players = contest.entrants.len();
        contest.schedule.rounds = rounds as usize;
        contest.schedule.games = games as usize;
        (contest.openings, contest.openings_heading) =
            self.openings.load(contest.rules, contest.seed)?;
        Ok(contest)
    }
}

impl OpeningSource {
    fn read(values: &[&str]) -> Result<Self, String> {
        if value(values, "random").is_some() {
            /// After more random moves, most openings are uneven, or the game is over.
            const MOST: usize = 100;
            let plies = Some(number(values, "random")?).filter(|&plies| plies <= MOST);
            return plies.map(Self::Random).ok_or_else(|| format!("random= is at most {MOST}"));
        }
        let path = file(values)?;
        let ends_so = || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let is_pgn = value(values, "format").map_or_else(ends_so, |format| format == "pgn");
        let first = if value(values, "start").is_some() { number(values, "start")? } else { 1 };
        let is_shuffled = value(values, "order") == Some("random");
        Ok(Self::File { path, is_pgn, is_shuffled, first })
    }

    /// Returns the openings, and their description in a results file.
    fn load(&self, rules: Rules, seed: u64) -> Result<(Openings, String), Box<dyn Error>> {
        let (list, generator, heading) = match self {
            Self::Start => (vec![Opening::standard(rules)], None, "start".to_owned()),
            &Self::Random(plies) => {
                let generator = Generator::new(rules, plies, seed)?;
                (Vec::new(), Some(generator), format!("random plies={plies} seed={seed}"))
            }
            Self::File { path, is_pgn, is_shuffled, first } => {
                let mut list = read_openings(rules, path, *is_pgn)?;
                if *is_shuffled {
                    Random::new(seed).shuffle(&mut list);
                }
                let first = first.saturating_sub(1) % list.len().max(1);
                list.rotate_left(first);
                (list, None, format!("list {}", path.display()))
            }
        };
        Ok((Openings { list, generator }, heading))
    }
}

fn read_openings(rules: Rules, path: &Path, is_pgn: bool) -> Result<Vec<Opening>, String> {
    let text = read_text(path)?;
    if is_pgn {
        Opening::read_pgn(rules, &text).map_err(|error| of(path, error))
    } else {
        Opening::read_list(rules, &text).map_err(|error| format!("{}, {error}", path.display()))
    }
}

/// Returns true if a word begins with exactly one dash and is no number.
fn is_option(word: &str) -> bool {
    let is_number = word.parse::<f64>().is_ok();
    !is_number
        && word.strip_prefix('-').is_some_and(|word| word.len() > 1 && !word.starts_with('-'))
}

fn single<T: FromStr>(values: &[&str]) -> Result<T, String> {
    let number = if let [value] = *values { value.parse().ok() } else { None };
    number.ok_or_else(|| "a number is expected".to_owned())
}

fn positive(values: &[&str]) -> Result<u32, String> {
    /// A larger contest would take more than a year, and a doubled count could overflow.
    const MOST: u32 = 1_000_000;
    let number = single(values)?;
    let is_possible = (1..=MOST).contains(&number);
    if is_possible { Ok(number) } else { Err(format!("a number from 1 to {MOST} is expected")) }
}

fn number<T: FromStr>(values: &[&str], key: &str) -> Result<T, String> {
    let number = value(values, key).and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("a number is expected behind {key}="))
}

/// Returns (moves, score) of `-resign` or `-draw`. With a score below `least`, `-resign` would end balanced games, and
/// `-draw` would end no game.
fn rule(values: &[&str], least: i16) -> Result<(u32, i16), String> {
    let (moves, score): (u32, i16) = (number(values, "movecount")?, number(values, "score")?);
    let rule = (moves > 0 && score >= least).then_some((moves, score));
    rule.ok_or_else(|| format!("movecount= is at least 1, and score= at least {least}"))
}

fn file(values: &[&str]) -> Result<PathBuf, String> {
    let plain = values.first().copied().filter(|word| !word.contains('='));
    let name = value(values, "file").or(plain);
    name.map(PathBuf::from).ok_or_else(|| "file= is missing".to_owned())
}

fn rules(values: &[&str]) -> Result<Rules, String> {
    let name = values.first().copied().unwrap_or_default();
    let name = if name == "standard" { "chess" } else { name };
    name.parse().map_err(|_| "the games are standard, xiangqi and zhonggong".to_owned())
}

fn sprt(values: &[&str]) -> Result<Sprt, String> {
    let rate = |key| if value(values, key).is_some() { number(values, key) } else { Ok(0.05) };
    let (elo0, elo1): (f64, f64) = (number(values, "elo0")?, number(values, "elo1")?);
    let (alpha, beta) = (rate("alpha")?, rate("beta")?);
    let model = match value(values, "model") {
        None | Some("logistic") => EloModel::Logistic,
        Some("normalized") => EloModel::Normalized,
        Some(_) => return Err("the models are logistic and normalized".to_owned()),
    };
    let is_error = |rate: f64| rate > 0.0 && rate < 0.5;
    if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && is_error(alpha) && is_error(beta) {
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    } else {
        Err("elo0 is less than elo1, alpha and beta lie between 0 and 0.5".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<CommandLine, String> {
        CommandLine::read(line.split_whitespace())
    }

    #[test]
    fn the_line_of_a_worker_is_read() {
        let line = read(
            "-repeat -recover -variant xiangqi -testEnv -concurrency 4 -games 32 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
             -engine dir=Engines/ cmd=./a proto=uci tc=8.00+0.08 timemargin=250 option.Hash=8 name=A-dev \
             -engine dir=Engines/ cmd=./b proto=uci tc=inf nodes=900 option.Hash=8 name=B-base \
             -srand 42 -pgnout file=PGNs/1.pgn seldepth=true nodes=true",
        )
        .unwrap();
        let limits: Vec<String> =
            line.contest.entrants.iter().map(|entrant| entrant.limit.to_string()).collect();
        assert_eq!(limits, ["tc=8+0.08", "nodes=900"]);
        assert_eq!(line.contest.entrants[0].margin.as_millis(), 250);
        let contest = line.contest().unwrap();
        assert_eq!((contest.schedule.rounds, contest.schedule.games), (16, 2));
        assert_eq!((contest.concurrency, contest.seed), (4, 42));
        let ends = contest.adjudication;
        assert_eq!((ends.resign, ends.draw), (Some((3, 400)), Some((8, 10, 40))));
        assert_eq!((contest.rules, contest.pgn), (Rules::Xiangqi, Some("PGNs/1.pgn".into())));
        let openings = OpeningSource::read(&["file=A.PGN"]);
        assert!(matches!(openings, Ok(OpeningSource::File { is_pgn: true, .. })));
    }

    #[test]
    fn a_wrong_line_is_refused_with_the_reason() {
        for row in include_str!("wrong_lines.txt").lines() {
            let (line, fault) = row.split_once(" | ").expect("two columns");
            let error = read(line).unwrap_err();
            assert!(error.starts_with(fault), "{line}: {error}");
        }
    }

    #[test]
    fn every_option_of_the_help_is_known() {
        let entrants = "-engine cmd=a -engine cmd=b -each st=1";
        assert_eq!(options().count(), 19);
        for (option, values, _) in options() {
            let known = read(&format!("{entrants} {option} {values}"));
            assert!(known.err().is_none_or(|error| !error.contains("no such option")), "{option}");
        }
    }
}
