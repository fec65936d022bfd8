//! Writes this window's games and the settings on a separate thread, because a disk may be slow.
//!
//! From its first move on, each game has its own file. After every change the whole file is replaced. If that fails,
//! the old file stays unchanged. A file that another window or program has changed is never overwritten.

use crate::home::{Claim, Home};
use chrono::{DateTime, Local};
use chuhe_app::app_error::{AppError, FileFault};
use chuhe_app::settings::Settings;
use chuhe_app::{AppEvent, Effect, GameNumber};
use chuhe_core::notation::Style;
use chuhe_host::{Worker, catch, user_files};
use chuhe_records::GameTree;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{fs, io};

#[derive(Default, Debug)]
pub struct GameFiles {
    home: Home,
    /// The right to write the settings, `live.pgn`, `live.fen` and `last-game`; `None` if another window has it.
    claim: Option<Claim>,
    files: HashMap<GameNumber, GameFile>,
    /// The games whose last change is not written yet.
    unwritten: BTreeMap<GameNumber, Box<GameTree>>,
    played: Option<GameNumber>,
    remembered: Option<PathBuf>,
    /// True after a failed write, until all games are written.
    pub(crate) has_failed: bool,
    /// A file that was not overwritten, because another program has changed it; `None` once this is reported.
    left: Option<PathBuf>,
}

/// An error when writing begins to fail, or `Ok` when writing works again and all games are written.
pub type Written = Result<(), AppError>;

#[derive(Debug)]
struct GameFile {
    /// The time of the game's first change; `None` for a file from which a game was read.
    begun: Option<DateTime<Local>>,
    /// (path, content): `content` is what this window read or wrote last. `None`: the file is not written yet.
    known: Option<(PathBuf, Vec<u8>)>,
}

impl GameFiles {
    pub fn new(home: Home, claim: Option<Claim>) -> Self {
        Self { home, claim, ..Self::default() }
    }

    /// Sets the file of a game to `path`, from which the game was read. If another game used this file before,
    /// that game gets a new file.
    pub fn adopt(&mut self, number: GameNumber, path: PathBuf) {
        self.files.retain(|_, file| file.known.as_ref().is_none_or(|(own, _)| *own != path));
        let content = fs::read(&path).unwrap_or_default();
        self.files.insert(number, GameFile { begun: None, known: Some((path, content)) });
    }

    /// Writes the current game, and the games that could not be written before.
    pub fn store(&mut self, number: GameNumber, record: Box<GameTree>) -> Option<Written> {
        self.played = Some(number);
        self.store_study(number, record)
    }

    /// Writes a study, but the game that was last given to [`GameFiles::store`] stays the current game.
    pub fn store_study(&mut self, number: GameNumber, tree: Box<GameTree>) -> Option<Written> {
        self.unwritten.insert(number, tree);
        self.retry()
    }

    /// Writes the games that could not be written before.
    pub fn retry(&mut self) -> Option<Written> {
        let mut outcome = Ok(());
        while let Some((number, record)) = self.unwritten.pop_first() {
            outcome = self.write(number, &record);
            if outcome.is_err() {
                self.unwritten.insert(number, record);
                break;
            }
        }
        let had_failed = std::mem::replace(&mut self.has_failed, outcome.is_err());
        match (&outcome, had_failed) {
            (Err(error), false) => log::error!("{error}; the game goes on and is tried again"),
            (Ok(()), true) => log::warn!("all games are written again"),
            _ => return None,
        }
        // The error names the folder, because the file's name is long and may be that of a temporary file.
        let folder = self.home.games();
        Some(outcome.map_err(|error| match error {
            AppError::File { fault, .. } => AppError::File { file: folder, fault },
            error => error,
        }))
    }

    fn write(&mut self, number: GameNumber, record: &GameTree) -> Result<(), AppError> {
        let folder = self.home.games();
        let now = Local::now();
        let new = || GameFile { begun: Some(now), known: None };
        let file = self.files.entry(number).or_insert_with(new);
        let mut record = record.clone();
        if let Some(begun) = file.begun.filter(|_| record.tag("Date").is_none()) {
            record.set_tag("Date", begun.format("%Y.%m.%d").to_string());
            record.set_tag("Time", begun.format("%H:%M:%S").to_string());
        }
        let text = record.to_pgn(Style::Iccs).to_string();
        let is_own = |(path, content): &&(PathBuf, Vec<u8>)| {
            fs::read(path).ok().is_none_or(|found| found == *content)
        };
        let path = match file.known.as_ref().filter(is_own) {
            Some((path, _)) => {
                let replaced = user_files::replace(path, text.as_bytes());
                replaced.map_err(|error| AppError::file(path, error))?;
                path.clone()
            }
            None => {
                let stem = stem(file.begun.unwrap_or(now), &record);
                let created = create(&folder, &stem, "pgn", text.as_bytes());
                let path = created.map_err(|error| AppError::file(&folder, error))?;
                self.left = file.known.take().map(|(left, _)| left).or(self.left.take());
                path
            }
        };
        file.known = Some((path.clone(), text.into_bytes()));
        let is_played = self.claim.is_some() && self.played == Some(number);
        if is_played && self.remembered.as_ref() != Some(&path) {
            self.home.remember(&path)?;
            self.remembered = Some(path);
        }
        Ok(())
    }
}

