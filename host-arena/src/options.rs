//! The command line.

use crate::contest::Contest;
use crate::entrant::Entrant;
use crate::limit::Limit;
use crate::mates::{MateBench, MateProblem};
use crate::opening::{Generator, Opening, Openings};
use crate::play::{Adjudication, Terms};
use crate::schedule::Schedule;
use crate::spsa::{Course, Parameter, Spsa, State, Tuning};
use crate::stats::Sprt;
use chuhe_core::rules::Rules;
use chuhe_host::Random;
use chuhe_host::engine::Spec;
use clap::{Parser, Subcommand};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Plays matches and tournaments between engines or the built-in player, and measures their
/// strength.
#[derive(Parser, Debug)]
#[command(
    name = "chuhe-arena",
    version = chuhe_host::VERSION,
    after_help = "A command line of fastchess is understood, too: chuhe-arena -engine cmd=A ...\n\n\
        Exit status: 0; 1 when a contest cannot be played; 2 for a wrong command line."
)]
pub struct Options {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// A command of the program.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play a contest.
    Play(Box<Play>),
    /// Tune parameters of an engine by games against itself (SPSA).
    Spsa(Box<SpsaOptions>),
    /// Measure how many nodes an engine needs to see forced mates.
    Mates(MatesOptions),
    /// Write random, roughly even openings for --openings.
    Openings(RandomOpenings),
}

const ENGINE_HELP: &str = "\
A player, named twice or more often, in words key=value:
  cmd=builtin         the player built in, with level=0..9, hash=MIB and name=
  cmd=\"PROGRAM ARGS\"  a program, with proto=uci|ucci|cecp|lines, name=, dir=, option.NAME=VALUE,
                      ranks=0|1 (first rank of xiangqi; else found out); for lines moves=coordinates|
                      iccs|wxf|chinese|san, greet=yes, and {side} in cmd=
Any of them may have a limit of its own: tc=, movetime=, depth=, nodes=";

/// The options of a contest.
#[derive(clap::Args, Debug)]
pub struct Play {
    /// A player, in words key=value; named twice or more often.
    #[arg(short, long = "engine", value_name = "WORDS", required = true, long_help = ENGINE_HELP)]
    pub(crate) engines: Vec<Entrant>,
    /// The number of rounds; each has its own opening.
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) rounds: u32,
    /// Games per pair of players in a round; 2 gives each player both sides.
    #[arg(short, long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) games: u8,
    /// Let only the first player meet the others.
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// The conditions of the games.
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Stop when a test between two strengths is decided: ELO0,ELO1[,ALPHA,BETA].
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// Append the games to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Write the results to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
    /// Continue the contest in the results file.
    #[arg(long, requires = "results")]
    pub(crate) resume: bool,
    /// The form of the output.
    #[arg(skip)]
    pub(crate) form: Form,
}

/// The conditions of games.
#[derive(clap::Args, Debug)]
pub(crate) struct Conditions {
    /// The limit of each player: tc=SECONDS+INCREMENT, tc=MOVES/SECONDS, movetime=MS, depth=N,
    /// nodes=N.
    #[arg(short, long, default_value = "movetime=100")]
    pub(crate) limit: Limit,
    /// The number of games played at the same time.
    #[arg(short, long, default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// The game.
    #[arg(long, default_value_t = Rules::default())]
    pub(crate) variant: Rules,
    /// A list of openings: FEN, EPD or startpos, then moves ..., one per line; or a PGN file.
    #[arg(short, long, value_name = "FILE", conflicts_with = "plies")]
    pub(crate) openings: Option<PathBuf>,
    /// The length of random openings in plies; 0 starts every game at the start position.
    #[arg(short, long, default_value_t = 4)]
    pub(crate) plies: usize,
    /// The seed of all chance: openings, errors of lower levels, directions of SPSA.
    #[arg(short, long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Resign for a player who is behind by SCORE for MOVES, according to both: MOVES,SCORE.
    #[arg(long, value_name = "RULE", value_parser = rule::<2>)]
    pub(crate) resign: Option<[u32; 2]>,
    /// Call a draw when both scores stay within SCORE for MOVES, after move FROM: MOVES,SCORE,FROM.
    #[arg(long, value_name = "RULE", value_parser = rule::<3>)]
    pub(crate) draw: Option<[u32; 3]>,
    /// Call a draw after this number of plies.
    #[arg(long, value_name = "PLIES")]
    pub(crate) max_plies: Option<usize>,
    /// Milliseconds by which a player may exceed its time.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub(crate) margin: u64,
    /// The order of a list of openings.
    #[arg(skip)]
    pub(crate) order: OpeningOrder,
}

