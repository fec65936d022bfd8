//! Reads the files of `tests/data/records`, and compares their games with those in files `.tree`.

use crate::dump;
use chuhe_core::{Side, notation::Style, rules::Rules};
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
    assert_eq!(without(b"CCBridgeLibrary\0and more", 0..1), None);
    assert_eq!(without(b"1. h2e2 *", 0..99), None, "there is no such range");
}

#[test]
fn elements_that_are_nested_too_deeply_are_refused() {
    // Without a limit on the depth, the parser would overflow the stack.
    for inner in ["<a>", "<a><!--></a>-->", "<a><![CDATA[</a>]]>", "<a b='\"' c=\"/>\">/>"] {
        let deep = format!("<ChineseChessRecord>{}", inner.repeat(100_000));
        let error = read(deep.as_bytes()).expect_err(inner).to_string();
        assert!(error.ends_with("the field ChineseChessRecord is not as the format has it"));
    }
    let moves =
        "<Move/><!-- <a> --><Move value='00-00'>></Move><URL n='a>b'/><URL/> > ".repeat(1000);
    let flat = format!("<ChineseChessRecord>{moves}</ChineseChessRecord>");
    assert!(read(flat.as_bytes()).is_ok());
}

#[test]
fn moves_have_chinese_punctuation_between_them() {
    for row in include_str!("punctuation.txt").lines().filter(|row| !row.starts_with('#')) {
        let tree = read(row.replace('⏎', "\n").as_bytes()).expect(row);
        assert_eq!(tree.to_moves(Style::Wxf), "C2=5 H8+7 H2+3", "{row}");
    }
}

#[test]
fn a_text_that_ends_within_a_character_keeps_its_game() {
    for encoding in [UTF_8, GBK, BIG5] {
        let bytes = encoding.encode("[Red \"許銀川\"]\n\n1. 炮二平五 馬8進7 2. 馬").0;
        let tree = read(&bytes[..bytes.len() - 1]).expect("a game");
        assert_eq!(tree.to_moves(Style::Wxf), "C2=5 H8+7", "{}", encoding.name());
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
}

#[test]
fn a_broken_binary_file_is_refused_or_read_in_part_with_place_and_reason() {
    for row in include_str!("broken.txt").lines() {
        let [name, at, change, reason] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let at: usize = at.parse().expect(row);
        let change: Vec<u8> = change.split(' ').map(|byte| byte.parse().expect(row)).collect();
        let mut bytes = fs::read(folder().join(name)).expect("a file");
        bytes[at..][..change.len()].copy_from_slice(&change);
        let found = dump::collection(&read_all(&bytes));
        assert_eq!(found.lines().last(), Some(reason.trim_matches('-')), "{row}");
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
    assert_eq!(games(b"").count(), 0);
}

/// The place and length of some bytes, and the bytes that replace them. For `None`, the bytes are doubled instead.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, Option<Vec<u8>>)> {
    let sign = prop::sample::select(b"{}()[]\"0123456789\n\xff\x81-x ".to_vec());
    let other = prop_oneof![sign.prop_map(|sign| Some(vec![sign])), Just(Some(vec![])), Just(None)];
    (any::<prop::sample::Index>(), 1..12_usize, other)
}

/// A game as text. The PGN writer sorts the tags of chess and replaces `}`, so this function does the same.
fn sorted(mut tree: GameTree) -> String {
    tree.tags.sort();
    dump::game(&tree).replace('}', ")")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

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
