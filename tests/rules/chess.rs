//! International chess: its texts against another program's, and its rights.

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::{Chess, Rights, Rules};
use chuhe_core::{Position, Square};
use chuhe_tests::position;

#[test]
fn algebraic_notation_of_another_program() {
    for (line, row) in chuhe_tests::rows("san_chess.csv") {
        let at = format!("san_chess.csv:{line}: {row:?}");
        let position = position::<Chess>(&row[0]);
        let mv = notation::read(Style::Coordinates, &row[1], &position).expect(&at);
        let written = |style| notation::write(style, &position, mv).to_string();
        assert_eq!(written(Style::Coordinates), row[1], "{at}");
        assert_eq!(written(Style::San), row[2], "{at}");
        assert_eq!(notation::read(Style::San, &row[2], &position), Ok(mv), "{at}");
    }
}

/// Who may castle and what may have been passed, as an editor of positions offers it.
#[test]
fn rights_are_possible_where_king_and_rook_stand_at_home_and_a_pawn_came_two_steps() {
    for (line, row) in chuhe_tests::rows("rights_chess.csv") {
        let at = format!("rights_chess.csv:{line}: {}", row[0]);
        let position = position::<Chess>(&row[1]);
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
        assert_eq!([may, passed.collect::<Vec<_>>().join(" ")], row[2..], "{at}");
    }
}
