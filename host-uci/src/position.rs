//! Holds the position that the command `position` sets up.

use crate::protocol::Setup;
use chuhe_core::notation::{self, Fen, FenError, MoveError, Style};
use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_core::{AnyPosition, History, Kind, Move, Past, Position, Side, Square};
use chuhe_host::engine::MoveFormat;
use chuhe_host::fen;
use std::cmp::Reverse;
use std::fmt::{self, Display};
use std::iter::repeat_n;

/// A position with its history. Moves are allowed after the rules have ended the game, because the graphical interface
/// decides when a game is over.
#[derive(Clone, Debug)]
pub(crate) struct UciPosition {
    history: History<AnyPosition>,
    /// The number of moves in the command `position`.
    pub(crate) plies: usize,
    move_number: u16,
    /// The form of moves: how castling is written, and whether ranks are counted from 0 or from 1. The other count is
    /// used if only that count makes the moves of the command legal.
    pub(crate) format: MoveFormat,
    pub(crate) warning: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum SetupFault {
    #[error("position not set up: {0}")]
    Fen(FenError),
    #[error("position not set up: move {0:?}: {1}")]
    Move(String, MoveError),
}

impl UciPosition {
    pub(crate) fn new(rules: Rules, format: MoveFormat) -> Self {
        Self::at(Fen { position: rules.start(), move_number: 1 }, format)
    }

    fn at(fen: Fen<AnyPosition>, format: MoveFormat) -> Self {
        let history = History::new(fen.position);
        Self { history, plies: 0, move_number: fen.move_number, format, warning: None }
    }

    pub(crate) fn attackers(&self) -> u8 {
        let attacks = |kind| match kind {
            Kind::Chariot | Kind::Horse | Kind::Cannon | Kind::Queen => true,
            Kind::General | Kind::Advisor | Kind::Elephant | Kind::Soldier => false,
        };
        let pieces = Square::all().filter_map(|square| self.position().piece_at(square));
        pieces.filter(|piece| attacks(piece.kind())).count() as u8
    }

    /// Sets up the position of a command. Some programs count the ten ranks of a board from 0, and others from 1. If a
    /// move is illegal by the count of `format`, the other count is tried, and is kept if it makes all moves legal.
    pub(crate) fn from_setup(
        rules: Rules,
        setup: Setup<'_>,
        format: MoveFormat,
    ) -> Result<Self, SetupFault> {
        let set_up = |format| Self::in_format(rules, setup, format);
        set_up(format).or_else(|fault| match fault {
            SetupFault::Move(..) if rules.first_rank() == 0 => {
                let other = MoveFormat { from_one: !format.from_one, ..format };
                set_up(other).map_err(|_| fault)
            }
            fault => Err(fault),
        })
    }

    fn in_format(rules: Rules, setup: Setup<'_>, format: MoveFormat) -> Result<Self, SetupFault> {
        let mut board = match setup.fen {
            None => Self::new(rules, format),
            Some(text) => {
                let (fen, warning) = read_fen(rules, text).map_err(SetupFault::Fen)?;
                Self { warning, ..Self::at(fen, format) }
            }
        };
        for text in setup.moves.split_whitespace() {
            let fault = |error| SetupFault::Move(text.to_owned(), error);
            board.play(board.read(text).map_err(fault)?);
        }
        Ok(board)
    }

    pub(crate) const fn position(&self) -> &AnyPosition {
        self.history.position()
    }

    pub(crate) fn past(&self) -> &[Past] {
        self.history.past()
    }

    pub(crate) fn read(&self, text: &str) -> Result<Move, MoveError> {
        let text = self.format.plain(self.position().rules(), text);
        notation::read(Style::Coordinates, &text, self.position())
    }

    pub(crate) fn write_line(&self, line: &[Move]) -> Vec<String> {
        self.format.write_line(self.position(), line)
    }

    pub(crate) fn write(&self, mv: Move) -> String {
        self.format.write(self.position(), mv)
    }

    fn play(&mut self, mv: Move) {
        self.move_number += u16::from(self.position().side() == Side::Black);
        self.plies += 1;
        self.history.play(mv);
    }
}

/// Reads a FEN, but only warns of xiangqi soldiers on impossible points. Impossible castling and en passant rights
/// are left out with a warning, because many programs write all rights into every position.
fn read_fen(rules: Rules, text: &str) -> Result<(Fen<AnyPosition>, Option<String>), FenError> {
    let fault = match fen::read_for(rules, text) {
        Err(fault) if rules.variant().castling => fault,
        Err(fault) if rules == Rules::Xiangqi => {
            let warning = format!("{fault}: it is played all the same");
            let read = Fen::<Xiangqi>::read_with_any_soldiers(text)?;
            return Ok((read.into_any(), Some(warning)));
        }
        read => return read.map(|fen| (fen, None)),
    };
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side, castling, passed, ref rest @ ..] = fields[..] else { return Err(fault) };
    let with = |castling: &str, passed: &str| {
        fen::read_for(rules, &[&[board, side, castling, passed], rest].concat().join(" "))
    };
    let mut rights: Vec<char> =
        castling.chars().filter(|right| with(&right.to_string(), "-").is_ok()).collect();
    // White's rights come before Black's. The files of a side go from h to a. The letter `K`, for the outermost rook
    // towards h, comes before them, and `Q`, for the outermost rook towards a, comes after them.
    let order = |right: &char| match right.to_ascii_lowercase() {
        'k' => 'z',
        'q' => ' ',
        file => file,
    };
    rights.sort_unstable_by_key(|right| (right.is_lowercase(), Reverse(order(right))));
    rights.dedup();
    let rights = if rights.is_empty() { "-".to_owned() } else { String::from_iter(rights) };
    let fen = with(&rights, passed).or_else(|_| with(&rights, "-")).map_err(|_| fault)?;
    let warning =
        format!("castling and en passant {castling} {passed} are not possible: what is, is kept");
    Ok((fen, Some(warning)))
}

impl Display for UciPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen { position: self.position().clone(), move_number: self.move_number };
        let text = if self.format.chess960 { format!("{fen:#}") } else { fen.to_string() };
        let (files, ranks) = self.position().rules().size();
        let rule = format!(" +{}", "---+".repeat(files.into()));
        let squares = |letter: char| match letter.to_digit(10) {
            Some(empty) => repeat_n(' ', empty as usize),
            None => repeat_n(letter, 1),
        };
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
