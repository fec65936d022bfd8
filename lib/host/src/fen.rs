//! Reads FENs of any game as people write them, often without the last fields.

use chuhe_core::AnyPosition;
use chuhe_core::notation::{Fen, FenError};
use chuhe_core::rules::Rules;
use std::borrow::Cow;

/// Reads the FEN of a position of any game. The game is the first one of [`Rules::PLAYABLE`] whose board has as many
/// ranks as the FEN, and whose rules allow the position.
/// ```
/// let fen = chuhe_host::fen::read(" 4k4/9/9/9/9/9/9/4C4/4A4/4K4  b").unwrap();
/// assert_eq!(fen.to_string(), "4k4/9/9/9/9/9/9/4C4/4A4/4K4 b - - 0 1");
/// ```
pub fn read(text: &str) -> Result<Fen<AnyPosition>, FenError> {
    let board = text.split_whitespace().next().unwrap_or_default();
    let ranks = 1 + board.matches('/').count();
    let of_size = |rules: &&Rules| usize::from(rules.size().1) == ranks;
    let mut games = Rules::PLAYABLE.iter().filter(of_size);
    let first = read_for(games.next().copied().unwrap_or_default(), text);
    first.or_else(|error| games.find_map(|&rules| read_for(rules, text).ok()).ok_or(error))
}

/// Reads the FEN of a position of the game `rules`. The last fields may be missing.
pub fn read_for(rules: Rules, text: &str) -> Result<Fen<AnyPosition>, FenError> {
    Fen::read_lenient(rules, text)
}

/// Returns the FEN of a line of EPD, without the operations after the fourth field. An operation
/// begins with a word and ends with a semicolon. Any other line is returned unchanged.
///
/// ```
/// use chuhe_host::fen::without_operations;
/// let fen = "4k4/9/9/9/9/9/9/4C4/9/4K4 w - -";
/// assert_eq!(without_operations(&format!("{fen} bm e2e9; id \"two moves\";")), fen);
/// let moves = "startpos moves h2e2 h9g7 h0g2 ; the central cannon";
/// assert_eq!(without_operations(moves), moves);
/// ```
pub fn without_operations(line: &str) -> Cow<'_, str> {
    let fields: Vec<&str> = line.split_whitespace().take(5).collect();
    match fields[..] {
        [board, side, castling, passed, word]
            if board.contains('/')
                && !fields.contains(&"moves")
                && word.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && line.contains(';') =>
        {
            [board, side, castling, passed].join(" ").into()
        }
        _ => line.into(),
    }
}

#[cfg(test)]
mod tests {
    use chuhe_core::notation::Fen;
    use chuhe_core::rules::{Chess, Xiangqi};
    use chuhe_core::{EndReason, Ending, Kind, Move, Side, Square};
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> String {
        let json = serde_json::to_string(value).unwrap();
        let read: T = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        json
    }

    #[test]
    fn values_of_the_core_are_kept_as_text() {
        let fen: Fen<Xiangqi> = "4k4/9/9/9/9/9/9/4C4/4A4/4K4 b".parse().unwrap();
        assert_eq!(round_trip(&fen), "\"4k4/9/9/9/9/9/9/4C4/4A4/4K4 b - - 0 1\"");
        let fen: Fen<Chess> = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        assert_eq!(round_trip(&fen), "\"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"");
        let square = Square::from_name("h2").unwrap();
        assert_eq!(round_trip(&(square, Kind::Horse, Side::Red)), "[\"h2\",\"horse\",\"red\"]");
        assert_eq!(round_trip(&Move::from_name("h2e2").unwrap()), "\"h2e2\"");
        let ending = Ending { winner: Some(Side::Black), reason: EndReason::Checkmate };
        assert_eq!(round_trip(&ending), "{\"winner\":\"black\",\"reason\":\"Checkmate\"}");
        assert!(serde_json::from_str::<Kind>("\"cat\"").is_err());
        assert!(serde_json::from_str::<Fen<Xiangqi>>("5").is_err());
    }
}