/// The order of a list of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningOrder {
    /// True if the seed shuffles the list.
    pub is_random: bool,
    /// The opening of the first round, counted from 1.
    pub start: usize,
}

impl Default for OpeningOrder {
    fn default() -> Self {
        Self { is_random: false, start: 1 }
    }
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// A line for each game with the state of the match, and a table at the end.
    #[default]
    Arena,
    /// The lines of fastchess.
    Fastchess {
        /// The number of games between two tables of results.
        interval: usize,
    },
}

/// The options of a tuning by SPSA.
#[derive(clap::Args, Debug)]
pub struct SpsaOptions {
    /// The engine, in words key=value as for `play`; it plays against itself.
    #[arg(short, long, value_name = "WORDS")]
    engine: Spec,
    /// The parameters: name, int or float, value, min, max, c_end, r_end; one a line.
    #[arg(long, value_name = "FILE")]
    parameters: PathBuf,
    /// The file that keeps the values after each batch.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Go on with the values in that file.
    #[arg(long)]
    resume: bool,
    /// The number of pairs of games.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// The number of pairs between two updates of the values.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    batch: u64,
    /// The exponent by which learning rates shrink.
    #[arg(long, default_value_t = 0.602)]
    alpha: f64,
    /// The exponent by which steps shrink.
    #[arg(long, default_value_t = 0.101)]
    gamma: f64,
    /// The pairs by which the shrinking of the learning rates is delayed, as a part of all (A).
    #[arg(long, value_name = "PART", default_value_t = 0.1)]
    a_ratio: f64,
    /// The conditions of the games.
    #[command(flatten)]
    conditions: Conditions,
}

impl SpsaOptions {
    /// Returns the tuning.
    ///
    /// # Errors
    /// When the parameters or the list of openings cannot be read.
    pub fn tuning(self: Box<Self>) -> Result<Tuning, Box<dyn Error>> {
        let name = self.parameters.display();
        let text = std::fs::read_to_string(&self.parameters)
            .map_err(|error| format!("{name}: {error}"))?;
        let parameters = Parameter::read_list(&text).map_err(|error| format!("{name}, {error}"))?;
        let (openings, openings_heading) = self.conditions.openings()?;
        let Self { pairs, batch, alpha, gamma, a_ratio, .. } = *self;
        let mut heading = vec![
            format!("rules\t{}", self.conditions.variant),
            format!("engine\t{} {:?}", self.engine.command.join(" "), self.engine.options),
            format!("limit\t{}", self.conditions.limit),
            format!("openings\t{openings_heading}"),
            format!("pairs\t{pairs} in batches of {batch}"),
            format!("alpha\t{alpha}, gamma {gamma}, A {a_ratio}, seed {}", self.conditions.seed),
        ];
        heading.extend(parameters.iter().map(|parameter| format!("parameter\t{parameter}")));
        let course = Course { pairs, alpha, gamma, stability: a_ratio };
        Ok(Tuning {
            rules: self.conditions.variant,
            engine: self.engine,
            spsa: Spsa::new(parameters, course, self.conditions.seed),
            batch,
            openings,
            concurrency: self.conditions.concurrency,
            terms: self.conditions.terms(),
            state: State { path: self.state, heading },
            resume: self.resume,
        })
    }
}

/// The options of a measurement with forced mates.
#[derive(clap::Args, Debug)]
pub struct MatesOptions {
    /// The engine, in words key=value as for `play`.
    #[arg(short, long, value_name = "WORDS")]
    engine: Spec,
    /// The table: a heading, then FEN,MOVES in each line.
    file: PathBuf,
    /// The most nodes for a position.
    #[arg(long, default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The game.
    #[arg(long, default_value_t = Rules::default())]
    variant: Rules,
}

impl MatesOptions {
    /// Returns the measurement.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn bench(self) -> Result<MateBench, Box<dyn Error>> {
        let name = self.file.display();
        let text =
            std::fs::read_to_string(&self.file).map_err(|error| format!("{name}: {error}"))?;
        let problems = MateProblem::read_table(self.variant, &text)
            .map_err(|error| format!("{name}, {error}"))?;
        Ok(MateBench { engine: self.engine, rules: self.variant, problems, nodes: self.nodes })
    }
}

/// The options of random openings.
#[derive(clap::Args, Debug)]
pub struct RandomOpenings {
    /// The number of openings.
    #[arg(short, long, default_value_t = 100)]
    count: usize,
    /// The length in plies.
    #[arg(short, long, default_value_t = 4)]
    plies: usize,
    /// The seed.
    #[arg(short, long, default_value_t = 1)]
    seed: u64,
    /// The game.
    #[arg(long, default_value_t = Rules::default())]
    variant: Rules,
}

