//! The named games that are played on a server, and the folder of their journals.

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

/// The interval at which journals are brought to the disk, and failed ones are tried again.
const TICK: Duration = Duration::from_secs(1);

/// The interval at which old games are looked for.
const EXPIRY: Duration = Duration::from_secs(3600);

/// The time that clients wait for the disk.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The name under which the changes of all games are brought to the disk; no game has it.
const SYNC: &str = "/sync";

#[derive(Debug)]
pub struct KeptGames {
    journals: Journals,
    by_name: Mutex<HashMap<String, KeptGame>>,
    opponent: Opponent,
    /// Does everything that waits for the disk, in order for each name.
    pub(crate) disk: Arc<DiskThreads>,
    is_syncing: AtomicBool,
    /// Ends the thread that maintains the journals.
    _end: Sender<()>,
}

#[derive(Debug)]
struct KeptGame {
    game: Arc<ServerGame>,
    clients: usize,
}

impl KeptGames {
    /// A thread maintains the journals as long as the games exist.
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

    /// Keeps a game under a name that is free. This waits for the disk, as `resume` and `remove` do.
    pub(crate) fn name(
        self: &Arc<Self>,
        name: &str,
        game: &Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        // Its file may have been deleted; the name is in use nevertheless.
        if self.by_name.lock().contains_key(name) {
            return Err(self.journals.error(id(name), JournalFault::Taken));
        }
        let journal = self.journals.create(id(name), &game.snapshot())?;
        // Another name may have come first, of which the client was told that the disk does not answer.
        if let Some(unused) = game.keep(name, journal, &self.disk) {
            unused.remove()?;
            return Err(self.journals.error(id(name), JournalFault::Named));
        }
        Ok(self.join(name, game))
    }

    /// Joins the game of a name, which is opened if nobody plays it here. The number is for it then.
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

    /// Removes a game that nobody plays, or only the client that plays `own`.
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

    /// The names of games after this one, or from the first one on, in alphabetical order.
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

    /// Lets a client leave. With the last one the game leaves this server.
    fn leave(&self, name: &str, game: &Arc<ServerGame>) {
        let mut by_name = self.by_name.lock();
        // The game may have been removed, and another one may have its name.
        if let Some(kept) = by_name.get_mut(name)
            && Arc::ptr_eq(&kept.game, game)
        {
            kept.clients -= 1;
            if kept.clients == 0 {
                by_name.remove(name);
                drop(by_name);
                // An answer of the computer may own the game for a moment longer. The journal must
                // be free for another server at once.
                game.release();
            }
        }
    }

    /// Tries failed journals again, tells who waits for the disk for too long, and brings all changes
    /// to the disk.
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
                // Before the disk is asked, so that a panic stops no later one.
                games.is_syncing.store(false, Relaxed);
                let faults = games.journals.sync() as u64;
                games.opponent.metrics.journal_faults.inc_by(faults);
            }
        });
    }

    /// Brings all changes to the disk, those that are being written, too, if it answers in time.
    pub(crate) fn finish(self: &Arc<Self>) {
        self.refresh();
        if self.disk.wait(PATIENCE) {
            self.sync();
            self.disk.wait(PATIENCE);
        }
    }
}

/// A name that was checked when its command was read.
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
        // A panic does not end it for good.
        catch(|| games.refresh());
        drop(games);
        if ended.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
}

/// A named game that a client plays. With its last client the game leaves this server.
#[derive(Debug)]
pub struct NamedGame {
    pub(crate) games: Arc<KeptGames>,
    pub(crate) name: String,
    pub(crate) game: Arc<ServerGame>,
    /// The client was told that it has no name, because the disk did not answer.
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
