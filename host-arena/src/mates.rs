//! Measures how soon an engine sees forced mates: the nodes to the first mate.

use crate::active_player::PlayerError;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game};
use chuhe_host::engine::{Budget, Engine, Info, QueryControl, Spec};
use chuhe_host::fen;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// The longest time for a position.
const PATIENCE: Duration = Duration::from_secs(600);

/// A position with a forced mate.
#[derive(Clone, PartialEq, Debug)]
pub struct MateProblem {
    /// The position.
    pub position: AnyPosition,
    /// The moves to the mate.
    pub moves: u16,
    /// The FEN, as it was written.
    pub fen: String,
}

/// A line that is no problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct MateError {
    line: usize,
    fault: String,
}

impl MateProblem {
    /// Reads a table: a heading, then a FEN and the moves to the mate in each line, with a comma
    /// between them.
    ///
    /// # Errors
    /// Fails at the first line that is not valid.
    ///
    /// ```
    /// use chuhe_arena::mates::MateProblem;
    /// use chuhe_core::rules::Rules;
    /// let table = "fen,moves\n2b2k3/4a4/4b4/9/8p/1r4P2/9/3K5/r3A4/5A3 b - - 5 1,1\n";
    /// assert_eq!(MateProblem::read_table(Rules::Xiangqi, table).unwrap()[0].moves, 1);
    /// ```
    pub fn read_table(rules: Rules, text: &str) -> Result<Vec<Self>, MateError> {
        let mut problems = Vec::new();
        for (line, text) in (1..).zip(text.lines()).skip(1) {
            let error = |fault: String| MateError { line, fault };
            let fields = text.split_once(',');
            let (fen, moves) = fields.ok_or_else(|| error("FEN,MOVES is expected".to_owned()))?;
            let read = fen::read_for(rules, fen).map_err(|fault| error(fault.to_string()))?;
            let moves = moves.trim().parse().ok().filter(|&moves| moves > 0);
            let moves = moves.ok_or_else(|| error(format!("{fen}: the moves are no number")))?;
            problems.push(Self { position: read.position, moves, fen: fen.to_owned() });
        }
        if problems.is_empty() {
            return Err(MateError { line: 1, fault: "the table is empty".to_owned() });
        }
        Ok(problems)
    }
}

/// A measurement.
#[derive(Debug)]
pub struct MateBench {
    /// The engine.
    pub engine: Spec,
    /// The game.
    pub rules: Rules,
    /// The positions.
    pub problems: Vec<MateProblem>,
    /// The most nodes for a position.
    pub nodes: u64,
}

/// The nodes of some positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sum {
    positions: u32,
    seen: u32,
    logarithms: f64,
}

impl Sum {
    /// Adds the nodes to a mate. A mate that is not seen counts as the limit.
    fn add(&mut self, nodes: Option<u64>, limit: u64) {
        self.positions += 1;
        self.seen += u32::from(nodes.is_some());
        self.logarithms += (nodes.unwrap_or(limit).max(1) as f64).ln();
    }

    /// Returns the geometric mean of the nodes.
    fn mean(self) -> f64 {
        (self.logarithms / f64::from(self.positions.max(1))).exp()
    }

    fn tell(self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let Self { seen, positions, .. } = self;
        writeln!(out, "{name}: {seen} of {positions} seen, geometric mean {:.0} nodes", self.mean())
    }
}

/// The measurement cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MateBenchError {
    /// The engine cannot be started, or has failed.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The standard output cannot be written.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl MateBench {
    /// Asks the engine for each position until it tells a mate, also a longer one than that of the
    /// table. Writes the mates that it does not see, and the geometric means.
    ///
    /// # Errors
    /// Fails if the engine cannot be started or does not answer.
    pub fn run(
        &self,
        interrupted: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<(), MateBenchError> {
        let words = self.engine.command.join(" ");
        let failed = |error| PlayerError::Engine { words: words.clone(), error };
        let mut engine = Engine::start(self.engine.clone(), self.rules).map_err(failed)?;
        let mut sums: BTreeMap<u16, Sum> = BTreeMap::new();
        let mut all = Sum::default();
        for problem in &self.problems {
            if interrupted.load(SeqCst) {
                break;
            }
            let nodes = self.nodes_to_mate(&mut engine, problem).map_err(failed)?;
            if nodes.is_none() {
                writeln!(out, "not seen: mate in {}, {}", problem.moves, problem.fen)?;
                out.flush()?;
            }
            sums.entry(problem.moves).or_default().add(nodes, self.nodes);
            all.add(nodes, self.nodes);
        }
        engine.quit();
        for (moves, sum) in sums {
            sum.tell(&format!("mate in {moves}"), out)?;
        }
        all.tell("all", out)?;
        Ok(out.flush()?)
    }

    /// Returns the nodes that the engine has searched when it tells the first mate.
    fn nodes_to_mate(
        &self,
        engine: &mut Engine,
        problem: &MateProblem,
    ) -> Result<Option<u64>, chuhe_host::engine::EngineError> {
        engine.new_game()?;
        let game = Game::new(problem.position.clone());
        let budget = Budget { nodes: Some(self.nodes), ..Budget::default() };
        let control = QueryControl::default();
        let mut seen = None;
        let mut hear = |info: &Info| {
            let distance = info.score.and_then(|score| score.mate_distance());
            if distance.is_some_and(|distance| distance > 0) {
                seen = seen.or(info.nodes);
                control.move_now();
            }
        };
        engine.think(&game, &budget, Instant::now() + PATIENCE, &control, &mut hear)?;
        Ok(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_that_is_not_seen_counts_as_the_limit() {
        let mut sum = Sum::default();
        [Some(100), None].into_iter().for_each(|nodes| sum.add(nodes, 10_000));
        let mut told = Vec::new();
        sum.tell("all", &mut told).unwrap();
        assert_eq!(told, b"all: 1 of 2 seen, geometric mean 1000 nodes\n");
    }

    #[test]
    fn faults_of_a_table_are_told_with_their_line() {
        for (text, fault) in [
            ("fen,moves\n", "line 1: the table is empty"),
            ("fen,moves\nx", "line 2: FEN,MOVES is expected"),
            ("fen,moves\n4k4/9/9/9/9/9/9/9/9/3K5 w,0", "line 2: 4k4/9/9/9/9/9/9/9/9/3K5 w: the"),
        ] {
            let error = MateProblem::read_table(Rules::Xiangqi, text).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }
}
