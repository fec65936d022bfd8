//! A game as it is played: its moves, its history, its ending.

use crate::history::History;
use crate::numbers::Numbers;
use crate::position::{EndReason, Ending, Past, Position};
use crate::types::{Move, Side, Square};
use crate::variant::Rules;
use core::fmt;
use heapless::Vec;

/// The length in plies of the longest possible game of xiangqi. All pieces but the generals can be captured,
/// so there are at most 30 captures. At most 119 plies without a capture precede each capture, because the
/// 120th ends the game. At most 120 plies follow the last capture.
pub const LONGEST_GAME: usize = 31 * 120;

/// A game: a start position, the moves played and undone, and the ending.
///
/// It has room for `PLIES` moves of two bytes each, by default [`LONGEST_GAME`]. A game that lasts `PLIES` plies is
/// drawn. To find repetitions, it also has room for the last [`MAX_PAST`](crate::MAX_PAST) plies, 16 bytes for each.
///
/// # Examples
/// ```
/// use chuhe_core::rules::squares::xiangqi::{E2, H2};
/// use chuhe_core::{Game, Move, rules::Xiangqi};
/// let mut game = Game::new(Xiangqi::start());
/// let cannon = Move::new(H2, E2);
/// game.play(cannon)?;
/// assert_eq!(game.moves(), [cannon]);
/// assert_eq!(game.undo(), Some(cannon));
/// assert_eq!(game.redo(), Some(cannon));
/// assert_eq!(game.ending(), None);
/// // The cannon is Red's, and Black is to move.
/// assert!(game.play(cannon).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
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

/// The reason why [`Game::play`] refuses a move and leaves the game as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game has already ended in this way.
    Over(Ending),
    /// The game, by whose rules the message names the move, and the illegal move.
    Illegal(Rules, Move),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(ending) => write!(f, "the game is over: {}", ending.reason),
            Self::Illegal(rules, mv) => write!(f, "{} is not a legal move", rules.move_name(*mv)),
        }
    }
}

impl core::error::Error for PlayError {}

impl<P: Position> Game<P> {
    /// A game that begins with `start`. The pieces are numbered in reading order.
    pub fn new(start: P) -> Self {
        Self::bounded(start)
    }
}

impl<P: Position, const PLIES: usize> Game<P, PLIES> {
    /// A game as [`new`](Game::new) makes it, but with room for `PLIES` moves.
    pub fn bounded(start: P) -> Self {
        let numbers = Numbers::in_reading_order(&start);
        Self::numbered(start, numbers)
    }

    /// A game that begins with `start`. The pieces of `start` have the given numbers.
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

    /// Replaces the game by a new one that begins with `start`. The pieces are numbered in reading order.
    pub fn begin(&mut self, start: P) {
        self.start_numbers = Numbers::in_reading_order(&start);
        self.start = start;
        self.restart();
    }

    /// The position after the last move played.
    pub const fn position(&self) -> &P {
        self.history.position()
    }

    /// The position before the first move. It need not be the usual start position.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// The numbers of the pieces at the start, as [`numbered`](Game::numbered) received them. A
    /// game begun without numbers has them in reading order.
    pub const fn start_numbers(&self) -> &Numbers {
        &self.start_numbers
    }

    /// The numbers of the pieces on the board. A piece keeps its number until it is captured or promoted.
    pub const fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The number of the piece on a square among the pieces of its side and kind; `None` if the square is empty.
    pub fn number_at(&self, square: Square) -> Option<u8> {
        self.numbers.at(square)
    }

    /// The moves played, the oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.record[..self.played]
    }

    /// The moves that were undone and can be redone. The first is the move that [`redo`](Game::redo) plays.
    pub fn undone(&self) -> &[Move] {
        &self.record[self.played..]
    }

    /// The plies since the last irreversible one, such as a capture, the oldest first.
    pub fn past(&self) -> &[Past] {
        self.history.past()
    }

    /// The ending by the rules or by [`end`](Game::end); `None` while the game goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The ending of the game if the position occurs once more; `None` if the position is new or the game is over.
    pub fn warning(&self) -> Option<Ending> {
        let first = self.history.repetitions().next().filter(|_| self.ending.is_none())?;
        Some(judge(&self.history, first))
    }

    /// Plays a move, and drops the moves that could be redone.
    ///
    /// # Errors
    /// If the game is over or the move is not legal. The game then does not change.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(ending) = self.ending {
            return Err(PlayError::Over(ending));
        }
        if !self.position().is_legal(mv) {
            return Err(PlayError::Illegal(self.position().rules(), mv));
        }
        self.record.truncate(self.played);
        let kept = self.record.push(mv);
        debug_assert!(kept.is_ok(), "a game that fills its record is over");
        self.step(mv);
        self.ending = self.ending_by_rule();
        Ok(())
    }

    /// Takes back the last move and the ending. Returns the move; `None` if no move was played.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = *self.moves().last()?;
        self.go_to(self.played - 1);
        Some(undone)
    }

    /// Plays the move that was undone last. Returns the move; `None` if there is no move to redo.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone().first()?;
        self.go_to(self.played + 1);
        Some(mv)
    }

    /// Goes to the position after the first `ply` moves, or after all moves if they are fewer. The
    /// later moves can be redone. An ending by resignation, time or agreement is forgotten.
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

    /// Goes back to the start position and forgets all moves.
    pub fn restart(&mut self) {
        self.go_to_start();
        self.record.clear();
        self.ending = self.ending_by_rule();
    }

    /// Ends an unfinished game for a reason outside the board, such as agreement.
    pub fn end(&mut self, ending: Ending) {
        self.ending = self.ending.or(Some(ending));
    }

    /// Ends an unfinished game by the resignation of `side`.
    pub fn resign(&mut self, side: Side) {
        self.end(Ending::win(!side, EndReason::Resignation));
    }

    fn go_to_start(&mut self) {
        self.history.set_up(self.start.clone());
        self.numbers = self.start_numbers;
        self.played = 0;
    }

    /// Plays a legal move on the board. The field `record` already contains the move.
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

/// The ending by a repetition. The position on the board first occurred at `past()[first]`.
fn judge<P: Position>(history: &History<P>, first: usize) -> Ending {
    history.position().judge_repetition(&history.past()[first..])
}
