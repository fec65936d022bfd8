//! Writes the journal of a game on disk threads while the game goes on. Lines that tell clients of a change are held
//! back until the journal has the change, or until the disk takes too long.

use super::{ServerGame, State};
use crate::disk_threads::DiskThreads;
use crate::game::{GameEvent, Watcher};
use crate::kept::PATIENCE;
use chuhe_core::{AnyPosition, Game};
use chuhe_host::journal::{Journal, JournalError};
use parking_lot::Mutex;
use std::sync::{Arc, Weak};
use std::time::Instant;
use std::{fmt, mem};

#[derive(Debug)]
pub(super) struct Keeping {
    name: String,
    disk: Arc<DiskThreads>,
    /// Locked while a disk thread writes the journal.
    journal: Arc<Mutex<Journal>>,
    /// The number of changes that the journal already has.
    written: u64,
    is_writing: bool,
    /// The time since which clients wait for the journal; `None`: no client waits.
    waits_since: Option<Instant>,
    has_failed: bool,
}

impl ServerGame {
    pub(crate) fn snapshot(&self) -> Game<AnyPosition> {
        self.state.lock().played.game().clone()
    }

    pub(crate) fn is_kept(&self) -> bool {
        self.state.lock().keeping.is_some()
    }

    /// Writes each change to `journal` from now on. If the game already has a journal or has failed,
    /// returns `journal` unused.
    pub(crate) fn keep(
        &self,
        name: &str,
        journal: Journal,
        disk: &Arc<DiskThreads>,
    ) -> Option<Journal> {
        let mut journal = Some(journal);
        self.change(|state| {
            let Some(journal) = journal.take_if(|_| state.keeping.is_none()) else { return };
            let has_all = journal.has(state.played.game());
            state.metrics.kept_games.inc();
            state.keeping = Some(Keeping {
                name: name.to_owned(),
                disk: Arc::clone(disk),
                journal: Arc::new(Mutex::new(journal)),
                written: if has_all { state.changes } else { 0 },
                is_writing: false,
                waits_since: None,
                has_failed: false,
            });
            if !has_all {
                state.save(&self.weak);
            }
        });
        journal
    }

    /// Writes all changes to the journal. Blocks until the disk answers, as `release` and `remove_journal` also do.
    fn write_journal(&self) {
        let wanted = self.change(|state| {
            let journal = Arc::clone(&state.keeping.as_ref()?.journal);
            Some((journal, state.played.game().clone(), state.changes))
        });
        if let Some((journal, game, change)) = wanted.flatten() {
            let mut journal = journal.lock();
            let begun = Instant::now();
            let written = journal.update(&game);
            drop(journal);
            self.change(|state| {
                state.metrics.journal_write.observe(begun.elapsed().as_secs_f64());
                state.written(change, written, &self.weak);
            });
        }
    }

    /// Writes the journal for the last time and closes it. After that, another server can open the journal.
    pub(crate) fn release(&self) {
        self.write_journal();
        self.change(State::close_journal);
    }

    /// Removes the journal, after which the game goes on without a name.
    pub(crate) fn remove_journal(&self) -> Result<(), JournalError> {
        let journal = self.state.lock().keeping.as_ref().map(|it| Arc::clone(&it.journal));
        if let Some(journal) = journal {
            journal.lock().remove()?;
        }
        self.change(State::close_journal);
        Ok(())
    }

    /// Tells the clients if the disk answers too late. If the last write failed, starts another write.
    pub(crate) fn check_journal(&self) {
        self.change(|state| {
            let Some(keeping) = &state.keeping else { return };
            let is_late = keeping.waits_since.is_some_and(|since| since.elapsed() >= PATIENCE);
            let is_sound = || keeping.journal.try_lock().is_none_or(|it| it.is_sound());
            if is_late {
                state.fail_journal(&"the disk does not answer");
            } else if keeping.has_failed || !is_sound() {
                state.save(&self.weak);
            }
        });
    }
}

impl State {
    pub(super) fn save(&mut self, game: &Weak<ServerGame>) {
        let Some(keeping) = &mut self.keeping else { return };
        if !keeping.has_failed {
            keeping.waits_since.get_or_insert_with(Instant::now);
        }
        if !mem::replace(&mut keeping.is_writing, true) {
            let game = Weak::clone(game);
            keeping.disk.submit(&keeping.name, move || {
                if let Some(game) = game.upgrade() {
                    game.write_journal();
                }
            });
        }
    }

    /// Handles the end of a write that contained all changes up to `change`.
    fn written(&mut self, change: u64, written: Result<(), JournalError>, game: &Weak<ServerGame>) {
        let Some(keeping) = &mut self.keeping else { return };
        keeping.is_writing = false;
        if let Err(error) = written {
            self.metrics.journal_faults.inc();
            return self.fail_journal(&error);
        }
        let is_whole = change == self.changes;
        keeping.written = change;
        keeping.waits_since = None;
        let is_over = is_whole && mem::replace(&mut keeping.has_failed, false);
        self.watchers.iter().for_each(|watcher| watcher.release(change));
        if is_over {
            log::warn!("game {}: the journal is complete again", self.number);
            self.metrics.unsaved_games.dec();
            self.notify(GameEvent::JournalComplete);
        }
        if !is_whole {
            self.save(game);
        }
    }

    /// Tells the clients that the journal has failed, and releases the lines that were held back.
    fn fail_journal(&mut self, fault: &dyn fmt::Display) {
        let Some(keeping) = &mut self.keeping else { return };
        keeping.waits_since = None;
        if !mem::replace(&mut keeping.has_failed, true) {
            let (number, name) = (self.number, &keeping.name);
            log::error!(
                "game {number}, {name}: {fault}; the game goes on, and its journal is tried again"
            );
            self.metrics.unsaved_games.inc();
            self.notify(GameEvent::JournalFailed);
            self.watchers.iter().for_each(|watcher| watcher.release(u64::MAX));
        }
    }

    pub(super) fn has_failed_journal(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.has_failed)
    }

    /// Holds back a watcher's unsent bytes from index `from` on, unless the journal already has the last change.
    pub(super) fn hold(&self, watcher: &Arc<dyn Watcher>, from: usize) {
        if let Some(keeping) = &self.keeping
            && !keeping.has_failed
            && keeping.written < self.changes
        {
            watcher.hold(self.changes, from);
        }
    }

    /// Takes the journal from the game. Dropping the returned value can block until the disk answers.
    fn close_journal(&mut self) -> Option<Keeping> {
        let keeping = self.keeping.take()?;
        self.metrics.kept_games.dec();
        if keeping.has_failed {
            self.metrics.unsaved_games.dec();
            log::error!("game {}: its last changes are not in its journal", self.number);
        }
        self.watchers.iter().for_each(|watcher| watcher.release(u64::MAX));
        Some(keeping)
    }

    pub(super) fn abandon_journal(&mut self) {
        if let Some(Keeping { disk, name, journal, .. }) = self.close_journal() {
            disk.submit(&name, move || drop(journal));
        }
    }
}
