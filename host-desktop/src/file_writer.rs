//! Saves the games and the settings on a thread, because a disk may be slower than the frame rate.

use crate::game_files::{GameFiles, Written};
use crate::home::{Claim, Home};
use chuhe_app::settings::Settings;
use chuhe_app::{AppEvent, Effect};
use chuhe_host::{Worker, catch};
use chuhe_records::GameTree;
use std::io;
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
) -> io::Result<Worker<Effect>> {
    let mut writer = Writer { home, claim, games, settings: None, live: None, events };
    Worker::start(move |tasks| {
        // A panic leaves no file half written, and the next task is carried out.
        while let Some(task) = writer.next(tasks) {
            catch(|| writer.write(task));
        }
        catch(|| writer.retry());
    })
}

struct Writer {
    home: Home,
    claim: Option<Claim>,
    games: GameFiles,
    /// The settings that could not be written.
    settings: Option<Settings>,
    /// The current game that could not be written for other programs.
    live: Option<Box<GameTree>>,
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
        let stored = match effect {
            Effect::Store(number, record) => self.games.store(number, record),
            Effect::StoreStudy(number, tree) => self.games.store_study(number, tree),
            Effect::Adopt(number, path) => return self.games.adopt(number, path),
            Effect::Keep(settings) if self.claim.is_some() => return self.keep(settings),
            Effect::Live(record) if self.claim.is_some() => return self.write_live(record),
            _ => return,
        };
        self.report(stored);
    }

    /// Writes the settings, or keeps them for another attempt. The person is told of the first failure.
    fn keep(&mut self, settings: Settings) {
        let kept = self.home.keep(&settings);
        let failed = kept.is_err().then_some(settings);
        match (kept, std::mem::replace(&mut self.settings, failed)) {
            (Err(error), None) => {
                log::error!("{error}; the settings are tried again");
                // The receiver is gone when the program ends.
                let _ = self.events.send(AppEvent::Saved(Err(error.clone())));
                self.report(Some(Err(error)));
            }
            (Ok(()), Some(_)) => {
                log::warn!("the settings are written again");
                self.report(self.games.is_complete().then_some(Ok(())));
            }
            _ => {}
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
        if let Some(settings) = self.settings.clone() {
            self.keep(settings);
        }
        if let Some(record) = self.live.clone() {
            self.write_live(record);
        }
        let stored = self.games.retry();
        self.report(stored);
    }

    /// Reports a first failure, or that all is written again, and a file that was left.
    fn report(&mut self, stored: Option<Written>) {
        let told = stored.filter(|stored| stored.is_err() || self.settings.is_none());
        let left = self.games.take_left().map(|error| AppEvent::Saved(Err(error)));
        for event in told.map(AppEvent::Stored).into_iter().chain(left) {
            // The receiver is gone when the program ends.
            let _ = self.events.send(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_app::GameNumber;
    use chuhe_app::app_error::{AppError, FileFault};
    use chuhe_records::pgn;
    use std::fs;
    use std::sync::mpsc::channel;

    #[test]
    fn settings_that_could_not_be_written_give_way_to_newer_ones() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().join("home"));
        fs::write(&home.0, "in the way").unwrap();
        let games = GameFiles::new(home.clone(), true);
        let (events, told) = channel();
        let mut writer =
            Writer { home: home.clone(), claim: None, games, settings: None, live: None, events };
        let scaled = |scale| Settings { scale, ..Settings::default() };
        writer.keep(scaled(150));
        assert!(matches!(told.try_recv(), Ok(AppEvent::Saved(Err(_)))));
        assert!(matches!(told.try_recv(), Ok(AppEvent::Stored(Err(_)))));
        fs::remove_file(&home.0).unwrap();
        writer.keep(scaled(200));
        assert!(matches!(told.try_recv(), Ok(AppEvent::Stored(Ok(())))));
        writer.retry();
        assert!(fs::read_to_string(home.settings()).unwrap().contains("scale = 200"));
        // A game that another program has changed stays, and the person is told.
        let game = || Effect::Store(GameNumber(0), Box::new(pgn::read("1. h2e2").unwrap()));
        writer.write(game());
        let (path, _) = home.restore().unwrap().unwrap();
        fs::write(&path, "1. b2e2").unwrap();
        writer.write(game());
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. b2e2");
        let left = AppError::file(&path, FileFault::Left);
        assert!(matches!(told.try_recv(), Ok(AppEvent::Saved(Err(error))) if error == left));
    }
}
