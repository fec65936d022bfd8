//! Raises the limit of open files, and takes the sockets that a systemd unit of type `socket` opened.

use socket2::Socket;
use std::io;

/// Raises the limit of open files to `wanted`, as far as the system allows. Returns the new limit.
#[cfg(unix)]
pub fn allow_files(wanted: u64) -> io::Result<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let (current, most) = (current.unwrap_or(u64::MAX), maximum.unwrap_or(u64::MAX));
    let allowed = wanted.clamp(current.min(most), most);
    if allowed > current {
        setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum })?;
    }
    Ok(allowed)
}

/// Returns `wanted`. A system that is not Unix has no such limit.
#[cfg(not(unix))]
pub fn allow_files(wanted: u64) -> io::Result<u64> {
    Ok(wanted)
}

/// Takes over the listening sockets that the variable `LISTEN_FDS` announces. Must be called once, before the program
/// has threads, because the call changes the environment.
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

/// Returns no sockets. A system that is not Unix has no service manager that passes sockets.
#[cfg(not(unix))]
pub fn inherited_sockets() -> io::Result<Vec<Socket>> {
    Ok(Vec::new())
}
