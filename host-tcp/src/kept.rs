//! Names, resumes, removes and lists games, and maintains their journals.

use crate::command::CommandError;
use crate::disk_threads::DiskThreads;
use crate::server_game::{Opponent, ServerGame};
use chuhe_host::journal::{GameId, JournalError, JournalFault, Journals};
use chuhe_host::{Map, catch};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use std::{io, thread};

/// The interval at which journals are synced to the disk, and failed journals are written again.
const TICK: Duration = Duration::from_secs(1);

/// The interval at which games that are too old are removed.
const EXPIRY: Duration = Duration::from_secs(3600);

/// The longest time that clients wait for the disk.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The name of the disk jobs that concern all games together. No game can have this name.
const SYNC: &str = "/sync";

#[derive(Debug)]
pub struct KeptGames {
    journals: Journals,
    by_name: Mutex<HashMap<String, KeptGame>>,
    opponent: Opponent,
    /// Runs every job that waits for the disk. Jobs of one name run in order.
    pub(crate) disk: Arc<DiskThreads>,
    is_syncing: AtomicBool,
    /// Dropping this sender ends the thread that maintains the journals.
    _end: Sender<()>,
}

#[derive(Debug)]
struct KeptGame {
    game: Arc<ServerGame>,
    clients: usize,
}

impl KeptGames {
    /// Starts a thread that maintains the journals until the `KeptGames` are dropped.
    pub fn new(journals: Journals, opponent: Opponent) -> io::Result<Arc<Self>> {
        let (end, ended) = channel();
        let games = Arc::new(Self {
            journals,
            by_name: Mutex::default(),
            opponent,
            disk: Arc::new(DiskThreads::new()?),
            is_syncing: AtomicBool::new(false),
            _end: end,
        });
        let weak = Arc::downgrade(&games);
        thread::Builder::new()
            .name("journals".to_owned())
            .spawn(move || maintain(&weak, &ended))?;
        Ok(games)
    }

    pub(crate) fn shared(self: &Arc<Self>, map: Arc<Map>) -> Result<NamedGame, JournalError> {
        let name = GameId::SHARED.to_string();
        match self.resume(&name, 1) {
            Err(JournalError { fault: JournalFault::Unknown, .. }) => {
                self.name(&name, &ServerGame::new(1, map, &self.opponent))
            }
            resumed => resumed,
        }
    }

    /// Keeps a game under a new name. Blocks the thread until the disk answers, as `resume` and `remove` do.
    pub(crate) fn name(
        self: &Arc<Self>,
        name: &str,
        game: &Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        // The name of a game that is played on this server stays taken, even if somebody deleted the game's file.
        if self.by_name.lock().contains_key(name) {
            return Err(self.journals.error(id(name), JournalFault::Taken));
        }
        let journal = self.journals.create(id(name), &game.snapshot())?;
        // An earlier command `Name` may have timed out while it waited for the disk, and named the game afterwards.
        if let Some(unused) = game.keep(name, journal, &self.disk) {
            unused.remove()?;
            return Err(self.journals.error(id(name), JournalFault::Named));
        }
        Ok(self.join(name, game))
    }

    /// Joins a named game. If nobody plays it on this server, opens its journal. The game then gets number `number`.
    pub(crate) fn resume(
        self: &Arc<Self>,
        name: &str,
        number: u64,
    ) -> Result<NamedGame, JournalError> {
        let played = self.by_name.lock().get(name).map(|kept| Arc::clone(&kept.game));
        let game = match played {
            Some(game) => game,
            None => {
                let (journal, record) = self.journals.resume(id(name))?;
                let game = ServerGame::resume(number, record, &self.opponent);
                game.keep(name, journal, &self.disk);
                game
            }
        };
        Ok(self.join(name, &game))
    }

    /// Removes a game for a client, whose own game is `own`. While the game is played on this server, it is removed
    /// only if that client is its only one.
    pub(crate) fn remove(
        &self,
        name: &str,
        own: Option<&Arc<ServerGame>>,
    ) -> Result<(), CommandError> {
        let played =
            self.by_name.lock().get(name).map(|kept| (Arc::clone(&kept.game), kept.clients));
        match (played, own) {
            (None, _) => self.journals.remove(id(name))?,
            (Some((game, 1)), Some(own)) if Arc::ptr_eq(&game, own) => {
                game.remove_journal()?;
                self.by_name.lock().remove(name);
            }
            (Some(_), _) => return Err("other clients play this game".into()),
        }
        log::info!("game {name}: deleted");
        Ok(())
    }

