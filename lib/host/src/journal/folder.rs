//! A folder of journals: games are created, resumed, listed, removed and expired.

use super::census::{Census, GameId, file_name};
use super::disk::{Disk, Fsync};
use super::error::{JournalError, JournalFault, MAX_JOURNAL};
use super::expiry::{Changed, Expiry};
use super::file::Journal;
use super::locked_file::{LockedFile, PathState, try_lock};
use super::text::{complete_lines, read};
use chuhe_core::{AnyPosition, Game};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

#[derive(Clone, Copy, Debug)]
pub struct JournalOptions {
    pub max_games: usize,
    /// The time at which a change is brought to the disk.
    pub fsync: Fsync,
    /// The time after which a game that nobody changed is removed; `None` never.
    pub keep: Option<Duration>,
}

impl Default for JournalOptions {
    fn default() -> Self {
        Self { max_games: 10_000, fsync: Fsync::default(), keep: None }
    }
}

#[derive(Debug)]
pub struct Journals {
    disk: Arc<Disk>,
    max_games: usize,
    expiry: Option<Mutex<Expiry>>,
    census: Census,
    /// The files that the log has a warning of, and since when.
    told: Mutex<HashMap<PathBuf, Instant>>,
}

/// The time after which the log warns of a file again.
const AGAIN: Duration = Duration::from_secs(3600);

impl Journals {
    /// Opens the folder, and creates it if it does not exist.
    pub fn open(folder: &Path, options: JournalOptions) -> Result<Self, JournalError> {
        let journals = Self {
            disk: Arc::new(Disk::new(folder, options.fsync)),
            max_games: options.max_games,
            expiry: options.keep.map(|keep| Mutex::new(Expiry::new(keep))),
            census: Census::default(),
            told: Mutex::default(),
        };
        fs::create_dir_all(folder).map_err(|error| journals.folder_error(error))?;
        journals.count()?;
        Ok(journals)
    }

    /// Creates the journal of a game.
    ///
    /// # Errors
    /// Fails if a game of that name exists, the folder is full, or the file cannot be written. Then
    /// no file is left.
    pub fn create(
        &self,
        id: GameId<'_>,
        game: &Game<AnyPosition>,
    ) -> Result<Journal, JournalError> {
        let created = self.count().and_then(|count| {
            if count >= self.max_games {
                let fault = JournalFault::Full(self.max_games);
                return Err(JournalError { path: self.disk.folder.clone(), fault });
            }
            let journal = Journal::create(Arc::clone(&self.disk), self.path(id), game)
                .map_err(|fault| self.error(id, fault))?;
            self.census.note(id.to_string(), true);
            Ok(journal)
        });
        self.tell(&self.disk.folder, created)
    }

    /// Opens a journal and reads its game. An incomplete last line is cut off.
    pub fn resume(&self, id: GameId<'_>) -> Result<(Journal, Game<AnyPosition>), JournalError> {
        let path = self.path(id);
        let resumed = lock(&path).and_then(|file| {
            let game = take_up(&file.file)?;
            Ok((Journal::of(Arc::clone(&self.disk), path.clone(), file, &game), game))
        });
        self.tell(&path, resumed.map_err(|fault| self.error(id, fault)))
    }

    /// Removes a game that nobody plays.
    pub fn remove(&self, id: GameId<'_>) -> Result<(), JournalError> {
        let path = self.path(id);
        let removed = lock(&path).and_then(|_locked| Ok(self.disk.remove(&path)?));
        removed.map_err(|fault| self.error(id, fault))?;
        self.forget(id);
        Ok(())
    }

    /// Forgets a game whose file was removed.
    pub fn forget(&self, id: GameId<'_>) {
        self.census.note(id.to_string(), false);
    }

    /// The names of games after this one, or from the first one on, in alphabetical order.
    pub fn names(
        &self,
        after: Option<GameId<'_>>,
        count: usize,
    ) -> Result<Vec<String>, JournalError> {
        let after = after.map(|id| id.to_string());
        let names = self.census.after(&self.disk.folder, after.as_deref(), count);
        names.map_err(|error| self.folder_error(error))
    }

    /// Brings all changes to the disk. Returns the number of files for which that failed.
    pub fn sync(&self) -> usize {
        self.disk.sync()
    }

