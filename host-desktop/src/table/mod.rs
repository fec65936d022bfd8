//! The table: a game, the two who play it, their clocks, and what the computer is asked.

mod thinking;

pub use self::thinking::{Inquiry, Insight, Order, Purpose, Question};

use self::thinking::{Asked, Running};
use crate::seat::{Limit, Seat};
use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Fen, Script, Style};
use chuhe_core::{EndReason, Ending, Game, Move, PlayError, Position, Score, Side};
use chuhe_host::clock::{Clocks, TimeControl};
use std::time::Duration;

/// A move as others hear of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub side: Side,
    /// Whether it took something.
    pub capture: bool,
    /// Whether it gave check.
    pub check: bool,
    /// How the game ended with it.
    pub ending: Option<Ending>,
}

/// A game with its players. Every change is followed by [`Table::settle`], which says what the
/// computer shall do now.
#[derive(Debug)]
pub struct Table {
    game: Game<AnyPosition>,
    seats: [Seat; 2],
    limit: Limit,
    clocks: Clocks,
    /// The game after fewer moves, when the players look back.
    looking_back: Option<Box<Game<AnyPosition>>>,
    paused: bool,
    hint_wanted: bool,
    hint: Option<Move>,
    unwanted: Vec<Move>,
    /// After how many moves a program offered a draw.
    draw_offered_at: Option<usize>,
    draw_refused_at: Option<usize>,
    insight: Option<Insight>,
    asked: Option<Asked>,
    /// The programs that were started for this game.
    programs: [Option<Running>; 2],
    /// Counts the changes that make a running search void.
    state: u64,
    questions: u64,
    seed: u64,
}

impl Table {
    /// A game about to be played. Equal seeds make the computer commit equal faults.
    #[must_use]
    pub fn new(
        game: Game<AnyPosition>,
        seats: [Seat; 2],
        limit: Limit,
        clocks: Clocks,
        seed: u64,
    ) -> Self {
        Self {
            game,
            seats,
            limit,
            clocks,
            looking_back: None,
            paused: false,
            hint_wanted: false,
            hint: None,
            unwanted: Vec::new(),
            draw_offered_at: None,
            draw_refused_at: None,
            insight: None,
            asked: None,
            programs: [None, None],
            state: 0,
            questions: 0,
            seed,
        }
    }

    /// Begins another game with the same players.
    pub fn begin(&mut self, game: Game<AnyPosition>, clocks: Clocks) {
        (self.game, self.clocks) = (game, clocks);
        // Each game begins with programs newly started.
        self.programs.iter_mut().flatten().for_each(|running| running.line.clear());
        self.changed();
        self.unwanted.clear();
        (self.draw_offered_at, self.draw_refused_at) = (None, None);
        self.insight = None;
        self.paused = false;
        let position = self.game.position().clone();
        log::info!("game: {}", Fen { position, move_number: 1 });
    }

