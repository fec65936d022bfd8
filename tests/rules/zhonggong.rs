//! Zhonggong xiangqi: its rules case by case, and its exchanges as texts and as gains.

use chuhe_core::notation::{self, Exchange, Fen, MoveError, Style};
use chuhe_core::rules::Zhonggong;
use chuhe_core::{
    EndReason, Ending, Game, Kind, Move, Piece, PlayError, Position, Searchable, Side, Square,
};

fn fen(text: &str) -> Zhonggong {
    text.parse::<Fen<_>>().unwrap_or_else(|error| panic!("{text}: {error}")).position
}

/// Returns the words that a table has for a game after its last move.
fn outcome(game: &Game<Zhonggong>) -> String {
    match game.ending() {
        None => "ongoing".to_owned(),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner}: {reason}"),
        Some(Ending { winner: None, reason }) => format!("draw: {reason}"),
    }
}

#[test]
fn cases_end_as_the_rules_say() {
    for (line, row) in chuhe_tests::rows("cases_zhonggong.csv") {
        let at = format!("cases_zhonggong.csv:{line}: {}", row[0]);
        let mut game: Game<Zhonggong> = Game::new(fen(&row[1]));
        let mut result = outcome(&game);
        for name in row[2].split(' ') {
            assert_eq!(result, "ongoing", "{at}: before {name}");
            let position = *game.position();
            result = match notation::read(Style::Coordinates, name, &position) {
                Ok(mv) => {
                    game.play(mv).unwrap_or_else(|error| panic!("{at}: {error}"));
                    outcome(&game)
                }
                Err(MoveError::Illegal) => "illegal".to_owned(),
                Err(error) => panic!("{at}: {name}: {error}"),
            };
        }
        assert_eq!(result, row[3], "{at}");
    }
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut game: Game<Zhonggong> = Game::new(fen("PPPP5/4P4/9/3k5/9/4K4/9/9/9 w - - 0 1"));
    let name = |name| Square::from_name(name).expect("a square");
    game.play(Move::new(name("e7"), name("e8"))).expect("a legal move");
    let ending = Ending::win(Side::Red, EndReason::FiveSoldiers);
    let step = Move::new(name("d5"), name("d4"));
    assert_eq!(game.play(step), Err(PlayError::Over(ending)));
    assert_eq!(game.position().count_moves(), 0);
    game.undo();
    assert_eq!(game.ending(), None);
}

/// Captures are counted to their end, and soldiers given up are paid for.
#[test]
fn exchanges_gain_what_they_leave() {
    let [soldier, cannon, horse, chariot] =
        [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot]
            .map(|kind| Zhonggong::start().see_value(Piece::new(Side::Red, kind)));
    for (at, mv, gain) in [
        ("9/9/p8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", soldier),
        ("r8/9/p8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", soldier - chariot),
        ("r8/9/n8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", horse - chariot),
        ("r8/9/n8/R8/R8/3K1k3/9/9/9 w - - 0 1", "a5a6", horse),
        ("P1P6/9/9/4k4/2c6/4K4/9/9/9 w - - 0 1", "a8c8xc4", cannon - 2 * soldier),
        ("P1PP5/9/9/4k4/2n6/4K4/9/9/9 w - - 0 1", "a8c8d8xc4", horse - 3 * soldier),
        ("P1PP4P/9/9/4k4/2r6/3K5/9/9/9 w - - 0 1", "a8c8d8i8xc4", chariot - 4 * soldier),
    ] {
        let position = fen(at);
        let mv = notation::read(Style::Coordinates, mv, &position)
            .unwrap_or_else(|error| panic!("{at}: {mv}: {error}"));
        assert!(position.see_ge(mv, gain), "{at}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{at}: {}", gain + 1);
    }
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