    pub fn error(&self, id: GameId<'_>, fault: JournalFault) -> JournalError {
        JournalError { path: self.path(id), fault }
    }

    /// The number of files whose changes are not on the disk yet.
    #[cfg(test)]
    pub(super) fn unsynced(&self) -> usize {
        self.disk.unsynced.lock().len()
    }

    /// Removes the games that nobody changed for too long, and what killed servers left behind. A
    /// game goes when it was too old an hour ago already. A game that is being played stays.
    pub fn expire(&self) {
        self.expire_at(Instant::now(), SystemTime::now());
    }

    pub(super) fn expire_at(&self, moment: Instant, time: SystemTime) {
        self.told.lock().retain(|_, since| moment.saturating_duration_since(*since) < AGAIN);
        let cleaned = self.disk.clean().map_err(|error| self.folder_error(error));
        let expired = cleaned.and_then(|()| {
            let Some(expiry) = &self.expiry else { return Ok(()) };
            let names = self.names(None, usize::MAX)?;
            // A file may be gone by now.
            let changed = |name: String| Some((self.changed(GameId::new(&name)?).ok()?, name));
            let games: Vec<_> =
                names.into_iter().filter_map(changed).map(|(time, name)| (name, time)).collect();
            for game in expiry.lock().look(moment, time, &games) {
                warn(self.expire_game(&game));
            }
            Ok(())
        });
        warn(expired);
    }

    fn changed(&self, id: GameId<'_>) -> io::Result<SystemTime> {
        fs::metadata(self.path(id))?.modified()
    }

    fn expire_game(&self, (name, changed): &Changed) -> Result<(), JournalError> {
        let Some(id) = GameId::new(name) else { return Ok(()) };
        let path = self.path(id);
        let removed = lock(&path).and_then(|locked| {
            // It may have been changed before it was locked.
            if locked.file.metadata()?.modified()? == *changed {
                self.disk.remove(&path)?;
                self.forget(id);
                log::info!("{}: removed, nobody changed it for too long", path.display());
            }
            Ok(())
        });
        match removed {
            Err(JournalFault::Unknown | JournalFault::Busy) => Ok(()),
            removed => removed.map_err(|fault| self.error(id, fault)),
        }
    }

    /// Warns in the log of a fault that concerns the operator, once for each file in one or two hours.
    fn tell<T>(&self, path: &Path, result: Result<T, JournalError>) -> Result<T, JournalError> {
        let mut told = self.told.lock();
        match &result {
            Ok(_) => drop(told.remove(path)),
            Err(error) if error.fault.concerns_the_operator() => {
                told.entry(path.to_owned()).or_insert_with(|| {
                    log::warn!("{error}");
                    Instant::now()
                });
            }
            Err(_) => {}
        }
        result
    }

    /// The number of games in the folder, as far as it is known without a look.
    pub fn known(&self) -> usize {
        self.census.known()
    }

    fn count(&self) -> Result<usize, JournalError> {
        self.census.count(&self.disk.folder).map_err(|error| self.folder_error(error))
    }

    fn folder_error(&self, error: io::Error) -> JournalError {
        JournalError { path: self.disk.folder.clone(), fault: error.into() }
    }

    fn path(&self, id: GameId<'_>) -> PathBuf {
        self.disk.folder.join(file_name(&id.to_string()))
    }
}

fn warn(result: Result<(), JournalError>) {
    if let Err(error) = result {
        log::warn!("{error}");
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
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no file").into());
    }
    try_lock(&file)?;
    let locked = LockedFile::new(file);
    // Its server may have removed or replaced the file before it was locked here.
    match locked.state(path) {
        Ok(PathState::Here(_)) => Ok(locked),
        Ok(PathState::Missing) => Err(JournalFault::Unknown),
        Ok(PathState::Other) => Err(JournalFault::Busy),
        Err(error) => Err(error.into()),
    }
}

/// Reads the game of a locked file, and cuts off an incomplete last line.
fn take_up(mut file: &File) -> Result<Game<AnyPosition>, JournalFault> {
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(MAX_JOURNAL + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_JOURNAL {
        return Err(JournalFault::TooLarge);
    }
    let game = read(&bytes)?;
    let whole = complete_lines(&bytes).len();
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    Ok(game)
}
