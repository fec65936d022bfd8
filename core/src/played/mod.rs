//! A game between persons and computers: seats, turns, clocks, questions, takebacks, draw offers.
//!
//! The state machine reads no clock, starts no thread and needs no heap. A host, the program around it, passes events
//! and times to it. After every change, the host calls [`PlayedGame::update_question`] and carries out the [`Request`].

mod clocks;
mod error;

pub use clocks::{Clocks, TimeControl};
pub use error::{AnswerError, TakebackError};

use crate::game::{Game, LONGEST_GAME, PlayError};
use crate::position::{EndReason, Ending, Position};
use crate::types::{Move, Side};

/// The player of a side: a person or a computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A person, whose moves the host passes to [`PlayedGame::play`].
    Person,
    /// An engine of any kind. Its moves go to [`PlayedGame::answer`], or to `play` if the host uses no questions.
    Computer,
}

/// The use that [`PlayedGame::answer`] makes of the move from the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The answer is played as the computer's own move.
    Move,
    /// The answer is kept as a hint for a person.
    Hint,
}

/// The number of a question, unique within a played game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionId(pub u32);

/// A question to the computer: which move is the best in the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number that the host passes to [`PlayedGame::answer`].
    pub id: QuestionId,
    /// The use of the answer, which depends on the player to move: a hint is only for a person.
    pub purpose: Purpose,
}

/// An order to the host about the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Ask the computer this question. The answer to an earlier question will be refused.
    Ask(Question),
    /// Stop the computer. Its question is closed, and no new question replaces it.
    Stop,
}

/// A game, its players and their clocks.
///
/// The arguments `now` are in milliseconds since any fixed moment. A host without clocks passes 0.
///
/// # Examples
/// ```
/// use chuhe_core::played::{Clocks, PlayedGame, Request, Seat, TimeControl};
/// use chuhe_core::{Game, Square, Move, Position, Side, rules::Xiangqi};
/// let clocks = Clocks::new([TimeControl::None; 2]);
/// let game = Game::new(Xiangqi::start());
/// let mut played = PlayedGame::new(game, [Seat::Person, Seat::Computer], clocks);
/// let name = |name| Square::from_name(name).unwrap();
/// played.play(Move::new(name("h2"), name("e2")), 0)?;
/// let Some(Request::Ask(question)) = played.update_question() else { panic!("Black is to move") };
/// // The person takes the move back, and the computer's answer comes too late.
/// assert_eq!(played.takeback(0), Ok(0));
/// assert!(played.answer(question.id, Move::new(name("h9"), name("g7")), 0).is_err());
/// assert_eq!(played.turn(), Some(Side::Red));
/// # Ok::<(), chuhe_core::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayedGame<P, const PLIES: usize = LONGEST_GAME> {
    game: Game<P, PLIES>,
    seats: [Seat; 2],
    clocks: Clocks,
    is_paused: bool,
    wants_hint: bool,
    hint: Option<Move>,
    /// The number of moves that had been played when a draw was last offered.
    draw_offered_at: Option<usize>,
    draw_refused_at: Option<usize>,
    /// (question, changes): the open question, and the value of `changes` when it was asked. Any later change makes
    /// the question void.
    open: Option<(Question, u32)>,
    questions: u32,
    changes: u32,
}

impl<P: Position, const PLIES: usize> PlayedGame<P, PLIES> {
    /// A game with its players, Red's first. No clock starts before a move or [`start_clock`](Self::start_clock).
    pub const fn new(game: Game<P, PLIES>, seats: [Seat; 2], clocks: Clocks) -> Self {
        Self {
            game,
            seats,
            clocks,
            is_paused: false,
            wants_hint: false,
            hint: None,
            draw_offered_at: None,
            draw_refused_at: None,
            open: None,
            questions: 0,
            changes: 0,
        }
    }

    /// The moves and positions of the game, without its players and clocks.
    pub const fn game(&self) -> &Game<P, PLIES> {
        &self.game
    }

