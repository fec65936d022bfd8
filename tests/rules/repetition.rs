//! Repetitions: after the moves of a row the same position has come for the third time, never
//! before, and the verdict is the row's.

use chuhe_core::rules::Xiangqi;
use chuhe_core::{Ending, Game, Move, Side};
use chuhe_tests::{position, rows};

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
        let mut game = Game::new(position::<Xiangqi>(fen));
        for text in moves.split(' ') {
            assert_eq!(game.ending(), None, "{at} before {text}");
            let mv = Move::from_name(text).expect("a move");
            game.play(mv).unwrap_or_else(|error| panic!("{at}: {error}"));
        }
        let ending = game.ending().unwrap_or_else(|| panic!("{at}: nothing came three times"));
        if outcome(ending) != result {
            wrong.push(format!("{at}: {ending:?} instead of {result}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// As two engines agree, as the rule book has it, and as we read the rules.
#[test]
fn repetitions_are_judged_as_the_tables_say() {
    for table in ["repetition_xiangqi.csv", "repetition_wxf.csv", "repetition_own.csv"] {
        judge_all(table);
    }
}
