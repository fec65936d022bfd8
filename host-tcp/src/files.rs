//! How many files, and with them connections, a process may have open.

use std::io;

/// Lets this process open so many files if the system allows it at all; gives the number that it
/// may open now.
///
/// # Errors
/// When the system refuses what it said it allows.
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

/// Lets this process open so many files.
///
/// # Errors
/// None: here, the system sets no limit to speak of.
#[cfg(not(unix))]
pub fn allow_files(wanted: u64) -> io::Result<u64> {
    Ok(wanted)
}
