//! The making of a report: one position after the other is analysed.

use super::{Finding, chance, score_for_red};
use crate::study::game_to;
use chuhe_core::{AnyPosition, Move, Position, Score};
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_records::{Evaluation, GameTree, NodeId};

/// The number of positions that the search looks at for each position of the game. It is fixed, so
/// that equal games get equal reports.
pub const POSITIONS: u64 = 300_000;

/// A report that is being made.
#[derive(Debug)]
pub struct Making {
    start: AnyPosition,
    moves: Vec<Move>,
    /// The findings so far.
    pub(crate) found: Vec<Finding>,
    /// The command line of the engine that analyses; the built-in player does without one.
    pub engine: Option<String>,
}

impl Making {
    pub fn new(tree: &GameTree, engine: Option<String>) -> Self {
        let (start, moves) = (tree.start().clone(), tree.moves());
        Self { start, moves, found: Vec::new(), engine }
    }

    /// Follows the main line, to which moves may have been added. Returns false if it is another one.
    pub fn follow(&mut self, tree: &GameTree) -> bool {
        let moves = tree.moves();
        let goes_on = *tree.start() == self.start && moves.starts_with(&self.moves);
        if goes_on {
            self.moves = moves;
        }
        goes_on
    }

    /// The node of the next position to analyse.
    fn next(&self, tree: &GameTree) -> Option<NodeId> {
        std::iter::once(NodeId::ROOT).chain(tree.main_line()).nth(self.found.len())
    }

    /// The number of moves whose positions are evaluated, and the number of all moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.found.len().saturating_sub(1), self.moves.len())
    }

    /// The chances of Red in the positions that are evaluated.
    pub fn chances(&self) -> impl Iterator<Item = Option<f64>> {
        let of = |evaluation| chance(self.start.rules(), evaluation);
        self.found.iter().map(move |found| found.evaluation.map(of))
    }

    /// Takes the next position to analyse; `None` if the report is complete.
    pub fn next_request(&mut self, tree: &GameTree, id: u64) -> Option<AnalysisRequest> {
        let game = Box::new(game_to(tree, self.next(tree)?));
        if game.position().count_moves() == 0 {
            // The end of the game needs no evaluation.
            self.found.push(Finding::default());
            return None;
        }
        let (engine, positions) = (self.engine.clone(), Some(POSITIONS));
        Some(AnalysisRequest { id, game, lines: 1, engine, positions })
    }

    /// Takes the results of the last request.
    pub fn take(&mut self, tree: &GameTree, analysis: &Analysis) {
        let Some(node) = self.next(tree) else { return };
        let best = analysis.lines.first();
        let side = tree.position(node).side();
        self.found.push(Finding {
            evaluation: best.map(|line| evaluation(score_for_red(line.score, side))),
            best: best.map_or_else(Vec::new, |line| line.pv.to_vec()),
        });
    }
}

pub(crate) fn evaluation(score: Score) -> Evaluation {
    match score.mate_distance() {
        Some(plies) => {
            let moves = i32::from(plies.unsigned_abs().div_ceil(2));
            Evaluation::Mate(if plies < 0 { -moves } else { moves })
        }
        None => Evaluation::Centipawns(score.get().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        for (score, expected) in [
            (Score::new(-57), Evaluation::Centipawns(-57)),
            (Score::mate_in(1), Evaluation::Mate(1)),
            (Score::mate_in(5), Evaluation::Mate(3)),
            (-Score::mate_in(4), Evaluation::Mate(-2)),
        ] {
            assert_eq!(evaluation(score), expected);
        }
    }
}