impl Play {
    /// Checks the options for contradictions.
    ///
    /// # Errors
    /// When two options contradict each other.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.engines.len() < 2 {
            return Err("a contest needs two players: name --engine twice");
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err("--sprt is a test between two players");
        }
        let conditions = &self.conditions;
        let from_the_start = conditions.openings.is_none() && conditions.plies == 0;
        if !from_the_start && self.engines.iter().any(Entrant::sends_only_moves) {
            return Err("proto=lines begins at the usual start: --plies 0");
        }
        Ok(())
    }

    /// Returns the contest.
    ///
    /// # Errors
    /// When the list of openings cannot be read.
    pub fn contest(self: Box<Self>) -> Result<Contest, Box<dyn Error>> {
        let (openings, openings_heading) = self.conditions.openings()?;
        let terms = self.conditions.terms();
        let schedule = Schedule {
            players: self.engines.len(),
            gauntlet: self.gauntlet,
            rounds: self.rounds as usize,
            games: self.games.into(),
        };
        Ok(Contest {
            rules: self.conditions.variant,
            entrants: self.engines,
            limit: self.conditions.limit,
            schedule,
            openings,
            openings_heading,
            concurrency: self.conditions.concurrency,
            margin: terms.margin,
            adjudication: terms.adjudication,
            sprt: self.sprt,
            results: self.results,
            resume: self.resume,
            pgn: self.pgn,
            seed: self.conditions.seed,
            form: self.form,
        })
    }
}

impl Conditions {
    /// Returns the conditions of a game between players without limits of their own.
    fn terms(&self) -> Terms {
        let adjudication = Adjudication {
            resign: self.resign.map(|[moves, score]| (moves, hundredths(score))),
            draw: self.draw.map(|[moves, score, from]| (moves, hundredths(score), from)),
            max_plies: self.max_plies,
        };
        let margin = Duration::from_millis(self.margin);
        Terms { limits: [self.limit; 2], margin, adjudication }
    }

    fn openings(&self) -> Result<(Openings, String), Box<dyn Error>> {
        let rules = self.variant;
        if let Some(path) = &self.openings {
            let name = path.display();
            let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            let list = if path.extension().is_some_and(|end| end == "pgn") {
                Opening::read_pgn(rules, &text).map_err(|error| format!("{name}: {error}"))?
            } else {
                Opening::read_list(rules, &text).map_err(|error| format!("{name}, {error}"))?
            };
            return Ok((Openings::List(self.ordered(list)), format!("list {name}")));
        }
        if self.plies == 0 {
            return Ok((Openings::List(vec![Opening::standard(rules)]), "start".to_owned()));
        }
        let generator = Generator::new(rules, self.plies, self.seed);
        let heading = format!("random plies={} seed={}", self.plies, self.seed);
        Ok((Openings::Random(Box::new(generator)), heading))
    }

    /// Returns the openings of a list in their order.
    fn ordered(&self, mut list: Vec<Opening>) -> Vec<Opening> {
        if self.order.is_random {
            let mut random = Random::new(self.seed);
            for last in (1..list.len()).rev() {
                list.swap(last, random.below(last as u64 + 1) as usize);
            }
        }
        let first = self.order.start.saturating_sub(1) % list.len().max(1);
        list.rotate_left(first);
        list
    }
}

impl RandomOpenings {
    /// Writes the openings, one per line.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let generator = Generator::new(self.variant, self.plies, self.seed);
        let mut openings = Openings::Random(Box::new(generator));
        (0..self.count).try_for_each(|round| writeln!(out, "{}", openings.for_round(round)))
    }
}

fn hundredths(score: u32) -> i16 {
    i16::try_from(score).unwrap_or(i16::MAX)
}

/// Reads numbers with commas between them. The first one is MOVES; 0 would end every game.
fn rule<const COUNT: usize>(text: &str) -> Result<[u32; COUNT], String> {
    let numbers: [u32; COUNT] =
        list(text)?.try_into().map_err(|_| format!("{COUNT} numbers with commas between them"))?;
    if numbers[0] > 0 { Ok(numbers) } else { Err("MOVES is at least 1".to_owned()) }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Vec<f64> = list(text)?;
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => return Err("ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA".to_owned()),
    };
    let is_error = |rate: f64| rate > 0.0 && rate < 0.5;
    if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && is_error(alpha) && is_error(beta) {
        Ok(Sprt { elo0, elo1, alpha, beta })
    } else {
        Err("ELO0 is less than ELO1, ALPHA and BETA lie between 0 and 0.5".to_owned())
    }
}

fn list<T: FromStr>(text: &str) -> Result<Vec<T>, String> {
    let read = |part: &str| part.trim().parse().map_err(|_| format!("{part:?} is no number"));
    text.split(',').map(read).collect()
}
