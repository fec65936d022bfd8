//! Other programs between the clients and the server.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A command that is also found where only the administrator looks.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("PATH", format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default()));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// An address that nobody has taken. The proxies cannot be asked which one they took.
pub(crate) fn free_address() -> SocketAddr {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    free.expect("a port")
}

/// A proxy, killed when it is dropped.
pub(crate) struct Proxy(pub(crate) Child);

impl Proxy {
    /// Starts HAProxy or stunnel with a file in a folder.
    pub(crate) fn start(program: &str, folder: &Path, file: &str) -> Self {
        let mut command = command(program);
        if program == "haproxy" {
            command.args(["-db", "-f"]);
        }
        Self(command.arg(file).current_dir(folder).spawn().expect("it is installed"))
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
