//! XQF is read in all versions, and written so that it is read as it was.

use crate::support::{self, Dice, XqfKeys, described, tree};
use chuhe_core::notation::{self, Script, Style};
use chuhe_core::{Position, Side, rules::Rules};
use chuhe_records::xqf::{self, Loss};
use chuhe_records::{Fault, GameTree, NodeId, Outcome};
use proptest::prelude::*;

/// The example that the author of XQStudio printed.
fn example() -> Vec<u8> {
    let mut bytes = vec![0; 0x488];
    for line in include_str!("data/xqf_1_0.hex").lines().filter(|line| !line.starts_with('#')) {
        let (at, row) = line.split_once(": ").unwrap();
        let at = usize::from_str_radix(at, 16).unwrap();
        for (place, byte) in row.split(' ').enumerate() {
            bytes[at + place] = u8::from_str_radix(byte, 16).unwrap();
        }
    }
    bytes
}

fn only_game(bytes: &[u8]) -> GameTree {
    let mut read = xqf::read(bytes);
    assert_eq!(read.faults, []);
    assert_eq!(read.games.len(), 1);
    read.games.remove(0)
}

#[test]
fn the_example_of_the_format_is_read_as_it_is_explained() {
    let tree = only_game(&example());
    let tags: Vec<_> = tree.tags.iter().map(|(tag, text)| (tag.as_str(), text.as_str())).collect();
    let expected = [
        ("Title", "仙人指路对起马局"),
        ("Event", "\"中立杯\"象棋电视快棋赛"),
        ("Date", "1997.11.16"),
        ("Site", "北京"),
        ("Red", "柳大华"),
        ("Black", "吕  钦"),
        ("Annotator", "刘殿中"),
        ("Author", "过河象"),
    ];
    assert_eq!(tags, expected);
    assert_eq!(tree.outcome, Some(Outcome::Won(Side::Black)));
    let mut position = tree.start().clone();
    let mut moves = String::new();
    for mv in tree.moves() {
        let style = Style::Chinese(Script::Simplified);
        moves += &format!("{} ", notation::write(style, &position, mv));
        position = position.play(mv);
    }
    assert_eq!(
        moves,
        "兵七进一 马８进７ 兵三进一 炮２平３ 相七进五 马２进１ 马八进七 车１平２ \
         车九平八 车２进４ 炮八平九 车２平８ 炮二进五 炮３平８ 马二进三 车９平８ "
    );
}

#[test]
fn the_example_is_written_byte_by_byte_as_its_author_wrote_it() {
    let mut tree = only_game(&example());
    tree.set_tag("Date", "1997年11月16日");
    let written = xqf::write(&tree).unwrap();
    assert_eq!(written.losses, []);
    assert!(written.bytes == example());
}

proptest! {
    #[test]
    fn a_tree_is_read_from_every_version_with_any_keys(seed: u64) {
        let mut dice = Dice(seed);
        let tree = tree(&mut dice);
        let keys = XqfKeys::random(&mut dice);
        let read = only_game(&support::xqf(&tree, keys));
        prop_assert_eq!(described(&read), described(&tree), "{:?}", keys);
    }

    #[test]
    fn a_tree_is_read_as_it_was_written(seed: u64) {
        let tree = tree(&mut Dice(seed));
        let written = xqf::write(&tree).unwrap();
        prop_assert_eq!(&written.losses, &[]);
        prop_assert_eq!(described(&only_game(&written.bytes)), described(&tree));
    }

    #[test]
    fn damaged_files_are_refused_or_read(seed: u64, changes in 1usize..20) {
        let mut dice = Dice(seed);
        let tree = tree(&mut dice);
        let mut bytes = support::xqf(&tree, XqfKeys::random(&mut dice));
        for _ in 0..changes {
            let at = dice.below(bytes.len());
            bytes[at] = dice.byte();
        }
        let read = xqf::read(&bytes);
        prop_assert_eq!(read.games.len(), usize::from(read.faults.iter().all(|fault| fault.game_kept)));
    }
}

/// The only fault of a file that is refused.
fn refusal(bytes: &[u8]) -> String {
    let read = xqf::read(bytes);
    assert!(read.games.is_empty());
    let [Fault { game: 1, error, game_kept: false }] = &read.faults[..] else {
        panic!("{:?}", read.faults)
    };
    error.to_string()
}

