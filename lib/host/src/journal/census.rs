//! The names of the games in a folder.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fmt, fs, io};

/// The name of a game: 1 to 64 ASCII letters, digits, `-` and `_`. Case does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId<'a>(&'a str);

impl<'a> GameId<'a> {
    /// The name of the game that all clients share.
    pub const SHARED: GameId<'static> = GameId("shared");

    /// Returns the text as a name, if it is valid.
    ///
    /// ```
    /// use chuhe_host::journal::GameId;
    /// assert_eq!(GameId::new("Table-7").unwrap().to_string(), "table-7");
    /// assert!(GameId::new("../table").is_none());
    /// ```
    pub fn new(text: &'a str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        ((1..=64).contains(&text.len()) && text.bytes().all(allowed)).then_some(Self(text))
    }
}

impl fmt::Display for GameId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_ascii_lowercase())
    }
}

/// The age at which the folder is listed again: operators and other servers change it.
const FRESH: Duration = Duration::from_secs(1);

/// The names of the games in a folder, as they were a second ago or later.
#[derive(Debug, Default)]
pub(super) struct Census {
    names: BTreeSet<String>,
    listed: Option<Instant>,
}

impl Census {
    /// Lists the folder, unless that was done within the last second.
    pub(super) fn refresh(&mut self, folder: &Path) -> io::Result<()> {
        if self.listed.is_some_and(|listed| listed.elapsed() < FRESH) {
            return Ok(());
        }
        self.names.clear();
        self.listed = None;
        for entry in fs::read_dir(folder)? {
            if let Some(name) = entry?.file_name().to_str().and_then(game_name) {
                self.names.insert(name.to_owned());
            }
        }
        self.listed = Some(Instant::now());
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn insert(&mut self, name: String) {
        self.names.insert(name);
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// The names after this one, or from the first one on, in alphabetical order.
    pub(super) fn after(&self, name: Option<&str>) -> impl Iterator<Item = &String> {
        let begin = name.map_or(Bound::Unbounded, Bound::Excluded);
        self.names.range::<str, _>((begin, Bound::Unbounded))
    }
}

pub(super) fn file_name(name: &str) -> String {
    // The prefix makes names such as `con` or `-x` harmless.
    format!("game-{name}.journal")
}

/// The game of a file name; `None` for any other file.
fn game_name(file_name: &str) -> Option<&str> {
    let name = file_name.strip_prefix("game-")?.strip_suffix(".journal")?;
    GameId::new(name).filter(|id| id.to_string() == name).map(|_| name)
}
