//! Messages about files.

use chuhe_host::user_files;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// Returns the message about a fault of a file.
pub(crate) fn of(path: &Path, fault: impl Display) -> String {
    format!("{}: {fault}", path.display())
}

/// Replaces a file whole. A full disk leaves the file that was there before.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    user_files::replace(path, bytes).map_err(|fault| io::Error::other(of(path, fault)))
}