    /// Returns up to `count` names in alphabetical order: those after `after`, or the first ones if `after` is `None`.
    pub(crate) fn names(
        &self,
        after: Option<&str>,
        count: usize,
    ) -> Result<Vec<String>, JournalError> {
        self.journals.names(after.map(id), count)
    }

    fn join(self: &Arc<Self>, name: &str, game: &Arc<ServerGame>) -> NamedGame {
        let new = || KeptGame { game: Arc::clone(game), clients: 0 };
        self.by_name.lock().entry(name.to_owned()).or_insert_with(new).clients += 1;
        let (games, game) = (Arc::clone(self), Arc::clone(game));
        NamedGame { games, name: name.to_owned(), game, is_unwanted: false }
    }

    /// Lets a client leave. When the last client leaves, the journal is closed, so that another server can open it.
    fn leave(&self, name: &str, game: &Arc<ServerGame>) {
        let mut by_name = self.by_name.lock();
        // The client's game may have been removed meanwhile, and a different game may have got its name.
        if let Some(kept) = by_name.get_mut(name)
            && Arc::ptr_eq(&kept.game, game)
        {
            kept.clients -= 1;
            if kept.clients == 0 {
                by_name.remove(name);
                drop(by_name);
                // Dropping `game` may close the journal too late, because a callback of the computer can still own it.
                game.release();
            }
        }
    }

    /// Tries to write failed journals again. If the disk takes too long for a journal, tells the clients of the game.
    /// Lets a disk thread sync all changes to the disk.
    pub(crate) fn refresh(self: &Arc<Self>) {
        let games: Vec<_> =
            self.by_name.lock().values().map(|kept| Arc::clone(&kept.game)).collect();
        games.iter().for_each(|game| game.check_journal());
        let known = self.journals.known().try_into().unwrap_or(i64::MAX);
        self.opponent.metrics.stored_games.set(known);
        if !self.is_syncing.swap(true, Relaxed) {
            self.sync();
        }
    }

    fn sync(self: &Arc<Self>) {
        let games = Arc::downgrade(self);
        self.disk.submit(SYNC, move || {
            if let Some(games) = games.upgrade() {
                // The flag is reset before the sync. Therefore later syncs run even if this sync panics.
                games.is_syncing.store(false, Relaxed);
                let faults = games.journals.sync() as u64;
                games.opponent.metrics.journal_faults.inc_by(faults);
            }
        });
    }

    /// Waits until all changes are on the disk, but at most for twice [`PATIENCE`].
    pub(crate) fn finish(self: &Arc<Self>) {
        self.refresh();
        if self.disk.wait(PATIENCE) {
            self.sync();
            self.disk.wait(PATIENCE);
        }
    }
}

/// The id of a name that was checked when its command was read.
fn id(name: &str) -> GameId<'_> {
    GameId::new(name).unwrap_or(GameId::SHARED)
}

fn maintain(games: &Weak<KeptGames>, ended: &Receiver<()>) {
    let mut expired: Option<Instant> = None;
    while let Some(games) = games.upgrade() {
        if expired.is_none_or(|expired| expired.elapsed() >= EXPIRY) {
            expired = Some(Instant::now());
            let kept = Arc::clone(&games);
            games.disk.submit(SYNC, move || kept.journals.expire());
        }
        // The thread goes on after a panic in `refresh`.
        catch(|| games.refresh());
        drop(games);
        if ended.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
}

/// The place of one client in a named game. Dropping the last place closes the journal.
#[derive(Debug)]
pub struct NamedGame {
    pub(crate) games: Arc<KeptGames>,
    pub(crate) name: String,
    pub(crate) game: Arc<ServerGame>,
    /// True until the client is told that its game has got a name. Dropping the place earlier removes the journal.
    pub(crate) is_unwanted: bool,
}

impl Drop for NamedGame {
    fn drop(&mut self) {
        let (games, name, game) =
            (Arc::clone(&self.games), self.name.clone(), Arc::clone(&self.game));
        let is_unwanted = self.is_unwanted;
        self.games.disk.submit(&self.name, move || {
            if is_unwanted && let Err(error) = games.remove(&name, Some(&game)) {
                log::warn!("game {name}: {error}");
            }
            games.leave(&name, &game);
        });
    }
}

#[cfg(test)]
mod tests;
