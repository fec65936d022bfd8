//! A game as it is played: its moves, its past, its end.

use crate::history::History;
use crate::numbers::Numbers;
use crate::position::{EndReason, Ending, Past, Position};
use crate::types::{Move, Side, Square};
use core::fmt;
use heapless::Vec;

/// The longest game of xiangqi, in plies: of 32 pieces all but the generals can be taken, so
/// there are at most 30 captures, each after at most 119 quiet plies, for the 120th ends the game;
/// so it does after the last capture.
pub const LONGEST_GAME: usize = 31 * 120;

/// A game: moves played, undone and redone from a start position, and how it ended.
///
/// Holds room for `PLIES` moves of two bytes each, [`LONGEST_GAME`] if nothing else is said, and
/// [`MAX_PAST`](crate::MAX_PAST) past plies of 16 bytes each; nothing else grows with the game. A game that lasts
/// `PLIES` plies is drawn.
///
/// # Examples
/// ```
/// use chuhe_core::{Game, Move, Position, Square, rules::Xiangqi};
/// let mut game: Game<Xiangqi> = Game::new(Xiangqi::start());
/// let name = |name| Square::from_name(name).unwrap();
/// let cannon = Move::new(name("h2"), name("e2"));
/// game.play(cannon).unwrap();
/// assert_eq!(game.moves(), [cannon]);
/// assert_eq!(game.undo(), Some(cannon));
/// assert_eq!(game.redo(), Some(cannon));
/// assert_eq!(game.ending(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game<P, const PLIES: usize = LONGEST_GAME> {
    start: P,
    start_numbers: Numbers,
    history: History<P>,
    numbers: Numbers,
    record: Vec<Move, PLIES>,
    played: usize,
    ending: Option<Ending>,
}

/// Why a move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over.
    Over(Ending),
    /// The move is not legal here.
    Illegal(Move),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(ending) => write!(f, "the game is over: {}", ending.reason),
            Self::Illegal(mv) => write!(f, "{mv} is not a legal move"),
        }
    }
}

impl core::error::Error for PlayError {}

impl<P: Position, const PLIES: usize> Game<P, PLIES> {
    /// A game from a position, its pieces numbered in reading order.
    #[must_use]
    pub fn new(start: P) -> Self {
        let numbers = Numbers::in_reading_order(&start);
        Self::numbered(start, numbers)
    }

    /// A game from a position whose pieces have numbers of their own.
    #[must_use]
    pub fn numbered(start: P, numbers: Numbers) -> Self {
        const { assert!(PLIES > 0, "a game has room for a move") };
        let history = History::new(start.clone());
        Self {
            ending: ending_by_rule(&history),
            history,
            start,
            start_numbers: numbers,
            numbers,
            record: Vec::new(),
            played: 0,
        }
    }

    /// Begins another game in the place of this one, its pieces numbered in reading order.
    pub fn begin(&mut self, start: P) {
        self.start_numbers = Numbers::in_reading_order(&start);
        self.start = start;
        self.restart();
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &P {
        self.history.position()
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// The numbers that the pieces had at the start.
    #[must_use]
    pub const fn start_numbers(&self) -> &Numbers {
        &self.start_numbers
    }

    /// The numbers of the pieces on the board.
    #[must_use]
    pub const fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The number, among its kind, of the piece on a square.
    #[must_use]
    pub fn number_at(&self, square: Square) -> Option<u8> {
        self.numbers.at(square)
    }

    /// The moves played, the oldest first.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.record[..self.played]
    }

    /// The moves that were undone and can be played again, the next one first.
    #[must_use]
    pub fn undone(&self) -> &[Move] {
        &self.record[self.played..]
    }

    /// The plies since the last one that cannot be undone by later moves, the oldest first.
    #[must_use]
    pub fn past(&self) -> &[Past] {
        self.history.past()
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How the game will end if both sides repeat once more what they repeated: `None` unless
    /// the position stands for the second time.
    #[must_use]
    pub fn warning(&self) -> Option<Ending> {
        match self.ending {
            Some(_) => None,
            None => self.history.repetitions().next().map(|first| judge(&self.history, first)),
        }
    }

    /// Plays a move; what was undone before is forgotten.
    ///
    /// # Errors
    /// When the game is over or the move is not legal; nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(ending) = self.ending {
            return Err(PlayError::Over(ending));
        }
        if !self.position().is_legal(mv) {
            return Err(PlayError::Illegal(mv));
        }
        self.record.truncate(self.played);
        let kept = self.record.push(mv);
        debug_assert!(kept.is_ok(), "a game that fills its record is over");
        self.step(mv);
        self.ending = self.ending_by_rule();
        Ok(())
    }

    /// Takes the last move back, and an ending with it.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = *self.moves().last()?;
        self.go_to(self.played - 1);
        Some(undone)
    }

    /// Plays the move again that was undone last.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone().first()?;
        self.go_to(self.played + 1);
        Some(mv)
    }

    /// Shows the game after so many of its moves, at most all of them; the others can be redone.
    /// An ending that did not happen on the board is forgotten.
    pub fn go_to(&mut self, ply: usize) {
        let ply = ply.min(self.record.len());
        if ply < self.played {
            self.go_to_start();
        }
        while self.played < ply {
            self.step(self.record[self.played]);
        }
        self.ending = self.ending_by_rule();
    }

    /// Back to the start position, the record emptied.
    pub fn restart(&mut self) {
        self.go_to_start();
        self.record.clear();
        self.ending = self.ending_by_rule();
    }

    /// Ends the game by something that did not happen on the board: a player gave up, ran out of
    /// time, or both agreed on a draw. A game that is over stays as it ended.
    pub fn end(&mut self, ending: Ending) {
        self.ending = self.ending.or(Some(ending));
    }

    /// A player gives up.
    pub fn resign(&mut self, side: Side) {
        self.end(Ending::win(!side, EndReason::Resignation));
    }

    fn go_to_start(&mut self) {
        self.history.set_up(self.start.clone());
        self.numbers = self.start_numbers;
        self.played = 0;
    }

    /// Makes a legal move on the board; the record already holds it.
    fn step(&mut self, mv: Move) {
        let before = self.history.play(mv);
        let after = self.history.position();
        self.numbers.follow(|at| before.piece_at(at), |at| after.piece_at(at));
        self.played += 1;
    }

    fn ending_by_rule(&self) -> Option<Ending> {
        let full = self.played == PLIES;
        let by_length = || full.then_some(Ending::draw(EndReason::Length));
        ending_by_rule(&self.history).or_else(by_length)
    }
}

/// How the rules end a game at a position with such a past.
fn ending_by_rule<P: Position>(history: &History<P>) -> Option<Ending> {
    let now = history.position();
    if let Some(ending) = now.ending() {
        return Some(ending);
    }
    let mut repetitions = history.repetitions();
    if let (Some(first), Some(_)) = (repetitions.next(), repetitions.next()) {
        return Some(judge(history, first));
    }
    (now.halfmove_clock() >= now.halfmove_limit()).then_some(Ending::draw(EndReason::NoCapture))
}

/// How a repetition ends the game whose first position stood at this place in the past.
fn judge<P: Position>(history: &History<P>, first: usize) -> Ending {
    history.position().judge_repetition(&history.past()[first..])
}
