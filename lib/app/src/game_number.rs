//! The numbers of games, and the tags for the players, clocks and openings of games.

use chuhe_records::GameTree;

/// The number of a game of this window. The restored game has number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GameNumber(pub u32);

/// The tags for the players of a stored game. Their values are written as on the command line.
pub const PLAYER_TAGS: [&str; 2] = ["RedPlayer", "BlackPlayer"];

/// The tags for the time left in an unfinished game, in milliseconds.
pub(crate) const CLOCK_TAGS: [&str; 2] = ["RedClock", "BlackClock"];

pub(crate) const NAME_TAGS: [&str; 2] = ["Red", "Black"];

/// Removes the tags for resuming a game: the players and the time left.
pub(crate) fn forget_seats(tree: &mut GameTree) {
    for tag in PLAYER_TAGS.into_iter().chain(CLOCK_TAGS) {
        tree.take_tag(tag);
    }
}

pub(crate) fn forget_opening(tree: &mut GameTree) {
    for tag in ["ECO", "ECCO", "Opening", "Variation", "SubVariation"] {
        tree.take_tag(tag);
    }
}
