//! Any file is refused with a place inside it, or its game stays the same when it is written and
//! read again.
#![no_main]

use chuhe_records::{GameTree, NodeId, Place, xqf};
use libfuzzer_sys::fuzz_target;

/// The moves and comments in the order of the file.
fn nodes(tree: &GameTree) -> Vec<(usize, Option<chuhe_core::Move>, String)> {
    let mut waiting = vec![(0, NodeId::ROOT)];
    let mut nodes = Vec::new();
    while let Some((depth, id)) = waiting.pop() {
        let node = tree.node(id);
        nodes.push((depth, node.mv(), node.comment.clone()));
        waiting.extend(node.children().iter().rev().map(|&child| (depth + 1, child)));
    }
    nodes
}

fuzz_target!(|bytes: &[u8]| {
    let read = xqf::read(bytes);
    for fault in &read.faults {
        let Place::Byte(at) = fault.error.place else { panic!("{fault}") };
        assert!(at <= bytes.len(), "{fault}");
    }
    let refused = read.faults.iter().any(|fault| !fault.game_kept);
    assert_eq!(read.games.len(), usize::from(!refused));
    for tree in read.games {
        let written = xqf::write(&tree).expect("a game of xiangqi");
        let again = xqf::read(&written.bytes);
        assert!(again.faults.is_empty(), "{:?}", again.faults);
        assert_eq!(again.games[0].start(), tree.start());
        assert_eq!(again.games[0].outcome, tree.outcome);
        if written.losses.is_empty() {
            assert_eq!(nodes(&again.games[0]), nodes(&tree));
        }
    }
});
