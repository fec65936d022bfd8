//! The making of a report: one position after the other is analysed.

use super::{Finding, chance, score_for_red};
use crate::game_number::GameNumber;
use crate::study::{Study, game_to};
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position, Score};
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_records::{Evaluation, GameTree, NodeId};

/// The number of positions that the search looks at for each position of the game. It is fixed, so
/// that equal games get equal reports.
pub const POSITIONS: u64 = 300_000;

/// A report that is being made.
#[derive(Debug)]
pub struct Making {
    rules: Rules,
    number: GameNumber,
    /// The root and the nodes of the main line.
    nodes: Vec<NodeId>,
    moves: Vec<Move>,
    /// The findings so far.
    pub(crate) found: Vec<Finding>,
    /// The command line of the engine that analyses; the built-in player does without one.
    pub engine: Option<String>,
    /// The number of the last request.
    pub(crate) request: u64,
}

impl Making {
    /// Begins a report of a game, whose requests have numbers greater than `last`.
    pub fn new(study: &Study, engine: Option<String>, last: u64) -> Self {
        let tree = study.tree();
        let nodes = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
        let (number, moves) = (study.number(), tree.moves());
        let rules = tree.rules();
        Self { rules, number, nodes, moves, found: Vec::new(), engine, request: last }
    }

    /// True if the study still shows the game that the report is about.
    pub fn fits(&self, study: &Study) -> bool {
        let (own, tree) = (study.number() == self.number, study.tree());
        own && self.nodes[1..].iter().copied().eq(tree.main_line()) && self.moves == tree.moves()
    }

    /// The number of moves whose positions are evaluated, and the number of all moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.found.len().saturating_sub(1), self.moves.len())
    }

    /// The chances of Red in the positions that are evaluated.
    pub fn chances(&self) -> impl Iterator<Item = Option<f64>> {
        let of = |evaluation| chance(self.rules, evaluation);
        self.found.iter().map(move |found| found.evaluation.map(of))
    }

    /// Takes the next position to analyse; `None` if the report is complete.
    pub fn next_request(&mut self, tree: &GameTree) -> Option<AnalysisRequest> {
        let &node = self.nodes.get(self.found.len())?;
        let game = Box::new(game_to(tree, node));
        if game.position().count_moves() == 0 {
            // The end of the game needs no evaluation.
            self.found.push(Finding::default());
            return None;
        }
        self.request += 1;
        let (id, engine, positions) = (self.request, self.engine.clone(), Some(POSITIONS));
        Some(AnalysisRequest { id, game, lines: 1, engine, positions })
    }

    /// Takes the results of the last request.
    pub fn take(&mut self, tree: &GameTree, analysis: &Analysis) {
        let Some(&node) = self.nodes.get(self.found.len()) else { return };
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
