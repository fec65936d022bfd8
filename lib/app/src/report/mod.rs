//! The report of a game: the evaluation of each position, the bad moves, and the accuracy of both players. A report is
//! written into the tree of the game, and can be read from the tree.

mod chances;
mod writing;

pub(crate) use chances::evaluation;
pub use chances::{Judgement, accuracy, chance, chance_at_end, loss, move_accuracy, score_for_red};
pub use writing::{Finding, write};

use crate::study::is_bad;
use chuhe_core::{Move, Position};
use chuhe_records::{GameTree, NodeId};

/// The number of nodes searched for each position of the game. It is fixed, so that equal games get equal reports.
pub(crate) const POSITIONS: u64 = 300_000;

#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The chances of Red or White in percent, at the start and after each move; `None` without an evaluation.
    pub chances: Vec<Option<f64>>,
    /// (ply, judgement) of each judged move. The first move of the game is ply 1.
    pub judged: Vec<(usize, Judgement)>,
    /// The accuracy of Red, then of Black, in percent; `None` unless all positions are evaluated.
    pub accuracy: [Option<f64>; 2],
}

impl Report {
    /// Reads the report from a tree; `None` if fewer than two of its positions have an evaluation.
    pub fn of(tree: &GameTree) -> Option<Self> {
        let chances = chances_of(tree);
        if chances.iter().flatten().count() < 2 {
            return None;
        }
        let judged = (1..).zip(tree.main_line()).filter_map(|(ply, id)| {
            let nags = &tree.node(id).nags;
            let judgement = Judgement::ALL.into_iter().find(|known| nags.contains(&known.nag()));
            Some((ply, judgement?))
        });
        let judged = judged.collect();
        let whole: Option<Vec<f64>> = chances.iter().copied().collect();
        let accuracy = whole.map_or([None; 2], |whole| accuracy(tree.start().side(), &whole));
        Some(Self { chances, judged, accuracy })
    }
}

/// The better move that a report has found for a bad move; `None` if it found none.
pub(crate) fn better(tree: &GameTree, bad: NodeId) -> Option<Move> {
    let parent = tree.node(bad).parent().filter(|_| is_bad(tree, bad))?;
    let others = tree.node(parent).children().iter().filter(|&&other| other != bad);
    let found = others.map(|&other| tree.node(other)).find(|node| node.evaluation.is_some());
    found?.mv()
}

/// Returns how many percent of winning chances a move lost; `None` without evaluations before and after the move.
pub(crate) fn lost(tree: &GameTree, node: NodeId) -> Option<f64> {
    let parent = tree.node(node).parent()?;
    let of = |id| Some(chance(tree.rules(), tree.node(id).evaluation?));
    Some(loss(tree.position(parent).side(), of(parent)?, of(node)?))
}

/// The chances of Red at the start and after each move. Without an evaluation, the usual start counts as 50 percent,
/// because files of other programs often have no evaluation there.
fn chances_of(tree: &GameTree) -> Vec<Option<f64>> {
    let rules = tree.rules();
    let of = |id| tree.node(id).evaluation.map(|evaluation| chance(rules, evaluation));
    let mut chances = vec![of(NodeId::ROOT)];
    chances.extend(tree.main_line().map(of));
    let is_usual = *tree.start() == tree.rules().start();
    chances[0] = chances[0].or(is_usual.then_some(50.0));
    if chances.len() > 1
        && let Some(last @ None) = chances.last_mut()
    {
        *last = end_of(tree);
    }
    chances
}

/// Red's chance at the end of the main line; `None` if the side to move has a legal move there.
fn end_of(tree: &GameTree) -> Option<f64> {
    let position = tree.position(tree.last());
    let ending = position.ending().filter(|_| position.count_moves() == 0)?;
    Some(chance_at_end(ending.winner))
}
