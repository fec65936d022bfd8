//! FEN as people have it: of any game, its last fields often left out.

use chuhe_core::notation::{Fen, FenError};
use chuhe_core::rules::{AnyPosition, Rules};

/// Reads the FEN of a position; which game it is of is told by the number of its ranks.
///
/// # Errors
/// What is wrong with the text, and where.
///
/// ```
/// let fen = chuhe_host::fen::read(" 4k4/9/9/9/9/9/9/4C4/4A4/4K4  b").unwrap();
/// assert_eq!(fen.to_string(), "4k4/9/9/9/9/9/9/4C4/4A4/4K4 b - - 0 1");
/// ```
pub fn read(text: &str) -> Result<Fen<AnyPosition>, FenError> {
    let board = text.split_whitespace().next().unwrap_or_default();
    let ranks = 1 + board.matches('/').count();
    let same = |rules: &Rules| usize::from(rules.size().1) == ranks;
    read_for(Rules::ALL.iter().copied().find(same).unwrap_or_default(), text)
}

/// Reads the FEN of a position of one game. Blanks around the fields do not matter, and what is
/// left out at the end is as at the start of a game.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read_for(rules: Rules, text: &str) -> Result<Fen<AnyPosition>, FenError> {
    const USUAL: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let given: Vec<&str> = text.split_whitespace().collect();
    let missing = USUAL.get(given.len()..).unwrap_or_default();
    let whole = given.iter().chain(missing).copied().collect::<Vec<_>>().join(" ");
    Fen::read(rules, &whole)
}
