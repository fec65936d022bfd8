//! Rules case by case: how a game ends, which moves are refused, and what captures gain.

use chuhe_core::notation::{self, Exchange, Fen, FenError, MoveError, Style};
use chuhe_core::rules::{Chess, Rules, Zhonggong};
use chuhe_core::{
    AnyPosition, EndReason, Ending, Game, Kind, Piece, PlayError, Position, Searchable, Side,
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

/// A capture is worth it when what is taken back is worth no more, as deep as the exchange goes. Soldiers
/// that are given up are paid for.
#[test]
fn exchanges_are_counted_to_their_end() {
    let [soldier, cannon, horse, chariot] =
        [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot]
            .map(|kind| Zhonggong::start().see_value(Piece::new(Side::Red, kind)));
    for (rules, fen, mv, gain) in [
        // A pawn for nothing, a rook for a pawn, a pawn for a knight.
        (Rules::Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        (Rules::Chess, "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        (Rules::Chess, "4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 320 - 100),
        // The second rook behind the first takes part, the queen behind the bishop too.
        (Rules::Chess, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        (Rules::Chess, "4k3/8/2p5/3p4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", 100 - 330 + 100),
        // The king takes only what nobody guards.
        (Rules::Chess, "8/8/4k3/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", 100),
        (Rules::Chess, "8/8/4k3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 320),
        (Rules::Zhonggong, "9/9/p8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", soldier),
        (Rules::Zhonggong, "r8/9/p8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", soldier - chariot),
        (Rules::Zhonggong, "r8/9/n8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", horse - chariot),
        (Rules::Zhonggong, "r8/9/n8/R8/R8/3K1k3/9/9/9 w - - 0 1", "a5a6", horse),
        (Rules::Zhonggong, "P1P6/9/9/4k4/2c6/4K4/9/9/9 w - - 0 1", "a8c8xc4", cannon - 2 * soldier),
        (
            Rules::Zhonggong,
            "P1PP5/9/9/4k4/2n6/4K4/9/9/9 w - - 0 1",
            "a8c8d8xc4",
            horse - 3 * soldier,
        ),
        (
            Rules::Zhonggong,
            "P1PP4P/9/9/4k4/2r6/3K5/9/9/9 w - - 0 1",
            "a8c8d8i8xc4",
            chariot - 4 * soldier,
        ),
    ] {
        let position: AnyPosition = Fen::read(rules, fen).expect(fen).position;
        let mv = notation::read(Style::Coordinates, mv, &position).expect("a legal move");
        assert!(position.see_ge(mv, gain), "{fen}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{fen}: {}", gain + 1);
    }
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut game: Game<Zhonggong> = Game::new(position("PPPP5/4P4/9/3k5/9/4K4/9/9/9 w - - 0 1"));
    let [last, step] = ["e7e8", "d5d4"].map(|text| text.parse().expect("a move"));
    game.play(last).expect("a legal move");
    let ending = Ending::win(Side::Red, EndReason::FiveSoldiers);
    assert_eq!(game.play(step), Err(PlayError::Over(ending)));
    assert_eq!(game.position().count_moves(), 0);
    game.undo();
    assert_eq!(game.ending(), None);
}

#[test]
fn a_broken_exchange_says_where_and_why() {
    for (text, error) in [
        ("a8bxi0", "exchange, at character 3: not a point of the board"),
        ("a8a8xi0", "exchange, at character 3: a8 is named twice"),
        ("xi0", "exchange, at character 1: no soldier is given up"),
        ("a8c8", "exchange, at character 5: the x before the piece removed is missing"),
        ("a8x", "exchange, at character 4: the piece removed is missing"),
        ("a8xi0i", "exchange, at character 6: nothing may follow the piece removed"),
    ] {
        assert_eq!(text.parse::<Exchange>().unwrap_err().to_string(), error, "{text}");
    }
}
