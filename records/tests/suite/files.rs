//! Files of `tests/data/records`, each with the games that it holds, in a file `.tree`.

use crate::dump;
use chuhe_core::notation::Style;
use chuhe_records::{games, pgn, read_all, read_at};
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/records");
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
