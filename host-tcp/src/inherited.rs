//! Sockets that a service manager opened, as systemd does for a unit of type `socket`.

use socket2::Socket;
use std::io;

/// Takes the sockets that the environment names in `LISTEN_FDS`, once in a program. They listen already.
/// To be called before the program has threads, because it removes the names from the environment.
#[cfg(unix)]
pub fn inherited_sockets() -> io::Result<Vec<Socket>> {
    let mut files = listenfd::ListenFd::from_env();
    let mut sockets = Vec::new();
    for index in 0..files.len() {
        match files.take_tcp_listener(index) {
            Ok(socket) => sockets.extend(socket.map(Socket::from)),
            Err(_) => sockets.extend(files.take_unix_listener(index)?.map(Socket::from)),
        }
    }
    Ok(sockets)
}

/// Takes no sockets: this system has no service manager that passes them.
#[cfg(not(unix))]
pub fn inherited_sockets() -> io::Result<Vec<Socket>> {
    Ok(Vec::new())
}
