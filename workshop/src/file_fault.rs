//! Reads, locks and replaces files. Each error names the path.

use chuhe_host::{text, user_files};
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

pub(crate) fn of(path: &Path, fault: impl Display) -> String {
    format!("{}: {fault}", path.display())
}

/// Reads a file of text in UTF-8 or GBK.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|fault| of(path, fault))?;
    text::decode(&bytes).map(String::from).map_err(|fault| of(path, fault))
}

pub(crate) fn lock(file: &File, path: &Path) -> Result<(), String> {
    file.try_lock().map_err(|fault| match fault {
        TryLockError::WouldBlock => of(path, "another run writes there"),
        TryLockError::Error(fault) => of(path, fault),
    })
}

/// Returns true if a file contains nothing after its heading. A power cut can shorten the heading or zero parts of it.
pub(crate) fn is_torn(bytes: &[u8], heading: &str) -> bool {
    let mut pairs = bytes.iter().zip(heading.as_bytes());
    bytes.len() <= heading.len() && pairs.all(|(there, ours)| [*ours, 0].contains(there))
}

/// Replaces a file as a whole. If the disk is full, the old file does not change.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    user_files::replace(path, bytes).map_err(|fault| io::Error::other(of(path, fault)))
}
