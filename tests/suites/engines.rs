//! Other programs as players: good ones, and each way in which one can fail.

use chuhe_core::AnyPosition;
use chuhe_core::rules::Rules;
use chuhe_core::{Clock, Game, Position};
use chuhe_host::engine::{Answer, Budget, Decision, Engine, EngineError, Info, QueryControl, Spec};
use chuhe_tests::wait::{PATIENCE, wait_until};
use std::path::Path;
use std::time::{Duration, Instant};

/// Soon enough for a test of what is too late.
const SOON: Duration = Duration::from_millis(300);

fn spec(behaviour: &str, more: &str) -> Spec {
    let program = env!("CARGO_BIN_EXE_fake-engine");
    format!("cmd=\"'{program}' {behaviour}\" {more}").parse().unwrap()
}

fn start(behaviour: &str, more: &str) -> Result<Engine, EngineError> {
    Engine::start(spec(behaviour, more), Rules::Xiangqi)
}

fn new_game() -> Game<AnyPosition> {
    Game::new(Rules::Xiangqi.start())
}

fn ask(
    engine: &mut Engine,
    game: &Game<AnyPosition>,
    patience: Duration,
) -> Result<Answer, EngineError> {
    let budget = Budget { movetime: Some(1000), ..Budget::default() };
    engine.think(game, &budget, Instant::now() + patience, &QueryControl::default(), &mut |_| {})
}

fn moves(engine: &mut Engine, game: &mut Game<AnyPosition>) -> String {
    match ask(engine, game, PATIENCE).unwrap().decision {
        Decision::Play { mv, draw: false } => {
            game.play(mv).unwrap();
            mv.to_string()
        }
        other => panic!("{other:?}"),
    }
}

/// Two good engines play on, in every protocol, and agree with the game about the position.
#[test]
fn good_engines_play_in_every_protocol() {
    for (behaviour, more) in [
        ("good", "proto=uci option.Hash=2"),
        ("from-one", "proto=uci"),
        ("chuhe", "proto=uci"),
        ("chuhe", "proto=ucci option.hashsize=1"),
        ("cecp", "proto=cecp"),
        ("lines {side}", "proto=lines"),
        ("lines-slip {side}", "proto=lines moves=wxf"),
    ] {
        let mut engines = [start(behaviour, more).unwrap(), start(behaviour, more).unwrap()];
        for _ in 0..2 {
            let mut game = new_game();
            engines.iter_mut().for_each(|engine| engine.new_game().unwrap());
            for ply in 0..12 {
                let budget = match behaviour {
                    "chuhe" => Budget { depth: Some(1), ..Budget::default() },
                    _ => Budget { movetime: Some(1000), ..Budget::default() },
                };
                let deadline = Instant::now() + PATIENCE;
                let engine = &mut engines[ply % 2];
                let cancel = QueryControl::default();
                let answer = engine.think(&game, &budget, deadline, &cancel, &mut |_| {});
                match answer.unwrap_or_else(|error| panic!("{behaviour} {more}: {error}")).decision
                {
                    Decision::Play { mv, .. } => game.play(mv).unwrap(),
                    other => panic!("{behaviour}: {other:?}"),
                }
            }
        }
        engines.into_iter().for_each(Engine::quit);
    }
}

#[test]
fn an_engine_is_called_by_the_name_given_to_it_or_its_own() {
    assert_eq!(start("good", "").unwrap().name(), "Fake");
    assert_eq!(start("good", "name=\"A B\"").unwrap().name(), "A B");
    assert_eq!(start("cecp", "proto=cecp").unwrap().name(), "Fake C");
    assert_eq!(start("lines {side}", "proto=lines").unwrap().name(), "fake-engine");
}

#[test]
fn an_engine_that_does_not_start_is_named_with_the_reason() {
    let error = |behaviour, more| match start(behaviour, more) {
        Ok(_) => panic!("{behaviour} starts"),
        Err(error) => error.to_string(),
    };
    assert_eq!(error("mute", "patience=0.2"), "no uciok within 0.2 s");
    assert_eq!(error("mute", "proto=ucci patience=0.2"), "no ucciok within 0.2 s");
    assert_eq!(error("dies-at-once", ""), "the program has ended (exit status: 3)");
    assert_eq!(error("good", "option.Threads=2"), "has no option \"Threads\"");
    assert_eq!(error("cecp-old", "proto=cecp patience=0.2"), "does not play xiangqi");
    let missing = Spec::new("/no/such/engine", chuhe_host::engine::Protocol::Uci);
    let error = Engine::start(missing, Rules::Xiangqi).unwrap_err().to_string();
    assert!(error.starts_with("/no/such/engine cannot be started: No such file"), "{error}");
}

