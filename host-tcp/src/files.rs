//! The limit of open files, and so of connections, of a process.

use std::io;

/// Raises the limit of open files to this number, as far as the system allows. Returns the new
/// limit.
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

/// Does nothing: this system has no such limit.
#[cfg(not(unix))]
pub fn allow_files(wanted: u64) -> io::Result<u64> {
    Ok(wanted)
}
