//! Tables of forced mates.

use chuhe_core::AnyPosition;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_host::fen;
use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_it_is_read_and_a_fault_is_told_with_its_line() {
        let table = "fen,moves\n2b2k3/4a4/4b4/9/8p/1r4P2/9/3K5/r3A4/5A3 b - - 5 1,1\n";
        let read = ForcedMate::read_table(Rules::Xiangqi, table).unwrap();
        assert_eq!(format!("fen,moves\n{}\n", read[0]).replace(" 0 1,", " 5 1,"), table);
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