    /// Counts the changes: of the game, of its players, of whether it rests.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.state
    }

    /// The game, after the last of its moves.
    #[must_use]
    pub const fn game(&self) -> &Game<AnyPosition> {
        &self.game
    }

    /// The game as the players look at it.
    #[must_use]
    pub fn shown(&self) -> &Game<AnyPosition> {
        self.looking_back.as_deref().unwrap_or(&self.game)
    }

    /// Whether the players look at an earlier position.
    #[must_use]
    pub const fn is_looking_back(&self) -> bool {
        self.looking_back.is_some()
    }

    /// The side to move; `None` when the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        self.game.ending().is_none().then(|| self.game.position().side())
    }

    /// Who plays a side.
    #[must_use]
    pub const fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Whether a person may move now, looking at the last position.
    #[must_use]
    pub fn awaits_person(&self) -> bool {
        !self.is_looking_back() && self.turn().is_some_and(|side| !self.seat(side).is_computer())
    }

    /// The side whose player is a person, when only one is.
    #[must_use]
    pub fn only_person(&self) -> Option<Side> {
        match [&self.seats[0], &self.seats[1]].map(Seat::is_computer) {
            [false, true] => Some(Side::Red),
            [true, false] => Some(Side::Black),
            _ => None,
        }
    }

    /// What a side's clock shows.
    #[must_use]
    pub fn time_left(&self, side: Side, now: Duration) -> Option<Duration> {
        self.clocks.left(side, now)
    }

    /// The time control.
    #[must_use]
    pub const fn time_control(&self) -> TimeControl {
        self.clocks.control()
    }

    /// Whether time matters: a computer plays, or a clock runs.
    #[must_use]
    pub fn can_rest(&self) -> bool {
        let computer = self.seats.iter().any(|seat| seat.is_computer());
        self.turn().is_some() && (computer || self.clocks.control() != TimeControl::None)
    }

    /// Whether the game rests.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// What the computer is doing.
    #[must_use]
    pub fn thinking(&self) -> Option<Purpose> {
        self.asked.map(|asked| asked.purpose)
    }

    /// What the computer thinks, or thought last.
    #[must_use]
    pub const fn insight(&self) -> Option<&Insight> {
        self.insight.as_ref()
    }

    /// The move that the computer advises here.
    #[must_use]
    pub const fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// Something changed that makes what the computer was asked void.
    fn changed(&mut self) {
        self.state += 1;
        self.hint_wanted = false;
        self.hint = None;
        self.looking_back = None;
    }

    /// Plays a move for the side whose turn it is, whoever made it. A game that rested goes on.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play(&mut self, mv: Move, now: Duration) -> Result<Played, PlayError> {
        let before = self.game.position().clone();
        self.game.play(mv)?;
        self.changed();
        self.unwanted.clear();
        self.paused = false;
        let chinese = notation::write(Style::Chinese(Script::Simplified), &before, mv);
        log::info!("{}. {} {mv} {chinese}", self.game.moves().len(), before.side());
        if self.game.moves().len() == 1 {
            // The first move of a game is free: nobody is at fault for opening the program.
            self.clocks.start(!before.side(), now);
        } else {
            self.clocks.start(before.side(), now);
            self.clocks.moved(now);
        }
        if let Some(ending) = self.game.ending() {
            log_ending(ending);
            self.clocks.stop(now);
        }
        Ok(Played {
            mv,
            side: before.side(),
            capture: before.captured(mv).is_some(),
            check: self.game.position().in_check(),
            ending: self.game.ending(),
        })
    }

    /// The ply that an undo leads to: one less for two people or two computers, else the last
    /// earlier one at which a person was to move. Who looks back returns to where they look. The
    /// time of a game that is used up does not come back.
    #[must_use]
    pub fn undo_target(&self) -> Option<usize> {
        let timed = matches!(self.clocks.control(), TimeControl::Game { .. });
        if timed && self.game.ending().is_some_and(|ending| ending.reason == EndReason::Time) {
            return None;
        }
        let played = self.game.moves().len();
        let below = match &self.looking_back {
            Some(earlier) => earlier.moves().len() + 1,
            None => played,
        };
        self.person_ply((0..below.min(played)).rev())
    }

    /// The ply that a redo leads to, by the same rule; with nobody's turn among them, the last.
    #[must_use]
    pub fn redo_target(&self) -> Option<usize> {
        let played = self.game.moves().len();
        let last = played + self.game.undone().len();
        let ahead = self.person_ply(played + 1..=last);
        ahead.or_else(|| (last > played).then_some(last))
    }

    /// The first of these plies at which a person was to move; without persons, the first.
    fn person_ply(&self, mut plies: impl Iterator<Item = usize>) -> Option<usize> {
        let first = self.game.start().side();
        let to_move = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let nobody = self.seats.iter().all(|seat| seat.is_computer());
        plies.find(|&ply| nobody || !self.seat(to_move(ply)).is_computer())
    }

    /// Takes moves back. Two computers rest then, or they would only play on.
    pub fn undo(&mut self, now: Duration) -> bool {
        let target = self.undo_target();
        target.map(|ply| self.go_to(ply, now)).is_some()
    }

    /// Plays moves again that were taken back.
    pub fn redo(&mut self, now: Duration) -> bool {
        let target = self.redo_target();
        target.map(|ply| self.go_to(ply, now)).is_some()
    }

    /// Takes moves back, or plays them again, up to a ply.
    pub fn go_to(&mut self, ply: usize, now: Duration) {
        log::info!("back or on to ply {ply}");
        self.game.go_to(ply);
        self.changed();
        self.unwanted.clear();
        self.insight = None;
        self.paused = self.seats.iter().all(|seat| seat.is_computer());
        self.clocks.stop(now);
        if let Some(side) = self.turn().filter(|_| !self.paused && ply > 0) {
            self.clocks.taken_back(side, now);
        }
    }

    /// Looks at the game after so many moves, taken back ones not included.
    pub fn look_at(&mut self, ply: usize) {
        if ply >= self.game.moves().len() {
            self.looking_back = None;
            return;
        }
        let mut earlier = Box::new(self.game.clone());
        earlier.go_to(ply);
        self.looking_back = Some(earlier);
    }

    /// A player gives up.
    pub fn resign(&mut self, side: Side, now: Duration) {
        self.finish(Ending::win(!side, EndReason::Resignation), now);
    }

    /// The players agree to a draw.
    pub fn agree(&mut self, now: Duration) {
        self.finish(Ending::draw(EndReason::Agreement), now);
    }

    /// Ends the game by something that did not happen on the board.
    pub fn finish(&mut self, ending: Ending, now: Duration) {
        self.game.end(ending);
        self.changed();
        self.clocks.stop(now);
        log_ending(ending);
    }

    /// Ends the game when a flag has fallen.
    pub fn tick(&mut self, now: Duration) -> Option<Ending> {
        let side = self.clocks.fallen(now)?;
        let ending = Ending::win(!side, EndReason::Time);
        self.finish(ending, now);
        Some(ending)
    }

    /// Lets the game rest or go on.
    pub fn pause(&mut self, paused: bool, now: Duration) {
        if paused == self.paused || paused && !self.can_rest() {
            return;
        }
        self.paused = paused;
        self.state += 1;
        if paused {
            self.clocks.stop(now);
        } else if let Some(side) = self.turn().filter(|_| !self.game.moves().is_empty()) {
            self.clocks.start(side, now);
        }
    }

    /// Changes the players. A search goes on only if its side is played as before.
    pub fn set_players(&mut self, seats: [Seat; 2], limit: Limit) {
        let turn = self.game.position().side().index();
        if (&self.seats[turn], self.limit) != (&seats[turn], limit) {
            self.state += 1;
        }
        (self.seats, self.limit) = (seats, limit);
    }

    /// Asks for advice; nothing happens when no person is to move.
    pub fn ask_hint(&mut self) -> bool {
        self.hint_wanted = self.awaits_person();
        self.hint_wanted
    }

    /// Whether the computer can be asked for another move: it made the last one, a person is to
    /// move, and there is a move left that was not refused.
    #[must_use]
    pub fn can_ask_another(&self) -> bool {
        let Some(&last) = self.game.moves().last().filter(|_| !self.is_looking_back()) else {
            return false;
        };
        let mover = !self.game.position().side();
        let mut before = self.game.clone();
        before.undo();
        let other = usize::from(!self.unwanted.contains(&last));
        matches!(self.seat(mover), Seat::Computer(_))
            && !self.seat(!mover).is_computer()
            && before.position().count_moves() as usize > self.unwanted.len() + other
    }

    /// Takes the computer's move back, so that it plays one that it has not played here yet.
    pub fn ask_another(&mut self, now: Duration) -> bool {
        if !self.can_ask_another() {
            return false;
        }
        let unwanted = std::mem::take(&mut self.unwanted);
        let refused = self.game.moves().last().copied();
        self.go_to(self.game.moves().len() - 1, now);
        self.unwanted = unwanted;
        self.unwanted.extend(refused);
        true
    }

    /// Whether the computer or a program, playing the other side, agrees to a draw that `side`
    /// offers. It does when it was last thought clearly worse, or not better after a long game.
    #[must_use]
    pub fn computer_agrees(&self, side: Side) -> bool {
        const CLEARLY_WORSE: i16 = -200;
        const LONG: usize = 60;
        let Some(insight) = self.insight.as_ref() else { return false };
        let score = if insight.side == side { -insight.score } else { insight.score };
        score.get() <= CLEARLY_WORSE || self.game.moves().len() >= LONG && score <= Score::DRAW
    }

    /// A program offers a draw with the move just made. Says whether the other one did with the
    /// move before.
    pub fn offer_draw(&mut self) -> bool {
        let ply = self.game.moves().len();
        let before = self.draw_offered_at.replace(ply);
        before.is_some_and(|before| before + 1 == ply)
    }

    /// Whether a draw was already refused in this position.
    #[must_use]
    pub fn draw_was_refused(&self) -> bool {
        self.draw_refused_at == Some(self.game.moves().len())
    }

    /// A draw was offered and refused.
    pub fn refuse_draw(&mut self) {
        self.draw_refused_at = Some(self.game.moves().len());
    }
}

fn log_ending(Ending { winner, reason }: Ending) {
    match winner {
        Some(winner) => log::info!("{winner} wins: {reason}"),
        None => log::info!("draw: {reason}"),
    }
}
