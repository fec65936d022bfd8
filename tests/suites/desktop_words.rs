//! Tests that every error has a message in both languages, and that every text is used.

use chuhe_app::app_error::{AppError, FileFault, engine_failure};
use chuhe_app::settings::Settings;
use chuhe_app::words::{Words, rules_page};
use chuhe_core::map;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_host::engine::{EngineError, Protocol};
use chuhe_host::text::{NotText, decode};
use chuhe_host::{MapFault, MapRefusal};
use chuhe_records::{Place, RecordError, RecordFault, pgn};
use chuhe_tests::{data, files, map_rows, root, rows, text};
use chuhe_view::text::{Language, Text};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// The errors from all tables and files of malformed input, and further errors that these files do not cause.
fn errors() -> Vec<AppError> {
    use ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem, StorageFull};
    let mut errors = Vec::new();
    for (at, [rules, text, _, _, _]) in rows("fen_malformed.csv") {
        let rules = rules.parse().expect("a rule set");
        errors.push(AppError::Position(Fen::read(rules, &text).expect_err(&at)));
    }
    let file = PathBuf::from("team.properties");
    let faults = map_rows("maps_bad.txt").into_iter().map(|(at, rules, turn, text, _)| {
        MapFault::Pieces(map::read(&text, rules, turn).expect_err(&at))
    });
    for fault in faults.chain([MapFault::Rules("go".into()), MapFault::Turn("blue".into())]) {
        let (name, file) = ("moon".to_owned(), file.clone());
        errors.push(AppError::Map(MapRefusal::Invalid { name, fault, file, line: 3 }));
    }
    let maps = || Some(vec!["moon".to_owned(), "sun".to_owned()]);
    for (names, more) in [(None, 0), (Some(vec![]), 0), (maps(), 0), (maps(), 7)] {
        let (name, file) = ("mars".to_owned(), file.clone());
        errors.push(AppError::Map(MapRefusal::Unknown { name, file, names, more }));
    }
    for path in files(&data("pgn/refused"), &["pgn"]) {
        let bytes = fs::read(&path).expect("a file");
        let read = pgn::read(&decode(&bytes).expect("text"));
        errors.push(AppError::Game(read.err().unwrap_or_else(|| panic!("{}", path.display()))));
    }
    let faults = [
        RecordFault::NullMove { text: "--".into() },
        RecordFault::VariationWithoutMove,
        RecordFault::NotText,
        RecordFault::TooDeep { limit: 256 },
        RecordFault::Result("red wins".into()),
        RecordFault::Version(19),
        RecordFault::Checksum,
        RecordFault::Truncated,
        RecordFault::Xml,
        RecordFault::Piece(7),
        RecordFault::CommentLength,
        RecordFault::Text { encoding: "GBK" },
        RecordFault::TooManyMoves { limit: 9 },
        RecordFault::TooManyFaults { limit: 9 },
        RecordFault::Field("binit".into()),
    ];
    let game = |fault| AppError::Game(RecordError { place: Place::Byte(18), fault });
    errors.extend(faults.map(game));
    let refused = [NotFound, PermissionDenied, ReadOnlyFilesystem, StorageFull];
    errors.extend(refused.map(|kind| AppError::file(&file, io::Error::from(kind))));
    let others =
        [NotText { line: 7 }.into(), FileFault::Changed, FileFault::Left, FileFault::Inseparable];
    errors.extend(others.map(|fault| AppError::file(&file, fault)));
    errors
}

fn unquoted(text: &str) -> String {
    text.split(['“', '”']).step_by(2).collect()
}

#[test]
fn every_error_is_told_in_both_languages() {
    const LATIN: &str =
        "UTF GBK Big XML FEN red black team properties moon sun mars uci none Chuhe";
    let errors = errors();
    assert!(errors.len() > 150, "only {}", errors.len());
    let told = errors.iter().map(|error| [error.to_string(), error.message(Language::Chinese)]);
    let rules = vec![(Protocol::Uci, EngineError::Rules(Rules::Chess))];
    let engines = [
        EngineError::start("/none", &ErrorKind::NotFound.into()),
        EngineError::Ended { status: None, stderr_tail: String::new() },
        EngineError::Flood { lines: 9 },
        EngineError::Illegal("h2e2".into()),
        EngineError::NoOption("Hash".into()),
        EngineError::NoProtocol(rules),
    ];
    use EngineError::{Closed, Hung, Late, NoAnalysis, NoCommand, NoMove, OtherProtocol, Panic};
    let plain = [Closed, Hung, Late, NoAnalysis, NoCommand, NoMove, OtherProtocol, Panic];
    for [english, chinese] in told.chain(engines.iter().chain(&plain).map(engine_failure)) {
        let chinese = unquoted(&chinese);
        let words = chinese.split(|character: char| !character.is_ascii_alphabetic());
        let foreign: Vec<&str> =
            words.filter(|word| word.len() > 1 && LATIN.split(' ').all(|it| it != *word)).collect();
        assert!(foreign.is_empty(), "{foreign:?} in {chinese} for {english}");
        assert!(chinese.chars().any(|character| character > '\u{2e80}'), "{chinese}");
    }
}

#[test]
fn every_word_is_said_somewhere() {
    let folders = ["lib/view/src", "lib/app/src", "host-desktop/src", "host-device/src"];
    let paths = folders.iter().flat_map(|folder| files(&root().join(folder), &["rs"]));
    let sources: String = paths.map(|path| text(&path)).collect();
    // The fourth field of a row names the reason of an ending or of an illegal move. The program finds the text by
    // this reason, so no source names the text.
    let table = text(&root().join("lib/view/words/words.tsv"));
    let reasons = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let reasons: Vec<_> = reasons.filter(|fields| fields.len() == 4).collect();
    let is_said = |text: &&Text| {
        reasons.iter().any(|fields| fields[0] == format!("{text:?}"))
            || ["Text", "Self"].into_iter().any(|kind| {
                let name = format!("{kind}::{text:?}");
                sources.split(&name).skip(1).any(|rest| !rest.starts_with(char::is_alphanumeric))
            })
    };
    let unsaid: Vec<_> = Text::ALL.iter().filter(|text| !is_said(text)).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}");
}

#[test]
fn names_at_the_head_of_a_rule_are_followed_by_their_characters() {
    let page = |rules: Rules| rules_page(Words::new(&Settings::default(), rules), rules);
    for (at, [rules, expected]) in rows("rules_heads.txt") {
        let page = page(rules.parse().expect(&at));
        assert!(page.contains(&expected), "{at}: {page}");
    }
}
