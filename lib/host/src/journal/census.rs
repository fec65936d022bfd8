//! The names of the games in a folder.

use super::GameId;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

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

/// The name of the file of a game.
pub(super) fn file_name(name: &str) -> String {
    // The prefix makes names such as `con` or `-x` harmless.
    format!("game-{name}.journal")
}

/// The game of a file name; `None` for any other file.
fn game_name(file_name: &str) -> Option<&str> {
    let name = file_name.strip_prefix("game-")?.strip_suffix(".journal")?;
    GameId::new(name).filter(|id| id.to_string() == name).map(|_| name)
}