#[test]
fn a_broken_file_is_refused_with_place_and_reason() {
    let with = |at: usize, byte: u8| {
        let mut bytes = example();
        bytes[at] = byte;
        bytes
    };
    let table = [
        (with(0, b'x'), "byte 0x0: the file does not begin with \"XQ\""),
        (with(2, 19), "byte 0x2: version 1.9 is not known"),
        (
            {
                let mut bytes = with(2, 18);
                bytes[13] = 1;
                bytes
            },
            "byte 0xc: the keys do not add up",
        ),
        (with(0x10, 70), "byte 0x10: two pieces on h0"),
        (with(0x14, 0xff), "byte 0x10: red has no general"),
        (with(0x482, 0xf0), "byte 0x488: the file ends too early"),
        (with(0x487, 1), "byte 0x484: the length of a comment is wrong"),
    ];
    for (bytes, reason) in table {
        assert_eq!(refusal(&bytes), reason);
    }
    for end in 0..0x488 {
        let reason = refusal(&example()[..end]);
        assert!(reason.starts_with("byte 0x"), "{reason}");
    }
}

#[test]
fn a_line_is_cut_before_an_illegal_move_and_the_others_are_read() {
    let mut tree = GameTree::new(Rules::Xiangqi.start());
    let cannon = tree.add_move(NodeId::ROOT, "h2e2".parse().unwrap()).unwrap();
    let reply = tree.add_move(cannon, "h9g7".parse().unwrap()).unwrap();
    tree.add_move(reply, "h0g2".parse().unwrap()).unwrap();
    tree.add_move(cannon, "b9c7".parse().unwrap()).unwrap();
    let mut bytes = xqf::write(&tree).unwrap().bytes;
    // The reply is the third record. It goes to h7 now.
    bytes[0x400 + 2 * 8 + 1] = 0x20 + 77;
    let read = xqf::read(&bytes);
    let faults: Vec<_> =
        read.faults.iter().map(|fault| (fault.to_string(), fault.game_kept)).collect();
    let expected = "game 1, byte 0x410: h9h7 is no move of black: not a legal move";
    assert_eq!(faults, [(expected.to_owned(), true)]);
    assert_eq!(read.games[0].moves(), ["h2e2", "b9c7"].map(|mv| mv.parse().unwrap()));
}

#[test]
fn the_first_move_decides_which_side_begins() {
    let start = notation::Fen::read(Rules::Xiangqi, "3k5/9/9/9/9/9/9/9/4r4/5K3 b - - 0 1").unwrap();
    let mut tree = GameTree::new(start.position);
    let without_moves = xqf::write(&tree).unwrap().bytes;
    assert_eq!(only_game(&without_moves).start().side(), Side::Black);
    tree.add_move(NodeId::ROOT, "e1f1".parse().unwrap()).unwrap();
    let mut bytes = xqf::write(&tree).unwrap().bytes;
    bytes[0x32] = 0;
    assert_eq!(only_game(&bytes).start().side(), Side::Black);
}

#[test]
fn what_the_format_lacks_is_reported() {
    let mut tree = GameTree::new(Rules::Xiangqi.start());
    tree.set_tag("Red", "许银川许银川许银川");
    tree.set_tag("Black", "𠮷田");
    tree.set_tag("ECO", "B00");
    let cannon = tree.add_move(NodeId::ROOT, "h2e2".parse().unwrap()).unwrap();
    let node = tree.node_mut(cannon);
    node.nags = vec![1];
    node.comment_before = "Before 🙂.".to_owned();
    node.comment = "After.".to_owned();
    let written = xqf::write(&tree).unwrap();
    let expected = [
        Loss::Cut { tag: "Red".to_owned(), bytes: 15 },
        Loss::Character('𠮷'),
        Loss::Tag("ECO".to_owned()),
        Loss::Character('🙂'),
        Loss::Marks(1),
    ];
    assert_eq!(written.losses, expected);
    let read = only_game(&written.bytes);
    assert_eq!(read.tag("Red"), Some("许银川许银川许"));
    assert_eq!(read.tag("Black"), Some("□田"));
    assert_eq!(read.node(read.last()).comment, "Before □.\nAfter.");
}

#[test]
fn other_games_than_xiangqi_are_not_written() {
    let error = xqf::write(&GameTree::new(Rules::Chess.start())).unwrap_err();
    assert_eq!(error.to_string(), "XQF holds games of xiangqi, not of chess");
}