/// Whatever an engine does instead of moving is met with a word, soon, and by the next game it
/// plays again.
#[test]
fn each_misbehaviour_is_met_with_a_clear_word() {
    for (behaviour, more, patience, word) in [
        ("late", "", SOON, "no move within its time"),
        ("hang", "", SOON, "no move within its time, nor an answer when told to stop: it hangs"),
        ("deaf", "ranks=0", SOON, "no readyok within 0.2 s"),
        ("crash", "", PATIENCE, "the program has ended (exit status: 3); it wrote: out of ideas"),
        ("flood", "", PATIENCE, "flooded with 200000 lines without an answer among them"),
        (
            "endless-line",
            "",
            SOON,
            "no move within its time, nor an answer when told to stop: it hangs",
        ),
        ("illegal", "", PATIENCE, "\"a0a9\" is not a legal move"),
        ("garbage", "", PATIENCE, "\"\\u{1}\u{fffd}\" is not a legal move"),
        ("no-move", "", PATIENCE, "says that there is no move"),
        #[cfg(unix)]
        ("closes", "ranks=0", PATIENCE, "has closed its output"),
        ("stray", "", PATIENCE, "the program has ended (exit status: 0)"),
        ("lines-wrong {side}", "proto=lines", PATIENCE, "\"what now?\" is not a legal move"),
    ] {
        let quick = if behaviour == "deaf" { "patience=0.2" } else { "" };
        let mut engine = start(behaviour, &format!("{more} {quick}")).unwrap();
        for _ in 0..2 {
            let game = new_game();
            let heard = engine.new_game().and_then(|()| ask(&mut engine, &game, patience));
            assert_eq!(heard.unwrap_err().to_string(), word, "{behaviour}");
        }
    }
}

#[test]
fn what_an_engine_says_instead_of_a_move_is_understood() {
    let act = |behaviour| {
        let mut engine = start(behaviour, "proto=cecp").unwrap();
        engine.new_game().unwrap();
        ask(&mut engine, &new_game(), PATIENCE).unwrap().decision
    };
    assert_eq!(act("cecp-claims"), Decision::Claim(None));
    assert_eq!(act("cecp-resigns"), Decision::Resign);
    let mut engine = start("cecp-refuses", "proto=cecp").unwrap();
    let mut game = new_game();
    game.play(chuhe_core::notation::read_any("h2e2", game.position()).unwrap()).unwrap();
    let error = ask(&mut engine, &game, PATIENCE).unwrap_err().to_string();
    assert_eq!(error, "does not take a move or a position: Illegal move: h2e2");
}

#[test]
fn what_a_protocol_cannot_say_is_said_here() {
    let ask_with = |behaviour, more, game: &Game<AnyPosition>, budget| {
        let mut engine = start(behaviour, more).unwrap();
        let deadline = Instant::now() + PATIENCE;
        engine
            .think(game, &budget, deadline, &QueryControl::default(), &mut |_| {})
            .unwrap_err()
            .to_string()
    };
    let nodes = Budget { nodes: Some(5), ..Budget::default() };
    assert_eq!(
        ask_with("cecp", "proto=cecp", &new_game(), nodes),
        "cecp has no words for a number of positions as the limit"
    );
    let fen = chuhe_host::fen::read("4k4/9/9/9/9/9/9/4C4/9/4K4 w").unwrap();
    assert_eq!(
        ask_with("lines {side}", "proto=lines", &Game::new(fen.position), Budget::default()),
        "lines has no words for a game from another position than the usual"
    );
}

#[test]
fn moves_alone_tell_no_game_that_went_on_without_the_engine() {
    let after = |plies| {
        let mut game = new_game();
        for _ in 0..plies {
            let mv = game.position().legal_moves()[0];
            game.play(mv).unwrap();
        }
        game
    };
    let mut engine = start("lines {side}", "proto=lines").unwrap();
    let foreign = "lines has no words for a game that it did not play itself";
    let error = ask(&mut engine, &after(2), PATIENCE).unwrap_err();
    assert_eq!(error.to_string(), foreign);
    engine.new_game().unwrap();
    ask(&mut engine, &after(0), PATIENCE).unwrap();
    let error = ask(&mut engine, &after(3), PATIENCE).unwrap_err();
    assert_eq!(error.to_string(), foreign);
}

