//! Finds, reads and writes the home folder: settings, maps, saved games.

use crate::game_files;
use chuhe_app::app_error::{AppError, FileFault};
use chuhe_app::settings::Settings;
use chuhe_app::study::move_number;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{Fen, Style};
use chuhe_host::map_file::WriteError;
use chuhe_host::text::decode;
use chuhe_host::{Map, Team, TeamError, map_file, user_files};
use chuhe_records::{GameTree, pgn};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder with `conf/`, `games/` and `logs/`.
#[derive(Clone, Default, Debug)]
pub struct Home(pub PathBuf);

/// Returns the current folder if it has `conf/team.properties` or `conf/desktop.toml`, else [`person_home`].
pub fn default_home() -> PathBuf {
    let current = Path::new(".");
    person_home().filter(|_| !is_home(current)).unwrap_or_else(|| current.to_owned())
}

/// Returns the folder `chuhe` in the person's data folder; `None` if the system names no data folder.
pub fn person_home() -> Option<PathBuf> {
    choose_native_strategy().ok().map(|person| person.data_dir().join("chuhe"))
}

fn is_home(folder: &Path) -> bool {
    let conf = folder.join("conf");
    conf.join("team.properties").exists() || conf.join("desktop.toml").exists()
}

/// The right to write a home folder's shared files. Only one window at a time has it. The default value locks nothing.
#[derive(Debug, Default)]
pub struct Claim(Option<File>);

impl Drop for Claim {
    /// Unlocks the file. Closing it is not enough: a child process that is just starting may still have it open.
    fn drop(&mut self) {
        // If unlocking fails, the lock ends when the file is closed.
        let _ = self.0.as_ref().map(File::unlock);
    }
}

impl Home {
    /// Copies the team file `system` into this home folder if the folder is new. A failure is only logged.
    pub fn first_use(&self, system: &Path) {
        if is_home(&self.0) || !system.exists() {
            return;
        }
        let own = self.0.join("conf").join("team.properties");
        match fs::read(system).and_then(|content| user_files::replace(&own, &content)) {
            Ok(()) => log::info!("copied {} to {}", system.display(), own.display()),
            Err(error) => log::error!("copying {} to {}: {error}", system.display(), own.display()),
        }
    }

    pub fn settings(&self) -> PathBuf {
        self.0.join("conf").join("desktop.toml")
    }

    pub fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    fn last_game(&self) -> PathBuf {
        self.games().join("last-game")
    }

    pub fn keep(&self, settings: &Settings) -> Result<(), AppError> {
        let path = self.settings();
        user_files::write_settings(&path, settings).map_err(|error| AppError::file(&path, error))
    }

