//! Starts proxies between the clients and the server.

use chuhe_tests::wait::Killed;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio, id};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A command that runs a program from the PATH or from `/usr/sbin`, without input and output.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("PATH", format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default()));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// An address with a free port. The test chooses the port, because a proxy does not tell which port it got. Linux and
/// macOS by default assign no ports between 20,000 and 29,998 by themselves.
pub(crate) fn free_address() -> SocketAddr {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let ports = (0..9999).map(|_| 20_000 + (id() + TRIED.fetch_add(1, Relaxed)) % 9999);
    let mut addresses = ports.map(|port| SocketAddr::from(([127, 0, 0, 1], port as u16)));
    addresses.find(|address| TcpListener::bind(address).is_ok()).expect("a port")
}

/// Starts HAProxy or stunnel with the configuration `file` in `folder`, as `user`; `None`: as the user of the test.
pub(crate) fn start(program: &str, folder: &Path, file: &str, user: Option<User>) -> Killed {
    let mut command = command(program);
    if program == "haproxy" {
        command.args(["-db", "-f"]);
    }
    command.arg(file);
    let mut command = match user {
        Some(user) => user.command(&command),
        None => command,
    };
    Killed(command.current_dir(folder).spawn().expect("it is installed"))
}

/// A user whose number nobody else on the machine has. The user's group has the same number. `group` is a second group.
#[derive(Clone, Copy)]
pub(crate) struct User {
    pub(crate) number: u32,
    pub(crate) group: Option<u32>,
}

impl User {
    /// A command that runs `command` as this user, without input and output. Only root can start it.
    pub(crate) fn command(self, command: &Command) -> Command {
        let number = self.number.to_string();
        let mut other = self::command("setpriv");
        other.args(["--reuid", &number, "--regid", &number]);
        match self.group {
            Some(group) => other.args(["--groups", &group.to_string()]),
            None => other.arg("--clear-groups"),
        };
        other.arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            other.env(name, value.unwrap_or_default());
        }
        other
    }
}
