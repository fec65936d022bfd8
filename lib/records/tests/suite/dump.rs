//! Writes a tree as text, so that tests can compare it with a file.

use chuhe_core::Ending;
use chuhe_core::notation::{Fen, Style, write};
use chuhe_records::{Collection, Evaluation, GameTree, Node, NodeId};
use std::fmt::Write;

/// Returns all games as text, then a line for each fault.
pub(crate) fn collection(collection: &Collection) -> String {
    let games = collection.games.iter().map(|tree| format!("{}\n", game(tree)));
    let faults = collection.faults.iter().map(|fault| {
        let kept = if fault.game_kept { "warning" } else { "skipped" };
        format!("{kept}: {fault}\n")
    });
    games.chain(faults).collect()
}

/// Returns a game as text, with a line for each tag and node. A variation is indented, and stands
/// before the move that it replaces.
pub(crate) fn game(tree: &GameTree) -> String {
    let mut text = format!("{}, {}\n", tree.rules().name(), ending(tree));
    for (name, value) in &tree.tags {
        _ = writeln!(text, "{name}: {value}");
    }
    if *tree.start() != tree.rules().start() || tree.first_number != 1 {
        let fen = Fen { position: tree.start().clone(), move_number: tree.first_number };
        _ = writeln!(text, "start {fen}");
    }
    let root = annotations(tree.node(NodeId::ROOT));
    if !root.is_empty() {
        _ = writeln!(text, "start{root}");
    }
    let mut tasks = vec![(NodeId::ROOT, 0)];
    while let Some((id, depth)) = tasks.pop() {
        let node = tree.node(id);
        if let (Some(mv), Some(parent)) = (node.mv(), node.parent()) {
            let position = tree.position(parent);
            let mv = write(Style::Coordinates, &position, mv);
            _ = writeln!(text, "{}{mv}{}", "  ".repeat(depth), annotations(node));
        }
        let children = node.children().iter().enumerate();
        tasks.extend(children.map(|(place, &child)| (child, depth + usize::from(place > 0))));
    }
    text
}

fn ending(tree: &GameTree) -> String {
    let Some(Ending { winner, reason }) = tree.ending() else { return "*".to_owned() };
    let score = winner.map_or("1/2-1/2", |side| ["1-0", "0-1"][side.index()]);
    format!("{score} {reason}")
}

fn annotations(node: &Node) -> String {
    let mut text: String = node.nags.iter().map(|nag| format!(" ${nag}")).collect();
    match node.evaluation {
        Some(Evaluation::Centipawns(score)) => _ = write!(text, " eval {score:+}"),
        Some(Evaluation::Mate(moves)) => _ = write!(text, " mate {moves:+}"),
        None => {}
    }
    for (name, time) in [("clock", node.clock), ("took", node.elapsed)] {
        if let Some(time) = time {
            _ = write!(text, " {name} {}", time.as_secs_f64());
        }
    }
    for (mark, comment) in [("before", &node.comment_before), ("", &node.comment)] {
        if !comment.is_empty() {
            _ = write!(text, " {mark}{{{}}}", comment.replace('\n', "\\n"));
        }
    }
    text
}
