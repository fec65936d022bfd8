//! Games of other programs of Debian. Those that play chess are in the window.

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

/// Asks for a move; `None` for a program that resigns.
fn answer(engine: &mut Engine, game: &Game<AnyPosition>, depth: u8) -> Option<chuhe_core::Move> {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let deadline = Instant::now() + PATIENCE;
    let cancel = QueryControl::default();
    match engine.think(game, &budget, deadline, &cancel, &mut |_| {}).unwrap().decision {
        Decision::Play { mv, .. } => Some(mv),
        Decision::Resign => None,
        other => panic!("{other:?} at {:?}", game.position().key()),
    }
}

/// Plays both sides of some plies from each of these positions.
fn plays_xiangqi(program: &str, starts: &[AnyPosition]) {
    let spec = format!("cmd={program} proto=cecp").parse().unwrap();
    let mut engine = Engine::start(spec, Rules::Xiangqi).unwrap();
    for start in starts {
        engine.new_game().unwrap();
        let mut game = Game::new(start.clone());
        while game.ending().is_none() && game.moves().len() < 40 {
            let Some(mv) = answer(&mut engine, &game, 2) else { break };
            game.play(mv).unwrap();
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
