//! The notation of moves in UCI, UCCI and CECP.

use super::{EngineError, Ranks};
use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Style};
use chuhe_core::{Game, Move, Position};

/// Coordinates with ranks counted from 0 or from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveFormat {
    from_one: bool,
}

impl MoveFormat {
    /// Ranks count from 1 only if the configuration says so.
    #[must_use]
    pub fn new(ranks: Ranks) -> Self {
        Self { from_one: ranks == Ranks::FromOne }
    }

    /// The format with the other first rank.
    #[must_use]
    pub const fn other(self) -> Self {
        Self { from_one: !self.from_one }
    }

    /// Returns a move's text with ranks counted as this project does.
    #[must_use]
    pub fn plain(self, text: &str) -> String {
        if self.from_one { shifted(text, -1) } else { text.to_owned() }
    }

    /// Detects the format from an engine's move at the start of a game of xiangqi. No text is a
    /// legal move in both formats: a soldier never moves like a cannon.
    pub(super) fn detect(text: &str, start: &AnyPosition) -> Option<Self> {
        [Self { from_one: false }, Self { from_one: true }]
            .into_iter()
            .find(|format| format.read(text, start).is_ok())
    }

    /// Writes a move.
    #[must_use]
    pub fn write(self, position: &AnyPosition, mv: Move) -> String {
        let text = notation::write(Style::Coordinates, position, mv).to_string();
        if self.from_one { shifted(&text, 1) } else { text }
    }

    pub(super) fn read(self, text: &str, position: &AnyPosition) -> Result<Move, EngineError> {
        notation::read(Style::Coordinates, &self.plain(text), position)
            .map_err(|_| EngineError::Illegal(text.to_owned()))
    }

    /// Writes the moves of a game from a ply on, each with a space before it.
    pub(super) fn moves(self, game: &Game<AnyPosition>, from: usize) -> String {
        let mut position = game.start().clone();
        let mut text = String::new();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply >= from {
                text.push(' ');
                text += &self.write(&position, mv);
            }
            position = position.play(mv);
        }
        text
    }
}

/// Adds `by` to each number of a text. A number below 0 or with three digits becomes `?`, which
/// makes the text unreadable.
fn shifted(text: &str, by: i8) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length = if digits == 0 { first.len_utf8() } else { digits };
        let (part, behind) = rest.split_at(length);
        match part.parse::<u8>().ok().and_then(|number| number.checked_add_signed(by)) {
            Some(number) if part.len() <= 2 => result += &number.to_string(),
            _ if digits > 0 => result.push('?'),
            _ => result += part,
        }
        rest = behind;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::rules::Rules;

    #[test]
    fn the_first_move_tells_the_two_ways_apart() {
        let start = Rules::Xiangqi.start();
        let moves = start.legal_moves();
        for from_one in [false, true] {
            let format = MoveFormat { from_one };
            for &mv in &moves {
                let text = format.write(&start, mv);
                assert_eq!(MoveFormat::detect(&text, &start), Some(format), "{text}");
                assert_eq!(format.read(&text, &start).unwrap(), mv);
            }
        }
        assert_eq!(MoveFormat::detect("a0a9", &start), None);
    }

    #[test]
    fn ranks_have_one_or_two_figures() {
        assert_eq!(shifted("h2e2", 1), "h3e3");
        assert_eq!(shifted("h9g7", 1), "h10g8");
        assert_eq!(shifted("i10i9", -1), "i9i8");
        assert_eq!(shifted("a0b1", -1), "a?b0");
        assert_eq!(shifted("a100b1", -1), "a?b0");
        assert_eq!(shifted("炮2", -1), "炮1");
    }
}
