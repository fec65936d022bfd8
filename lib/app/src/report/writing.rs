//! Writes a report into the tree of a game. Replaces the evaluations, and the glyphs and variations of an old report.

use super::{Judgement, chance, loss};
use crate::study::JUDGEMENTS;
use chuhe_core::{Move, Position, Side};
use chuhe_records::{Evaluation, GameTree, NodeId, ReportMark};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    /// The evaluation for Red; `None` at the end of the game.
    pub evaluation: Option<Evaluation>,
    pub best: Vec<Move>,
}

/// Writes a report from the findings for the positions of the main line, the start position first.
pub fn write(tree: &mut GameTree, found: &[Finding]) {
    erase(tree);
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
    for (&node, finding) in nodes.iter().zip(found) {
        tree.node_mut(node).evaluation = finding.evaluation;
    }
    let mut mover = tree.start().side();
    for (ends, plies) in found.windows(2).zip(nodes.windows(2)) {
        let (before, after, parent, node) = (&ends[0], &ends[1], plies[0], plies[1]);
        if let Some(judgement) = judgement(tree, node, mover, before, after) {
            mark(tree, node, judgement);
            add_line(tree, parent, before);
        }
        mover = !mover;
    }
}

/// The judgement of a move; `None` for a good move, and for a move that ended the game.
fn judgement(
    tree: &GameTree,
    node: NodeId,
    mover: Side,
    before: &Finding,
    after: &Finding,
) -> Option<Judgement> {
    let is_best = tree.node(node).mv() == before.best.first().copied();
    let chance_of = |finding: &Finding| Some(chance(tree.rules(), finding.evaluation?));
    let [before, after] = [chance_of(before)?, chance_of(after)?];
    Judgement::of_loss(loss(mover, before, after)).filter(|_| !is_best)
}

/// Gives a move the glyph of a judgement, unless a person has judged the move.
fn mark(tree: &mut GameTree, node: NodeId, judgement: Judgement) {
    let node = tree.node_mut(node);
    if !node.nags.iter().any(|nag| JUDGEMENTS.contains(nag)) {
        node.nags.push(judgement.nag());
        node.report = Some(ReportMark::Glyph);
    }
}

/// Adds up to six moves of the best line as a variation, unless the first move already follows `parent`.
fn add_line(tree: &mut GameTree, parent: NodeId, finding: &Finding) {
    let children = tree.node(parent).children();
    let first = finding.best.first().copied();
    if children.iter().any(|&child| tree.node(child).mv() == first) {
        return;
    }
    let mut node = parent;
    for &mv in finding.best.iter().take(6) {
        let Ok(next) = tree.add_move(node, mv) else { break };
        tree.node_mut(next).report = Some(ReportMark::Move);
        if node == parent {
            tree.node_mut(next).evaluation = finding.evaluation;
        }
        node = next;
    }
}

/// Removes the glyphs and variations of an earlier report, unless a person has changed them.
fn erase(tree: &mut GameTree) {
    let mut pending = vec![NodeId::ROOT];
    while let Some(id) = pending.pop() {
        if tree.node(id).report == Some(ReportMark::Glyph) {
            let node = tree.node_mut(id);
            node.nags.retain(|nag| Judgement::ALL.iter().all(|known| known.nag() != *nag));
            node.report = None;
        }
        for child in tree.node(id).children().to_vec() {
            if is_of_report(tree, child) {
                tree.delete(child);
            } else {
                pending.push(child);
            }
        }
    }
}

