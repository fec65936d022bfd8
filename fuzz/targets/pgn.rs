//! Any file is refused, or its games stay the same when they are written in any style and read
//! back.
#![no_main]

use chuhe_core::notation::Style;
use chuhe_records::{GameTree, NodeId, Place, pgn};
use libfuzzer_sys::fuzz_target;

/// Chess sorts its tags; the other games keep their order.
fn sorted(tree: &GameTree) -> Vec<&(String, String)> {
    let mut tags: Vec<_> = tree.tags.iter().collect();
    tags.sort();
    tags
}

/// The nodes of a tree in order, with their moves and annotations.
fn nodes(tree: &GameTree) -> String {
    let mut text = String::new();
    let mut tasks = vec![NodeId::ROOT];
    while let Some(id) = tasks.pop() {
        let node = tree.node(id);
        // The writer replaces `}`.
        let words =
            |text: &str| text.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ");
        text += &format!(
            "{:?} {:?} {:?} {:?} {:?} {:?}\n",
            node.mv(),
            node.nags,
            node.clock,
            node.elapsed,
            node.evaluation,
            words(&format!("{} {}", node.comment_before, node.comment)),
        );
        tasks.extend(node.children());
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    for entry in pgn::games(bytes) {
        assert!(entry.range.end <= bytes.len());
        for error in entry.warnings.iter().chain(entry.game.as_ref().err()) {
            let Place::Text { line, .. } = error.place else { panic!("{error}") };
            assert!(line <= 1 + lines, "{error}");
        }
        let Ok(tree) = entry.game else { continue };
        for style in Style::ALL {
            let written = tree.to_pgn(style).to_string();
            let again = pgn::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(sorted(&again), sorted(&tree), "{written}");
            assert_eq!(again.start(), tree.start(), "{written}");
            assert_eq!(again.ending(), tree.ending(), "{written}");
            assert_eq!(nodes(&again), nodes(&tree), "{written}");
        }
    }
});
