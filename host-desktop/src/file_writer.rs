//! Saves the games and the settings on a thread, because a disk may be slower than the frame rate.

use crate::game_files::{GameFiles, Written};
use crate::home::{Claim, Home};
use chuhe_app::settings::Settings;
use chuhe_app::{AppEvent, Effect};
use chuhe_host::{Worker, catch};
use chuhe_records::GameTree;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// The time after which games and settings are tried again that could not be written.
const RETRY: Duration = Duration::from_secs(5);

/// Starts a thread that writes the files of effects in their order, for a home folder. Dropping it waits until
/// all are written.
///
/// Without a claim another window has the folder, and its settings and its current game are left as they
/// are. The thread reports to `events`.
pub fn start(
    home: Home,
    claim: Option<Claim>,
    games: GameFiles,
    events: Sender<AppEvent>,
) -> Worker<Effect> {
    let mut writer =
        Writer { home, claim, games, settings: None, live: None, has_failed: false, events };
    Worker::start(move |tasks| {
        // A panic leaves no file half written, and the next task is carried out.
        while let Some(task) = writer.next(tasks) {
            catch(|| writer.write(task));
        }
        catch(|| writer.retry());
    })
}

/// The state of the thread.
struct Writer {
    home: Home,
    claim: Option<Claim>,
    games: GameFiles,
    /// The settings that could not be written.
    settings: Option<Settings>,
    /// The current game that could not be written for other programs.
    live: Option<Box<GameTree>>,
    /// True if the person was told so.
    has_failed: bool,
    events: Sender<AppEvent>,
}

impl Writer {
    /// Waits for the next task. Returns `None` at the end.
    fn next(&mut self, tasks: &Receiver<Effect>) -> Option<Effect> {
        while self.settings.is_some() || self.live.is_some() || !self.games.is_complete() {
            match tasks.recv_timeout(RETRY) {
                Ok(task) => return Some(task),
                Err(RecvTimeoutError::Timeout) => self.retry(),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        tasks.recv().ok()
    }

    fn write(&mut self, effect: Effect) {
        match effect {
            Effect::Store(number, record) => {
                let stored = self.games.store(number, record);
                self.report(stored);
            }
            Effect::StoreStudy(number, tree) => {
                let stored = self.games.store_study(number, tree);
                self.report(stored);
            }
            Effect::Adopt(number, path) => self.games.adopt(number, path),
            Effect::Keep(settings) if self.claim.is_some() => self.keep(settings),
            Effect::Live(record) if self.claim.is_some() => self.write_live(record),
            _ => {}
        }
    }

    /// Writes the settings, or keeps them for another attempt. The person is told of the first failure.
    fn keep(&mut self, settings: Settings) {
        let kept = self.home.keep(&settings);
        let had_failed = std::mem::replace(&mut self.has_failed, kept.is_err());
        if let Err(error) = kept {
            self.settings = Some(settings);
            if !had_failed {
                log::error!("{error}; the settings are tried again");
                // The receiver is gone when the program ends.
                let _ = self.events.send(AppEvent::Saved(Err(error)));
            }
        } else if had_failed {
            log::warn!("the settings are written again");
        }
    }

    /// Writes the current game for other programs, or keeps it for another attempt. The first failure is logged.
    fn write_live(&mut self, record: Box<GameTree>) {
        let written = self.home.write_live(&record);
        if let (Err(error), None) = (&written, &self.live) {
            log::error!("{error}; the game is tried again");
        }
        self.live = written.is_err().then_some(record);
    }

    fn retry(&mut self) {
        if let Some(settings) = self.settings.take() {
            self.keep(settings);
        }
        if let Some(record) = self.live.clone() {
            self.write_live(record);
        }
        let stored = self.games.retry();
        self.report(stored);
    }

    fn report(&self, stored: Option<Written>) {
        // The receiver is gone when the program ends.
        let _ = stored.map(|stored| self.events.send(AppEvent::Stored(stored)));
    }
}