fn is_of_report(tree: &GameTree, first: NodeId) -> bool {
    let untouched = |id: NodeId| {
        let node = tree.node(id);
        let comments = [&node.comment, &node.comment_before];
        node.report == Some(ReportMark::Move)
            && node.children().len() < 2
            && node.nags.is_empty()
            && comments.iter().all(|comment| comment.is_empty())
    };
    !tree.is_main_line(first) && untouched(first) && tree.line_from(first).all(untouched)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Report;
    use chuhe_core::notation::Style;
    use chuhe_records::pgn;

    fn finding(hundredths: i32, best: &str) -> Finding {
        Finding {
            evaluation: Some(Evaluation::Centipawns(hundredths)),
            best: best.split_whitespace().map(|mv| Move::from_name(mv).unwrap()).collect(),
        }
    }

    /// Findings with two blunders: Red's second move loses, and Black's answer does not punish it.
    fn findings() -> Vec<Finding> {
        vec![
            finding(20, "h2e2 h9g7"),
            finding(20, "h9g7"),
            finding(30, "h0g2 i9h9"),
            finding(-300, "b7e7 b0c2 e7e3"),
            finding(10, "h0g2"),
        ]
    }

    fn game() -> GameTree {
        pgn::read("1. h2e2 h9g7 2. a0a1 i9i8").unwrap()
    }

    fn text(tree: &GameTree) -> String {
        let text = tree.to_pgn(Style::Iccs).to_string();
        text.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    const WRITTEN: &str = "{[%eval 0.20]} 1. H2-E2 {[%eval 0.20]} 1. ... H9-G7 {[%eval 0.30]} \
        2. A0-A1 $4 {[%eval -3.00] [%report glyph]} \
        (2. H0-G2 {[%eval 0.30] [%report move]} 2. ... I9-H9 {[%report move]}) \
        2. ... I9-I8 $4 {[%eval 0.10] [%report glyph]} \
        (2. ... B7-E7 {[%eval -3.00] [%report move]} 3. B0-C2 {[%report move]} \
        3. ... E7-E3 {[%report move]}) *";

    #[test]
    fn a_report_is_written_once_and_read_back() {
        let mut tree = game();
        write(&mut tree, &findings());
        assert_eq!(text(&tree), WRITTEN);
        let read = pgn::read(&tree.to_pgn(Style::Iccs).to_string()).unwrap();
        let report = Report::of(&read).unwrap();
        assert_eq!(Some(&report), Report::of(&tree).as_ref());
        let blunder = Judgement::Blunder;
        assert_eq!(report.judged, [(3, blunder), (4, blunder)]);
        assert!(report.chances[2].unwrap() > 50.0 && report.chances[3].unwrap() < 36.0);
        assert!(report.accuracy[0].unwrap() < 80.0);
        // Writing the same report again changes nothing. This also holds for a tree that was read from PGN.
        for mut tree in [tree, read] {
            write(&mut tree, &findings());
            assert_eq!(text(&tree), WRITTEN);
        }
    }

    #[test]
    fn what_a_person_wrote_stays() {
        // The glyph, the variation with the best move, and the comments come from a person.
        let own = "1. h2e2 h9g7 2. a0a1 $5 {Mine.} (2. h0g2 {Solid.} g7h9) i9i8 (2... b9c7)";
        let mut tree = pgn::read(own).unwrap();
        write(&mut tree, &findings());
        let first = text(&tree);
        for kept in ["A0-A1 $5", "Mine.", "H0-G2 {Solid.}", "G7-H9", "B9-C7"] {
            assert!(first.contains(kept), "{kept} in {first}");
        }
        // A person adds a move to a variation of the report, so the next report keeps this variation.
        let last = tree.last();
        let sibling = tree.node(tree.node(last).parent().unwrap()).children()[2];
        assert_eq!(tree.node(sibling).report, Some(ReportMark::Move));
        tree.add_move(sibling, Move::from_name("h0g2").unwrap()).unwrap();
        let even = ["h2e2", "h9g7", "a0a1", "i9i8", "h0g2"].map(|mv| finding(0, mv));
        write(&mut tree, &even);
        let second = text(&tree);
        assert!(second.contains("B7-E7") && second.contains("$5"), "{second}");
    }

    #[test]
    fn a_promoted_line_of_a_report_is_not_deleted() {
        let mut tree = game();
        write(&mut tree, &findings());
        let second = tree.main_line().nth(1).unwrap();
        let better = tree.node(second).children()[1];
        tree.promote(better);
        write(&mut tree, &findings()[..3]);
        assert_eq!(tree.moves().len(), 4);
        // The move that `promote` replaced is in a variation, without a glyph.
        assert!(text(&tree).contains("(2. A0-A1 {[%eval -3.00]} 2. ... I9-I8"), "{}", text(&tree));
    }
}
