//! The named games that are played on a server, and the folder of their journals.

use crate::blocking::blocking;
use crate::metrics::Metrics;
use crate::server_game::ServerGame;
use chuhe_core::{AnyPosition, Game};
use chuhe_host::catch;
use chuhe_host::journal::{GameId, JournalError, JournalFault, Journals};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// The interval at which journals are brought to the disk, and failed ones are tried again.
const TICK: Duration = Duration::from_secs(1);

/// The interval at which old games are looked for.
const EXPIRY: Duration = Duration::from_secs(3600);

#[derive(Debug)]
pub struct KeptGames {
    journals: Journals,
    by_name: Mutex<HashMap<String, KeptGame>>,
    metrics: Arc<Metrics>,
    /// Ends the thread that maintains the journals.
    _end: Sender<()>,
}

#[derive(Debug)]
struct KeptGame {
    game: Arc<ServerGame>,
    clients: usize,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum RemoveError {
    #[error("other clients play this game")]
    Played,
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl KeptGames {
    /// The games whose journals are in this folder. A thread maintains the journals as long as the
    /// games exist.
    pub fn new(journals: Journals, metrics: Arc<Metrics>) -> io::Result<Arc<Self>> {
        let (end, ended) = channel();
        let games = Arc::new(Self { journals, by_name: Mutex::default(), metrics, _end: end });
        let weak = Arc::downgrade(&games);
        thread::Builder::new()
            .name("journals".to_owned())
            .spawn(move || maintain(&weak, &ended))?;
        Ok(games)
    }

    /// The one game of all clients, from its journal or new.
    pub fn shared(
        self: &Arc<Self>,
        open: impl Fn(Option<Game<AnyPosition>>) -> Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        match self.resume(GameId::SHARED, |game| open(Some(game))) {
            Err(JournalError { fault: JournalFault::Unknown, .. }) => {
                self.name(GameId::SHARED, &open(None))
            }
            resumed => resumed,
        }
    }

    pub(crate) fn name(
        self: &Arc<Self>,
        id: GameId<'_>,
        game: &Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        let mut by_name = self.by_name.lock();
        let name = id.to_string();
        // Its file may have been deleted; the name is in use nevertheless.
        if by_name.contains_key(&name) {
            return Err(self.journals.error(id, JournalFault::Taken));
        }
        game.keep(|game| self.journals.create(id, game))?;
        Ok(self.join(&mut by_name, name, game))
    }

    /// Joins the game of a name, which is opened if nobody plays it here.
    pub(crate) fn resume(
        self: &Arc<Self>,
        id: GameId<'_>,
        open: impl FnOnce(Game<AnyPosition>) -> Arc<ServerGame>,
    ) -> Result<NamedGame, JournalError> {
        let mut by_name = self.by_name.lock();
        let name = id.to_string();
        let game = match by_name.get(&name) {
            Some(KeptGame { game, .. }) => Arc::clone(game),
            None => {
                let (journal, record) = self.journals.resume(id)?;
                let game = open(record);
                game.keep(|_| Ok::<_, JournalError>(journal))?;
                game
            }
        };
        Ok(self.join(&mut by_name, name, &game))
    }

    /// Removes a game that nobody plays, or only the client that plays `own`.
    pub(crate) fn remove(
        &self,
        id: GameId<'_>,
        own: Option<&NamedGame>,
    ) -> Result<(), RemoveError> {
        let mut by_name = self.by_name.lock();
        let name = id.to_string();
        match (by_name.get(&name), own) {
            (None, _) => self.journals.remove(id)?,
            (Some(KeptGame { game, clients: 1 }), Some(own)) if Arc::ptr_eq(game, &own.game) => {
                game.remove_journal()?;
                self.journals.forget(id);
                by_name.remove(&name);
            }
            (Some(_), _) => return Err(RemoveError::Played),
        }
        log::info!("game {name}: deleted");
        Ok(())
    }

    /// The names of games after this one, or from the first one on, in alphabetical order.
    pub(crate) fn names(
        &self,
        after: Option<GameId<'_>>,
        count: usize,
    ) -> Result<Vec<String>, JournalError> {
        self.journals.names(after, count)
    }

    fn join(
        self: &Arc<Self>,
        by_name: &mut HashMap<String, KeptGame>,
        name: String,
        game: &Arc<ServerGame>,
    ) -> NamedGame {
        let new = || KeptGame { game: Arc::clone(game), clients: 0 };
        by_name.entry(name.clone()).or_insert_with(new).clients += 1;
        NamedGame { games: Arc::clone(self), name, game: Arc::clone(game) }
    }

    fn leave(&self, name: &str, game: &Arc<ServerGame>) {
        let mut by_name = self.by_name.lock();
        // The game may have been removed, and another one may have its name.
        if let Some(kept) = by_name.get_mut(name)
            && Arc::ptr_eq(&kept.game, game)
        {
            kept.clients -= 1;
            if kept.clients == 0 {
                by_name.remove(name);
                // An answer of the computer may own the game for a moment longer. The journal must
                // be free for another server at once.
                game.release();
            }
        }
    }

    /// Tries failed journals again, and brings all changes to the disk.
    pub(crate) fn refresh(&self) {
        let games: Vec<_> =
            self.by_name.lock().values().map(|kept| Arc::clone(&kept.game)).collect();
        games.iter().for_each(|game| game.retry());
        self.metrics.journal_faults.inc_by(self.journals.sync() as u64);
    }
}

fn maintain(games: &Weak<KeptGames>, ended: &Receiver<()>) {
    let mut expired: Option<Instant> = None;
    while let Some(games) = games.upgrade() {
        // A panic of the one or the other ends neither for good.
        if expired.is_none_or(|expired| expired.elapsed() >= EXPIRY) {
            expired = Some(Instant::now());
            catch(|| games.journals.expire());
        }
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
    games: Arc<KeptGames>,
    pub(crate) name: String,
    pub(crate) game: Arc<ServerGame>,
}

impl Drop for NamedGame {
    fn drop(&mut self) {
        blocking(|| self.games.leave(&self.name, &self.game));
    }
}

#[cfg(test)]
mod tests;
