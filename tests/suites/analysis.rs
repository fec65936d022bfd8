//! Analysis by the built-in player and by other programs, good and bad ones.

use chuhe_core::rules::Rules;
use chuhe_core::{Game, Position};
use chuhe_host::analysis::{Analyser, AnalysisRequest};
use chuhe_tests::rows;
use chuhe_tests::wait::PATIENCE;
use std::time::Duration;

fn request(id: u64, plies: u64, behaviour: Option<&str>) -> AnalysisRequest {
    let mut game = Box::new(Game::new(Rules::Xiangqi.start()));
    for _ in 0..plies {
        let mv = game.position().legal_moves()[0];
        game.play(mv).unwrap();
    }
    let program = env!("CARGO_BIN_EXE_fake-engine");
    let engine = behaviour.map(|behaviour| match behaviour {
        "nowhere" => "/nowhere/engine".to_owned(),
        _ => format!("cmd=\"'{program}' {behaviour}\" patience=60"),
    });
    AnalysisRequest { id, game, lines: 3, engine, positions: None }
}

#[test]
fn an_engine_shows_as_many_lines_as_are_wanted() {
    let mut analyser = Analyser::new(1, 1);
    let wanted = request(1, 2, Some("chuhe"));
    let position = wanted.game.position().clone();
    analyser.analyse(wanted);
    let lines = loop {
        let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
        assert_eq!(id, 1);
        let lines = report.expect("lines").lines;
        if lines.len() == 3 {
            break lines;
        }
    };
    for line in lines {
        assert!(position.is_legal(line.pv[0]));
    }
}

#[test]
fn an_engine_follows_a_player_who_turns_the_wheel() {
    let mut analyser = Analyser::new(1, 1);
    for id in 0..200 {
        analyser.analyse(request(id, id % 5, Some("chuhe")));
    }
    let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
    assert_eq!(id, 199);
    assert!(!report.expect("lines").lines.is_empty());
}

#[test]
fn a_bad_engine_is_named_and_the_built_in_player_takes_over() {
    for (at, [behaviour, reason]) in rows("analysis_faults.txt") {
        let mut analyser = Analyser::new(1, 1);
        for id in 1..3 {
            analyser.analyse(request(id, 0, Some(&behaviour)));
            let (told, report) = analyser.wait_for_report(PATIENCE).expect("a report");
            let why = report.expect_err("a failure");
            assert!(told == id && why.contains(&reason), "{at}: {why}");
        }
        analyser.analyse(request(3, 0, None));
        let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
        assert!(id == 3 && report.is_ok());
    }
}

#[test]
fn an_engine_that_does_not_stop_is_named_with_the_next_position() {
    let mut analyser = Analyser::new(1, 1);
    // Another engine does not wait for it.
    analyser.analyse(request(0, 0, Some("hang")));
    analyser.analyse(request(1, 1, Some("dies-at-once")));
    let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
    assert!(id == 1 && report.is_err());
    // While it starts, positions are replaced that it never sees.
    let named = (2..40).find_map(|id| {
        analyser.analyse(request(id, id % 2, Some("hang")));
        analyser.wait_for_report(Duration::from_secs(3))
    });
    let (_, report) = named.expect("a report");
    let why = report.expect_err("a failure");
    assert!(why.ends_with("it hangs"), "{why}");
}
