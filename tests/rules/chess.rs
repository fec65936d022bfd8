//! International chess: its rules case by case, and its texts against another program's.

use chuhe_core::notation::{self, Fen, MoveError, Style};
use chuhe_core::rules::{Chess, Rights, Rules};
use chuhe_core::{Ending, Game, Position, Searchable, Square};

fn position(fen: &str, at: &str) -> Chess {
    fen.parse::<Fen<Chess>>().unwrap_or_else(|error| panic!("{at}: {fen}: {error}")).position
}

/// Returns the words that a table has for a game after its last move.
fn outcome(game: &Game<Chess>) -> String {
    match game.ending() {
        None => "ongoing".to_owned(),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner}: {reason}"),
        Some(Ending { winner: None, reason }) => format!("draw: {reason}"),
    }
}

#[test]
fn cases_end_as_the_laws_say() {
    for (line, row) in chuhe_tests::rows("cases_chess.csv") {
        let at = format!("cases_chess.csv:{line}: {}", row[0]);
        let mut game: Game<Chess> = Game::new(position(&row[1], &at));
        let mut result = outcome(&game);
        for name in row[2].split(' ') {
            assert_eq!(result, "ongoing", "{at}: before {name}");
            result = match notation::read(Style::Coordinates, name, game.position()) {
                Ok(mv) => {
                    game.play(mv).unwrap_or_else(|error| panic!("{at}: {error}"));
                    outcome(&game)
                }
                Err(MoveError::Unreadable { .. }) => "unreadable".to_owned(),
                Err(MoveError::Illegal) => "illegal".to_owned(),
                Err(error) => panic!("{at}: {name}: {error}"),
            };
        }
        assert_eq!(result, row[3], "{at}");
    }
}

#[test]
fn algebraic_notation_of_another_program() {
    for (line, row) in chuhe_tests::rows("san_chess.csv") {
        let at = format!("san_chess.csv:{line}: {row:?}");
        let position = position(&row[0], &at);
        let mv = notation::read(Style::Coordinates, &row[1], &position)
            .unwrap_or_else(|error| panic!("{at}: {error}"));
        let written = |style| notation::write(style, &position, mv).to_string();
        assert_eq!(written(Style::Coordinates), row[1], "{at}");
        assert_eq!(written(Style::San), row[2], "{at}");
        assert_eq!(notation::read(Style::San, &row[2], &position), Ok(mv), "{at}");
    }
}

#[test]
fn more_is_read_than_written() {
    for (line, row) in chuhe_tests::rows("san_read.csv") {
        let at = format!("san_read.csv:{line}: {row:?}");
        let position = position(&row[0], &at);
        let style = if row[1].is_ascii() { None } else { Some(Style::San) };
        let read = match style {
            None => notation::read_any(&row[1], &position),
            Some(style) => notation::read(style, &row[1], &position),
        };
        let reading = match read {
            Ok(mv) => notation::write(Style::Coordinates, &position, mv).to_string(),
            Err(MoveError::Unreadable { at }) => format!("unreadable after {at}"),
            Err(MoveError::NoSuchPiece) => "no such piece".to_owned(),
            Err(error @ MoveError::Ambiguous(..)) => error.to_string(),
            Err(MoveError::Illegal) => "illegal".to_owned(),
            Err(MoveError::Exchange(error)) => panic!("{at}: {error}"),
        };
        assert_eq!(reading, row[2], "{at}");
    }
}

/// A capture is worth it when what is taken back is worth no more, as deep as the exchange goes.
#[test]
fn exchanges_are_counted_to_their_end() {
    for (fen, mv, gain) in [
        // A pawn for nothing, a rook for a pawn, a pawn for a knight.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 320 - 100),
        // The second rook behind the first takes part, the queen behind the bishop too.
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("4k3/8/2p5/3p4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", 100 - 330 + 100),
        // The king takes only what nobody guards.
        ("8/8/4k3/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", 100),
        ("8/8/4k3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 320),
    ] {
        let position = position(fen, fen);
        let mv = notation::read(Style::Coordinates, mv, &position).expect("a legal move");
        assert!(position.see_ge(mv, gain), "{fen}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{fen}: {}", gain + 1);
    }
}

/// Who may castle and what may have been passed, as an editor of positions offers it.
#[test]
fn rights_are_possible_where_king_and_rook_stand_at_home_and_a_pawn_came_two_steps() {
    for (line, row) in chuhe_tests::rows("rights_chess.csv") {
        let at = format!("rights_chess.csv:{line}: {}", row[0]);
        let position = position(&row[1], &at);
        let stands = |square| position.piece_at(square);
        let (rights, passed) = Rules::Chess.possible_rights(stands, position.side());
        let ([white, black], [white_long, black_long]) = (rights.short, rights.long);
        let pieces = || Square::all().filter_map(|at| Some((at, stands(at)?)));
        let side = position.side();
        let begun = Rules::Chess.set_up(pieces(), side).expect(&at).rights();
        assert_eq!(begun, Rights { passed: None, ..rights }, "{at}");
        for passed in passed.into_iter().map(Some).chain([None]) {
            let rights = Rights { passed, ..rights };
            let set_up = Rules::Chess.set_up_with(pieces(), side, rights).expect(&at);
            assert_eq!(set_up.rights(), rights, "{at}");
        }
        let may = [(white, 'K'), (white_long, 'Q'), (black, 'k'), (black_long, 'q')];
        let may: String =
            may.iter().filter(|(may, _)| may.is_some()).map(|(_, letter)| letter).collect();
        let passed = passed.into_iter().map(|it| Rules::Chess.square_name(it).to_string());
        assert_eq!(
            (may, passed.collect::<Vec<_>>().join(" ")),
            (row[2].clone(), row[3].clone()),
            "{at}"
        );
    }
}
