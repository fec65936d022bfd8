//! The home folder: settings, maps, saved games.

use chrono::Local;
use chuhe_app::app_error::{AppError, FileFault};
use chuhe_app::settings::Settings;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{Fen, Style};
use chuhe_host::map_file::WriteError;
use chuhe_host::text::decode;
use chuhe_host::user_files::{self, StoredSettings};
use chuhe_host::{Map, Team, TeamError, map_file};
use chuhe_records::{GameTree, pgn};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The folder with `conf/`, `games/` and `logs/`.
#[derive(Clone, Debug)]
pub struct Home(pub PathBuf);

/// Returns the home folder of a person who names none: the current folder if it is one, else
/// [`person_home`].
#[must_use]
pub fn default_home() -> PathBuf {
    let current = Path::new(".");
    person_home().filter(|_| !is_home(current)).unwrap_or_else(|| current.to_owned())
}

/// Returns the folder `chuhe` of the person's data; `None` if the system names no such folder.
#[must_use]
pub fn person_home() -> Option<PathBuf> {
    choose_native_strategy().ok().map(|person| person.data_dir().join("chuhe"))
}

fn is_home(folder: &Path) -> bool {
    let conf = folder.join("conf");
    conf.join("team.properties").exists() || conf.join("desktop.toml").exists()
}

impl Home {
    /// Copies the `team.properties` of the system into a home that is used for the first time. A
    /// failure is only logged.
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

    fn settings(&self) -> PathBuf {
        self.0.join("conf").join("desktop.toml")
    }

    fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    fn autosave(&self) -> PathBuf {
        self.games().join(AUTOSAVE)
    }

    /// Reads the saved settings.
    #[must_use]
    pub fn read_settings(&self) -> StoredSettings<Settings> {
        user_files::read_settings(&self.settings())
    }

    /// Saves the settings. A failure is only logged, because it is no reason to stop playing.
    pub fn keep(&self, settings: &Settings) {
        let path = self.settings();
        if let Err(error) = user_files::write_settings(&path, settings) {
            log::error!("{}: {error}", path.display());
        }
    }

    /// Reads the autosaved game. A file that cannot be read is renamed.
    #[must_use]
    pub fn restore(&self) -> Option<GameTree> {
        let path = self.autosave();
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            found => found,
        };
        let record = bytes.map_err(|error| error.to_string()).and_then(|bytes| {
            let text = decode(&bytes).map_err(|error| error.to_string())?;
            pgn::read(&text).map_err(|error| error.to_string())
        });
        record
            .inspect_err(|error| {
                log::error!("{}: {error}", path.display());
                let aside = path.with_extension("pgn.broken");
                if let Err(error) = fs::rename(&path, &aside) {
                    log::error!("{}: {error}", aside.display());
                }
            })
            .ok()
    }

    /// Autosaves a game; `None` removes the file. A failure is only logged.
    pub fn autosave_game(&self, record: Option<&GameTree>) {
        let path = self.autosave();
        let done = match record {
            Some(record) => {
                user_files::replace(&path, record.to_pgn(Style::Iccs).to_string().as_bytes())
            }
            None => match fs::remove_file(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                done => done,
            },
        };
        if let Err(error) = done {
            log::error!("{}: {error}", path.display());
        }
    }

    /// Writes the current game for other programs. A failure is only logged.
    pub fn write_live(&self, record: &GameTree) {
        let game = record.game();
        let move_number = u16::try_from(1 + game.moves().len() / 2).unwrap_or(u16::MAX);
        let position = Fen { position: game.position().clone(), move_number };
        let texts =
            [(LIVE, record.to_pgn(Style::San).to_string()), ("live.fen", format!("{position}\n"))];
        for (name, text) in texts {
            let path = self.games().join(name);
            if let Err(error) = user_files::replace(&path, text.as_bytes()) {
                log::error!("{}: {error}", path.display());
            }
        }
    }

    /// Moves the autosaved game to the saved games, before another game takes its place.
    pub fn put_away(&self) {
        if let Some(mut record) = self.restore() {
            match self.save(&mut record, Style::Iccs) {
                Ok(name) => log::info!("the game of last time is saved as {name}"),
                Err(error) => log::error!("the game of last time: {error}"),
            }
        }
    }

    /// Saves a game under the current date and time, and returns the name.
    ///
    /// # Errors
    /// Returns the error of the file.
    pub fn save(&self, record: &mut GameTree, style: Style) -> Result<String, AppError> {
        let now = Local::now();
        if record.tag("Date").is_none() {
            record.tags.insert(0, ("Date".to_owned(), now.format("%Y.%m.%d").to_string()));
        }
        let stem = now.format("%Y-%m-%d %H.%M.%S").to_string();
        let folder = self.games();
        let numbered = (2..).map(|number| format!("{stem} {number}"));
        let free = std::iter::once(stem.clone())
            .chain(numbered)
            .find(|name| !folder.join(format!("{name}.pgn")).exists());
        let name = free.unwrap_or(stem);
        let path = folder.join(format!("{name}.pgn"));
        user_files::replace(&path, record.to_pgn(style).to_string().as_bytes())
            .map_err(|error| AppError::file(&path, error))?;
        log::info!("saved {}", path.display());
        Ok(name)
    }

    /// The names of the saved games, the latest first.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        let mut games: Vec<(SystemTime, String)> = fs::read_dir(self.games())
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let is_game = path.extension().is_some_and(|extension| extension == "pgn");
                let name = path.file_stem()?.to_str()?.to_owned();
                let wanted = is_game && path.file_name()? != AUTOSAVE && path.file_name()? != LIVE;
                let changed = path.metadata().and_then(|data| data.modified()).ok()?;
                wanted.then_some((changed, name))
            })
            .collect();
        games.sort_unstable_by(|one, other| other.cmp(one));
        games.into_iter().map(|(_, name)| name).collect()
    }

    /// Reads a saved game.
    ///
    /// # Errors
    /// Returns the error of the file.
    pub fn open(&self, name: &str) -> Result<String, AppError> {
        read_text(&self.games().join(format!("{name}.pgn")))
    }

    /// Saves a position as a map in `conf/team.properties`, and reads it back.
    ///
    /// # Errors
    /// Returns the error of the file.
    pub fn write_map(&self, name: &str, position: &AnyPosition) -> Result<Arc<Map>, AppError> {
        let path = self.0.join("conf").join("team.properties");
        map_file::write(&path, name, position).map_err(|error| {
            let fault: FileFault = match error {
                WriteError::NotText(error) => error.into(),
                WriteError::File(error) => error.into(),
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

/// The file with the team's name and maps that a package of the system installs.
pub const SYSTEM_TEAM: &str = "/etc/chuhe/team.properties";

const AUTOSAVE: &str = "autosave.pgn";
const LIVE: &str = "live.pgn";

/// Reads a text file in UTF-8 or GBK.
///
/// # Errors
/// Returns the error of the file.
pub fn read_text(path: &Path) -> Result<String, AppError> {
    let bytes = fs::read(path).map_err(|error| AppError::file(path, error))?;
    decode(&bytes).map(|text| text.into_owned()).map_err(|error| AppError::file(path, error))
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
