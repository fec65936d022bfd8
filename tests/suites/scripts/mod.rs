//! Every script of `tests/data`, run against the program for which it is written.

mod desktop;
mod engines;
mod form;
mod tcp;
mod uci;

use chuhe_tests::script::{run_folder, scripts};

#[test]
fn the_server_follows_every_script() {
    scripts("tcp", 44, |_| true).iter().for_each(|path| tcp::run(path, false));
}

/// The scripts that are about a stream of bytes. A WebSocket has messages instead.
const OF_A_STREAM: &str = "byte-order-mark faults half-close half-close-hint half-close-thinking \
    http lengths line-ends not-text pause-off";

#[test]
fn the_server_follows_the_scripts_through_a_web_socket() {
    let scripts = scripts("tcp", 34, |name| OF_A_STREAM.split(' ').all(|it| it != name));
    scripts.iter().for_each(|path| tcp::run(path, true));
}

#[test]
fn the_uci_engine_follows_every_script() {
    run_folder("uci", 19, uci::Session::new);
}

#[test]
fn engines_are_driven_as_every_script_says() {
    run_folder("engines", 13, engines::Session::new);
}

#[test]
fn the_window_follows_every_script() {
    run_folder("desktop", 29, desktop::Session::default);
}

/// An evening of games, and the morning after: what is lost between two starts shows here.
#[test]
fn the_program_follows_every_script() {
    run_folder("evening", 2, desktop::Session::default);
}

/// A word that the manual does not explain is a riddle to who writes the next script.
#[test]
fn the_manual_explains_every_word_of_the_window() {
    let manual = include_str!("../../data/SCRIPTS.md");
    for word in desktop::words() {
        let explained = manual.lines().any(|line| {
            line.starts_with(&format!("| `{word}` |")) || line.starts_with(&format!("| `{word} "))
        });
        assert!(explained, "`{word}` has no line in tests/data/SCRIPTS.md");
    }
}
