//! Files of `tests/data/records`, each with the games that it holds, in a file `.tree`.

use crate::dump;
use chuhe_core::notation::Style;
use chuhe_records::{
    Entry, GameTree, Place, dhtmlxq, games, pgn, read, read_all, read_at, without, wxf,
};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/records");
    let entries = fs::read_dir(folder).expect("the data are there");
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
    let (mut shorter, mut refused) = (0, 0);
    for path in files() {
        let bytes = fs::read(&path).expect("a file");
        let all: Vec<Entry> = games(&bytes).collect();
        for entry in &all {
            let Some(rest) = without(&bytes, entry.range.clone()) else {
                refused += 1;
                continue;
            };
            let others = all.iter().filter(|other| other.range != entry.range);
            let others: Vec<_> = others.filter_map(|other| other.game.clone().ok()).collect();
            let found = dumps(&read_all(&rest).games);
            assert_eq!(found, dumps(&others), "{} {:?}", path.display(), entry.range);
            shorter += 1;
        }
    }
    assert!(shorter > 15 && refused == 0, "{shorter} games, {refused} refused");
}

#[test]
fn a_binary_file_is_not_cut() {
    assert_eq!(without(b"CCBridgeLibrary\0and more", 0..1), None);
    assert_eq!(without(b"1. h2e2 *", 0..99), None, "there is no such range");
}

#[test]
fn a_file_without_a_byte_holds_no_game() {
    assert_eq!(games(b"").count() + dhtmlxq::games(b"").count() + wxf::games(b"").count(), 0);
}

/// A change of some bytes: they are removed, repeated, or replaced by one byte.
#[derive(Clone, Debug)]
enum Damage {
    Remove,
    Repeat,
    Replace(u8),
}

fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, Damage)> {
    let sign = prop::sample::select(b"{}()[]\"0123456789\n\xff\x81-x ".to_vec());
    let kind =
        prop_oneof![Just(Damage::Remove), Just(Damage::Repeat), sign.prop_map(Damage::Replace),];
    (any::<prop::sample::Index>(), 1..12_usize, kind)
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
        for (at, length, damage) in damages {
            let at = at.index(bytes.len());
            let range = at..(at + length).min(bytes.len());
            let part = bytes[range.clone()].to_vec();
            match damage {
                Damage::Remove => drop(bytes.splice(range, [])),
                Damage::Repeat => drop(bytes.splice(at..at, part)),
                Damage::Replace(byte) => drop(bytes.splice(range, [byte])),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
        let readers: [Box<dyn Iterator<Item = Entry>>; 3] = [
            Box::new(games(&bytes)),
            Box::new(dhtmlxq::games(&bytes)),
            Box::new(wxf::games(&bytes)),
        ];
        for entry in readers.into_iter().flatten() {
            prop_assert!(entry.range.end <= bytes.len());
            for error in entry.warnings.iter().chain(entry.game.as_ref().err()) {
                let is_inside = matches!(error.place, Place::Text { line, .. } if line <= lines);
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
        }
    }
}
