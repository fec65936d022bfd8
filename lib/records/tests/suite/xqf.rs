//! Writes XQF, reads it again, and checks the losses that are reported.

use chuhe_core::{EndReason, Ending, Move, Position, Side, notation::Fen, rules::Rules};
use chuhe_records::xqf::{self, Loss};
use chuhe_records::{GameTree, NodeId, Outcome, read};

/// The example file in the description by the author of XQStudio.
const EXAMPLE: &[u8] = include_bytes!("../../../../tests/data/records/xqstudio.xqf");

#[test]
fn the_example_is_written_byte_by_byte_as_its_author_wrote_it() {
    let mut tree = read(EXAMPLE).unwrap();
    tree.set_tag("Date", "1997年11月16日");
    let written = xqf::write(&tree).unwrap();
    assert_eq!(written.losses, []);
    assert!(written.bytes == EXAMPLE);
}

fn named(text: &str) -> Move {
    Move::from_name(text).expect(text)
}

#[test]
fn the_first_move_decides_which_side_begins() {
    let start = Fen::read(Rules::Xiangqi, "3k5/9/9/9/9/9/9/9/4r4/5K3 b - - 0 1").unwrap();
    let mut tree = GameTree::new(start.position);
    let without_moves = xqf::write(&tree).unwrap().bytes;
    assert_eq!(read(&without_moves).unwrap().start().side(), Side::Black);
    tree.add_move(NodeId::ROOT, named("e1f1")).unwrap();
    let mut bytes = xqf::write(&tree).unwrap().bytes;
    bytes[0x32] = 0;
    assert_eq!(read(&bytes).unwrap().start().side(), Side::Black);
}

#[test]
fn a_mate_is_the_result_of_a_game_that_tells_none() {
    let start = Fen::read(Rules::Xiangqi, "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    let mut tree = GameTree::new(start.position);
    tree.add_move(NodeId::ROOT, named("b0b9")).unwrap();
    let written = xqf::write(&tree).unwrap();
    assert_eq!(read(&written.bytes).unwrap().outcome, Some(Outcome::of(Some(Side::Red))));
    tree.set_ending(tree.ending());
    assert_eq!(xqf::write(&tree).unwrap(), written, "a mate is told by the moves");
    assert_eq!(written.losses, []);
}

#[test]
fn what_the_format_lacks_is_reported() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 7 1";
    let mut tree = GameTree::starting(Fen::read(Rules::Xiangqi, start).unwrap());
    tree.set_ending(Some(Ending::win(Side::Black, EndReason::Time)));
    tree.set_tag("Red", "许银川许银川许银川");
    tree.set_tag("Black", "𠮷田");
    tree.set_tag("ECO", "B00");
    let cannon = tree.add_move(NodeId::ROOT, named("h2e2")).unwrap();
    let node = tree.node_mut(cannon);
    node.nags = vec![1];
    node.comment_before = "Before 🙂.".to_owned();
    node.comment = "After.".to_owned();
    let written = xqf::write(&tree).unwrap();
    let expected = [
        Loss::HalfmoveClock(7),
        Loss::Tag("ECO".to_owned()),
        Loss::Cut { tag: "Red".to_owned(), bytes: 15 },
        Loss::Character('𠮷'),
        Loss::Character('🙂'),
        Loss::Marks(1),
        Loss::Reason,
    ];
    assert_eq!(written.losses, expected);
    let again = read(&written.bytes).unwrap();
    assert_eq!(again.tag("Red"), Some("许银川许银川许"));
    assert_eq!(again.tag("Black"), Some("□田"));
    assert_eq!(again.node(again.last()).comment, "Before □.\nAfter.");
    for (tag, value) in [("redteam", "广东"), ("Annotator", "吴"), ("Note", " ")] {
        tree.set_tag(tag, value);
    }
    let [eco, team, annotator] =
        ["ECO", "redteam", "Annotator"].map(|tag| Loss::Tag(tag.to_owned()));
    let [marks, reason] = [Loss::Marks(1), Loss::Reason];
    assert_eq!(tree.lost_in_dhtmlxq(), [eco.clone(), marks.clone(), reason.clone()]);
    assert_eq!(tree.lost_in_wxf(), [eco.clone(), annotator, marks, reason.clone()]);
    assert_eq!(tree.lost_in_plain(), [eco, team, reason]);
}

#[test]
fn other_games_than_xiangqi_are_not_written() {
    let error = xqf::write(&GameTree::new(Rules::Chess.start())).unwrap_err();
    assert_eq!(error.to_string(), "XQF holds games of xiangqi, not of chess");
}
