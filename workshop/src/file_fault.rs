//! Messages about files.

use std::fmt::Display;
use std::path::Path;

/// Returns the message about a fault of a file.
pub(crate) fn of(path: &Path, fault: impl Display) -> String {
    format!("{}: {fault}", path.display())
}
