//! The command line and the output of fastchess, as the worker of OpenBench uses them.
//!
//! fastchess knows chess only. With this form OpenBench can test xiangqi: its worker calls
//! `chuhe-arena` in place of fastchess and reads the lines `Finished game`.

use crate::entrant::Entrant;
use crate::limit::Limit;
use crate::options::{Conditions, Form, OpeningOrder, Play};
use crate::results_file::GameResult;
use crate::schedule::Pairing;
use crate::standings::Standings;
use crate::stats::{Elo, Sprt};
use chuhe_core::rules::Rules;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A command line that is not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandLineError {
    /// An option that means nothing here.
    #[error("{0} is no option of fastchess that is known here")]
    Option(String),
    /// A value that an option cannot have.
    #[error("{option} cannot have {value:?}: {reason}")]
    Value {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// The reason.
        reason: String,
    },
}

/// Options without an effect here: engines are always started again, and there are no tablebases.
const WITHOUT_EFFECT: [&str; 10] = [
    "-recover",
    "-testEnv",
    "-event",
    "-site",
    "-log",
    "-tb",
    "-tbpieces",
    "-use-affinity",
    "-force-concurrency",
    "-show-latency",
];

/// The games between two tables of results, if the command line says nothing else.
const RATING_INTERVAL: usize = 10;

/// Checks whether a command line is one of fastchess: its first option has one dash and a word.
#[must_use]
pub fn is_command_line(first: &str) -> bool {
    first.strip_prefix('-').is_some_and(|word| word.len() > 1 && !word.starts_with('-'))
}

/// Reads a command line of fastchess.
///
/// A number of `-games` above 2 is the number of all games, as the worker of OpenBench means it.
///
/// # Errors
/// Fails if an option is not known or cannot have its value.
///
/// ```
/// use chuhe_arena::fastchess::read;
/// let line = "-engine cmd=a name=A -engine cmd=b name=B -each tc=8+0.08 option.Hash=8 \
///             -variant xiangqi -repeat -games 16 -concurrency 2";
/// assert!(read(line.split_whitespace()).is_ok());
/// assert!(read(["-joho"]).is_err());
/// ```
pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Play, CommandLineError> {
    let mut options: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        match options.last_mut() {
            _ if is_command_line(word) && !is_number(word) => options.push((word, Vec::new())),
            Some((_, values)) => values.push(word),
            None => return Err(CommandLineError::Option(word.to_owned())),
        }
    }
    let mut line = CommandLine::default();
    for (option, values) in &options {
        line.set(option, values)?;
    }
    line.play()
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

/// A command line, read option by option.
#[derive(Default)]
struct CommandLine<'a> {
    engines: Vec<Vec<&'a str>>,
    each: Vec<&'a str>,
    rules: Rules,
    openings: Vec<&'a str>,
    games: Option<u32>,
    rounds: Option<u32>,
    is_repeated: bool,
    concurrency: Option<usize>,
    pgn: Option<PathBuf>,
    seed: Option<u64>,
    interval: Option<usize>,
    resign: Option<[u32; 2]>,
    draw: Option<[u32; 3]>,
    max_plies: Option<usize>,
    sprt: Option<Sprt>,
}

