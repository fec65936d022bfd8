//! All journals of a server, and the journal of one game, which follows the game.

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
    place: PathBuf,
    store: Box<dyn Store>,
    max_games: usize,
    expiry: Option<Mutex<Expiry>>,
    /// The places that the log has a warning of, and since when.
    told: Mutex<HashMap<PathBuf, Instant>>,
}

impl Journals {
    /// Opens the folder, and creates it if it does not exist. With the feature `redis`, the place may
    /// also be the URL of a Redis.
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

    /// Creates the journal of a game, or leaves nothing: if the name is taken, there are too many games, or
    /// it cannot be written.
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

    /// Removes a game that nobody plays.
    pub fn remove(&self, id: GameId<'_>) -> Result {
        let removed = self.store.open(id).and_then(|(stored, _)| stored.remove());
        removed.map_err(|fault| self.error(id, fault))
    }

    /// The names of games after this one, or from the first one on, in alphabetical order.
    pub fn names(&self, after: Option<GameId<'_>>, count: usize) -> Result<Vec<String>> {
        let after = after.map(|id| id.to_string());
        self.store.names(after.as_deref(), count).map_err(|fault| self.store_error(fault))
    }

    /// Makes all changes last. Returns the number of games for which that failed.
    pub fn sync(&self) -> usize {
        self.store.sync()
    }

    pub fn error(&self, id: GameId<'_>, fault: JournalFault) -> JournalError {
        JournalError { path: self.store.place(id), fault }
    }

    /// Removes the games that nobody changed for too long, and what killed servers left behind. A
    /// game goes when it was too old an hour ago already. A game that is being played stays.
    pub fn expire(&self) {
        self.expire_at(Instant::now(), SystemTime::now());
    }

    /// Does so for a moment and its time on the system's clock.
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
            // It may have been changed before it was held.
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

    /// Warns in the log of a fault that concerns the operator, once for each place in one or two hours.
    fn tell<T>(&self, place: &Path, result: Result<T>) -> Result<T> {
        use JournalFault::{Busy, Taken, Unknown};
        let mut told = self.told.lock();
        match &result {
            Ok(_) => drop(told.remove(place)),
            // A client's wish alone is no reason.
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

    /// The number of games, as far as it is known without a look.
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

/// Splits the URL of a Redis into its scheme and the rest; `None` for a folder.
fn redis_url(place: &Path) -> Option<(&str, &str)> {
    place.to_str()?.split_once("://").filter(|(scheme, _)| scheme.starts_with("redis"))
}

/// A place of journals as anybody may read it.
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

/// The journal of a game that is being played. This server holds it.
#[derive(Debug)]
pub struct Journal {
    place: PathBuf,
    stored: Box<dyn StoredGame>,
    text: String,
    /// The last attempt to write failed. What is stored may be anything between the text and the game.
    has_failed: bool,
}

impl Journal {
    pub fn has(&self, game: &Game<AnyPosition>) -> bool {
        self.is_sound() && self.text == write(game)
    }

    /// Returns whether the journal has everything that was to be written.
    pub fn is_sound(&self) -> bool {
        !self.has_failed && self.stored.is_sound()
    }

    /// Writes the changes of a game, or another game, to the journal. If this fails, for example
    /// because the disk is full, the next call writes the whole journal again.
    pub fn update(&mut self, game: &Game<AnyPosition>) -> Result {
        let written = self.store(write(game));
        self.has_failed = written.is_err();
        written.map_err(|fault| JournalError { path: self.place.clone(), fault })
    }

    /// Removes the journal; the game has no name then. One that is gone is no error.
    pub fn remove(&self) -> Result {
        self.stored.remove().map_err(|fault| JournalError { path: self.place.clone(), fault })
    }

    fn store(&mut self, text: String) -> Result<(), JournalFault> {
        let is_sound = self.is_sound();
        if is_sound && self.text == text {
            return Ok(());
        }
        // Moves that were taken back are cut off. Another first line is another game.
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

/// Returns the length of the lines with which both texts begin.
fn shared_lines(one: &str, other: &str) -> usize {
    let pairs = one.split_inclusive('\n').zip(other.split_inclusive('\n'));
    pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
}
