use chuhe_core::{AnyPosition, Game};

/// The largest number of plies in a game; a longer game is drawn.
pub const RECORD: usize = 1024;

pub type TheGame = Game<AnyPosition, RECORD>;
