//! Every script of `tests/data`, run against the program for which it is written.

mod desktop;
mod engines;
mod tcp;
mod uci;

use chuhe_tests::script::{run_folder, run_scripts};

#[test]
fn the_server_follows_every_script() {
    assert!(run_folder("tcp", || tcp::Session::new(false)) >= 20);
}

/// The scripts that are about a stream of bytes. A WebSocket has messages instead.
const OF_A_STREAM: [&str; 9] = [
    "byte-order-mark",
    "half-close",
    "half-close-hint",
    "half-close-thinking",
    "http",
    "lengths",
    "line-ends",
    "not-text",
    "pause-off",
];

#[test]
fn the_server_follows_the_scripts_through_a_web_socket() {
    let is_chosen = |name: &str| !OF_A_STREAM.contains(&name);
    assert!(run_scripts("tcp", is_chosen, || tcp::Session::new(true)) >= 20);
}

#[test]
fn the_uci_engine_follows_every_script() {
    assert!(run_folder("uci", uci::Session::new) >= 9);
}

#[test]
fn engines_are_driven_as_every_script_says() {
    assert!(run_folder("engines", engines::Session::new) >= 4);
}

#[test]
fn the_window_follows_every_script() {
    assert!(run_folder("desktop", desktop::Session::default) >= 12);
}

/// An evening of games, and the morning after: what is lost between two starts shows here.
#[test]
fn the_program_follows_every_script() {
    assert!(run_folder("evening", desktop::Session::default) >= 1);
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
