//! Engines that hang or die in a game of the window.

use crate::pictures::differences;
use crate::stage::{Display, Home, Window};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::wait::wait_until;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(Display::missing(), the_window_ends_while_an_engine_hangs_in_its_search),
        test(Display::missing(), the_window_ends_while_an_engine_hangs_at_its_start),
        test(Display::missing(), an_engine_that_dies_in_its_search_is_told_and_loses),
    ]
}

/// A busy machine takes longer than the second in which the window ends. Without an end an engine would
/// hold it up for minutes.
const SOON: Duration = Duration::from_secs(10);

/// Opens a window against an engine that notes its number, and does something at its start or when it shall think.
/// Also returns the engine's line.
fn game(at_start: &str, at_think: &str) -> (Rc<Home>, Window, String) {
    let (display, home) = (Display::start(), Home::new("red = \"person\"\n"));
    let folder = home.path().display();
    let script = format!(
        "#!/bin/sh\ntrap '' TERM\necho $$ > '{folder}/number'\n{at_start}\nwhile read -r line; do\n\
         case \"$line\" in\nuci) echo 'id name Fake'; echo uciok;;\nisready) echo readyok;;\n\
         'go depth 1') echo 'bestmove h2e2';;\ngo*) echo asked > '{folder}/asked'; {at_think};;\n\
         esac\ndone\n"
    );
    let line = home.write_program("engine", &script).display().to_string();
    let window = Window::open(&display, &home, &["--black", &line]);
    (home, window, line)
}

/// Closes the window, and checks that it ends soon and leaves no engine behind.
fn quit(window: &mut Window, home: &Home) {
    let number = home.read("number");
    let process = Path::new("/proc").join(number.trim());
    assert!(process.exists(), "the engine runs");
    let begun = Instant::now();
    assert!(window.ended_by("ctrl+q").success());
    let took = begun.elapsed();
    assert!(took < SOON, "{took:?}");
    assert!(!process.exists(), "the engine is killed");
}

fn the_window_ends_while_an_engine_hangs_in_its_search() {
    let (home, mut window, _) = game("", "exec sleep 600");
    window.click("h2");
    window.click("e2");
    window.wait_for_log("1. red h2e2");
    wait_until("the question", || home.read("asked") == "asked\n");
    quit(&mut window, &home);
    assert!(home.games()[0].contains("H2-E2"), "the game is kept");
}

fn the_window_ends_while_an_engine_hangs_at_its_start() {
    let (home, mut window, _) = game("exec sleep 600", "");
    wait_until("the engine", || !home.read("number").is_empty());
    quit(&mut window, &home);
}

fn an_engine_that_dies_in_its_search_is_told_and_loses() {
    let (home, mut window, line) = game("", "exit 3");
    let board = Rectangle::new(Point::new(100, 200), Size::new(400, 300));
    let before = window.picture();
    window.click("h2");
    window.click("e2");
    wait_until("the question", || home.read("asked") == "asked\n");
    window.wait_for_log(&format!("{line}: "));
    wait_until("the dialog", || differences(&window.picture(), &before, board) > 10_000);
    window.keys(&["Right", "Return"]);
    wait_until("the result", || home.games().iter().any(|game| game.contains("[Result \"1-0\"]")));
    window.keys(&["Return"]);
    assert!(window.ended_by("ctrl+q").success());
}
