//! Reads any bytes as a file of games. The place of each fault must lie in the file. A game must stay the same when it
//! is written in each format for its rules, and read.
#![no_main]

use chuhe_core::Position;
use chuhe_core::notation::{Script, Style};
use chuhe_core::rules::Rules;
use chuhe_records::{GameTree, NodeId, Outcome, Place, games, pgn, read, xqf};
use libfuzzer_sys::fuzz_target;

/// Adds the first bytes that mark a format, because the fuzzer would need long to find them by chance.
fn with_head(bytes: &[u8]) -> Vec<u8> {
    let mut head = match bytes.first() {
        Some(0) => b"[DhtmlXQ]".to_vec(),
        Some(1) => b"FORMAT WXF\n".to_vec(),
        Some(2) => b"XQ\x12".to_vec(),
        Some(3) => b"CCBridge Record\0".to_vec(),
        Some(5) => b"<ChineseChessRecord><MoveList><Move value=\"".to_vec(),
        Some(6) => "红方：\n".as_bytes().to_vec(),
        // A library file consists of an index, which is empty here, and the games.
        Some(4) => [b"CCBridgeLibrary\0", &[0; 66_608][..], b"CCBridge Record\0"].concat(),
        _ => return bytes.to_vec(),
    };
    head.extend(&bytes[1..]);
    head
}

/// Returns a game's tags in sorted order, because a PGN file of chess has the tags in an order of its own.
fn sorted(tree: &GameTree) -> Vec<&(String, String)> {
    let mut tags: Vec<_> = tree.tags.iter().collect();
    tags.sort();
    tags
}

fn nodes(tree: &GameTree) -> String {
    let mut text = String::new();
    let mut tasks = vec![NodeId::ROOT];
    while let Some(id) = tasks.pop() {
        let node = tree.node(id);
        let comment = format!("{} {}", node.comment_before, node.comment);
        // PGN writes `)` in place of `}`, and XQF drops zero characters at the ends of a comment.
        let comment = comment.replace('}', ")").replace('\0', " ");
        let words: Vec<&str> = comment.split_whitespace().collect();
        let numbers = (&node.nags, &node.clock, &node.elapsed, &node.evaluation);
        text += &format!("{:?} {numbers:?} {words:?}\n", node.mv());
        tasks.extend(node.children());
    }
    text
}

fn check_pgn(tree: &GameTree) {
    for style in Style::ALL {
        let text = tree.to_pgn(style).to_string();
        let again = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(sorted(&again), sorted(tree), "{text}");
        assert_eq!(again.start(), tree.start(), "{text}");
        assert_eq!(again.ending(), tree.ending(), "{text}");
        assert_eq!(nodes(&again), nodes(tree), "{text}");
    }
}

fn check_xiangqi(tree: &GameTree) {
    let wxf = tree.to_wxf().expect("a game of xiangqi").to_string();
    let ubb = tree.to_dhtmlxq().expect("a game of xiangqi");
    let plain = tree.to_plain(Script::Simplified).expect("a game of xiangqi");
    let written = xqf::write(tree).expect("a game of xiangqi");
    for bytes in [wxf.as_bytes(), ubb.as_bytes(), plain.as_bytes(), &written.bytes] {
        let text = String::from_utf8_lossy(bytes);
        let again = read(bytes).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.moves(), tree.moves(), "{text}");
        // XQF does not store the count of plies without a capture, so only the keys are compared.
        assert_eq!(again.start().key(), tree.start().key(), "{text}");
        if bytes == wxf.as_bytes() || bytes == plain.as_bytes() {
            assert_eq!(again.start(), tree.start(), "{text}");
        }
        if bytes == written.bytes && written.losses.is_empty() {
            let ending = tree.ending().map(|ending| Outcome::of(ending.winner));
            assert_eq!(again.outcome, ending);
            assert_eq!(nodes(&again), nodes(tree));
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let bytes = with_head(bytes);
    let lines = 1 + bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
    let mut end = 0;
    for entry in games(&bytes) {
        assert!(end <= entry.range.start && entry.range.end <= bytes.len());
        end = entry.range.end;
        for error in entry.warnings.iter().chain(entry.game.as_ref().err()) {
            let is_inside = match error.place {
                Place::Text { line, .. } => line <= lines,
                Place::Byte(at) => at <= bytes.len(),
            };
            assert!(is_inside, "{error}");
        }
        let Ok(tree) = entry.game else { continue };
        check_pgn(&tree);
        if tree.rules() == Rules::Xiangqi {
            check_xiangqi(&tree);
        }
    }
});
