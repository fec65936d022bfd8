use chuhe_core::AnyPosition;
use chuhe_core::Game;

/// How many plies a game may have here; one that is longer is drawn.
pub const RECORD: usize = 1024;

/// A game in the memory of a handheld.
pub type TheGame = Game<AnyPosition, RECORD>;
