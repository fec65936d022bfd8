//! Scripts of `tests/data/tcp`: the automation server.

use chuhe_tcp::replay::{Peer, Role, Stage, replay};
use chuhe_tests::tcp::{self, Server, Setup};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// The server of a script, which is started when a client first connects.
struct World {
    server: Option<Server>,
    setup: Setup,
    /// The folder of the journals, which is removed after the server has stopped.
    folder: TempDir,
}

/// Runs a script, with clients that come through WebSockets, or as they are.
pub(super) fn run(path: &Path, web: bool) {
    let folder = tempfile::tempdir().expect("a folder for journals");
    let setup = Setup { web, ..Setup::default() };
    let followed =
        replay(&chuhe_tests::text(path), Role::Client, &mut World { server: None, setup, folder });
    followed.unwrap_or_else(|fault| panic!("{}:{fault}", path.display()));
}

impl World {
    fn set(&mut self, option: &str) -> Result<(), String> {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let number = || value.parse().map_err(|_| format!("{value} is no number"));
        let setup = &mut self.setup;
        match key {
            "map" => setup.map = Some(value.to_owned()),
            "shared" => setup.shared = true,
            "no-delete" => setup.no_delete = true,
            "journal" => setup.journal = Some(self.folder.path().to_owned()),
            "thinking-for-ever" => setup.strength = Setup::thinking_for_ever().strength,
            "nodes" => setup.strength.nodes = Some(number()?),
            "faults" => setup.faults = Some(tcp::scripts().join("conf").join(value)),
            "frame-idle" => setup.frame_idle = Some(Duration::from_millis(number()?)),
            _ => return Err(format!("no option {key}")),
        }
        Ok(())
    }
}

impl Stage for World {
    fn connect(&mut self) -> io::Result<Box<dyn Peer>> {
        let server = self.server.get_or_insert_with(|| Server::start(&self.setup));
        Ok(Box::new(server.client()))
    }

    fn instruct(&mut self, word: &str, rest: &str) -> Result<(), String> {
        if word == "server" && self.server.is_some() {
            return Err("the server runs already".to_owned());
        }
        self.server = None;
        rest.split(' ').filter(|option| !option.is_empty()).try_for_each(|option| self.set(option))
    }
}
