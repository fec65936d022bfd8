//! Defines the interface of a place that keeps journals. A journal consists of bytes and has a name.

use super::error::Result;
use super::expiry::Changed;
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::time::SystemTime;

/// The name of a game: 1 to 64 ASCII letters, digits, `-` and `_`. Stores use it in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId<'a>(&'a str);

impl<'a> GameId<'a> {
    /// The name of the game that all clients share.
    pub const SHARED: GameId<'static> = GameId("shared");

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

/// A place that keeps journals. Calls may wait for a disk or a network.
pub(super) trait Store: Debug + Send + Sync {
    /// Creates a game with this content and holds it for this server. Other programs see the whole content or no game.
    fn create(&self, id: GameId<'_>, content: &[u8]) -> Result<Box<dyn StoredGame>>;

    /// Takes hold of a game that no server holds. Returns its content. The end can be missing if the content
    /// is longer than [`MAX_JOURNAL`](super::MAX_JOURNAL) bytes.
    fn open(&self, id: GameId<'_>) -> Result<(Box<dyn StoredGame>, Vec<u8>)>;

    /// Returns up to `count` names that follow `after` in alphabetical order. If `after` is `None`,
    /// begins with the first name.
    fn names(&self, after: Option<&str>, count: usize) -> Result<Vec<String>>;

    fn count(&self) -> Result<usize>;

    /// Returns the last known number of names, without waiting.
    fn known(&self) -> usize;

    /// Returns the names of all games, each with the time at which the game was last changed.
    fn changes(&self) -> Result<Vec<Changed>>;

    /// Brings all changes to the disk, or renews the lease in Redis. Returns the number of games for which this failed.
    fn sync(&self) -> usize;

    /// Removes the unfinished files of killed servers.
    fn clean(&self) -> Result {
        Ok(())
    }

    /// Returns the path of the file of a game. For Redis, only messages show the path.
    fn place(&self, id: GameId<'_>) -> PathBuf;
}

/// A game that this server holds: no other server writes it. Dropping the value releases the game.
pub(super) trait StoredGame: Debug + Send {
    /// Returns false if a change may be lost because it did not reach the disk.
    fn is_sound(&self) -> bool {
        true
    }

    /// Cuts the content off at `keep` bytes, and appends `lines`. If the content is missing or is not `length` bytes
    /// long, does nothing and returns false.
    fn append(&mut self, length: u64, keep: u64, lines: &[u8]) -> Result<bool>;

    /// Replaces the content, or creates it if it is missing. No reader sees only a part of the new content.
    fn replace(&mut self, content: &[u8]) -> Result;

    fn changed(&self) -> Result<SystemTime>;

    /// Removes the game, but returns `Ok` and removes nothing if another program has removed or replaced the game.
    fn remove(&self) -> Result;
}
