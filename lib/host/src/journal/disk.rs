//! Writes and locks the files of a folder of journals, and brings their changes to the disk.

use super::error::{JournalFault, Result};
use super::store::GameId;
use crate::user_files::{is_same, put_over, unfinished};
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// The time at which a change of a journal is brought to the disk. After that, the change survives a power cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fsync {
    /// At once, before any client hears of the change.
    Always,
    #[default]
    Second,
    /// Never by this program: the system chooses the time.
    Never,
}

impl Fsync {
    pub const ALL: [(&str, Self); 3] =
        [("always", Self::Always), ("second", Self::Second), ("never", Self::Never)];
}

pub(super) enum Publish {
    New,
    /// The file replaces an older file at the same path.
    Over,
}

/// The beginning of the name of each file that is not complete yet.
pub(super) const UNFINISHED_NAME: &str = ".game-";

/// The folder, the names of its games, and the files whose changes are not on the disk yet.
#[derive(Default, Debug)]
pub(super) struct Disk {
    pub(super) folder: PathBuf,
    pub(super) census: Census,
    fsync: Fsync,
    pub(super) unsynced: Mutex<Vec<Arc<LockedFile>>>,
    /// The number of calls of `sync_folder` so far.
    folder_asked: AtomicU64,
    /// The number of these calls whose names are on the disk. The thread that syncs the folder holds the lock.
    folder_synced: Mutex<u64>,
}

impl Disk {
    pub(super) fn open(folder: &Path, fsync: Fsync) -> io::Result<Arc<Self>> {
        fs::create_dir_all(folder)?;
        Ok(Arc::new(Self { folder: folder.to_owned(), fsync, ..Self::default() }))
    }

    /// Writes a file under a temporary name, syncs it unless `fsync` is `Never`, and locks it. Then moves it to `path`.
    pub(super) fn publish(&self, path: &Path, content: &[u8], how: Publish) -> Result<LockedFile> {
        let mut fresh = unfinished(&self.folder, UNFINISHED_NAME)?;
        fresh.write_all(content)?;
        if self.fsync != Fsync::Never {
            fresh.as_file().sync_data()?;
        }
        try_lock(fresh.as_file())?;
        let file = match how {
            Publish::New => {
                fresh.persist_noclobber(path).map_err(|failed| match failed.error.kind() {
                    io::ErrorKind::AlreadyExists => JournalFault::Taken,
                    _ => failed.error.into(),
                })?
            }
            Publish::Over => put_over(fresh, path)?,
        };
        Ok(LockedFile::new(file))
    }

    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)?;
        self.sync_folder()
    }

    /// Syncs the changed file now, or notes it for the next sync, or does nothing, as `fsync` says.
    pub(super) fn written(&self, file: &Arc<LockedFile>) -> io::Result<()> {
        match self.fsync {
            Fsync::Always => file.file.sync_data(),
            Fsync::Second => {
                if !file.is_unsynced.swap(true, Relaxed) {
                    self.unsynced.lock().push(Arc::clone(file));
                }
                Ok(())
            }
            Fsync::Never => Ok(()),
        }
    }

    /// Brings new and removed names to the disk, on Unix only. One sync of the folder serves all calls that began
    /// before the sync.
    pub(super) fn sync_folder(&self) -> io::Result<()> {
        if self.fsync == Fsync::Never || !cfg!(unix) {
            return Ok(());
        }
        let own = self.folder_asked.fetch_add(1, SeqCst) + 1;
        let mut synced = self.folder_synced.lock();
        if *synced < own {
            let asked = self.folder_asked.load(SeqCst);
            File::open(&self.folder)?.sync_all()?;
            *synced = asked;
        }
        Ok(())
    }
}

/// A file that this server has locked. Its path may lead to another file by now.
#[derive(Debug)]
pub(super) struct LockedFile {
    pub(super) file: File,
    /// True if there may be a change that is not on the disk yet.
    pub(super) is_unsynced: AtomicBool,
    /// True if the system failed to bring a change to the disk.
    pub(super) is_doubtful: AtomicBool,
}

impl LockedFile {
    pub(super) const fn new(file: File) -> Self {
        Self { file, is_unsynced: AtomicBool::new(false), is_doubtful: AtomicBool::new(false) }
    }

    /// Unlocks the file before it is closed. Otherwise a child process that is about to start could keep the file
    /// locked, because it has a copy of every open file.
    pub(super) fn unlock(&self) {
        // If this fails, the lock ends when the file is closed.
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

pub(super) fn try_lock(file: &File) -> Result {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalFault::Busy,
        TryLockError::Error(error) => error.into(),
    })
}

/// The file at a path, compared with the locked file.
pub(super) enum PathState {
    /// The locked file itself. The number is its length in bytes.
    Here(u64),
    Missing,
    Other,
}

/// The names of the games in a folder. Changes by other programs may be missing for up to a second.
#[derive(Debug, Default)]
pub(super) struct Census {
    names: Mutex<Names>,
    /// The number of names. Reading this number needs no lock, so it does not wait while the folder is listed.
    pub(super) known: AtomicUsize,
}

#[derive(Debug, Default)]
struct Names {
    all: BTreeSet<String>,
    listed: Option<Instant>,
}

impl Census {
    /// Calls `ask` with the names. If the last listing is at least a second old, first lists the folder again, because
    /// operators and other servers can change it.
    pub(super) fn ask<T>(
        &self,
        folder: &Path,
        ask: impl FnOnce(&BTreeSet<String>) -> T,
    ) -> io::Result<T> {
        let mut names = self.names.lock();
        if names.listed.is_none_or(|listed| listed.elapsed() >= Duration::from_secs(1)) {
            names.all = list(folder)?;
            names.listed = Some(Instant::now());
        }
        self.known.store(names.all.len(), Relaxed);
        Ok(ask(&names.all))
    }

    pub(super) fn note(&self, name: String, exists: bool) {
        let mut names = self.names.lock();
        if exists {
            names.all.insert(name);
        } else {
            names.all.remove(&name);
        }
        self.known.store(names.all.len(), Relaxed);
    }
}

fn list(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        if let Some(name) = entry?.file_name().to_str().and_then(game_name) {
            names.insert(name.to_owned());
        }
    }
    Ok(names)
}

/// Returns the name of the game whose journal has this file name; `None` if the file is no journal.
fn game_name(file_name: &str) -> Option<&str> {
    let name = file_name.strip_prefix("game-")?.strip_suffix(".journal")?;
    GameId::new(name).filter(|id| id.to_string() == name).map(|_| name)
}