impl<'a> CommandLine<'a> {
    fn set(&mut self, option: &str, values: &[&'a str]) -> Result<(), CommandLineError> {
        match option {
            "-engine" => self.engines.push(values.to_vec()),
            "-each" => self.each.extend(values),
            "-variant" => self.rules = rules(option, values)?,
            "-openings" => self.openings = values.to_vec(),
            "-games" => self.games = Some(single(option, values)?),
            "-rounds" => self.rounds = Some(single(option, values)?),
            "-repeat" => self.is_repeated = true,
            "-noswap" => return Err(value_error(option, "", "both players play both sides")),
            "-concurrency" => self.concurrency = Some(single(option, values)?),
            "-srand" => self.seed = Some(single(option, values)?),
            "-ratinginterval" => self.interval = Some(single(option, values)?),
            "-maxmoves" => self.max_plies = Some(2 * single::<usize>(option, values)?),
            "-pgnout" => {
                let file = key(values, "file").or(values.first().copied());
                self.pgn = Some(PathBuf::from(file.unwrap_or("games.pgn")));
            }
            "-resign" => {
                self.resign =
                    Some([number(option, values, "movecount")?, number(option, values, "score")?]);
            }
            "-draw" => {
                self.draw = Some([
                    number(option, values, "movecount")?,
                    number(option, values, "score")?,
                    number(option, values, "movenumber")?,
                ]);
            }
            "-sprt" => {
                self.sprt = Some(Sprt {
                    elo0: number(option, values, "elo0")?,
                    elo1: number(option, values, "elo1")?,
                    alpha: number(option, values, "alpha")?,
                    beta: number(option, values, "beta")?,
                });
            }
            option if WITHOUT_EFFECT.contains(&option) => {}
            option => return Err(CommandLineError::Option(option.to_owned())),
        }
        Ok(())
    }

    fn play(self) -> Result<Play, CommandLineError> {
        let mut engines = Vec::new();
        let mut margin = 0;
        for engine in &self.engines {
            let (entrant, own_margin) = entrant(&self.each, engine)?;
            engines.push(entrant);
            margin = margin.max(own_margin);
        }
        let (rounds, games) = match (self.rounds, self.games) {
            (None, Some(games)) if games > 2 => (games.div_ceil(2), 2),
            (rounds, _) if self.is_repeated => (rounds.unwrap_or(2), 2),
            (rounds, games) => (rounds.unwrap_or(2), games.unwrap_or(2).clamp(1, 2)),
        };
        let order = OpeningOrder {
            is_random: key(&self.openings, "order") == Some("random"),
            start: match key(&self.openings, "start") {
                Some(_) => number("-openings", &self.openings, "start")?,
                None => 1,
            },
        };
        let conditions = Conditions {
            limit: Limit::MoveTime(100),
            concurrency: self.concurrency.unwrap_or(1),
            variant: self.rules,
            openings: key(&self.openings, "file").map(PathBuf::from),
            plies: 0,
            seed: self.seed.unwrap_or(1),
            resign: self.resign,
            draw: self.draw,
            max_plies: self.max_plies,
            margin,
            order,
        };
        Ok(Play {
            engines,
            rounds,
            games: games as u8,
            gauntlet: false,
            conditions,
            sprt: self.sprt,
            pgn: self.pgn,
            results: None,
            resume: false,
            form: Form::Fastchess { interval: self.interval.unwrap_or(RATING_INTERVAL).max(1) },
        })
    }
}

/// Returns the player of an engine's words, and its time margin in milliseconds.
fn entrant(each: &[&str], own: &[&str]) -> Result<(Entrant, u64), CommandLineError> {
    let all: Vec<&str> = own.iter().chain(each).copied().collect();
    let folder = key(&all, "dir");
    let mut words = Vec::new();
    let mut margin = 0;
    for word in &all {
        let name = word.split('=').next().unwrap_or_default();
        let value = key(&all, name).unwrap_or_default();
        match name {
            "cmd" => words.push(format!("cmd={}", program(folder, value, key(&all, "args")))),
            "args" | "restart" | "ponder" => {}
            "tc" if value == "inf" => {}
            "st" => {
                let seconds: f64 = number("-engine", &all, "st")?;
                words.push(format!("movetime={}", (seconds * 1000.0).round().max(1.0)));
            }
            "timemargin" => margin = number("-engine", &all, "timemargin")?,
            name => words.push(format!("{name}={value}")),
        }
    }
    words.dedup();
    let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let entrant = text
        .parse()
        .map_err(|error| value_error("-engine", &words.join(" "), &format!("{error}")))?;
    Ok((entrant, margin))
}

/// Returns the program and its arguments in one text. A program in the engine's folder has a whole
/// path, because the folder becomes the working directory.
fn program(folder: Option<&str>, name: &str, arguments: Option<&str>) -> String {
    let inside = folder.map(|folder| Path::new(folder).join(name)).filter(|path| path.is_file());
    let path = inside.and_then(|path| std::path::absolute(path).ok());
    let path = path.map_or_else(|| name.to_owned(), |path| path.display().to_string());
    let path = quoted(&path);
    arguments.map_or_else(|| path.clone(), |arguments| format!("{path} {arguments}"))
}

fn quoted(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), Into::into)
}

/// Returns the value of a word `key=value`. The first one counts.
fn key<'a>(values: &[&'a str], name: &str) -> Option<&'a str> {
    values.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

fn value_error(option: &str, value: &str, reason: &str) -> CommandLineError {
    let (option, value, reason) = (option.to_owned(), value.to_owned(), reason.to_owned());
    CommandLineError::Value { option, value, reason }
}

fn single<T: std::str::FromStr>(option: &str, values: &[&str]) -> Result<T, CommandLineError> {
    let value = values.first().copied().unwrap_or_default();
    value.parse().map_err(|_| value_error(option, value, "a number is expected"))
}

fn number<T: std::str::FromStr>(
    option: &str,
    values: &[&str],
    name: &str,
) -> Result<T, CommandLineError> {
    let value = key(values, name).unwrap_or_default();
    let reason = || format!("a number is expected behind {name}=");
    value.parse().map_err(|_| value_error(option, value, &reason()))
}

fn rules(option: &str, values: &[&str]) -> Result<Rules, CommandLineError> {
    let value = values.first().copied().unwrap_or_default();
    let name = if value == "standard" { "chess" } else { value };
    let reason = "the games are standard, xiangqi and zhonggong";
    name.parse().map_err(|_| value_error(option, value, reason))
}

/// Returns the line of a game that begins, one of a number of games.
#[must_use]
pub fn started(pairing: Pairing, total: usize, standings: &Standings) -> String {
    let (white, black) = (standings.name(pairing.red), standings.name(pairing.black));
    format!("Started game {} of {total} ({white} vs {black})", pairing.number + 1)
}

