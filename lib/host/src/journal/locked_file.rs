//! A file that this server has locked. Its path may lead to another file meanwhile.

use super::error::JournalFault;
use crate::user_files::is_same;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

#[derive(Debug)]
pub(super) struct LockedFile {
    pub(super) file: File,
    /// Something was written that may not be on the disk yet.
    pub(super) is_unsynced: AtomicBool,
    /// The system could not bring everything to the disk.
    pub(super) is_doubtful: AtomicBool,
}

impl LockedFile {
    /// A file that [`try_lock`] has locked.
    pub(super) const fn new(file: File) -> Self {
        Self { file, is_unsynced: AtomicBool::new(false), is_doubtful: AtomicBool::new(false) }
    }

    /// Unlocks the file. Closing it is not enough: a child process that is about to start holds a
    /// copy of every open file, and with it the lock.
    pub(super) fn unlock(&self) {
        // The lock ends with the file at the latest.
        let _ = self.file.unlock();
    }

    pub(super) fn state(&self, path: &Path) -> io::Result<PathState> {
        let there = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(PathState::Missing),
            there => there?,
        };
        let is_here = is_same(&self.file.metadata()?, &there);
        Ok(if is_here { PathState::Here(there.len()) } else { PathState::Other })
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        self.unlock();
    }
}

pub(super) fn try_lock(file: &File) -> Result<(), JournalFault> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalFault::Busy,
        TryLockError::Error(error) => error.into(),
    })
}

/// The file at a path, as its lock holder sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathState {
    /// The locked file, with its length.
    Here(u64),
    Missing,
    Other,
}
