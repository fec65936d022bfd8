//! A place that keeps journals. It knows names and bytes, and no rules of games.

use super::error::Result;
use super::expiry::Changed;
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::time::SystemTime;

/// The name of a game: 1 to 64 ASCII letters, digits, `-` and `_`. Case does not matter.
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

/// Where journals are kept. Calls may wait for a disk or a network.
pub(super) trait Store: Debug + Send + Sync {
    /// Keeps content under a new name. It appears complete and held by this server, or not at all.
    fn create(&self, id: GameId<'_>, content: &[u8]) -> Result<Box<dyn StoredGame>>;

    /// Holds a game that no server holds. Returns its content, but of one that is larger than
    /// [`MAX_JOURNAL`](super::MAX_JOURNAL) only a byte more than that.
    fn open(&self, id: GameId<'_>) -> Result<(Box<dyn StoredGame>, Vec<u8>)>;

    /// The names after this one, or from the first one on, in alphabetical order.
    fn names(&self, after: Option<&str>, count: usize) -> Result<Vec<String>>;

    fn count(&self) -> Result<usize>;

    /// The number of names, as far as it is known without a look.
    fn known(&self) -> usize;

    /// All names, each with the time of its last change.
    fn changes(&self) -> Result<Vec<Changed>>;

    /// Makes all changes last, and keeps hold of the games. Returns the number of those that failed.
    fn sync(&self) -> usize;

    /// Removes what killed servers left behind.
    fn clean(&self) -> Result {
        Ok(())
    }

    /// The place of a game, for the operator.
    fn place(&self, id: GameId<'_>) -> PathBuf;
}

/// A game that this server holds until this is dropped. No other server writes it.
pub(super) trait StoredGame: Debug + Send {
    /// Returns whether everything that was written will last.
    fn is_sound(&self) -> bool {
        true
    }

    /// Cuts the content off at `keep` bytes, and appends lines. Returns false, having done nothing,
    /// if the content is not there with this length.
    fn append(&mut self, length: u64, keep: u64, lines: &[u8]) -> Result<bool>;

    /// Puts other content in the place of the old, or there if there is none. Nobody sees a part.
    fn replace(&mut self, content: &[u8]) -> Result;

    fn changed(&self) -> Result<SystemTime>;

    /// Removes the game, unless that is done already.
    fn remove(&self) -> Result;
}
