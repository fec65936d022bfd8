//! Rules case by case: how a game ends, which moves are refused, and what captures gain.

use chuhe_core::notation::{self, Exchange, Fen, FenError, MoveError, Style};
use chuhe_core::rules::{Chess, Rules, Zhonggong};
use chuhe_core::{
    AnyPosition, EndReason, Ending, Game, Move, Piece, PlayError, Position, Searchable, Side,
};
use chuhe_tests::{position, rows};
use std::str::FromStr;

/// Returns the words that a table has for a game after its last move.
fn outcome<P: Position>(game: &Game<P>) -> String {
    match game.ending() {
        None => "ongoing".to_owned(),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner}: {reason}"),
        Some(Ending { winner: None, reason }) => format!("draw: {reason}"),
    }
}

fn check<P: Position>(table: &str)
where
    Fen<P>: FromStr<Err = FenError>,
{
    for (line, row) in rows(table) {
        let at = format!("{table}:{line}: {}", row[0]);
        let mut game: Game<P> = Game::new(position(&row[1]));
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
fn cases_end_as_the_rules_say() {
    check::<Chess>("cases_chess.csv");
    check::<Zhonggong>("cases_zhonggong.csv");
}

/// Returns the value of a word such as `-chariot`.
fn value(position: &AnyPosition, word: &str) -> i16 {
    let (sign, name) = word.split_at(1);
    let value = position.see_value(Piece::new(Side::Red, name.parse().expect("a kind")));
    if sign == "-" { -value } else { value }
}

/// A capture is worth it when what is taken back is worth no more, as deep as the exchange goes. Soldiers
/// that are given up are paid for.
#[test]
fn exchanges_are_counted_to_their_end() {
    for (line, row) in rows("captures.csv") {
        let at = format!("captures.csv:{line}: {}", row[0]);
        let rules: Rules = row[1].parse().expect("a game");
        let position: AnyPosition = Fen::read(rules, &row[2]).expect(&at).position;
        let mv = notation::read(Style::Coordinates, &row[3], &position).expect(&at);
        let gain: i16 = row[4].split(' ').map(|word| value(&position, word)).sum();
        assert!(position.see_ge(mv, gain), "{at}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{at}: {}", gain + 1);
    }
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut game: Game<Zhonggong> = Game::new(position("PPPP5/4P4/9/3k5/9/4K4/9/9/9 w - - 0 1"));
    let [last, step] = ["e7e8", "d5d4"].map(|text| Move::from_name(text).expect("a move"));
    game.play(last).expect("a legal move");
    let ending = Ending::win(Side::Red, EndReason::FiveSoldiers);
    assert_eq!(game.play(step), Err(PlayError::Over(ending)));
    assert_eq!(game.position().count_moves(), 0);
    game.undo();
    assert_eq!(game.ending(), None);
}

#[test]
fn a_broken_exchange_says_where_and_why() {
    for (line, row) in rows("exchange_malformed.csv") {
        let error = format!("exchange, at character {}: {}", row[1], row[2]);
        let read = row[0].parse::<Exchange>().map_err(|error| error.to_string());
        assert_eq!(read, Err(error), "exchange_malformed.csv:{line}");
    }
}
