//! Writes real games in each format and encoding, reads them again, and compares them with the original games.
//!
//! The environment variable `CHUHE_GAMES` can name a folder of games to use instead. It must contain a table
//! `games.tsv`, and PGN files of the same games.

use chuhe_core::notation::{Fen, Script, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Side};
use chuhe_records::{GameTree, NodeId, Outcome, read, read_all, xqf};
use encoding_rs::{BIG5, Encoding, GBK, UTF_8};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/games");
    std::env::var_os("CHUHE_GAMES").map_or(own, PathBuf::from)
}

/// Reads `games.tsv`, a table with these columns: date, code of the opening, result, start, number of plies, moves.
pub(crate) fn games() -> Vec<GameTree> {
    let table = fs::read_to_string(folder().join("games.tsv")).expect("a table");
    table.lines().map(game).collect()
}

fn game(line: &str) -> GameTree {
    let [date, _, result, start, plies, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    let mut tree = GameTree::new(match start {
        "" => Rules::Xiangqi.start(),
        fen => Fen::read(Rules::Xiangqi, fen).expect(fen).position,
    });
    tree.first_number = if start.is_empty() { 1 } else { 4142 };
    let mut node = NodeId::ROOT;
    for mv in moves.split_whitespace() {
        let mv = Move::from_name(mv).expect(line);
        node = tree.add_move(node, mv).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    assert_eq!(tree.moves().len().to_string(), plies, "{line}");
    tree.outcome = match result {
        "1-0" => Some(Outcome::Won(Side::Red)),
        "0-1" => Some(Outcome::Won(Side::Black)),
        "1/2" => Some(Outcome::Drawn),
        _ => None,
    };
    tree.set_tag("Red", "許銀川");
    tree.set_tag("Black", "呂欽");
    if !date.is_empty() {
        tree.set_tag("Date", date);
    }
    tree
}

/// (name, file): the game in each format and encoding, with a name for these.
fn forms(tree: &GameTree) -> Vec<(String, Vec<u8>)> {
    let mut forms = vec![("XQF".to_owned(), xqf::write(tree).expect("xiangqi").bytes)];
    for encoding in [UTF_8, GBK, BIG5] {
        let script = if encoding == BIG5 { Script::Traditional } else { Script::Simplified };
        let texts = [
            ("PGN", tree.to_pgn(Style::Chinese(script)).to_string()),
            ("PGN by WXF", tree.to_pgn(Style::Wxf).to_string()),
            ("PGN by ICCS", tree.to_pgn(Style::Iccs).to_string()),
            ("WXF", tree.to_wxf().expect("xiangqi").to_string()),
            ("DhtmlXQ", tree.to_dhtmlxq().expect("xiangqi")),
            ("plain", tree.to_plain(script).expect("xiangqi")),
        ];
        forms.extend(texts.map(|(name, text)| encoded(name, &text, encoding)));
    }
    forms
}

fn encoded(name: &str, text: &str, encoding: &'static Encoding) -> (String, Vec<u8>) {
    // DhtmlXQ gives the result in simplified characters. Big5 lacks some of them.
    let text = if encoding == BIG5 {
        text.replace('红', "紅").replace('胜', "勝")
    } else {
        text.to_owned()
    };
    let (bytes, _, has_lost) = encoding.encode(&text);
    assert!(!has_lost, "{text}");
    (format!("{name} in {}", encoding.name()), bytes.into_owned())
}

#[test]
fn real_games_are_the_same_in_every_form() {
    for tree in games() {
        for (form, bytes) in forms(&tree) {
            let text = || String::from_utf8_lossy(&bytes).into_owned();
            let all = read_all(&bytes);
            assert!(all.faults.is_empty(), "{form}: {:?}\n{}", all.faults, text());
            let [again] = &all.games[..] else { panic!("{form}: {}", text()) };
            assert_eq!(again.moves(), tree.moves(), "{form}: {}", text());
            assert_eq!(again.start(), tree.start(), "{form}: {}", text());
            assert_eq!(again.first_number, tree.first_number, "{form}: {}", text());
            assert_eq!(again.ending(), tree.ending(), "{form}: {}", text());
            for tag in ["Red", "Black"] {
                assert_eq!(again.tag(tag), tree.tag(tag), "{form}: {}", text());
            }
        }
        if *tree.start() == Rules::Xiangqi.start() && !tree.moves().is_empty() {
            for style in Style::ALL {
                let again = read(tree.to_moves(style).as_bytes()).map(|again| again.moves());
                assert_eq!(again, Ok(tree.moves()), "{style:?}");
            }
        }
    }
}

#[test]
fn files_in_big5_hold_the_games_of_the_table() {
    let known: HashSet<Vec<Move>> = games().iter().map(GameTree::moves).collect();
    let folder = folder().join("big5");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut count = 0;
    for path in files.filter(|path| path.extension() == Some(OsStr::new("pgn"))) {
        let all = read_all(&fs::read(&path).expect("a file"));
        let is_known = all.games.iter().all(|tree| known.contains(&tree.moves()));
        assert!(all.faults.is_empty(), "{}: {:?}", path.display(), all.faults);
        assert!(all.games.len() == 1 && is_known, "{}", path.display());
        count += 1;
    }
    assert!(count > 0);
}
