//! The numbers of games, and the tags of their players.

/// The number of a game of this window. The restored game has number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GameNumber(pub u32);

/// The tags for the players of a kept game, in the words of the command line.
pub const PLAYER_TAGS: [&str; 2] = ["RedPlayer", "BlackPlayer"];

pub(crate) const NAME_TAGS: [&str; 2] = ["Red", "Black"];
