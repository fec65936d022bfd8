//! The folder of journals on its disk: files that appear whole, and the moment at which a change is
//! on the disk.

use super::census::Census;
use super::error::JournalFault;
use super::locked_file::{LockedFile, try_lock};
use crate::user_files::{put_over, unfinished};
use parking_lot::{Condvar, Mutex};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The time at which a change of a journal is brought to the disk, so that it survives a power cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fsync {
    /// Before anybody is told of the change.
    Always,
    #[default]
    Second,
    /// When the system does it.
    Never,
}

impl Fsync {
    pub const ALL: [(&str, Self); 3] =
        [("always", Self::Always), ("second", Self::Second), ("never", Self::Never)];
}

/// The way in which a new file takes its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Publish {
    /// No other file has the name.
    New,
    /// The file takes the place of another one.
    Over,
}

/// The beginning of the name of a file that has no name of a game yet.
pub(super) const UNFINISHED_NAME: &str = ".game-";

/// The folder with its names, and the files whose changes are not on the disk yet.
#[derive(Default, Debug)]
pub(super) struct Disk {
    pub(super) folder: PathBuf,
    pub(super) census: Census,
    fsync: Fsync,
    pub(super) unsynced: Mutex<Vec<Arc<LockedFile>>>,
    folder_syncs: Mutex<FolderSyncs>,
    folder_synced: Condvar,
}

/// The calls that bring the names of the folder to the disk, counted as they are asked for.
#[derive(Debug, Default)]
struct FolderSyncs {
    asked: u64,
    done: u64,
    is_running: bool,
}

impl Disk {
    /// Opens the folder, and creates it if it does not exist.
    pub(super) fn open(folder: &Path, fsync: Fsync) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), fsync, ..Self::default() })
    }

    /// Writes a file, locks it, and gives it its name. Nobody sees a part of it. The content is on
    /// the disk before the name is.
    pub(super) fn publish(
        &self,
        path: &Path,
        content: &[u8],
        publish: Publish,
    ) -> Result<LockedFile, JournalFault> {
        let mut fresh = unfinished(&self.folder, UNFINISHED_NAME)?;
        fresh.write_all(content)?;
        if self.fsync != Fsync::Never {
            fresh.as_file().sync_data()?;
        }
        try_lock(fresh.as_file())?;
        let file = match publish {
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

    /// Brings a change to the disk, at once or soon.
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

    /// Brings all changes to the disk. Returns the number of files for which that failed.
    pub(super) fn sync(&self) -> usize {
        let mut failed = 0;
        let files = std::mem::take(&mut *self.unsynced.lock());
        for file in files {
            // A change that comes from here on is one for the next time.
            file.is_unsynced.store(false, Relaxed);
            if let Err(error) = file.file.sync_data() {
                file.is_doubtful.store(true, Relaxed);
                log::error!("{}: a journal did not reach the disk: {error}", self.folder.display());
                failed += 1;
            }
        }
        failed
    }

    /// Brings new and removed names to the disk, which only Unix can do. One call of the system serves all
    /// who came before it.
    pub(super) fn sync_folder(&self) -> io::Result<()> {
        if self.fsync == Fsync::Never || !cfg!(unix) {
            return Ok(());
        }
        let mut syncs = self.folder_syncs.lock();
        syncs.asked += 1;
        let own = syncs.asked;
        while syncs.done < own {
            if syncs.is_running {
                self.folder_synced.wait(&mut syncs);
                continue;
            }
            syncs.is_running = true;
            let asked = syncs.asked;
            drop(syncs);
            let synced = File::open(&self.folder).and_then(|folder| folder.sync_all());
            syncs = self.folder_syncs.lock();
            syncs.is_running = false;
            self.folder_synced.notify_all();
            synced?;
            syncs.done = asked;
        }
        Ok(())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The system can bring nothing to the disk for a device that has none.
    #[test]
    fn what_cannot_be_brought_to_the_disk_is_counted_once() {
        let disk = Disk::open(&std::env::temp_dir(), Fsync::Second).unwrap();
        let file = || Arc::new(LockedFile::new(File::open("/dev/null").unwrap()));
        let files = [file(), file(), file()];
        for file in [&files[0], &files[1], &files[1]] {
            disk.written(file).unwrap();
        }
        assert_eq!(disk.unsynced.lock().len(), 2, "each once");
        assert_eq!(disk.sync(), 2);
        let doubtful = files.each_ref().map(|file| file.is_doubtful.load(Relaxed));
        assert_eq!(doubtful, [true, true, false]);
        assert_eq!(disk.sync(), 0);
        disk.written(&files[0]).unwrap();
        assert_eq!(disk.sync(), 1, "a later change is tried again");
    }
}