pub(crate) fn create(folder: &Path, stem: &str, ending: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let names = (1..).map(|number| match number {
        1 => format!("{stem}.{ending}"),
        _ => format!("{stem} {number}.{ending}"),
    });
    for name in names {
        let path = folder.join(name.trim_end_matches('.'));
        match user_files::create(&path, bytes) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|()| path),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn stem(begun: DateTime<Local>, record: &GameTree) -> String {
    let [red, black] = ["Red", "Black"].map(|tag| {
        let name = record.tag(tag).map(safe).unwrap_or_default();
        if name.is_empty() { "Human".to_owned() } else { name }
    });
    format!("{} {red} - {black}", begun.format("%Y-%m-%d %H.%M.%S"))
}

/// Removes characters that some file systems forbid, cuts the rest, and trims spaces and full stops.
fn safe(name: &str) -> String {
    /// The limit in bytes. Every file system allows a file name of 143 bytes: a time and two such names fit in it.
    const LONGEST: usize = 50;
    let is_safe = |letter: &char| !letter.is_control() && !"<>:\"/\\|?*".contains(*letter);
    let safe: String = name.chars().filter(is_safe).collect();
    safe[..safe.floor_char_boundary(LONGEST)].trim_matches([' ', '.']).to_owned()
}

/// The time between two attempts to write games and settings.
const RETRY: Duration = Duration::from_secs(5);

/// Starts a thread that writes files in the order of the effects. Dropping the worker waits until all are written.
/// Without a claim, another window owns the folder. Then the settings, `live.pgn` and `live.fen` are not written.
pub(crate) fn start(games: GameFiles, events: Sender<AppEvent>) -> io::Result<Worker<Effect>> {
    let mut writer = Writer { games, settings: None, live: None, events };
    Worker::start(move |tasks| {
        // If a task panics, no file stays half written, and the next task is still carried out.
        while let Some(task) = writer.next(tasks) {
            catch(|| writer.write(task));
        }
        catch(|| writer.retry());
    })
}

struct Writer {
    games: GameFiles,
    /// The settings, if they could not be written.
    settings: Option<Settings>,
    /// The current game, if `live.pgn` and `live.fen` could not be written.
    live: Option<Box<GameTree>>,
    events: Sender<AppEvent>,
}

impl Writer {
    fn next(&mut self, tasks: &Receiver<Effect>) -> Option<Effect> {
        while self.settings.is_some() || self.live.is_some() || !self.games.unwritten.is_empty() {
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
            Effect::Keep(settings) if self.games.claim.is_some() => return self.keep(settings),
            Effect::Live(record) if self.games.claim.is_some() => return self.write_live(record),
            _ => return,
        };
        self.report(stored);
    }

    /// Writes the settings. After a failure they are kept for another attempt. The first failure is reported.
    fn keep(&mut self, settings: Settings) {
        let kept = self.games.home.keep(&settings);
        let failed = kept.is_err().then_some(settings);
        match (kept, std::mem::replace(&mut self.settings, failed)) {
            (Err(error), None) => {
                log::error!("{error}; the settings are tried again");
                // Sending fails only when the program ends.
                let _ = self.events.send(AppEvent::Saved(Err(error.clone())));
                self.report(Some(Err(error)));
            }
            (Ok(()), Some(_)) => {
                log::warn!("the settings are written again");
                self.report(self.games.unwritten.is_empty().then_some(Ok(())));
            }
            _ => {}
        }
    }

    /// Writes `live.pgn` and `live.fen`. After a failure the game is kept for a retry. The first failure is logged.
    fn write_live(&mut self, record: Box<GameTree>) {
        let written = self.games.home.write_live(&record);
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

    /// Reports `stored`, but a success only once the settings are written, too. Also reports the file in `games.left`.
    fn report(&mut self, stored: Option<Written>) {
        let told = stored.filter(|stored| stored.is_err() || self.settings.is_none());
        let left = self.games.left.take().map(|path| AppError::file(&path, FileFault::Left));
        let left = left.map(|error| AppEvent::Saved(Err(error)));
        for event in told.map(AppEvent::Stored).into_iter().chain(left) {
            // Sending fails only when the program ends.
            let _ = self.events.send(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::pgn;
    use std::sync::mpsc::channel;

    fn record(text: &str) -> Box<GameTree> {
        Box::new(pgn::read(text).unwrap())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_name_is_safe_on_every_system() {
        for (name, expected) in [
            ("许银川", "许银川"),
            ("?", ""),
            ("../a\\b:c*", "abc"),
            ("Chuhe, level 5.", "Chuhe, level 5"),
            ("\u{7}x\n", "x"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        assert!(safe(&"楚".repeat(100)).len() <= 50);
    }

    #[test]
    fn each_game_has_its_own_file_and_the_last_one_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().to_owned());
        let mut files = GameFiles::new(home.clone(), Some(Claim::default()));
        for (number, text) in [(0, "1. h2e2"), (0, "1. h2e2 h9g7"), (1, "1. b2e2"), (2, "1. h2e2")]
        {
            assert!(files.store(GameNumber(number), record(text)).is_none());
        }
        assert!(files.unwritten.is_empty());
        let names = names(&home.games());
        assert_eq!(names.iter().filter(|name| name.ends_with(".pgn")).count(), 3, "{names:?}");
        let (path, last) = home.restore().unwrap().unwrap();
        assert_eq!(last.moves().len(), 1);
        assert!(path.to_str().unwrap().contains("Human - Human"));
        // The second window writes its games, but `last-game` still names the game of the first window.
        let mut second = GameFiles::new(home.clone(), None);
        assert!(second.store(GameNumber(0), record("1. h2e2")).is_none());
        assert_eq!(home.restore().unwrap().unwrap().0, path);
        fs::write(&path, "1. nonsense").unwrap();
        let refused = home.restore().unwrap_err();
        assert!(matches!(refused.file_fault(), Some(FileFault::Game(_))), "{refused}");
    }

    #[test]
    fn a_file_that_another_game_takes_over_is_written_by_that_game_alone() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().to_owned());
        let mut files = GameFiles::new(home.clone(), Some(Claim::default()));
        assert!(files.store(GameNumber(0), record("1. h2e2")).is_none());
        let (path, _) = home.restore().unwrap().unwrap();
        files.adopt(GameNumber(1), path.clone());
        assert!(files.store_study(GameNumber(1), record("1. b2e2")).is_none());
        assert!(files.store(GameNumber(0), record("1. h2e2 h9g7")).is_none());
        assert_eq!(fs::read_to_string(&path).unwrap().matches("B2-E2").count(), 1);
        let (other, last) = home.restore().unwrap().unwrap();
        assert_eq!(last.moves().len(), 2);
        assert!(other != path || cfg!(not(unix)));
    }

    #[test]
    fn a_folder_that_refuses_is_told_once_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().join("home"));
        fs::write(&home.0, "in the way").unwrap();
        let mut files = GameFiles::new(home.clone(), Some(Claim::default()));
        assert!(matches!(files.store(GameNumber(0), record("1. h2e2")), Some(Err(_))));
        assert!(files.store(GameNumber(1), record("1. b2e2")).is_none());
        assert!(!files.unwritten.is_empty());
        fs::remove_file(&home.0).unwrap();
        assert_eq!(files.retry(), Some(Ok(())));
        assert!(files.unwritten.is_empty());
        assert_eq!(names(&home.games()).len(), 3, "two games and the name of the last one");
    }

    #[test]
    fn settings_that_could_not_be_written_give_way_to_newer_ones() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().join("home"));
        fs::write(&home.0, "in the way").unwrap();
        let games = GameFiles::new(home.clone(), Some(Claim::default()));
        let (events, told) = channel();
        let mut writer = Writer { games, settings: None, live: None, events };
        let scaled = |scale| Settings { scale, ..Settings::default() };
        writer.keep(scaled(150));
        assert!(matches!(told.try_recv(), Ok(AppEvent::Saved(Err(_)))));
        assert!(matches!(told.try_recv(), Ok(AppEvent::Stored(Err(_)))));
        fs::remove_file(&home.0).unwrap();
        writer.keep(scaled(200));
        assert!(matches!(told.try_recv(), Ok(AppEvent::Stored(Ok(())))));
        writer.retry();
        assert!(fs::read_to_string(home.settings()).unwrap().contains("scale = 200"));
        // A file that another program has changed is not overwritten, and the person is told.
        let game = || Effect::Store(GameNumber(0), record("1. h2e2"));
        writer.write(game());
        let (path, _) = home.restore().unwrap().unwrap();
        fs::write(&path, "1. b2e2").unwrap();
        writer.write(game());
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. b2e2");
        let left = AppError::file(&path, FileFault::Left);
        assert!(matches!(told.try_recv(), Ok(AppEvent::Saved(Err(error))) if error == left));
    }
}
