//! Reads and writes moves in the notations of UCI, UCCI and CECP.

use super::error::EngineError;
use super::spec::Ranks;
use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position};

/// The form in which an engine writes coordinates: ranks from 0 or from 1, and castling as `e1g1` or `e1h1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveFormat {
    pub from_one: bool,
    /// True if castling is written with the square of the rook: `e1h1`.
    pub chess960: bool,
}

impl MoveFormat {
    /// Creates a format with castling as `e1g1`. Ranks of xiangqi begin with 1 if configured so, else with 0.
    pub(super) fn new(ranks: Ranks) -> Self {
        Self { from_one: ranks == Ranks::FromOne, chess960: false }
    }

    /// Converts the ranks in a move's text to this project's numbers. The text stays the same in a game whose ranks
    /// this project counts from 1.
    pub fn plain(self, rules: Rules, text: &str) -> String {
        if self.shifts(rules) { shifted(text, -1) } else { text.to_owned() }
    }

    const fn shifts(self, rules: Rules) -> bool {
        self.from_one && rules.first_rank() == 0
    }

    /// Detects the format from an engine's move at the start of a game of xiangqi. The formats read the text as moves
    /// from two adjacent squares of a file. At most one is legal, because no side starts with pieces on both squares.
    pub(super) fn detect(text: &str, start: &AnyPosition) -> Option<Self> {
        let both = [false, true].map(|from_one| Self { from_one, chess960: false });
        both.into_iter().find(|format| format.read(text, start).is_ok())
    }

    pub fn write(self, position: &AnyPosition, mv: Move) -> String {
        let rules = position.rules();
        let rook = position.castling_rook(mv).filter(|_| self.chess960);
        let text = match (mv.from(), rook) {
            (Some(king), Some(rook)) => {
                format!("{}{}", rules.square_name(king), rules.square_name(rook))
            }
            _ => notation::write(Style::Coordinates, position, mv).to_string(),
        };
        if self.shifts(rules) { shifted(&text, 1) } else { text }
    }

    pub(super) fn read(self, text: &str, position: &AnyPosition) -> Result<Move, EngineError> {
        notation::read(Style::Coordinates, &self.plain(position.rules(), text), position)
            .map_err(|_| EngineError::Illegal(text.to_owned()))
    }

    pub fn write_line(self, start: &AnyPosition, line: &[Move]) -> Vec<String> {
        let mut position = start.clone();
        let write = |&mv: &Move| {
            let text = self.write(&position, mv);
            position = position.play(mv);
            text
        };
        line.iter().map(write).collect()
    }
}

/// Adds `by` to each number of a text. Three digits or a result below 0 become `?`, which makes the text invalid.
fn shifted(text: &str, by: i8) -> String {
    let parts =
        text.as_bytes().chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    let shift = |part: &[u8]| {
        let text = String::from_utf8_lossy(part).into_owned();
        if !part[0].is_ascii_digit() {
            return text;
        }
        let number = text.parse::<u8>().ok().filter(|_| text.len() <= 2);
        let number = number.and_then(|number| number.checked_add_signed(by));
        number.map_or_else(|| "?".to_owned(), |number| number.to_string())
    };
    parts.map(shift).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::notation::Fen;

    #[test]
    fn the_first_move_tells_the_two_ways_apart() {
        let start = Rules::Xiangqi.start();
        let moves = start.legal_moves();
        for from_one in [false, true] {
            let format = MoveFormat { from_one, ..MoveFormat::default() };
            for &mv in &moves {
                let text = format.write(&start, mv);
                assert_eq!(MoveFormat::detect(&text, &start), Some(format), "{text}");
                assert_eq!(format.read(&text, &start).unwrap(), mv);
            }
        }
        assert_eq!(MoveFormat::detect("a0a9", &start), None);
    }

    #[test]
    fn castling_is_read_in_both_forms_and_written_in_one() {
        let chess = MoveFormat::default();
        for (fen, usual, by_rook) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1h1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1a1"),
            ("1k5r/8/8/8/8/8/8/4K3 b k - 0 1", "b8g8", "b8h8"),
        ] {
            let position = Fen::read(Rules::Chess, fen).unwrap().position;
            let mv = chess.read(usual, &position).unwrap();
            assert_eq!(chess.read(by_rook, &position).unwrap(), mv);
            let chess960 = MoveFormat { chess960: true, ..chess };
            assert_eq!(chess960.write(&position, mv), by_rook);
            let written = chess.write(&position, mv);
            assert_eq!(written, if position.is_chess960() { by_rook } else { usual });
        }
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
