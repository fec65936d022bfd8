//! The command that makes endgame problems: forced mates with one first move, out of games of self-play.

mod problem;
mod solver;
mod theme;

use crate::file_fault::replace;
use crate::tune::record::SelfPlaySettings;
use crate::tune::selfplay::Player;
use chuhe_core::rules::Rules;
use chuhe_host::Thinker;
use problem::Problem;
use std::collections::HashMap;
use std::error::Error;
use std::io::{Write, stdout};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Problems {
    /// The file for the problems, which is replaced.
    file: PathBuf,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of problems.
    #[arg(long, value_name = "N", default_value_t = 120)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The largest number of problems with one theme.
    #[arg(long, value_name = "N", default_value_t = 15)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    each: u64,
    /// The greatest number of moves to the mate. Each further move takes forty times as long.
    #[arg(long, value_name = "MOVES", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u16).range(i64::from(FEWEST)..))]
    longest: u16,
    /// The limit of nodes per move of the games.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    nodes: u64,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// After this number of games for each problem wanted, the command gives up.
const GAMES_PER_PROBLEM: u64 = 400;

/// The size of the transposition table in mebibytes.
const TABLE: usize = 16;

/// The fewest moves to a mate that is worth a problem.
const FEWEST: u16 = 2;

impl Problems {
    /// Plays games until there are enough problems, and writes the easiest first.
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let &Self { variant: rules, nodes, seed, .. } = self;
        // No search is a quick one.
        let settings =
            SelfPlaySettings { rules, nodes, every: 1, quick_nodes: nodes, random: 6, seed };
        let mut player = Player::new(settings, None, None)?;
        let mut thinker = Thinker::new(TABLE, 1)?;
        let mut found: Vec<Problem> = Vec::new();
        let mut themes: HashMap<&str, u64> = HashMap::new();
        for number in 0..GAMES_PER_PROBLEM.saturating_mul(self.count) {
            if found.len() as u64 >= self.count {
                break;
            }
            let positions = player.finish(number);
            let longest = FEWEST + (number % u64::from(self.longest - FEWEST + 1)) as u16;
            if let Some(problem) = Problem::of_game(&positions, longest, &mut thinker) {
                let same = themes.entry(problem.theme).or_default();
                if *same < self.each {
                    *same += 1;
                    found.push(problem);
                    writeln!(stdout(), "{} games, {} problems", number + 1, found.len())?;
                }
            }
        }
        found.sort_by_key(|problem| (problem.moves(), problem.nodes));
        let lines = found.iter().map(|problem| format!("{problem}\n"));
        let table = format!("{}\n{}", Problem::COLUMNS, lines.collect::<String>());
        Ok(replace(&self.file, table.as_bytes())?)
    }
}
