//! Repetitions: after the moves of a row the same position has come for the third time, never
//! before, and the verdict is the row's.

use chuhe_core::notation::Fen;
use chuhe_core::rules::Xiangqi;
use chuhe_core::{Ending, Game, Move, Side, Square};
use chuhe_tests::rows;

/// A move such as `h2e2`.
fn coordinates(text: &str) -> Move {
    let square = |at| text.get(at).and_then(Square::from_name);
    let (Some(from), Some(to), 4) = (square(0..2), square(2..4), text.len()) else {
        panic!("{text} is no move");
    };
    Move::new(from, to)
}

fn outcome(ending: Ending) -> &'static str {
    match ending.winner {
        None => "draw",
        Some(Side::Red) => "red_wins",
        Some(Side::Black) => "black_wins",
    }
}

/// Plays the rows of a table whose last three columns are FEN, moves and result.
fn judge_all(table: &str) {
    let mut wrong = Vec::new();
    for (line, row) in rows(table) {
        let [.., fen, moves, result] = row.as_slice() else { panic!("{table} is too narrow") };
        let at = format!("{table}:{line}: {}", row[0]);
        let fen: Fen<Xiangqi> = fen.parse().unwrap_or_else(|error| panic!("{at}: {error}"));
        let mut game: Game<Xiangqi> = Game::new(fen.position);
        for text in moves.split(' ') {
            assert_eq!(game.ending(), None, "{at} before {text}");
            game.play(coordinates(text)).unwrap_or_else(|error| panic!("{at}: {error}"));
        }
        let ending = game.ending().unwrap_or_else(|| panic!("{at}: nothing came three times"));
        if outcome(ending) != result {
            wrong.push(format!("{at}: {ending:?} instead of {result}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn as_two_engines_agree() {
    judge_all("repetition_xiangqi.csv");
}

#[test]
fn as_the_rule_book_has_it() {
    judge_all("repetition_wxf.csv");
}

#[test]
fn as_we_read_the_rules() {
    judge_all("repetition_own.csv");
}
