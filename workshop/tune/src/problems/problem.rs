//! Problems and their lines in a file.

use super::mate::{Mate, Prover};
use super::theme::theme;
use chuhe_core::notation::Fen;
use chuhe_core::{AnyPosition, Position, Side};
use chuhe_host::fen;
use std::fmt;

/// A position in which Red mates by one first move only.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    start: AnyPosition,
    mate: Mate,
    theme: &'static str,
}

impl Problem {
    /// The first line of a file.
    pub(super) const COLUMNS: &'static str = "variant\tfen\tmoves\ttheme\tnodes\tsolution";

    /// Returns the problem of a finished game: the longest mate with one first move. The winner's
    /// turns are tried from the end of the game backwards, while they are forced mates. A start in
    /// check is no problem.
    pub(super) fn of_game(
        positions: &[AnyPosition],
        longest: u16,
        prover: &mut Prover,
    ) -> Option<Self> {
        /// The fewest plies to a mate that is worth a problem.
        const FEWEST: usize = 3;
        let mated = positions.last().filter(|last| last.legal_moves().is_empty())?;
        let winner = !mated.side();
        let turns = positions.iter().rev().filter(|position| position.side() == winner);
        let mates: Vec<_> = turns
            .map_while(|position| {
                let start = as_red(position)?;
                let mate = prover.mate(&start, 2 * longest - 1)?;
                Some((start, mate))
            })
            .collect();
        let mut worth = mates
            .into_iter()
            .rev()
            .filter(|(start, mate)| mate.line.len() >= FEWEST && !start.in_check());
        let (start, mate) = worth.find(|(start, mate)| prover.is_unique(start, mate))?;
        let theme = theme(&start, &mate.line);
        Some(Self { start, mate, theme })
    }

    pub(super) const fn theme(&self) -> &'static str {
        self.theme
    }

    /// The number of Red's moves.
    const fn moves(&self) -> usize {
        self.mate.line.len().div_ceil(2)
    }

    /// The order of problems: first by moves, then by the nodes of the search that solved it.
    pub(super) const fn difficulty(&self) -> (usize, u64) {
        (self.moves(), self.mate.nodes)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen { position: self.start.clone(), move_number: 1 };
        write!(f, "{}\t{fen}\t{}\t", self.start.rules(), self.moves())?;
        write!(f, "{}\t{}\t", self.theme, self.mate.nodes)?;
        for (index, mv) in self.mate.line.iter().enumerate() {
            write!(f, "{}{mv:?}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// Returns a position with Red to move, without rights and clocks. If Black is to move, the board is
/// turned upside down with exchanged colours.
fn as_red(position: &AnyPosition) -> Option<AnyPosition> {
    let fen = Fen { position: position.clone(), move_number: 1 }.to_string();
    let board = fen.split(' ').next()?;
    let board = match position.side() {
        Side::Red => board.to_owned(),
        Side::Black => exchanged(board),
    };
    Some(fen::read_for(position.rules(), &format!("{board} w - - 0 1")).ok()?.position)
}

/// Turns a board of a FEN upside down and exchanges the colours.
fn exchanged(board: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    let ranks: Vec<String> =
        board.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    ranks.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_black_becomes_one_of_red() {
        let black = fen::read("4k4/4a4/9/9/9/9/9/rr7/9/3K5 b").unwrap().position;
        let red = Fen { position: as_red(&black).unwrap(), move_number: 1 };
        assert_eq!(red.to_string(), "3k5/9/RR7/9/9/9/9/9/4A4/4K4 w - - 0 1");
    }

    #[test]
    fn a_problem_needs_one_first_move_and_every_defence() {
        let mut prover = Prover::new(20_000).unwrap();
        // The map two-chariots of conf/team.properties.
        let start = fen::read("2bk1a3/4a4/4b4/2P1C4/8r/4R4/9/4B4/9/2B1KA3 w").unwrap().position;
        let mate = prover.mate(&start, 13).unwrap();
        assert_eq!(mate.line.len(), 7);
        assert!(prover.is_unique(&start, &mate));
        let two_ways = fen::read("3k5/9/9/9/9/9/R8/8R/9/4K4 w").unwrap().position;
        let mate = prover.mate(&two_ways, 13).unwrap();
        assert!(!prover.is_unique(&two_ways, &mate));
    }
}
