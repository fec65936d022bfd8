//! The command that counts the nodes until an engine sees a forced mate.

use crate::file_fault::{of, read_text};
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game};
use chuhe_host::engine::{Budget, Engine, EngineError, Info, QueryControl, Spec};
use chuhe_host::fen;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(clap::Args, Debug)]
pub struct MateBench {
    /// The table: a heading, then a FEN and the moves to the mate in each line.
    pub table: PathBuf,
    /// The engine, in words such as cmd=PROGRAM option.Hash=16.
    #[arg(short, long, value_name = "WORDS")]
    pub engine: Spec,
    /// The most nodes for a position.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    pub variant: Rules,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ForcedMate {
    pub position: AnyPosition,
    pub moves: u16,
}

impl fmt::Display for ForcedMate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Fen { position: self.position.clone(), move_number: 1 }, self.moves)
    }
}

impl ForcedMate {
    /// Reads a table, whose lines after the heading contain a FEN, a comma and the number of moves to the mate.
    pub fn read_table(rules: Rules, text: &str) -> Result<Vec<Self>, String> {
        let read = |(line, text): (usize, &str)| {
            Self::read(rules, text).map_err(|fault| format!("line {line}: {fault}"))
        };
        let mates: Result<Vec<Self>, String> = (1..).zip(text.lines()).skip(1).map(read).collect();
        let mates = mates?;
        if mates.is_empty() { Err("line 1: the table is empty".to_owned()) } else { Ok(mates) }
    }

    fn read(rules: Rules, line: &str) -> Result<Self, String> {
        let (fen, moves) = line.split_once(',').ok_or("FEN,MOVES is expected")?;
        let read = fen::read_for(rules, fen).map_err(|fault| fault.to_string())?;
        let moves = moves.trim().parse().ok().filter(|&moves| moves > 0);
        let moves = moves.ok_or_else(|| format!("{fen}: the moves are no number"))?;
        Ok(Self { position: read.position, moves })
    }
}

const PATIENCE: Duration = Duration::from_secs(600);

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sum {
    positions: u32,
    seen: u32,
    logarithms: f64,
}

impl Sum {
    /// Adds a position, with the number of nodes until the engine saw the mate. A mate that was not seen (`None`)
    /// counts as `limit` nodes.
    fn add(&mut self, nodes: Option<u64>, limit: u64) {
        self.positions += 1;
        self.seen += u32::from(nodes.is_some());
        self.logarithms += (nodes.unwrap_or(limit).max(1) as f64).ln();
    }

    fn tell(self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let Self { seen, positions, logarithms } = self;
        let mean = (logarithms / f64::from(positions.max(1))).exp();
        writeln!(out, "{name}: {seen} of {positions} seen, geometric mean {mean:.0} nodes")
    }
}

impl MateBench {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let mates = ForcedMate::read_table(self.variant, &read_text(&self.table)?);
        let mates = mates.map_err(|fault| of(&self.table, fault))?;
        self.measure(&mates, &mut stdout())
    }

    /// Lets the engine search each position until it reports a mate, which can be longer than the table says.
    /// Writes the mates that the engine does not see, and the geometric means of the nodes.
    pub fn measure(
        &self,
        mates: &[ForcedMate],
        out: &mut impl Write,
    ) -> Result<(), Box<dyn Error>> {
        let mut engine = Engine::start(self.engine.clone(), self.variant)?;
        let mut sums: BTreeMap<u16, Sum> = BTreeMap::new();
        let mut all = Sum::default();
        for mate in mates {
            let nodes = self.nodes_to_mate(&mut engine, mate)?;
            if nodes.is_none() {
                writeln!(out, "not seen: {mate}")?;
            }
            sums.entry(mate.moves).or_default().add(nodes, self.nodes);
            all.add(nodes, self.nodes);
        }
        engine.quit();
        for (moves, sum) in sums {
            sum.tell(&format!("mate in {moves}"), out)?;
        }
        Ok(all.tell("all", out)?)
    }

    fn nodes_to_mate(
        &self,
        engine: &mut Engine,
        mate: &ForcedMate,
    ) -> Result<Option<u64>, EngineError> {
        engine.new_game()?;
        let game = Game::new(mate.position.clone());
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
    fn a_table_is_written_as_it_is_read_and_a_fault_is_told_with_its_line() {
        let table = "fen,moves\n2b2k3/4a4/4b4/9/8p/1r4P2/9/3K5/r3A4/5A3 b - - 5 1,1\n";
        let read = ForcedMate::read_table(Rules::Xiangqi, table).unwrap();
        assert_eq!(format!("fen,moves\n{}\n", read[0]), table);
        for (text, fault) in [
            ("fen,moves\n", "line 1: the table is empty"),
            ("fen,moves\nx", "line 2: FEN,MOVES is expected"),
            ("fen,moves\n4k4/9/9/9/9/9/9/9/9/3K5 w,0", "line 2: 4k4/9/9/9/9/9/9/9/9/3K5 w: the"),
        ] {
            let error = ForcedMate::read_table(Rules::Xiangqi, text).unwrap_err();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }
}
