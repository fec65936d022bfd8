//! Tests the rules case by case: ends of games, refused moves, and the gain of captures.

use crate::fen::fen;
use chuhe_core::notation::{self, Exchange, MoveError, Style};
use chuhe_core::rules::{Rules, Zhonggong};
use chuhe_core::{
    AnyPosition, EndReason, Ending, Game, Move, Piece, PlayError, Position, Searchable, Side,
};
use chuhe_tests::script::ending;
use chuhe_tests::{position, rows};

fn check(rules: Rules, table: &str) {
    let outcome = |game: &Game<AnyPosition>| game.ending().map_or("ongoing".to_owned(), ending);
    for (at, [_, text, moves, expected]) in rows(table) {
        let mut game = Game::new(fen(rules, &text));
        let mut result = outcome(&game);
        for name in moves.split_whitespace() {
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
        // The tables of repetitions give only the winner, so the reason is not compared.
        let verdict = result.split(' ').next();
        let is_right = result == expected || verdict == Some(expected.trim_end_matches("_wins"));
        assert!(is_right, "{at}: {result} instead of {expected}");
    }
}

#[test]
fn cases_end_as_the_rules_say() {
    check(Rules::Xiangqi, "cases_xiangqi.csv");
    check(Rules::Chess, "cases_chess.csv");
    check(Rules::Zhonggong, "cases_zhonggong.csv");
}

/// The verdicts are from two engines, from the rule book, and from our reading of the rules. The last
/// move of a row completes the first threefold repetition.
#[test]
fn repetitions_are_judged_as_the_tables_say() {
    for table in ["repetition_xiangqi.csv", "repetition_wxf.csv", "repetition_own.csv"] {
        check(Rules::Xiangqi, table);
    }
}

fn value(position: &AnyPosition, word: &str) -> i16 {
    let (sign, name) = word.split_at(1);
    let value = position.see_value(Piece::new(Side::Red, name.parse().expect("a kind")));
    if sign == "-" { -value } else { value }
}

/// The gain of a capture counts all recaptures on the same square. An exchange also costs the soldiers given up.
#[test]
fn exchanges_are_counted_to_their_end() {
    for (at, [_, rules, text, mv, gain]) in rows("captures.csv") {
        let position = fen(rules.parse().expect("a game"), &text);
        let mv = notation::read(Style::Coordinates, &mv, &position).expect(&at);
        let gain: i16 = gain.split(' ').map(|word| value(&position, word)).sum();
        assert!(position.see_ge(mv, gain), "{at}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{at}: {}", gain + 1);
    }
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut game: Game<Zhonggong> = Game::new(position("PPPP5/4P4/9/3k5/9/4K4/9/9/9 w - - 0 1"));
    let [last, step] = ["e7e8", "d5d4"].map(|text| Move::from_name(text).expect("a move"));
    game.play(last).expect("a legal move");
    let won = Ending::win(Side::Red, EndReason::FiveSoldiers);
    assert_eq!(game.play(step), Err(PlayError::Over(won)));
    assert_eq!(game.position().count_moves(), 0);
    game.undo();
    assert_eq!(game.ending(), None);
}

#[test]
fn a_broken_exchange_says_where_and_why() {
    for (at, [text, character, fault]) in rows("exchange_malformed.csv") {
        let error = format!("exchange, at character {character}: {fault}");
        let read = text.parse::<Exchange>().map_err(|error| error.to_string());
        assert_eq!(read, Err(error), "{at}");
    }
}
