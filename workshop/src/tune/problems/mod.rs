//! The command that makes endgame problems from self-play games: forced mates that only one first move solves.

mod solver;
mod theme;

use crate::file_fault::replace;
use crate::tune::record::SelfPlaySettings;
use crate::tune::selfplay::Player;
use chuhe_core::notation::Fen;
use chuhe_core::rules::{Rights, Rules};
use chuhe_core::{AnyPosition, Limits, Move, Piece, Position, SearchLine, Side, Square};
use chuhe_host::{LineMonitor, StopToken, Thinker};
use solver::Solver;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io::{Write, stdout};
use std::path::PathBuf;
use theme::theme;

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

/// The command ends after this number of games per wanted problem, even if it has found too few problems.
const GAMES_PER_PROBLEM: u64 = 400;

const HASH_MEBIBYTES: usize = 16;

const FEWEST: u16 = 2;

impl Problems {
    /// Plays games until there are enough problems. Writes the problems from the easiest to the hardest.
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let &Self { variant: rules, nodes, seed, .. } = self;
        // `Player::finish` makes only full searches, so `every` and `quick_nodes` have no effect.
        let settings =
            SelfPlaySettings { rules, nodes, every: 1, quick_nodes: nodes, random: 6, seed };
        let mut player = Player::new(settings, None, None)?;
        let mut thinker = Thinker::new(HASH_MEBIBYTES, 1)?;
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

/// The limit of nodes of the search that measures how hard a mate is to see.
const NODES: u64 = 200_000;

/// A position in which only one first move leads to Red's shortest mate.
#[derive(Clone, Debug)]
struct Problem {
    start: AnyPosition,
    /// The moves of both sides. The defender delays the mate as long as possible.
    line: Vec<Move>,
    /// The number of nodes until a search saw the mate.
    nodes: u64,
    theme: &'static str,
}

impl Problem {
    const COLUMNS: &'static str = "variant\tfen\tmoves\ttheme\tnodes\tsolution";

    /// Returns the earliest problem near the end of a finished game: a mate in at most `longest` moves that only one
    /// first move solves. Goes back through the winner's turns from the end of the game, while the mate takes at most
    /// `longest` moves. Skips positions in which the winner is in check.
    fn of_game(positions: &[AnyPosition], longest: u16, thinker: &mut Thinker) -> Option<Self> {
        let mated = positions.last().filter(|last| last.is_checkmate())?;
        let winner = !mated.side();
        let turns = positions.iter().rev().filter(|position| position.side() == winner);
        let mut solver = Solver::default();
        let mut mates = Vec::new();
        for start in turns.map_while(as_red) {
            let Some(moves) = solver.shortest(&start, longest) else { break };
            mates.push((moves, start));
        }
        mates.retain(|(moves, start)| *moves >= FEWEST && !start.in_check());
        let mates = mates.into_iter().rev();
        let mut unique = mates.filter_map(|(moves, start)| {
            let first = solver.only_move(&start, moves)?;
            Some((start, moves, first))
        });
        let (start, moves, first) = unique.next()?;
        let mut line = vec![first];
        line.extend(solver.longest_defence(&start.play(first), moves - 1));
        let theme = theme(&start, &line);
        let nodes = nodes_to_mate(thinker, &start);
        Some(Self { start, line, nodes, theme })
    }

    const fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen { position: self.start.clone(), move_number: 1 };
        write!(f, "{}\t{fen}\t{}\t", self.start.rules(), self.moves())?;
        let line: Vec<String> = self.line.iter().map(|mv| format!("{mv:?}")).collect();
        write!(f, "{}\t{}\t{}", self.theme, self.nodes, line.join(" "))
    }
}

/// Counts the nodes until a search sees a mate. Without a mate, counts all nodes of the search.
fn nodes_to_mate(thinker: &mut Thinker, position: &AnyPosition) -> u64 {
    let mut first = None;
    let report = |line: &SearchLine| {
        if line.score.is_win() {
            first.get_or_insert(line.nodes);
        }
    };
    let mut monitor = LineMonitor { clock: || 0, token: StopToken::default(), report };
    thinker.clear();
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let found = thinker.think(position, &[], &limits, &mut monitor);
    first.unwrap_or(found.nodes)
}

/// Returns a position with Red to move, without clocks and rights such as castling. If Black is to move, the ranks are
/// reversed and the colours exchanged.
fn as_red(position: &AnyPosition) -> Option<AnyPosition> {
    let rules = position.rules();
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece_at(square)?;
        if position.side() == Side::Red {
            return Some((square, piece));
        }
        let turned = Square::new(square.file(), rules.size().1 - 1 - square.rank())?;
        Some((turned, Piece::new(!piece.side(), piece.kind())))
    });
    rules.set_up_with(pieces, Side::Red, Rights::default()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_host::fen;

    #[test]
    fn a_position_of_black_becomes_one_of_red() {
        let black = fen::read("4k4/4a4/9/9/9/9/9/rr7/9/3K5 b").unwrap().position;
        let red = Fen { position: as_red(&black).unwrap(), move_number: 1 };
        assert_eq!(red.to_string(), "3k5/9/RR7/9/9/9/9/9/4A4/4K4 w - - 0 1");
    }

    #[test]
    fn a_problem_needs_one_first_move_and_every_defence() {
        let mut solver = Solver::default();
        // The position `two-chariots` of conf/team.properties.
        let start = fen::read("2bk1a3/4a4/4b4/2P1C4/8r/4R4/9/4B4/9/2B1KA3 w").unwrap().position;
        assert_eq!(solver.shortest(&start, 3), None);
        assert_eq!(solver.shortest(&start, 4), Some(4));
        assert!(solver.only_move(&start, 4).is_some());
        // Either chariot mates on the general's file. If the general left the file, the generals would face each other.
        let two_ways = fen::read("3k5/9/9/9/9/9/R8/8R/9/4K4 w").unwrap().position;
        assert_eq!(solver.shortest(&two_ways, 2), Some(1));
        assert_eq!(solver.only_move(&two_ways, 1), None);
    }
}
