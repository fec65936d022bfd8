//! Runs every script of `tests/data` against its program.

mod desktop;

use crate::{engines, uci};
use chuhe_tcp::replay::{Peer, Role, Stage, replay};
use chuhe_tests::rows;
use chuhe_tests::script::{ScriptLine, fits, run_folder, scripts};
use chuhe_tests::tcp::{self, Server, Setup};
use std::io;
use std::path::Path;
use tempfile::TempDir;

#[test]
fn the_server_follows_every_script() {
    scripts("tcp", 44, |_| true).iter().for_each(|path| run_tcp(path, false));
}

/// The scripts about a stream of bytes, which cannot run through the messages of a WebSocket.
const OF_A_STREAM: &str = "byte-order-mark faults half-close half-close-hint half-close-thinking \
    http lengths line-ends not-text pause-off";

#[test]
fn the_server_follows_the_scripts_through_a_web_socket() {
    let scripts = scripts("tcp", 34, |name| OF_A_STREAM.split(' ').all(|it| it != name));
    scripts.iter().for_each(|path| run_tcp(path, true));
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

#[test]
fn the_program_follows_every_script() {
    run_folder("evening", 2, desktop::Session::default);
}

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

#[test]
fn a_line_is_parsed_as_the_manual_says() {
    for (at, [text, line]) in rows("script_lines.csv") {
        assert_eq!(format!("{:?}", ScriptLine::parse(&text)), line, "{at}");
    }
    assert_eq!(ScriptLine::parse("wait 5"), Some(ScriptLine::Directive("wait", "5")));
}

#[test]
fn a_pattern_fits_what_it_says() {
    for (at, [text, pattern, fit]) in rows("patterns.csv") {
        assert_eq!(fits(&text, &pattern).to_string(), fit, "{at}");
    }
}

/// The server of a script. It starts when the first client connects.
struct World {
    server: Option<Server>,
    setup: fn(&str) -> Setup,
    line: String,
    web: bool,
    /// The folder of the journals. As the last field, it is dropped after the server has stopped.
    folder: TempDir,
}

fn run_tcp(path: &Path, web: bool) {
    let folder = tempfile::tempdir().expect("a folder for journals");
    let mut world = World { server: None, setup: Setup::new, line: String::new(), web, folder };
    let followed = replay(&chuhe_tests::text(path), Role::Client, &mut world);
    followed.unwrap_or_else(|fault| panic!("{}:{fault}", path.display()));
}

impl World {
    fn set(&mut self, option: &str) {
        let file = |name| tcp::scripts().join("conf").join(name).display().to_string();
        self.line += &match option.split_once('=') {
            Some(("map", name)) => format!(" {name}"),
            Some(("faults", name)) => format!(" --faults={}", file(name)),
            None if option == "journal" => format!(" --journal={}", self.folder.path().display()),
            None if option == "thinking-for-ever" => return self.setup = Setup::thinking_for_ever,
            _ => format!(" --{option}"),
        };
    }
}

impl Stage for World {
    fn connect(&mut self) -> io::Result<Box<dyn Peer>> {
        let start = || Server::start(&Setup { web: self.web, ..(self.setup)(&self.line) });
        let server = self.server.get_or_insert_with(start);
        Ok(Box::new(server.client()))
    }

    fn instruct(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match (word, &self.server) {
            ("server", Some(_)) => return Err("the server runs already".to_owned()),
            ("server" | "restart", _) => self.server = None,
            _ => return Err("no such word".to_owned()),
        }
        rest.split_whitespace().for_each(|option| self.set(option));
        Ok(())
    }
}
