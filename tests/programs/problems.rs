//! Lets engines that share no code with Chuhe solve Chuhe's problems.

use crate::STOCKFISH;
use chuhe_app::endgames::{Problem, problems};
use chuhe_core::rules::Rules;
use chuhe_core::{Game, Move, Position, Score};
use chuhe_host::engine::{Budget, Decision, Engine, Info, QueryControl};
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::wait::PATIENCE;
use std::cmp::Ordering;
use std::env;
use std::time::Instant;

const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(missing(&[STOCKFISH]), stockfish_solves_problems_of_chess),
        test(missing(&[FAIRY_STOCKFISH]), fairy_stockfish_solves_problems_of_xiangqi),
    ]
}

fn stockfish_solves_problems_of_chess() {
    solves(Rules::Chess, &format!("cmd={STOCKFISH} proto=uci"));
}

fn fairy_stockfish_solves_problems_of_xiangqi() {
    solves(Rules::Xiangqi, &format!("cmd={FAIRY_STOCKFISH} proto=uci ranks=1"));
}

/// Asks an engine about each twentieth problem of a game, or about all if `CHUHE_PROBLEMS` is `all`. Pruning makes
/// the engine miss some mates, so nine of ten are enough. The engine must find no other first move that mates as fast.
fn solves(rules: Rules, engine: &str) {
    let step = if env::var("CHUHE_PROBLEMS").is_ok_and(|value| value == "all") { 1 } else { 20 };
    let mut engine = Engine::start(engine.parse().unwrap(), rules).unwrap();
    let of_game = problems().iter().filter(|problem| problem.start.rules() == rules);
    let asked: Vec<_> = of_game.step_by(step).collect();
    let answer = |&problem: &&'static Problem| Some((problem, answer(&mut engine, problem)?));
    let answers: Vec<_> = asked.iter().filter_map(answer).collect();
    engine.quit();
    let other = |(problem, (mv, score)): &&(&Problem, (Move, Ordering))| {
        // A shorter mate is a fault only in chess. In one problem of xiangqi, Fairy-Stockfish counts a repetition
        // that Black loses as an earlier mate.
        *mv != problem.solution[0] || rules == Rules::Chess && *score == Ordering::Greater
    };
    let others: Vec<_> = answers.iter().filter(other).map(|(problem, _)| problem.id).collect();
    assert!(others.is_empty(), "{others:?}");
    eprintln!("{} of {} problems of {rules} solved", answers.len(), asked.len());
    assert!(asked.len() >= 10 && answers.len() * 10 >= asked.len() * 9);
}

/// The engine's first move. The order is `Equal` if the engine's mate is as long as the problem's, and `Greater` if it
/// is shorter. The result is `None` if the engine finds only a longer mate, or none.
fn answer(engine: &mut Engine, problem: &Problem) -> Option<(Move, Ordering)> {
    engine.new_game().unwrap();
    let budget = Budget { nodes: Some(3_000_000), ..Budget::default() };
    let control = QueryControl::default();
    let wanted = Score::mate_in(2 * problem.moves as u16 - 1);
    let mut tell = |info: &Info| {
        if info.score == Some(wanted) {
            control.move_now();
        }
    };
    let (game, deadline) = (Game::new(problem.start.clone()), Instant::now() + PATIENCE);
    let answer = engine.think(&game, &budget, deadline, &control, &mut tell).unwrap();
    let Decision::Play { mv, .. } = answer.decision else { return None };
    let score = answer.info.score?.cmp(&wanted);
    score.is_ge().then_some((mv, score))
}
