//! Other programs as players: good ones, and each way in which one can fail.

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game};
use chuhe_host::engine::{Answer, Budget, Decision, Engine, EngineError, QueryControl};
use chuhe_tests::rows;
use chuhe_tests::wait::PATIENCE;
use std::time::{Duration, Instant};

/// Soon enough for a test of what is too late.
const SOON: Duration = Duration::from_millis(300);

fn start(behaviour: &str, more: &str) -> Result<Engine, EngineError> {
    let program = env!("CARGO_BIN_EXE_fake-engine");
    let spec = format!("cmd=\"'{program}' {behaviour}\" {more}");
    Engine::start(spec.parse().unwrap(), Rules::Xiangqi)
}

fn new_game() -> Game<AnyPosition> {
    Game::new(Rules::Xiangqi.start())
}

fn ask(
    engine: &mut Engine,
    game: &Game<AnyPosition>,
    depth: Option<u8>,
    patience: Duration,
) -> Result<Answer, EngineError> {
    let movetime = if depth.is_none() { Some(1000) } else { None };
    let budget = Budget { movetime, depth, ..Budget::default() };
    engine.think(game, &budget, Instant::now() + patience, &QueryControl::default(), &mut |_| {})
}

/// Two good engines play on, in every protocol, and agree with the game about the position.
#[test]
fn good_engines_play_in_every_protocol() {
    for (at, [behaviour, more]) in rows("engine_protocols.csv") {
        let mut engines = [(); 2].map(|()| start(&behaviour, &more).unwrap());
        for _ in 0..2 {
            let mut game = new_game();
            engines.iter_mut().for_each(|engine| engine.new_game().unwrap());
            for ply in 0..12 {
                let depth = (behaviour == "chuhe").then_some(1);
                let answer = ask(&mut engines[ply % 2], &game, depth, PATIENCE);
                match answer.map(|answer| answer.decision) {
                    Ok(Decision::Play { mv, .. }) => game.play(mv).unwrap(),
                    other => panic!("{at}: {other:?}"),
                }
            }
        }
        engines.into_iter().for_each(Engine::quit);
    }
}

/// Whatever an engine does instead of moving is met with a word, soon, and by the next game it
/// plays again.
#[test]
fn each_misbehaviour_is_met_with_a_clear_word() {
    for (at, [behaviour, more, patience, word]) in rows("engine_faults.txt") {
        if cfg!(not(unix)) && behaviour == "closes" {
            continue;
        }
        let patience = if patience == "short" { SOON } else { PATIENCE };
        let mut engine = start(&behaviour, &more).unwrap();
        for _ in 0..2 {
            let game = new_game();
            let heard = engine.new_game().and_then(|()| ask(&mut engine, &game, None, patience));
            assert_eq!(heard.unwrap_err().to_string(), word, "{at}");
        }
    }
}

#[test]
fn a_question_can_be_taken_back_at_any_time() {
    for behaviour in ["late", "hang", "chuhe"] {
        let mut engine = start(behaviour, "").unwrap();
        engine.new_game().unwrap();
        let cancel = QueryControl::default();
        let asked = Instant::now();
        let heard = std::thread::scope(|scope| {
            let answer = scope.spawn(|| {
                let (budget, deadline) = (Budget::default(), Instant::now() + PATIENCE);
                engine.think(&new_game(), &budget, deadline, &cancel, &mut |_| {})
            });
            cancel.cancel();
            answer.join().unwrap()
        });
        let error = heard.unwrap_err();
        assert!(matches!(error, EngineError::Cancelled | EngineError::Hung), "{error}");
        assert!(asked.elapsed() < PATIENCE / 2);
        // The next question is another one.
        engine.new_game().unwrap();
        let patience = if behaviour == "chuhe" { PATIENCE } else { SOON };
        let next = ask(&mut engine, &new_game(), Some(2), patience);
        assert_eq!(next.is_ok(), behaviour == "chuhe", "{next:?}");
    }
}

/// The processes that an engine started are ended with it, even those that left its group.
#[cfg(target_os = "linux")]
#[test]
fn nobody_is_left_behind() {
    use chuhe_tests::wait::wait_until;
    use std::fs;

    let folder = tempfile::tempdir().unwrap();
    for behaviour in ["stray", "stray-apart"] {
        let number = folder.path().join(behaviour);
        let mut engine = start(&format!("{behaviour} '{}'", number.display()), "ranks=0").unwrap();
        ask(&mut engine, &new_game(), None, PATIENCE).unwrap_err();
        let process = fs::read_to_string(number).expect("the engine wrote it before it ended");
        let stat = format!("/proc/{process}/stat");
        // A process that nobody has waited for yet has ended, too.
        wait_until("the end of a process", || match fs::read_to_string(&stat) {
            Ok(text) => text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')),
            Err(_) => true,
        });
    }
}
