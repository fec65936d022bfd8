//! Causes panics in the logger, which all parts of a server call. Each panic must end only one connection or one game.

use chuhe_core::Game;
use chuhe_core::rules::Rules;
use chuhe_host::log_panics;
use chuhe_tests::player::Player;
use chuhe_tests::tcp::{Server, Setup};
use log::{LevelFilter, Log, Metadata, Record};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A logger that panics at every record that contains one of `words`.
struct PanickingLogger {
    words: Mutex<Vec<String>>,
    panics: AtomicU32,
}

static LOGGER: PanickingLogger =
    PanickingLogger { words: Mutex::new(Vec::new()), panics: AtomicU32::new(0) };

impl Log for PanickingLogger {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let text = record.args().to_string();
        if text.starts_with("panic in ") {
            self.panics.fetch_add(1, Relaxed);
            return;
        }
        let is_named = self.words.lock().iter().any(|word| text.contains(word));
        assert!(!is_named, "planted");
    }

    fn flush(&self) {}
}

fn panic_at(word: impl Into<String>) {
    LOGGER.words.lock().push(word.into());
}

/// Plays a move for a client, and compares the server's replies with the client's own copy of the game.
fn play(player: &mut Player) {
    player.hint();
    if player.legal_moves().is_empty() {
        player.undo();
    }
    let first = player.legal_moves()[0];
    player.play(first);
    player.compare();
}

/// Causes panics in three places: while a game is locked, in the task of a client, and on the thread of the computer.
#[test]
fn a_panic_ends_one_connection_or_one_game() {
    log::set_logger(&LOGGER).expect("the first logger");
    log::set_max_level(LevelFilter::Trace);
    log_panics("chuhe-tcp");
    let folder = tempfile::tempdir().expect("a folder");
    let line = format!("--max-clients 6 --journal {}", folder.path().display());
    let server = Server::start(&Setup::new(&line));
    let start = || Game::new(Rules::default().start());
    let mut players = [(); 2].map(|()| Player::new(server.client(), start()));
    players.iter_mut().for_each(play);
    let mut number = 2;
    panic_at(": level 3");
    panic_at("CMD_FORMAT_ERROR");
    for _ in 0..4 {
        for command in ["Level:3", "nonsense", "Move:7,7:7,4"] {
            let mut victim = server.client();
            number += 1;
            panic_at(format!("game {number}: 2. "));
            assert_eq!(victim.ask("Status"), "Status:red");
            victim.send(format!("{command}\n"));
            if command.starts_with("Move") {
                assert_eq!(victim.line(), "True\n");
            }
            victim.closed();
            assert_eq!(LOGGER.panics.load(Relaxed), number - 2);
            players.iter_mut().for_each(play);
        }
    }
    let stats = players[0].client.ask("Stats");
    assert!(stats.contains(";dropped=12;") && stats.contains(";failed_games=8;"), "{stats}");
    // The journal keeps the moves that were written before a panic.
    let mut victim = server.client();
    assert_eq!(victim.ask("Name:lunch"), "True");
    assert_eq!(victim.ask("Move:7,7:7,4"), "True");
    assert!(victim.line().starts_with("CurrentBoard:"));
    let moves = victim.ask("Moves");
    victim.send("Level:3\n");
    victim.closed();
    let mut next = server.client();
    assert_eq!(next.ask("Resume:lunch"), "True");
    assert_eq!(next.ask("Moves"), moves);
    players.iter_mut().for_each(play);
    drop(server);
}
