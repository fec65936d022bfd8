//! Scripts of `tests/data/tcp`: the automation server.

use chuhe_tcp::replay::{Peer, Role, Stage, replay};
use chuhe_tests::tcp::{self, Server, Setup};
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// The server of a script, which is started when a client first connects.
struct World {
    server: Option<Server>,
    setup: fn(&str) -> Setup,
    /// The options of the server.
    line: String,
    web: bool,
    /// The folder of the journals, which is removed after the server has stopped.
    folder: TempDir,
}

/// Runs a script, with clients that come through WebSockets, or as they are.
pub(super) fn run(path: &Path, web: bool) {
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
        if word == "server" && self.server.is_some() {
            return Err("the server runs already".to_owned());
        }
        self.server = None;
        rest.split_whitespace().for_each(|option| self.set(option));
        Ok(())
    }
}
