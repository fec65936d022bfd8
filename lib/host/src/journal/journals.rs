//! Manages all journals of a server, and writes each game to its journal.

use super::disk::{Disk, Fsync};
use super::error::{JournalError, JournalFault, MAX_JOURNAL};
use super::expiry::{Changed, Expiry};
#[cfg(feature = "redis")]
use super::redis::Redis;
use super::store::{GameId, Store, StoredGame};
use super::text::{read, write};
use chuhe_core::{AnyPosition, Game};
use parking_lot::Mutex;
use std::collections::HashMap;
#[cfg(not(feature = "redis"))]
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

type Result<T = (), E = JournalError> = std::result::Result<T, E>;

#[derive(Clone, Copy, Debug)]
pub struct JournalOptions {
    pub max_games: usize,
    pub fsync: Fsync,
    /// The time after which an unchanged game is removed; with `None`, no game is removed.
    pub keep: Option<Duration>,
}

impl Default for JournalOptions {
    fn default() -> Self {
        Self { max_games: 10_000, fsync: Fsync::default(), keep: None }
    }
}

#[derive(Debug)]
pub struct Journals {
    place: PathBuf,
    store: Box<dyn Store>,
    max_games: usize,
    expiry: Option<Mutex<Expiry>>,
    /// The places that the log has warned of, each with the time of the warning.
    told: Mutex<HashMap<PathBuf, Instant>>,
}

impl Journals {
    /// Opens the folder `place`, and creates it if it does not exist. With the feature `redis`, `place` can also be the
    /// URL of a Redis server.
    pub fn open(place: &Path, options: JournalOptions) -> Result<Self> {
        let path = without_password(place);
        let store = open_store(place, options.fsync)
            .map_err(|fault| JournalError { path: path.clone(), fault })?;
        let journals = Self {
            place: path,
            store,
            max_games: options.max_games,
            expiry: options.keep.map(|keep| Mutex::new(Expiry::new(keep))),
            told: Mutex::default(),
        };
        journals.count()?;
        Ok(journals)
    }

    /// Creates a journal of `game` with the name `id`. Fails if the name is taken, there are too many games, or the
    /// journal cannot be written. After a failure, no new journal exists.
    pub fn create(&self, id: GameId<'_>, game: &Game<AnyPosition>) -> Result<Journal> {
        let created = self.count().and_then(|count| {
            if count >= self.max_games {
                return Err(self.store_error(JournalFault::Full(self.max_games)));
            }
            let text = write(game);
            let stored = self.store.create(id, text.as_bytes());
            let stored = stored.map_err(|fault| self.error(id, fault))?;
            Ok(Journal { place: self.store.place(id), stored, text, has_failed: false })
        });
        self.tell(&self.place, created)
    }

    /// Opens a journal and reads its game. An incomplete last line is cut off.
    pub fn resume(&self, id: GameId<'_>) -> Result<(Journal, Game<AnyPosition>)> {
        let place = self.store.place(id);
        let resumed = self.store.open(id).and_then(|(mut stored, bytes)| {
            if bytes.len() as u64 > MAX_JOURNAL {
                return Err(JournalFault::TooLarge);
            }
            let game = read(&bytes)?;
            let text = write(&game);
            if text.len() < bytes.len() {
                stored.append(bytes.len() as u64, text.len() as u64, &[])?;
            }
            Ok((Journal { place: place.clone(), stored, text, has_failed: false }, game))
        });
        self.tell(&place, resumed.map_err(|fault| self.error(id, fault)))
    }

    /// Removes the journal of a game, but fails if any server, even this one, has the game open.
    pub fn remove(&self, id: GameId<'_>) -> Result {
        let removed = self.store.open(id).and_then(|(stored, _)| stored.remove());
        removed.map_err(|fault| self.error(id, fault))
    }

    /// Returns up to `count` names that follow `after` in alphabetical order. If `after` is `None`,
    /// begins with the first name.
    pub fn names(&self, after: Option<GameId<'_>>, count: usize) -> Result<Vec<String>> {
        let after = after.map(|id| id.to_string());
        self.store.names(after.as_deref(), count).map_err(|fault| self.store_error(fault))
    }

    /// Brings all changes to the disk. Returns the number of games for which this failed.
    pub fn sync(&self) -> usize {
        self.store.sync()
    }

    pub fn error(&self, id: GameId<'_>, fault: JournalFault) -> JournalError {
        JournalError { path: self.store.place(id), fault }
    }

    /// Removes games that nobody changed for too long, and the unfinished files of killed servers. A game is removed
    /// only if a call at least 50 minutes earlier also found it too old. A game that a server has open is not removed.
    pub fn expire(&self) {
        self.expire_at(Instant::now(), SystemTime::now());
    }

    /// Removes games as [`expire`](Self::expire) does at `moment`, when the system's clock shows `time`.
    pub fn expire_at(&self, moment: Instant, time: SystemTime) {
        let is_new = |since| moment.saturating_duration_since(since) < Duration::from_secs(3600);
        self.told.lock().retain(|_, since| is_new(*since));
        let expired = self.store.clean().and_then(|()| {
            let Some(expiry) = &self.expiry else { return Ok(()) };
            for game in expiry.lock().look(moment, time, &self.store.changes()?) {
                warn(self.expire_game(&game));
            }
            Ok(())
        });
        warn(expired.map_err(|fault| self.store_error(fault)));
    }

