//! The position that the other program told.

use crate::protocol::Setup;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Fen, FenError, MoveError, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{History, Kind, Move, MoveList, Past, Position, Side, Square};
use chuhe_host::fen;
use std::fmt::{self, Display};

/// A position with its history. Unlike a played game it goes on after the rules have ended it:
/// the other program says when a game is over.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    history: History<AnyPosition>,
    move_number: u16,
}

/// Why a position was not set up, or not as far as it was told.
#[derive(Debug)]
pub(crate) enum SetupFault {
    Fen(FenError),
    Move(String, MoveError),
}

impl Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "position not set up: {error}"),
            Self::Move(text, error) => write!(f, "position set up only before {text:?}: {error}"),
        }
    }
}

impl Board {
    /// The start of a game.
    pub(crate) fn new(rules: Rules) -> Self {
        Self::at(Fen { position: rules.start(), move_number: 1 })
    }

    fn at(fen: Fen<AnyPosition>) -> Self {
        Self { history: History::new(fen.position), move_number: fen.move_number }
    }

    /// How many chariots, horses, cannons and queens there are.
    pub(crate) fn attackers(&self) -> u8 {
        let attacks =
            |kind| matches!(kind, Kind::Chariot | Kind::Horse | Kind::Cannon | Kind::Queen);
        let pieces = Square::all().filter_map(|square| self.position().piece_at(square));
        pieces.filter(|piece| attacks(piece.kind())).count() as u8
    }

    /// The position told. A move that is none ends the moves: the fault says so.
    pub(crate) fn told(
        rules: Rules,
        setup: Setup<'_>,
    ) -> Result<(Self, Option<SetupFault>), SetupFault> {
        let mut board = match setup.fen {
            None => Self::new(rules),
            Some(fen) => Self::at(fen::read_for(rules, fen).map_err(SetupFault::Fen)?),
        };
        for text in setup.moves.split_whitespace() {
            match board.read(text) {
                Ok(mv) => board.play(mv),
                Err(error) => return Ok((board, Some(SetupFault::Move(text.to_owned(), error)))),
            }
        }
        Ok((board, None))
    }

    pub(crate) const fn position(&self) -> &AnyPosition {
        self.history.position()
    }

    pub(crate) fn past(&self) -> &[Past] {
        self.history.past()
    }

    /// The legal moves; none where the rules have ended the game by what stands on the board.
    pub(crate) fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        if self.position().variant_end().is_none() {
            self.position().generate_moves(&mut moves);
        }
        moves
    }

    /// The legal move of a text.
    pub(crate) fn read(&self, text: &str) -> Result<Move, MoveError> {
        notation::read(Style::Coordinates, text, self.position())
    }

    /// The texts of moves that follow each other.
    pub(crate) fn write_line(&self, line: &[Move]) -> Vec<String> {
        let mut position = self.position().clone();
        line.iter()
            .map(|&mv| {
                let text = notation::write(Style::Coordinates, &position, mv).to_string();
                position = position.play(mv);
                text
            })
            .collect()
    }

    fn play(&mut self, mv: Move) {
        self.move_number += u16::from(self.position().side() == Side::Black);
        self.history.play(mv);
    }
}

impl Display for Board {
    /// The board as one reads it with Red below, the FEN and the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen { position: self.position().clone(), move_number: self.move_number };
        let text = fen.to_string();
        let (files, ranks) = self.position().rules().size();
        let rule = format!(" +{}", "---+".repeat(files.into()));
        for (rank, row) in (0..ranks).rev().zip(text.split([' ', '/'])) {
            writeln!(f, "{rule}")?;
            for square in row.chars().flat_map(squares) {
                write!(f, " | {square}")?;
            }
            writeln!(f, " | {}", rank + self.position().rules().first_rank())?;
        }
        writeln!(f, "{rule}")?;
        for file in 0..files {
            write!(f, "   {}", (b'a' + file) as char)?;
        }
        writeln!(f, "\n\nFen: {text}\nKey: {:016X}", self.position().key().get())
    }
}

/// What a letter of a FEN stands for: a piece, or so many empty squares.
fn squares(letter: char) -> impl Iterator<Item = char> {
    let (square, count) = match letter.to_digit(10) {
        Some(empty) => (' ', empty as usize),
        None => (letter, 1),
    };
    std::iter::repeat_n(square, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_goes_on_after_a_repetition() {
        let moves = "a0a1 a9a8 a1a0 a8a9 ".repeat(10);
        let setup = Setup { fen: None, moves: &moves };
        let (board, fault) = Board::told(Rules::Xiangqi, setup).unwrap();
        assert!(fault.is_none());
        assert_eq!(board.past().len(), 40);
        assert_eq!(board.moves().len(), 44);
        assert!(board.to_string().contains(" w - - 40 21\n"));
    }
}