    /// Gives up the players and clocks, and returns the game.
    #[must_use]
    pub fn into_game(self) -> Game<P, PLIES> {
        self.game
    }

    /// The clocks, for reading only: the methods of this type start and stop them.
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The player that [`new`](Self::new) or later [`set_seats`](Self::set_seats) gave the side.
    pub const fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// The side to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.game.ending().is_none().then(|| self.game.position().side())
    }

    /// The player to move; `None` when the game is over.
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.turn().map(|side| self.seat(side))
    }

    /// The side of the only person; `None` with two persons or two computers.
    pub const fn only_person(&self) -> Option<Side> {
        match self.seats {
            [Seat::Person, Seat::Computer] => Some(Side::Red),
            [Seat::Computer, Seat::Person] => Some(Side::Black),
            _ => None,
        }
    }

    /// The number of changes so far that make an open question void, such as a move, a takeback or a pause.
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// Returns whether the game is paused: both clocks stand still, and the computer is not asked.
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Returns whether a pause has an effect, which needs an unfinished game with a computer or a time limit.
    pub fn can_pause(&self) -> bool {
        let limited = |side| self.clocks.control(side) != TimeControl::None;
        self.turn().is_some()
            && (self.seats.contains(&Seat::Computer) || Side::ALL.into_iter().any(limited))
    }

    /// The hint that the computer gave for the position on the board; `None` if it gave no hint.
    pub const fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// Begins another game with the same players.
    pub fn begin(&mut self, game: Game<P, PLIES>, clocks: Clocks) {
        self.game = game;
        self.forget(clocks);
    }

    /// Begins another game from a position, with the same players.
    pub fn restart(&mut self, start: P, clocks: Clocks) {
        self.game.begin(start);
        self.forget(clocks);
    }

    fn forget(&mut self, clocks: Clocks) {
        self.clocks = clocks;
        self.draw_offered_at = None;
        self.draw_refused_at = None;
        self.is_paused = false;
        self.change();
    }

    /// Makes the open question void, and forgets the hint or the wish for a hint.
    fn change(&mut self) {
        self.void_question();
        self.wants_hint = false;
        self.hint = None;
    }

    /// Plays a move of a person or a computer for the side to move. If the game was paused, it goes on.
    ///
    /// # Errors
    /// When the game is over or the move is not legal; nothing changes then.
    pub fn play(&mut self, mv: Move, now: u64) -> Result<(), PlayError> {
        let side = self.game.position().side();
        self.game.play(mv)?;
        self.change();
        self.is_paused = false;
        if self.game.moves().len() == 1 && !self.clocks.is_running() {
            // The first move costs no time, because players often start the program long before they begin to play.
            self.clocks.count(side, -1);
            self.clocks.start(!side, now);
        } else {
            self.clocks.start(side, now);
            self.clocks.press(now);
        }
        if self.game.ending().is_some() {
            self.clocks.stop(now);
        }
        Ok(())
    }

    /// Refuses a takeback after a loss on time, if a player has a time for the whole game.
    fn check_time(&self) -> Result<(), TakebackError> {
        let lost_on_time = self.game.ending().is_some_and(|end| end.reason == EndReason::Time);
        let is_game_time = |side| {
            let control = self.clocks.control(side);
            matches!(control, TimeControl::Game { .. } | TimeControl::Byoyomi { .. })
        };
        if lost_on_time && Side::ALL.into_iter().any(is_game_time) {
            return Err(TakebackError::OutOfTime);
        }
        Ok(())
    }

    /// The last ply below `end` at which a person was to move. In a game without persons it is the
    /// last ply below `end`.
    ///
    /// # Errors
    /// When there is no such ply, or when the game was lost on time and a player has a time for the whole game.
    pub fn takeback_ply(&self, end: usize) -> Result<usize, TakebackError> {
        self.check_time()?;
        self.person_ply((0..end.min(self.game.moves().len())).rev()).ok_or(TakebackError::NoMove)
    }

    /// The ply up to which [`redo`](Self::redo) goes: the next turn of a person or, if there is none, the last ply. In
    /// a game without persons it is the next ply. The result is `None` if no moves were taken back.
    pub fn redo_ply(&self) -> Option<usize> {
        let played = self.game.moves().len();
        let last = played + self.game.undone().len();
        let next = self.person_ply(played + 1..=last);
        next.or_else(|| (last > played).then_some(last))
    }

    /// The first of `plies` at which a person is to move; in a game without persons, the first ply.
    fn person_ply(&self, mut plies: impl Iterator<Item = usize>) -> Option<usize> {
        let nobody = !self.seats.contains(&Seat::Person);
        plies.find(|&ply| nobody || self.seat(self.side_at(ply)) == Seat::Person)
    }

    fn side_at(&self, ply: usize) -> Side {
        let first = self.game.start().side();
        if ply.is_multiple_of(2) { first } else { !first }
    }

    /// Takes moves back to the last turn of a person, and returns the ply of this turn.
    ///
    /// # Errors
    /// The errors of [`takeback_ply`](Self::takeback_ply).
    pub fn takeback(&mut self, now: u64) -> Result<usize, TakebackError> {
        let ply = self.takeback_ply(self.game.moves().len())?;
        self.go_to(ply, now);
        Ok(ply)
    }

    /// The ply before the last move of a side. A call of [`go_to`](Self::go_to) with this ply takes the move back.
    ///
    /// # Errors
    /// When the side has not moved, or when the game was lost on time and a player has a time for the whole game.
    pub fn takeback_ply_of(&self, side: Side) -> Result<usize, TakebackError> {
        self.check_time()?;
        let mut plies = (0..self.game.moves().len()).rev();
        plies.find(|&ply| self.side_at(ply) == side).ok_or(TakebackError::NoMove)
    }

    /// Redoes moves that were taken back, up to [`redo_ply`](Self::redo_ply), and returns this ply.
    pub fn redo(&mut self, now: u64) -> Option<usize> {
        let ply = self.redo_ply()?;
        self.go_to(ply, now);
        Some(ply)
    }

    /// Goes back or forward to a ply. A game of two computers is paused, because otherwise the
    /// computers would play on at once.
    pub fn go_to(&mut self, ply: usize, now: u64) {
        let before = self.game.moves().len();
        self.game.go_to(ply);
        let after = self.game.moves().len();
        self.change();
        self.draw_offered_at.take_if(|at| *at > ply);
        self.draw_refused_at.take_if(|at| *at > ply);
        self.is_paused = !self.seats.contains(&Seat::Person);
        self.clocks.take_back(now);
        for at in before.min(after)..before.max(after) {
            self.clocks.count(self.side_at(at), if at < before { 1 } else { -1 });
        }
        if !self.is_paused && ply > 0 {
            self.start_clock(now);
        }
    }

    /// Ends an unfinished game for a reason that does not follow from the moves, such as resignation.
    pub fn finish(&mut self, ending: Ending, now: u64) {
        self.game.end(ending);
        self.change();
        self.clocks.stop(now);
    }

    /// Ends the game as lost for `side`, which resigns.
    pub fn resign(&mut self, side: Side, now: u64) {
        self.finish(Ending::win(!side, EndReason::Resignation), now);
    }

    /// Ends the game as lost for `side`, which made an illegal move or could not play on.
    pub fn forfeit(&mut self, side: Side, now: u64) {
        self.finish(Ending::win(!side, EndReason::Forfeit), now);
    }

    /// Ends the game as lost on time for `side`, whatever its clock shows.
    pub fn lose_on_time(&mut self, side: Side, now: u64) {
        self.finish(Ending::win(!side, EndReason::Time), now);
    }

    /// Ends the game if the clock that runs has no time left, and returns the ending.
    pub fn check_flag(&mut self, now: u64) -> Option<Ending> {
        let side = self.clocks.fallen(now)?;
        self.lose_on_time(side, now);
        self.game.ending()
    }

    /// Starts the clock of the side to move. The first move costs no time unless this is called before it.
    pub fn start_clock(&mut self, now: u64) {
        if let Some(side) = self.turn() {
            self.clocks.start(side, now);
        }
    }

    /// Pauses the game if `paused` and [`can_pause`](Self::can_pause) are true. If `paused` is false, the game goes on.
    pub fn pause(&mut self, paused: bool, now: u64) {
        if paused == self.is_paused || paused && !self.can_pause() {
            return;
        }
        self.is_paused = paused;
        self.void_question();
        if paused {
            self.clocks.stop(now);
        } else if !self.game.moves().is_empty() {
            self.start_clock(now);
        }
    }

    /// Changes the players, Red's first. If this changes the player to move, an open question becomes void.
    pub fn set_seats(&mut self, seats: [Seat; 2]) {
        let turn = self.game.position().side().index();
        if self.seats[turn] != seats[turn] {
            self.void_question();
        }
        self.seats = seats;
    }

    /// Offers a draw for the side that moved last. Returns true if the other side offered a draw
    /// one move earlier, so that both agree.
    pub fn offer_draw(&mut self) -> bool {
        let ply = self.game.moves().len();
        let before = self.draw_offered_at.replace(ply);
        before.is_some_and(|before| before + 1 == ply)
    }

    /// Ends the game as a draw to which both players agreed.
    pub fn agree_draw(&mut self, now: u64) {
        self.finish(Ending::draw(EndReason::Agreement), now);
    }

    /// Notes the refusal of a draw that was offered after the last move.
    pub fn refuse_draw(&mut self) {
        self.draw_refused_at = Some(self.game.moves().len());
    }

    /// Returns whether a draw was already refused after the last move.
    pub fn draw_was_refused(&self) -> bool {
        self.draw_refused_at == Some(self.game.moves().len())
    }

    /// Lets [`update_question`](Self::update_question) ask for a hint. Returns false if no person is to move.
    pub fn ask_hint(&mut self) -> bool {
        self.wants_hint = self.seat_to_move() == Some(Seat::Person);
        self.wants_hint
    }

    /// The open question, unless a later change made it void.
    pub fn question(&self) -> Option<Question> {
        self.open.filter(|&(_, change)| change == self.changes).map(|(question, _)| question)
    }

    /// Makes the open question void. [`update_question`](Self::update_question) then asks a new question if needed.
    pub const fn void_question(&mut self) {
        self.changes += 1;
    }

    /// Opens or closes the question as the game needs it. Call this after every change, and carry out the request.
    /// The result is `None` if nothing has to be done, as in a second call without a change.
    pub fn update_question(&mut self) -> Option<Request> {
        let Some(purpose) = self.purpose() else { return self.withdraw_question() };
        if self.question().is_some_and(|question| question.purpose == purpose) {
            return None;
        }
        self.questions += 1;
        let question = Question { id: QuestionId(self.questions), purpose };
        self.open = Some((question, self.changes));
        Some(Request::Ask(question))
    }

    /// Closes the question without asking another one, for example while the computer is not ready.
    pub fn withdraw_question(&mut self) -> Option<Request> {
        self.open.take().map(|_| Request::Stop)
    }

    fn purpose(&self) -> Option<Purpose> {
        match self.seat_to_move().filter(|_| !self.is_paused)? {
            Seat::Computer => Some(Purpose::Move),
            Seat::Person => self.wants_hint.then_some(Purpose::Hint),
        }
    }

    /// Accepts the answer to a question: plays the computer's move, or keeps it as a hint.
    ///
    /// # Errors
    /// When the question is not open any more, or the move cannot be played.
    pub fn answer(&mut self, id: QuestionId, mv: Move, now: u64) -> Result<Purpose, AnswerError> {
        let question = self.question().filter(|question| question.id == id);
        self.open.take_if(|(question, _)| question.id == id);
        let Question { purpose, .. } = question.ok_or(AnswerError::Void)?;
        match purpose {
            Purpose::Move => self.play(mv, now)?,
            Purpose::Hint => {
                self.wants_hint = false;
                self.hint = Some(mv);
            }
        }
        Ok(purpose)
    }
}
