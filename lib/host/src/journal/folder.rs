//! Keeps journals in a folder, one file for each game. A server locks the file while it has the game open.

use super::disk::{Disk, LockedFile, PathState, Publish, UNFINISHED_NAME, try_lock};
use super::error::{JournalFault, MAX_JOURNAL, Result};
use super::expiry::Changed;
use super::store::{GameId, Store, StoredGame};
use crate::user_files::remove_left_behind;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::SystemTime;

#[derive(Debug)]
struct GameFile {
    disk: Arc<Disk>,
    name: String,
    path: PathBuf,
    file: Arc<LockedFile>,
}

impl GameFile {
    fn new(disk: &Arc<Disk>, id: GameId<'_>, path: PathBuf, file: LockedFile) -> Self {
        Self { disk: Arc::clone(disk), name: id.to_string(), path, file: Arc::new(file) }
    }
}

impl Store for Arc<Disk> {
    fn create(&self, id: GameId<'_>, content: &[u8]) -> Result<Box<dyn StoredGame>> {
        let path = self.place(id);
        let file = self.publish(&path, content, Publish::New)?;
        if let Err(error) = self.sync_folder() {
            self.remove(&path).ok();
            return Err(error.into());
        }
        self.census.note(id.to_string(), true);
        Ok(Box::new(GameFile::new(self, id, path, file)))
    }

    fn open(&self, id: GameId<'_>) -> Result<(Box<dyn StoredGame>, Vec<u8>)> {
        let path = self.place(id);
        let locked = lock(&path)?;
        let mut content = Vec::new();
        (&locked.file).take(MAX_JOURNAL + 1).read_to_end(&mut content)?;
        Ok((Box::new(GameFile::new(self, id, path, locked)), content))
    }

    fn names(&self, after: Option<&str>, count: usize) -> Result<Vec<String>> {
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        let page = |names: &BTreeSet<String>| {
            names.range::<str, _>((begin, Bound::Unbounded)).take(count).cloned().collect()
        };
        Ok(self.census.ask(&self.folder, page)?)
    }

    fn count(&self) -> Result<usize> {
        Ok(self.census.ask(&self.folder, BTreeSet::len)?)
    }

    fn known(&self) -> usize {
        self.census.known.load(Relaxed)
    }

    fn changes(&self) -> Result<Vec<Changed>> {
        // A file that was removed since the listing is left out.
        let changed = |name: String| {
            let path = self.place(GameId::new(&name)?);
            Some((name, fs::metadata(path).and_then(|it| it.modified()).ok()?))
        };
        Ok(self.names(None, usize::MAX)?.into_iter().filter_map(changed).collect())
    }

    fn sync(&self) -> usize {
        let mut failed = 0;
        let files = mem::take(&mut *self.unsynced.lock());
        for file in files {
            // If the file changes from here on, the next call brings that change to the disk.
            file.is_unsynced.store(false, Relaxed);
            if let Err(error) = file.file.sync_data() {
                file.is_doubtful.store(true, Relaxed);
                log::error!("{}: a journal did not reach the disk: {error}", self.folder.display());
                failed += 1;
            }
        }
        failed
    }

    fn clean(&self) -> Result {
        Ok(remove_left_behind(&self.folder, UNFINISHED_NAME)?)
    }

    fn place(&self, id: GameId<'_>) -> PathBuf {
        // Without the prefix, `con` would mean a device on Windows, and `-x` an option of a command.
        self.folder.join(format!("game-{id}.journal"))
    }
}

impl StoredGame for GameFile {
    fn is_sound(&self) -> bool {
        !self.file.is_doubtful.load(Relaxed)
    }

    fn append(&mut self, length: u64, keep: u64, lines: &[u8]) -> Result<bool> {
        match self.file.state(&self.path)? {
            PathState::Other => return Err(JournalFault::Replaced),
            PathState::Here(there) if there == length => {}
            PathState::Here(_) | PathState::Missing => return Ok(false),
        }
        let mut file = &self.file.file;
        if keep < length {
            file.set_len(keep)?;
        }
        file.seek(SeekFrom::Start(keep))?;
        file.write_all(lines)?;
        self.disk.written(&self.file)?;
        Ok(true)
    }

    fn replace(&mut self, content: &[u8]) -> Result {
        let publish = match self.file.state(&self.path)? {
            PathState::Here(_) => Publish::Over,
            PathState::Missing => Publish::New,
            PathState::Other => return Err(JournalFault::Replaced),
        };
        let file = self.disk.publish(&self.path, content, publish)?;
        mem::replace(&mut self.file, Arc::new(file)).unlock();
        Ok(self.disk.sync_folder()?)
    }

    fn changed(&self) -> Result<SystemTime> {
        Ok(self.file.file.metadata()?.modified()?)
    }

    fn remove(&self) -> Result {
        if let PathState::Here(_) = self.file.state(&self.path)? {
            self.disk.remove(&self.path)?;
        }
        self.disk.census.note(self.name.clone(), false);
        Ok(())
    }
}

impl Drop for GameFile {
    /// Unlocks the file at once, although it stays open until it is synced. So another server can open the game.
    fn drop(&mut self) {
        self.file.unlock();
    }
}

fn lock(path: &Path) -> Result<LockedFile> {
    let open = OpenOptions::new().read(true).write(true).open(path);
    let file = open.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => JournalFault::Unknown,
        _ => error.into(),
    })?;
    // A pipe is refused, because reading it may wait for ever.
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file").into());
    }
    try_lock(&file)?;
    let locked = LockedFile::new(file);
    // Another server may have removed or replaced the file before this server locked it.
    match locked.state(path)? {
        PathState::Here(_) => Ok(locked),
        PathState::Missing => Err(JournalFault::Unknown),
        PathState::Other => Err(JournalFault::Busy),
    }
}
