//! The names of the games in a folder.

use parking_lot::Mutex;
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
pub(super) struct Census(Mutex<Names>);

#[derive(Debug, Default)]
struct Names {
    all: BTreeSet<String>,
    listed: Option<Instant>,
    /// The names that came and went while the folder is being listed; `None` while it is not.
    changes: Option<Vec<(String, bool)>>,
}

impl Census {
    /// Lists the folder, unless that was done within the last second, or somebody else does it.
    fn refresh(&self, folder: &Path) -> io::Result<()> {
        {
            let mut names = self.0.lock();
            let is_fresh = names.listed.is_some_and(|listed| listed.elapsed() < FRESH);
            if is_fresh || names.changes.is_some() {
                return Ok(());
            }
            names.changes = Some(Vec::new());
        }
        let listed = list(folder);
        let mut names = self.0.lock();
        let changes = names.changes.take().unwrap_or_default();
        names.all = listed?;
        names.listed = Some(Instant::now());
        changes.into_iter().for_each(|(name, exists)| names.note(name, exists));
        Ok(())
    }

    pub(super) fn count(&self, folder: &Path) -> io::Result<usize> {
        self.refresh(folder)?;
        Ok(self.0.lock().all.len())
    }

    /// The number of names when the folder was listed last, with the changes since.
    pub(super) fn known(&self) -> usize {
        self.0.lock().all.len()
    }

    /// Notes that a name exists now, or no longer does.
    pub(super) fn note(&self, name: String, exists: bool) {
        self.0.lock().note(name, exists);
    }

    pub(super) fn after(
        &self,
        folder: &Path,
        name: Option<&str>,
        count: usize,
    ) -> io::Result<Vec<String>> {
        self.refresh(folder)?;
        let begin = name.map_or(Bound::Unbounded, Bound::Excluded);
        let names = self.0.lock();
        Ok(names.all.range::<str, _>((begin, Bound::Unbounded)).take(count).cloned().collect())
    }
}

impl Names {
    fn note(&mut self, name: String, exists: bool) {
        if let Some(changes) = &mut self.changes {
            changes.push((name.clone(), exists));
        }
        if exists {
            self.all.insert(name);
        } else {
            self.all.remove(&name);
        }
    }
}

fn list(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        if let Some(name) = entry?.file_name().to_str().and_then(game_name) {
            names.insert(name.to_owned());
        }
    }
    Ok(names)
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
