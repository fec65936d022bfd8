//! The notation of moves in UCI, UCCI and CECP.

use super::error::EngineError;
use super::spec::Ranks;
use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Move, Position};

/// Coordinates with ranks counted from 0 or from 1, and castling in one of its two forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveFormat {
    from_one: bool,
    /// True if the king castles onto its rook: `e1h1`.
    chess960: bool,
}

impl MoveFormat {
    /// Ranks count from 1 only if the configuration says so. Castling is as in chess.
    pub fn new(ranks: Ranks) -> Self {
        Self { from_one: ranks == Ranks::FromOne, chess960: false }
    }

    pub fn with_ranks(self, ranks: Ranks) -> Self {
        Self { from_one: ranks == Ranks::FromOne, ..self }
    }

    /// The format in which castling is written as in Chess960, or as in chess.
    pub const fn with_chess960(self, chess960: bool) -> Self {
        Self { chess960, ..self }
    }

    /// Says whether castling is written as in Chess960.
    pub const fn is_chess960(self) -> bool {
        self.chess960
    }

    /// The format with the other first rank.
    pub const fn other(self) -> Self {
        Self { from_one: !self.from_one, ..self }
    }

    /// Returns a move's text with ranks counted as this project does. Only ranks that count from 0
    /// here can count from 1 elsewhere.
    pub fn plain(self, rules: Rules, text: &str) -> String {
        if self.shifts(rules) { shifted(text, -1) } else { text.to_owned() }
    }

    const fn shifts(self, rules: Rules) -> bool {
        self.from_one && rules.first_rank() == 0
    }

    /// Detects the format from an engine's move at the start of a game of xiangqi. No text is a
    /// legal move in both formats: a soldier never moves like a cannon.
    pub(super) fn detect(text: &str, start: &AnyPosition) -> Option<Self> {
        [Ranks::FromZero, Ranks::FromOne]
            .map(Self::new)
            .into_iter()
            .find(|format| format.read(text, start).is_ok())
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
    use chuhe_core::notation::Fen;

    #[test]
    fn the_first_move_tells_the_two_ways_apart() {
        let start = Rules::Xiangqi.start();
        let moves = start.legal_moves();
        for from_one in [false, true] {
            let format = MoveFormat { from_one, chess960: false };
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
        let chess = MoveFormat::new(Ranks::Auto);
        for (fen, usual, by_rook) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1h1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1a1"),
            ("1k5r/8/8/8/8/8/8/4K3 b k - 0 1", "b8g8", "b8h8"),
        ] {
            let position = Fen::read(Rules::Chess, fen).unwrap().position;
            let mv = chess.read(usual, &position).unwrap();
            assert_eq!(chess.read(by_rook, &position).unwrap(), mv);
            assert_eq!(chess.with_chess960(true).write(&position, mv), by_rook);
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
