//! Files of `tests/data/records`, each with the games that it holds, in a file `.tree`.

use crate::dump;
use chuhe_core::Side;
use chuhe_core::notation::Style;
use chuhe_core::rules::Rules;
use chuhe_records::{GameTree, Outcome, Place, games, pgn, read, read_all, read_at, without, xqf};
use encoding_rs::{BIG5, GBK, UTF_8};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/records")
}

fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the data are there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().unwrap() != "tree").collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn every_file_is_read_as_expected() {
    let mut faults = Vec::new();
    for path in files() {
        let found = dump::collection(&read_all(&fs::read(&path).expect("a file")));
        let mut expected = path.clone().into_os_string();
        expected.push(".tree");
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&expected, &found).expect("it can be written");
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        if found != expected {
            faults.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_game_is_written_as_pgn_and_read_again() {
    for path in files() {
        for tree in read_all(&fs::read(&path).expect("a file")).games {
            for style in Style::ALL {
                let text = tree.to_pgn(style).to_string();
                let again = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(dump::game(&again), dump::game(&tree), "{}\n{text}", path.display());
                assert_eq!(again.termination, tree.termination, "{}\n{text}", path.display());
            }
        }
    }
}

#[test]
fn every_game_is_read_again_by_its_range() {
    for path in files() {
        let bytes = fs::read(&path).expect("a file");
        for entry in games(&bytes) {
            let again = read_at(&bytes, entry.range);
            let texts = [entry.game, again].map(|game| game.ok().map(|tree| dump::game(&tree)));
            assert_eq!(texts[0], texts[1], "{}", path.display());
        }
    }
}

#[test]
fn a_file_is_written_without_one_of_its_games() {
    let dumps = |games: &[GameTree]| games.iter().map(dump::game).collect::<Vec<_>>();
    let mut shorter = 0;
    for path in files() {
        let bytes = fs::read(&path).expect("a file");
        let all: Vec<_> = games(&bytes).collect();
        for entry in &all {
            let rest = without(&bytes, entry.range.clone());
            let is_one_game = ["xqf", "cbr", "cbl", "cbf", "txt"]
                .iter()
                .any(|e| path.extension() == Some(e.as_ref()));
            assert_eq!(rest.is_none(), is_one_game, "{}", path.display());
            let Some(rest) = rest else { continue };
            let others = all.iter().filter(|other| other.range != entry.range);
            let others: Vec<_> = others.filter_map(|other| other.game.clone().ok()).collect();
            let found = dumps(&read_all(&rest).games);
            assert_eq!(found, dumps(&others), "{} {:?}", path.display(), entry.range);
            shorter += 1;
        }
    }
    assert!(shorter > 15, "{shorter} games");
}

#[test]
fn odd_parts_of_a_text_cost_neither_the_game_nor_a_value() {
    let text = "[\tEvent\t\"x\"\t]\n1. e4 $256 e5 (1... c5 {[%eval 2]} -- {[%eval 9]}) \
                2. d4 ({Or} 2. d4) 0000 *";
    let expected = "chess, *\nEvent: x\ne2e4\n  c7c5 eval +200 {--}\ne7e5 {Or}\nd2d4 {0000}\n";
    assert_eq!(dump::game(&read(text.as_bytes()).expect("a game")), expected);
}

#[test]
fn a_fault_of_xml_is_told_where_it_is() {
    for (text, line, column) in [
        ("<ChineseChessRecord><Head></MoveList></ChineseChessRecord>", 1, 27),
        ("\n  <ChineseChessRecord><Head></MoveList></ChineseChessRecord>", 2, 29),
        ("\n <ChineseChessRecord>\n<Head></MoveList></ChineseChessRecord>", 3, 7),
    ] {
        let Err(error) = read(text.as_bytes()) else { panic!("{text} is no XML") };
        assert_eq!(error.place, Place::Text { line, column }, "{text}: {error}");
    }
}

#[test]
fn moves_have_chinese_punctuation_between_them() {
    for text in [
        "炮二平五，马8进7,马二进三。",
        "1、炮二平五、马8进7；2、马二进三",
        "①炮二平五……马8进7。② 马二进三",
        // Prose that begins with a move, and numbers that are none of a move.
        "炮二平五，是最常见的开局。\n1. 炮二平五 马8进7 马二进三",
        "炮二平五，马8进7，是最常见的开局。\n1. 炮二平五 马8进7 马二进三",
        "炮二平五, 马8进7, 是最常见的开局。\n1. 炮二平五 马8进7 马二进三",
        // A second part without the number of a move that begins a line.
        "红胜\n炮二平五, 马8进7, 马二进三。",
        "红胜\n①炮二平五……马8进7。② 马二进三",
        "红方：吴\n黑方：吕\n\n1. 炮二平五 马8进7 2. 马二进三 1:0",
        "红方：吴\n局面：\n\n{计划：中路。} 炮二平五 {The usual plan: the centre.} 马8进7 马二进三 红胜",
        "1：0 红胜\n用时 1：30\n1. 炮二平五 马8进7 马二进三",
    ] {
        let tree = read(text.as_bytes()).expect(text);
        assert_eq!(tree.to_moves(Style::Wxf), "C2=5 H8+7 H2+3", "{text}");
    }
}

#[test]
fn a_chinese_result_ends_a_game_without_tags() {
    let [won, drawn] = [Outcome::Won(Side::Red), Outcome::Drawn].map(Some);
    for end in [" 紅勝\n", " 紅勝。\n", "，紅勝。", "\u{3000}紅勝\u{3000}"] {
        let seconds = ["1. 兵三進一 卒3進1，和棋。", "兵三進一，卒3進1，和棋。"];
        for text in seconds.map(|second| format!("1. 炮二平五 馬8進7{end}{second}")) {
            for encoding in [UTF_8, GBK, BIG5] {
                let found = read_all(&encoding.encode(&text).0).games;
                let found: Vec<_> =
                    found.iter().map(|tree| (tree.to_moves(Style::Wxf), tree.outcome)).collect();
                let expected = [("C2=5 H8+7".to_owned(), won), ("P3+1 P3+1".to_owned(), drawn)];
                assert_eq!(found, expected, "{text:?} in {}", encoding.name());
            }
        }
    }
    for text in [
        "红方：吴\n结果：红胜。\n\n1. 炮二平五",
        "[Red \"吴\"]\n[Result \"红胜。\"]\n\n1. 炮二平五",
        // The second move is not legal.
        "[Red \"吴\"]\n\n1. h2e2 h2e2，红胜。",
    ] {
        assert_eq!(read(text.as_bytes()).expect(text).outcome, won, "{text}");
    }
}

#[test]
fn a_binary_file_is_not_cut() {
    assert_eq!(without(b"CCBridgeLibrary\0and more", 0..1), None);
    assert_eq!(without(b"1. h2e2 *", 0..99), None, "there is no such range");
}

#[test]
fn a_broken_binary_file_is_refused_or_read_in_part_with_place_and_reason() {
    let table = [
        ("xqstudio.xqf", 2, &[19][..], "skipped: game 1, byte 0x2: version 1.9 is not known"),
        ("keys-1-8.xqf", 12, &[0, 0, 0, 1], "skipped: game 1, byte 0xc: the keys do not add up"),
        ("xqstudio.xqf", 0x10, &[70], "skipped: game 1, byte 0x10: two pieces on h0"),
        ("xqstudio.xqf", 0x14, &[0xff], "skipped: game 1, byte 0x10: red has no general"),
        ("xqstudio.xqf", 0x482, &[0xf0], "warning: game 1, byte 0x488: the file ends too early"),
        (
            "xqstudio.xqf",
            0x487,
            &[1],
            "warning: game 1, byte 0x484: the length of a comment is wrong",
        ),
        ("ccbridge.cbr", 2120, &[0x18], "skipped: game 1, byte 0x848: 0x18 is no piece"),
        ("ccbridge.cbr", 2116, &[0xff, 0xff], ""),
        ("ccbridge.cbl", 60, &[7], "skipped: game 1, byte 0x10bcc: no game"),
        ("ccbridge.cbl", 63, &[1], "skipped: game 1, byte 0x3c: the file ends too early"),
    ];
    for (name, at, change, reason) in table {
        let mut bytes = fs::read(folder().join(name)).expect("a file");
        bytes[at..][..change.len()].copy_from_slice(change);
        let found = dump::collection(&read_all(&bytes));
        assert_eq!(found.lines().last(), Some(reason), "{name}");
        for tree in read_all(&bytes).games {
            let text = tree.to_wxf().expect("xiangqi").to_string();
            assert_eq!(read(text.as_bytes()).expect(name).first_number, tree.first_number);
        }
    }
}

#[test]
fn a_file_cut_off_anywhere_is_refused_or_read_in_part() {
    for (name, header) in [("xqstudio.xqf", 0x400), ("keys-1-8.xqf", 0x400), ("ccbridge.cbr", 2214)]
    {
        let bytes = fs::read(folder().join(name)).expect("a file");
        let whole = read(&bytes).expect("a game").moves();
        for end in 16..bytes.len() {
            let cut = read_all(&bytes[..end]);
            assert_eq!(cut.faults.len(), 1, "{name} {end}");
            assert_eq!(cut.games.len(), usize::from(end >= header), "{name} {end}");
            assert!(cut.games.iter().all(|tree| whole.starts_with(&tree.moves())), "{name} {end}");
        }
    }
}

#[test]
fn a_file_without_a_byte_holds_no_game() {
    assert_eq!(games(b"").count(), 0);
}

/// The place and length of some bytes, and what replaces them: nothing or one byte. With `None` they are repeated.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, Option<Vec<u8>>)> {
    let sign = prop::sample::select(b"{}()[]\"0123456789\n\xff\x81-x ".to_vec());
    let other = prop_oneof![sign.prop_map(|sign| Some(vec![sign])), Just(Some(vec![])), Just(None)];
    (any::<prop::sample::Index>(), 1..12_usize, other)
}

/// A game as text with its tags by name, because chess sorts them. The writer replaces `}`.
fn sorted(mut tree: GameTree) -> String {
    tree.tags.sort();
    dump::game(&tree).replace('}', ")")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files_are_refused_with_a_place_or_read(
        file in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let files = files();
        let mut bytes = fs::read(&files[file.index(files.len())]).expect("a file");
        for (at, length, other) in damages {
            let at = at.index(bytes.len());
            let range = at..(at + length).min(bytes.len());
            let part = bytes[range.clone()].to_vec();
            drop(match other {
                None => bytes.splice(at..at, part),
                Some(other) => bytes.splice(range, other),
            });
            if bytes.is_empty() {
                break;
            }
        }
        let lines = 1 + bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
        for entry in games(&bytes) {
            prop_assert!(entry.range.end <= bytes.len());
            for error in entry.warnings.iter().chain(entry.game.as_ref().err()) {
                let is_inside = match error.place {
                    Place::Text { line, .. } => line <= lines,
                    Place::Byte(at) => at <= bytes.len(),
                };
                prop_assert!(is_inside, "{}", error);
            }
            let Ok(tree) = entry.game else { continue };
            for style in Style::ALL {
                let text = tree.to_pgn(style).to_string();
                let again = pgn::read(&text)
                    .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
                prop_assert_eq!(sorted(again), sorted(tree.clone()), "{}", text);
            }
            if let Some(text) = tree.to_wxf() {
                let text = text.to_string();
                let again = read(text.as_bytes())
                    .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
                prop_assert_eq!(again.moves(), tree.moves(), "{}", text);
            }
            if tree.rules() == Rules::Xiangqi {
                let again = read(&xqf::write(&tree).expect("xiangqi").bytes);
                prop_assert_eq!(again.map(|again| again.moves()), Ok(tree.moves()));
            }
        }
    }
}
