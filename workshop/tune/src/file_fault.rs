//! Messages about files.

use std::path::Path;

/// Returns the message about a fault of a file.
pub(crate) fn of(path: &Path, fault: &(impl std::fmt::Display + ?Sized)) -> String {
    format!("{}: {fault}", path.display())
}