    fn expire_game(&self, (name, changed): &Changed) -> Result {
        let Some(id) = GameId::new(name) else { return Ok(()) };
        let removed = self.store.open(id).and_then(|(stored, _)| {
            // Another server may have changed the game before this server opened it.
            if stored.changed()? == *changed {
                stored.remove()?;
                let place = self.store.place(id);
                log::info!("{}: removed, nobody changed it for too long", place.display());
            }
            Ok(())
        });
        match removed {
            Err(JournalFault::Unknown | JournalFault::Busy) => Ok(()),
            removed => removed.map_err(|fault| self.error(id, fault)),
        }
    }

    /// Logs a fault that concerns the operator. While the fault lasts, the warning is repeated every one to two hours.
    fn tell<T>(&self, place: &Path, result: Result<T>) -> Result<T> {
        use JournalFault::{Busy, Taken, Unknown};
        let mut told = self.told.lock();
        match &result {
            Ok(_) => drop(told.remove(place)),
            // These faults lie in a client's request, and do not concern the operator.
            Err(JournalError { fault: Taken | Unknown | Busy, .. }) => {}
            Err(error) => {
                told.entry(place.to_owned()).or_insert_with(|| {
                    log::warn!("{error}");
                    Instant::now()
                });
            }
        }
        result
    }

    /// Returns the last known number of games, without waiting for the store.
    pub fn known(&self) -> usize {
        self.store.known()
    }

    fn count(&self) -> Result<usize> {
        self.store.count().map_err(|fault| self.store_error(fault))
    }

    fn store_error(&self, fault: JournalFault) -> JournalError {
        JournalError { path: self.place.clone(), fault }
    }
}

/// Splits the URL of a Redis server into its scheme and the rest; `None` for a folder.
fn redis_url(place: &Path) -> Option<(&str, &str)> {
    place.to_str()?.split_once("://").filter(|(scheme, _)| scheme.starts_with("redis"))
}

/// Removes user, password and options from the URL of a Redis server. The path of a folder stays the same.
pub fn without_password(place: &Path) -> PathBuf {
    let Some((scheme, rest)) = redis_url(place) else { return place.to_owned() };
    let rest = rest.split('?').next().unwrap_or_default();
    let rest = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{rest}").into()
}

fn open_store(place: &Path, fsync: Fsync) -> Result<Box<dyn Store>, JournalFault> {
    match redis_url(place).and(place.to_str()) {
        #[cfg(feature = "redis")]
        Some(url) => Ok(Box::new(Redis::open(url, without_password(place))?)),
        #[cfg(not(feature = "redis"))]
        Some(_) => {
            Err(io::Error::other("this program was built without the feature `redis`").into())
        }
        None => Ok(Box::new(Disk::open(place, fsync)?)),
    }
}

fn warn(result: Result) {
    if let Err(error) = result {
        log::warn!("{error}");
    }
}

/// The journal of a game that this server has open. While its lock or lease lasts, no other server can open the game.
#[derive(Debug)]
pub struct Journal {
    place: PathBuf,
    stored: Box<dyn StoredGame>,
    text: String,
    /// True if the last write failed. Then the stored content is unknown, and the next write replaces it.
    has_failed: bool,
}

impl Journal {
    pub fn has(&self, game: &Game<AnyPosition>) -> bool {
        self.is_sound() && self.text == write(game)
    }

    /// Returns false if the last write failed, or if a change may be lost because it did not reach the disk.
    pub fn is_sound(&self) -> bool {
        !self.has_failed && self.stored.is_sound()
    }

    /// Brings the journal up to date with `game`, which may be another game than before. If this
    /// fails, for example on a full disk, the next call writes the whole journal again.
    pub fn update(&mut self, game: &Game<AnyPosition>) -> Result {
        let written = self.store(write(game));
        self.has_failed = written.is_err();
        written.map_err(|fault| JournalError { path: self.place.clone(), fault })
    }

    /// Removes the journal, but does nothing and returns `Ok` if another program has removed or replaced it already.
    pub fn remove(&self) -> Result {
        self.stored.remove().map_err(|fault| JournalError { path: self.place.clone(), fault })
    }

    fn store(&mut self, text: String) -> Result<(), JournalFault> {
        let is_sound = self.is_sound();
        if is_sound && self.text == text {
            return Ok(());
        }
        // Moves that were taken back are cut from the journal. If even the first line differs, the journal is replaced.
        let keep = shared_lines(&self.text, &text);
        let (length, kept) = (self.text.len() as u64, keep as u64);
        let lines = &text.as_bytes()[keep..];
        let is_appended = is_sound && keep > 0 && self.stored.append(length, kept, lines)?;
        if !is_appended {
            self.stored.replace(text.as_bytes())?;
        }
        self.text = text;
        Ok(())
    }
}

/// Returns the length, in bytes, of the first lines that both texts have in common.
fn shared_lines(one: &str, other: &str) -> usize {
    let pairs = one.split_inclusive('\n').zip(other.split_inclusive('\n'));
    pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
}