    /// Locks the folder for this window. Returns `None` if another window has locked it. If the file system cannot lock
    /// files, every window gets a claim.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub fn claim(&self) -> Result<Option<Claim>, AppError> {
        let path = self.0.join("conf").join("desktop.lock");
        let file = fs::create_dir_all(self.0.join("conf")).and_then(|()| File::create(&path));
        let file = file.map_err(|error| AppError::file(&self.0, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Claim(Some(file)))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => {
                log::warn!("{}: {error}", path.display());
                Ok(Some(Claim::default()))
            }
        }
    }

    /// Reads the file that `last-game` names. Returns its path and its game; `None` if there is no such file.
    pub fn restore(&self) -> Result<Option<(PathBuf, GameTree)>, AppError> {
        let name = fs::read_to_string(self.last_game()).unwrap_or_default();
        let name = name.trim_end();
        let path = self.games().join(name);
        if Path::new(name).file_name() != Some(name.as_ref()) || !path.exists() {
            return Ok(None);
        }
        let bytes = read(&path)?;
        let text = decode(&bytes).map_err(|error| AppError::file(&path, error))?;
        let record = pgn::read(&text).map_err(|error| AppError::file(&path, error))?;
        Ok(Some((path, record)))
    }

    pub fn remember(&self, game: &Path) -> Result<(), AppError> {
        let name = game.file_name().unwrap_or_default().to_string_lossy();
        let path = self.last_game();
        user_files::replace(&path, format!("{name}\n").as_bytes())
            .map_err(|error| AppError::file(&path, error))
    }

    pub fn write_live(&self, record: &GameTree) -> Result<(), AppError> {
        let game = record.game();
        let move_number = move_number(record.first_number, game.start(), game.moves().len());
        let position = Fen { position: game.position().clone(), move_number };
        let pgn = record.to_pgn(Style::San).to_string();
        let texts = [("live.pgn", pgn), ("live.fen", format!("{position}\n"))];
        texts.into_iter().try_for_each(|(name, text)| {
            let path = self.games().join(name);
            let written = user_files::replace(&path, text.as_bytes());
            written.map_err(|error| AppError::file(&path, error))
        })
    }

    /// Returns the path of the library's index. This file can be deleted, because the program can make it again.
    pub fn index(&self) -> PathBuf {
        self.0.join("library.sqlite")
    }

    /// Writes a new file, and returns its path. If `name` has no folder, the file is written to `exports`. If a file of
    /// this name exists there, a number is added to the name.
    pub fn write_file(&self, name: &str, content: &[u8]) -> Result<String, AppError> {
        let named = expand(name);
        let written = if named.parent() == Some(Path::new("")) {
            let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
            game_files::create(&self.0.join("exports"), stem, ending, content)
        } else {
            user_files::create(&named, content).map(|()| named.clone())
        };
        let path = written.map_err(|error| AppError::file(&named, error))?;
        log::info!("wrote {}", path.display());
        Ok(path.display().to_string())
    }

    pub fn write_map(&self, name: &str, position: &AnyPosition) -> Result<Arc<Map>, AppError> {
        let path = self.0.join("conf").join("team.properties");
        map_file::write(&path, name, position).map_err(|error| {
            let fault: FileFault = match error {
                WriteError::NotText(error) => error.into(),
                WriteError::File(error) => error.into(),
                WriteError::Unreadable(fault) => FileFault::Content(fault),
            };
            AppError::file(&path, fault)
        })?;
        log::info!("wrote map {name} into {}", path.display());
        let team = Team::load(&self.0).map_err(|TeamError { file, fault }| {
            AppError::file(&file, FileFault::Content(fault.to_string()))
        })?;
        Ok(team.map(name)?)
    }
}

/// The file with the team's name and maps. A package of the operating system installs this file.
pub const SYSTEM_TEAM: &str = "/etc/chuhe/team.properties";

/// Converts a path that a person typed. A `~` at the beginning means the home directory of the person.
pub fn expand(path: &str) -> PathBuf {
    let rest =
        path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match (rest, etcetera::home_dir()) {
        (Some(rest), Ok(home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        _ => PathBuf::from(path),
    }
}

/// The largest size of a file that [`read`] accepts, in bytes.
const LARGEST: u64 = 256 << 20;

/// Reads a file that a person names. Pipes and devices are refused: a pipe may never answer, and a device may never
/// end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, AppError> {
    let read = fs::metadata(path).and_then(|found| match found.len() {
        _ if !found.is_file() => Err(io::Error::new(ErrorKind::InvalidInput, "this is not a file")),
        0..=LARGEST => fs::read(path),
        _ => Err(ErrorKind::FileTooLarge.into()),
    });
    read.map_err(|error| AppError::file(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_gets_the_file_of_the_system_once() {
        let folder = tempfile::tempdir().unwrap();
        let system = folder.path().join("system.properties");
        let home = Home(folder.path().join("chuhe"));
        let own = home.0.join("conf/team.properties");
        home.first_use(&system);
        assert!(!own.exists(), "the system has no such file");
        for (content, expected) in [("Teamname = a", "Teamname = a"), ("other", "Teamname = a")] {
            fs::write(&system, content).unwrap();
            home.first_use(&system);
            assert_eq!(fs::read_to_string(&own).unwrap(), expected);
        }
        fs::remove_file(&own).unwrap();
        fs::write(home.0.join("conf/desktop.toml"), "").unwrap();
        home.first_use(&system);
        assert!(!own.exists(), "the person removed it");
    }
}
