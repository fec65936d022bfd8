//! Tables of forced mates, and the command that makes them out of games of self-play.

use crate::file_fault::of;
use crate::mate::Prover;
use crate::record::SelfPlaySettings;
use crate::selfplay::Player;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Position};
use chuhe_host::fen;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{Write, stdout};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The first line of a table.
const HEADING: &str = "fen,moves";

/// A position with a forced mate: a line of a table.
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
    /// Reads a table: a heading, then a FEN and the moves to the mate in each line.
    pub fn read_table(rules: Rules, text: &str) -> Result<Vec<Self>, String> {
        let lines = (1..).zip(text.lines()).skip(1);
        let mates = lines
            .map(|(line, text)| {
                Self::read(rules, text).map_err(|fault| format!("line {line}: {fault}"))
            })
            .collect::<Result<Vec<Self>, String>>()?;
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

#[derive(clap::Args, Debug)]
pub(crate) struct Mates {
    /// The file for the table, which is replaced.
    file: PathBuf,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of mates.
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// The largest number of mates of one length.
    #[arg(long, value_name = "N", default_value_t = 60)]
    each: usize,
    /// The limit of nodes per move of the games.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// The limit of nodes of the search for the shortest mate.
    #[arg(long, value_name = "N", default_value_t = 250_000)]
    search: u64,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 2026)]
    seed: u64,
}

const MOVES: RangeInclusive<u16> = 3..=8;

/// The least number of moves before the end of a game at which a mate is looked for, and the number of
/// such places. Mates are often shorter than the way that the game took.
const BACK: usize = 4;
const PLACES: u64 = 6;

/// The number of games for each mate that is wanted, after which the command gives up.
const GAMES_PER_MATE: u64 = 100;

impl Mates {
    /// Plays games until there are enough mates, and writes each as it is proved. A game gives one
    /// position at most.
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let settings = SelfPlaySettings::full(self.variant, self.nodes, self.seed);
        let mut player = Player::new(settings, None, None)?;
        let mut prover = Prover::new(self.search)?;
        let file = File::create(&self.file);
        let mut file = file.map_err(|error| of(&self.file, &error))?;
        writeln!(file, "{HEADING}")?;
        let mut found: HashMap<u16, usize> = HashMap::new();
        for number in 0..GAMES_PER_MATE * self.count as u64 {
            if found.values().sum::<usize>() >= self.count {
                break;
            }
            let positions = player.finish(number);
            if !positions.last().is_some_and(|last| last.legal_moves().is_empty()) {
                continue;
            }
            let back = BACK + (number % PLACES) as usize;
            let Some(at) = positions.len().checked_sub(2 * back) else { continue };
            let position = positions[at].clone();
            let Some(moves) = prover.shortest_mate(&position) else { continue };
            let same = found.entry(moves).or_default();
            if MOVES.contains(&moves) && *same < self.each {
                *same += 1;
                writeln!(file, "{}", ForcedMate { position, moves })?;
                writeln!(stdout(), "game {number}: mate in {moves}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_it_is_read_and_a_fault_is_told_with_its_line() {
        let table = "fen,moves\n2b2k3/4a4/4b4/9/8p/1r4P2/9/3K5/r3A4/5A3 b - - 5 1,1\n";
        let read = ForcedMate::read_table(Rules::Xiangqi, table).unwrap();
        assert_eq!(format!("{HEADING}\n{}\n", read[0]).replace(" 0 1,", " 5 1,"), table);
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
