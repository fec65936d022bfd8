//! A folder as a store: a file for each game, locked by the server that plays it.

use super::census::{GameId, file_name};
use super::disk::{Disk, Publish, UNFINISHED_NAME};
use super::error::{JournalFault, MAX_JOURNAL};
use super::expiry::Changed;
use super::locked_file::{LockedFile, PathState, try_lock};
use super::store::{Store, StoredGame};
use crate::user_files::remove_left_behind;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::SystemTime;

#[derive(Debug)]
pub(super) struct Folder(pub(super) Arc<Disk>);

/// The locked file of a game.
#[derive(Debug)]
struct GameFile {
    disk: Arc<Disk>,
    name: String,
    path: PathBuf,
    file: Arc<LockedFile>,
}

impl Folder {
    fn path(&self, name: &str) -> PathBuf {
        self.0.folder.join(file_name(name))
    }

    fn game(&self, name: String, path: PathBuf, file: LockedFile) -> Box<dyn StoredGame> {
        Box::new(GameFile { disk: Arc::clone(&self.0), name, path, file: Arc::new(file) })
    }
}

impl Store for Folder {
    fn create(&self, id: GameId<'_>, content: &[u8]) -> Result<Box<dyn StoredGame>, JournalFault> {
        let path = self.place(id);
        let file = self.0.publish(&path, content, Publish::New)?;
        if let Err(error) = self.0.sync_folder() {
            self.0.remove(&path).ok();
            return Err(error.into());
        }
        self.0.census.note(id.to_string(), true);
        Ok(self.game(id.to_string(), path, file))
    }

    fn open(&self, id: GameId<'_>) -> Result<(Box<dyn StoredGame>, Vec<u8>), JournalFault> {
        let path = self.place(id);
        let locked = lock(&path)?;
        let mut content = Vec::new();
        (&locked.file).take(MAX_JOURNAL + 1).read_to_end(&mut content)?;
        Ok((self.game(id.to_string(), path, locked), content))
    }

    fn names(&self, after: Option<&str>, count: usize) -> Result<Vec<String>, JournalFault> {
        Ok(self.0.census.after(&self.0.folder, after, count)?)
    }

    fn count(&self) -> Result<usize, JournalFault> {
        Ok(self.0.census.count(&self.0.folder)?)
    }

    fn known(&self) -> usize {
        self.0.census.known()
    }

    fn changes(&self) -> Result<Vec<Changed>, JournalFault> {
        // A file may be gone by now.
        let changed = |name: String| {
            let time = fs::metadata(self.path(&name)).and_then(|it| it.modified()).ok()?;
            Some((name, time))
        };
        Ok(self.names(None, usize::MAX)?.into_iter().filter_map(changed).collect())
    }

    fn sync(&self) -> usize {
        self.0.sync()
    }

    fn clean(&self) -> Result<(), JournalFault> {
        Ok(remove_left_behind(&self.0.folder, UNFINISHED_NAME)?)
    }

    fn place(&self, id: GameId<'_>) -> PathBuf {
        self.path(&id.to_string())
    }
}

impl StoredGame for GameFile {
    fn is_sound(&self) -> bool {
        !self.file.is_doubtful.load(Relaxed)
    }

    fn append(&mut self, length: u64, keep: u64, lines: &[u8]) -> Result<bool, JournalFault> {
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

    /// Writes a new file that takes the place of the old one.
    fn replace(&mut self, content: &[u8]) -> Result<(), JournalFault> {
        let publish = match self.file.state(&self.path)? {
            PathState::Here(_) => Publish::Over,
            PathState::Missing => Publish::New,
            PathState::Other => return Err(JournalFault::Replaced),
        };
        let file = self.disk.publish(&self.path, content, publish)?;
        std::mem::replace(&mut self.file, Arc::new(file)).unlock();
        Ok(self.disk.sync_folder()?)
    }

    fn changed(&self) -> Result<SystemTime, JournalFault> {
        Ok(self.file.file.metadata()?.modified()?)
    }

    fn remove(&self) -> Result<(), JournalFault> {
        if let PathState::Here(_) = self.file.state(&self.path)? {
            self.disk.remove(&self.path)?;
        }
        self.disk.census.note(self.name.clone(), false);
        Ok(())
    }
}

impl Drop for GameFile {
    /// Another server may have the game at once, although the file is open until it is synced.
    fn drop(&mut self) {
        self.file.unlock();
    }
}

fn lock(path: &Path) -> Result<LockedFile, JournalFault> {
    let open = OpenOptions::new().read(true).write(true).open(path);
    let file = open.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => JournalFault::Unknown,
        _ => error.into(),
    })?;
    // A pipe would never answer.
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file").into());
    }
    try_lock(&file)?;
    let locked = LockedFile::new(file);
    // Its server may have removed or replaced the file before it was locked here.
    match locked.state(path)? {
        PathState::Here(_) => Ok(locked),
        PathState::Missing => Err(JournalFault::Unknown),
        PathState::Other => Err(JournalFault::Busy),
    }
}
