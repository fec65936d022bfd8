//! Tests of PGN: texts that are read, texts that are refused, and games that are written and read again.

use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::{Ending, Game, Position, Side};
use chuhe_records::{GameTree, pgn, read_all};
use chuhe_tests::script::play;
use chuhe_tests::{data, files, rows, text};

/// (path, expected, text) of every game in a folder. The text after `; ` in the first line is the expected result.
fn games(folder: &str) -> impl Iterator<Item = (String, String, String)> {
    let paths = files(&data(folder), &["pgn"]);
    assert!(!paths.is_empty(), "{folder} holds no games");
    paths.into_iter().map(|path| {
        let (name, text) = (path.display().to_string(), text(&path));
        let first = text.lines().next().and_then(|line| line.strip_prefix("; "));
        let first = first.unwrap_or_else(|| panic!("{name}: no `; `")).to_owned();
        (name, first, text)
    })
}

fn end(record: &GameTree) -> String {
    match record.ending() {
        None => "*".to_owned(),
        Some(Ending { winner: Some(Side::Red), reason }) => format!("1-0 {reason}"),
        Some(Ending { winner: Some(Side::Black), reason }) => format!("0-1 {reason}"),
        Some(Ending { winner: None, reason }) => format!("1/2-1/2 {reason}"),
    }
}

fn summary(record: &GameTree) -> String {
    let end = end(record);
    let red = record.tag("Red").unwrap_or_default();
    format!("plies {}, end {end}, Red \"{}\"", record.moves().len(), red.replace('"', "\\\""))
}

#[test]
fn what_is_well_formed_is_read_and_written_back() {
    for (name, expected, text) in games("pgn/read") {
        let record = pgn::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(summary(&record), expected, "{name}");
        for style in Style::ALL {
            let text = record.to_pgn(style).to_string();
            let again = pgn::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(summary(&again), expected, "{name} written and read");
            assert_eq!(again.tags, record.tags, "{name}");
            assert_eq!(again.moves(), record.moves(), "{name}");
        }
    }
}

#[test]
fn tags_are_read_with_their_game() {
    for (at, [text, rules, tags]) in rows("pgn_tags.txt") {
        let record = pgn::read(&text).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(record.rules().to_string(), rules, "{at}");
        assert_eq!(format!("{:?}", record.tags), tags, "{at}");
    }
}

/// Each line of moves has a number and one move of each side. If Black begins, three dots stand for Red's move.
#[test]
fn lines_of_moves_are_numbered() {
    for (at, [fen, style, moves, expected]) in rows("pgn_moves.txt") {
        let style = Style::ALL.into_iter().find(|it| format!("{it:?}") == style).expect(&at);
        let mut game = Game::new(chuhe_host::fen::read(&fen).expect(&at).position);
        play(&mut game, &moves);
        let written = GameTree::from(&game).to_pgn(style).to_string();
        assert!(written.ends_with(&expected), "{at}: {written}");
    }
}

#[test]
fn what_is_malformed_is_refused_with_line_and_column() {
    for (name, expected, text) in games("pgn/refused") {
        match pgn::read(&text) {
            Ok(record) => panic!("{name} was read: {}", summary(&record)),
            Err(error) => assert_eq!(error.to_string(), expected, "{name}"),
        }
    }
}

/// Games of chess are read as python-chess reads them. Games without comments are also written byte for byte the same.
#[test]
fn chess_is_read_and_written_as_by_another_program() {
    let plain = text(&data("pgn/chess.pgn"));
    let records = read_all(plain.as_bytes()).games;
    let annotated = read_all(text(&data("pgn/chess_annotated.pgn")).as_bytes()).games;
    let rows = rows::<3>("pgn/chess.csv");
    assert_eq!((records.len(), annotated.len()), (rows.len(), rows.len()));
    for (record, (at, row)) in records.iter().chain(&annotated).zip(rows.iter().cycle()) {
        let mut position = record.start().clone();
        let mut moves = Vec::new();
        for mv in record.moves() {
            moves.push(notation::write(Style::Coordinates, &position, mv).to_string());
            position = position.play(mv);
        }
        assert_eq!(moves.join(" "), row[0], "{at}");
        let fen = Fen { position, move_number: 1 }.to_string();
        let fields: Vec<&str> = fen.split(' ').take(3).collect();
        assert_eq!(fields.join(" "), row[1], "{at}");
        assert_eq!(end(record), row[2], "{at}");
    }
    let written = |record: &GameTree| format!("{}\n", record.to_pgn(Style::Iccs));
    assert_eq!(records.iter().map(written).collect::<String>(), plain);
    assert_ne!(annotated.iter().map(written).collect::<String>(), plain);
    for record in &annotated {
        let text = record.to_pgn(Style::San).to_string();
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert_eq!(pgn::read(&text).unwrap().to_pgn(Style::San).to_string(), text);
    }
}
