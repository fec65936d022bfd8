//! Problems and their lines in a file.

use super::FEWEST;
use super::solver::Solver;
use super::theme::theme;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rights;
use chuhe_core::{AnyPosition, Limits, Move, Piece, Position, SearchLine, Side, Square};
use chuhe_host::{LineMonitor, StopToken, Thinker};
use std::fmt;

/// The limit of nodes of the search that tells how hard a mate is to see.
const NODES: u64 = 200_000;

/// A position in which Red mates in a number of moves, and not sooner, by one first move only.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    start: AnyPosition,
    /// The moves of both sides. The defender holds out as long as possible.
    line: Vec<Move>,
    /// The number of nodes of the search that saw the mate.
    pub(super) nodes: u64,
    pub(super) theme: &'static str,
}

impl Problem {
    /// The first line of a file.
    pub(super) const COLUMNS: &'static str = "variant\tfen\tmoves\ttheme\tnodes\tsolution";

    /// Returns the problem of a finished game: the longest mate of at most this number of moves with one
    /// first move. The winner's turns are tried from the end of the game backwards, while they are such mates.
    /// A start in check is no problem.
    pub(super) fn of_game(
        positions: &[AnyPosition],
        longest: u16,
        thinker: &mut Thinker,
    ) -> Option<Self> {
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

    /// The number of Red's moves.
    pub(super) const fn moves(&self) -> usize {
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

/// Returns the number of nodes after which a search sees a mate, or its limit.
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

/// Returns a position with Red to move, without rights and clocks. If Black is to move, the board is
/// turned upside down with exchanged colours.
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
        // The map two-chariots of conf/team.properties.
        let start = fen::read("2bk1a3/4a4/4b4/2P1C4/8r/4R4/9/4B4/9/2B1KA3 w").unwrap().position;
        assert_eq!(solver.shortest(&start, 3), None);
        assert_eq!(solver.shortest(&start, 4), Some(4));
        assert!(solver.only_move(&start, 4).is_some());
        // Either chariot mates on the file of the general, who may not face the other one.
        let two_ways = fen::read("3k5/9/9/9/9/9/R8/8R/9/4K4 w").unwrap().position;
        assert_eq!(solver.shortest(&two_ways, 2), Some(1));
        assert_eq!(solver.only_move(&two_ways, 1), None);
    }
}