#[test]
fn moves_may_be_taken_back_where_the_protocol_knows_positions() {
    for (behaviour, more) in [("good", ""), ("cecp", "proto=cecp")] {
        let mut engine = start(behaviour, more).unwrap();
        engine.new_game().unwrap();
        let mut game = new_game();
        let first = moves(&mut engine, &mut game);
        let second = moves(&mut engine, &mut game);
        game.undo();
        game.undo();
        assert_eq!(moves(&mut engine, &mut game), first);
        assert_eq!(moves(&mut engine, &mut game), second);
    }
}

#[test]
fn a_question_can_be_taken_back_at_any_time() {
    for behaviour in ["late", "hang", "chuhe"] {
        let mut engine = start(behaviour, "").unwrap();
        engine.new_game().unwrap();
        let cancel = QueryControl::default();
        let other = cancel.clone();
        let asked = Instant::now();
        let heard = std::thread::scope(|scope| {
            let engine = &mut engine;
            let cancel = &cancel;
            let answer = scope.spawn(move || {
                let budget = Budget::default();
                let deadline = Instant::now() + PATIENCE;
                engine.think(&new_game(), &budget, deadline, cancel, &mut |_| {})
            });
            other.cancel();
            answer.join().unwrap()
        });
        let error = heard.unwrap_err();
        assert!(matches!(error, EngineError::Cancelled | EngineError::Hung), "{error}");
        assert!(asked.elapsed() < PATIENCE / 2);
        // The next question is another one.
        let budget = Budget { depth: Some(2), ..Budget::default() };
        let deadline = Instant::now() + SOON;
        engine.new_game().unwrap();
        let next =
            engine.think(&new_game(), &budget, deadline, &QueryControl::default(), &mut |_| {});
        if behaviour == "chuhe" {
            next.unwrap();
        }
    }
}

#[test]
fn a_hurried_engine_moves_at_once_and_its_move_counts() {
    let mut engine = start("late", "").unwrap();
    engine.new_game().unwrap();
    let control = QueryControl::default();
    control.move_now();
    let deadline = Instant::now() + PATIENCE;
    engine.think(&new_game(), &Budget::default(), deadline, &control, &mut |_| {}).unwrap();
}

#[test]
fn what_an_engine_thinks_is_heard_meanwhile() {
    let mut engine = start("chuhe", "").unwrap();
    let clock = Clock { left: 2000, increment: 10, moves: None };
    let budget = Budget { clocks: Some([clock; 2]), depth: Some(3), ..Budget::default() };
    let mut depths = Vec::new();
    let mut told = |info: &Info| depths.extend(info.depth);
    let deadline = Instant::now() + PATIENCE;
    let answer = engine.think(&new_game(), &budget, deadline, &QueryControl::default(), &mut told);
    let info = answer.unwrap().info;
    assert_eq!(info.depth, Some(3));
    assert!(info.score.is_some() && info.nodes.is_some() && info.line.is_some());
    assert_eq!(depths, [1, 2, 3]);
}

/// The processes that an engine started are ended with it, even those that left its group.
#[cfg(target_os = "linux")]
#[test]
fn nobody_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    for behaviour in ["stray", "stray-apart"] {
        let number = folder.path().join(behaviour);
        let mut engine = start(&format!("{behaviour} '{}'", number.display()), "ranks=0").unwrap();
        ask(&mut engine, &new_game(), PATIENCE).unwrap_err();
        assert_ends(&std::fs::read_to_string(number).expect("the engine wrote it before it ended"));
    }
}

/// Fails unless a process ends; one that nobody has waited for yet has ended, too.
fn assert_ends(process: &str) {
    let stat = Path::new("/proc").join(process).join("stat");
    wait_until("the end of a process", || match std::fs::read_to_string(&stat) {
        Ok(text) => text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')),
        Err(_) => true,
    });
}

#[test]
fn an_engine_that_does_not_want_to_quit_is_ended() {
    let asked = Instant::now();
    start("stubborn", "").unwrap().quit();
    assert!(asked.elapsed() < PATIENCE);
}