/// Returns the line of a finished game. The first side is always White.
#[must_use]
pub fn finished(result: &GameResult, standings: &Standings) -> String {
    let pairing = result.pairing;
    let (white, black) = (standings.name(pairing.red), standings.name(pairing.black));
    let score = ["0-1", "1/2-1/2", "1-0"][usize::from(result.red_half_points.min(2))];
    let number = pairing.number + 1;
    format!("Finished game {number} ({white} vs {black}): {score} {{{}}}", annotation(result))
}

/// Returns the end of a game in the words that the worker of OpenBench looks for.
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
        "forfeit" if result.remark.contains("legal") => format!("{loser} makes an illegal move"),
        "forfeit" => format!("{loser} disconnects"),
        reason => format!("{winner} wins by {reason}"),
    }
}

/// Returns the table of results of the first player against the second.
#[must_use]
pub fn results(standings: &Standings) -> String {
    let [wins, draws, losses] = standings.record(0);
    let tally = standings.tally(0, 1);
    let games = wins + draws + losses;
    let points = wins as f64 + draws as f64 / 2.0;
    let percent = points * 100.0 / (games as f64).max(1.0);
    let Elo { difference, low, high } =
        tally.elo().unwrap_or(Elo { difference: 0.0, low: 0.0, high: 0.0 });
    let rule = "-".repeat(50);
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = writeln!(text, "{rule}\nResults of {} vs {}:", standings.name(0), standings.name(1));
    let _ = writeln!(text, "Elo: {difference:.2} +/- {:.2}", (high - low) / 2.0);
    let _ = writeln!(
        text,
        "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
         Points: {points:.1} ({percent:.2} %)"
    );
    let _ = writeln!(text, "Ptnml(0-2): {:?}\n{rule}", tally.counts());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Play, CommandLineError> {
        super::read(line.split_whitespace())
    }

    #[test]
    fn the_line_of_a_worker_is_read() {
        let play = read(
            "-repeat -recover -variant xiangqi -testEnv -concurrency 4 -games 32 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
             -engine dir=Engines/ cmd=./a proto=uci tc=8.00+0.08 timemargin=250 option.Hash=8 name=A-dev \
             -engine dir=Engines/ cmd=./b proto=uci tc=inf nodes=900 option.Hash=8 name=B-base \
             -openings file=Books/x.epd format=epd order=random start=17 -srand 42 \
             -pgnout file=PGNs/1.pgn seldepth=true nodes=true",
        )
        .unwrap();
        let conditions = &play.conditions;
        assert_eq!((play.rounds, play.games), (16, 2));
        assert_eq!((conditions.concurrency, conditions.seed), (4, 42));
        assert_eq!((conditions.resign, conditions.draw), (Some([3, 400]), Some([8, 10, 40])));
        assert_eq!((conditions.margin, conditions.variant), (250, Rules::Xiangqi));
        let limits: Vec<String> =
            play.engines.iter().map(|engine| engine.limit.unwrap().to_string()).collect();
        assert_eq!(limits, ["tc=8+0.08", "nodes=900"]);
        assert_eq!(conditions.order, OpeningOrder { is_random: true, start: 17 });
        assert_eq!(play.pgn, Some("PGNs/1.pgn".into()));
    }

    #[test]
    fn a_wrong_line_is_refused_with_the_reason() {
        for (line, reason) in [
            ("-joho", "-joho is no option"),
            ("engine", "engine is no option"),
            ("-games many", "-games cannot have \"many\": a number is expected"),
            ("-variant fischerandom", "-variant cannot have \"fischerandom\": the games are"),
            ("-resign score=3", "-resign cannot have \"\": a number is expected behind movecount="),
            ("-engine name=A", "-engine cannot have \"name=A\": cmd= is missing"),
        ] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{line}: {error}");
        }
    }

    #[test]
    fn the_ends_of_games_have_the_words_of_fastchess() {
        let result = |red_half_points, reason: &str, remark: &str| GameResult {
            pairing: Pairing { number: 0, round: 0, red: 0, black: 1 },
            red_half_points,
            reason: reason.to_owned(),
            plies: 9,
            opening: String::new(),
            remark: remark.to_owned(),
        };
        for (red_half_points, reason, remark, words) in [
            (2, "checkmate", "", "White mates"),
            (0, "time", "", "White loses on time"),
            (2, "forfeit", "black: the move is not legal", "Black makes an illegal move"),
            (0, "forfeit", "red: it ended", "White disconnects"),
            (1, "repetition", "", "Draw by repetition"),
            (0, "perpetual check", "", "Black wins by perpetual check"),
        ] {
            assert_eq!(annotation(&result(red_half_points, reason, remark)), words);
        }
        let standings = Standings::new(vec!["A".into(), "B".into()], 2);
        let line = finished(&result(2, "checkmate", ""), &standings);
        assert_eq!(line, "Finished game 1 (A vs B): 1-0 {White mates}");
    }
}
