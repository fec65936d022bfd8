//! Lets Debian's xiangqi programs play against themselves. The module `window` tests Debian's chess programs.

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Position};
use chuhe_host::engine::{Budget, Decision, Engine, QueryControl};
use chuhe_host::fen;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::wait::PATIENCE;
use std::time::Instant;

const MAXQI: &str = "/usr/games/maxqi";
const HOIXIANGQI: &str = "/usr/games/hoixiangqi";

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(missing(&[MAXQI]), maxqi_plays_against_itself),
        test(missing(&[HOIXIANGQI]), hoixiangqi_plays_against_itself),
    ]
}

/// Lets a program play both sides from each position, for 40 plies or until the program resigns.
fn plays_xiangqi(program: &str, starts: &[AnyPosition]) {
    let spec = format!("cmd={program} proto=cecp").parse().unwrap();
    let mut engine = Engine::start(spec, Rules::Xiangqi).unwrap();
    let budget = Budget { depth: Some(2), ..Budget::default() };
    for start in starts {
        engine.new_game().unwrap();
        let mut game = Game::new(start.clone());
        while game.ending().is_none() && game.moves().len() < 40 {
            let (deadline, control) = (Instant::now() + PATIENCE, QueryControl::default());
            let answer = engine.think(&game, &budget, deadline, &control, &mut |_| {}).unwrap();
            match answer.decision {
                Decision::Play { mv, .. } => game.play(mv).unwrap(),
                Decision::Resign => break,
                other => panic!("{other:?} at {:?}", game.position().key()),
            }
        }
        assert!(!game.moves().is_empty());
    }
}

fn maxqi_plays_against_itself() {
    plays_xiangqi(MAXQI, &[Rules::Xiangqi.start()]);
}

fn hoixiangqi_plays_against_itself() {
    let endgame = fen::read("3ak4/9/9/9/9/9/2R6/4B4/9/4K4 b - - 0 1").unwrap().position;
    plays_xiangqi(HOIXIANGQI, &[Rules::Xiangqi.start(), endgame]);
}
