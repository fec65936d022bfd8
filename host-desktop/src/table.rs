//! The table: a game, the two who play it, their clocks, and what the computer is asked.

use crate::app::Effect;
use crate::seat::{Limit, Seat};
use chuhe_core::notation::{self, Fen, Script, Style};
use chuhe_core::rules::AnyPosition;
use chuhe_core::{
    Clock, Ending, Game, Level, Limits, Move, Past, PlayError, Position, Reason, Score, Side, Time,
};
use chuhe_host::clock::{Clocks, TimeControl};
use chuhe_host::engine::Budget;
use std::time::Duration;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The computer's move.
    Move,
    /// Advice for a person.
    Hint,
}

/// A question to the computer; its number comes back with the answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The number.
    pub number: u64,
    /// What the search is for.
    pub purpose: Purpose,
    /// The position.
    pub root: AnyPosition,
    /// The plies that led to it.
    pub past: Vec<Past>,
    /// How far to think.
    pub limits: Limits,
    /// Moves that shall not be the answer, though others may be worse.
    pub unwanted: Vec<Move>,
}

/// A question to the program that plays a side; its number comes back with the answer.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The number.
    pub number: u64,
    /// The side that it plays, whose turn it is.
    pub side: Side,
    /// The game.
    pub game: Game<AnyPosition>,
    /// What the move may cost.
    pub budget: Budget,
    /// When the answer is too late.
    pub patience: Duration,
}

/// What the computer, or a program, shall do now.
#[derive(Clone, Debug)]
pub enum Order {
    /// The computer shall think, and answer; what it was asked before is void.
    Think(Box<Question>),
    /// A program shall; what was asked before is void.
    Ask(Box<Inquiry>),
    /// Answer the question at once.
    Hurry,
    /// Think no more.
    Stop,
}

/// What the computer thinks, or thought last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insight {
    /// After how many moves of the game.
    pub ply: usize,
    /// For which side, and so from whose point of view the score is.
    pub side: Side,
    /// The depth, in plies.
    pub depth: u8,
    /// What the position is worth.
    pub score: Score,
    /// How many positions were looked at.
    pub nodes: u64,
    /// For how many milliseconds.
    pub millis: u64,
    /// The play expected.
    pub line: Vec<Move>,
}

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

/// A question that waits for its answer.
#[derive(Clone, Copy, Debug)]
struct Asked {
    number: u64,
    purpose: Purpose,
    /// For which state of the table it was asked.
    state: u64,
}

/// A program that plays a side.
#[derive(Clone, Debug)]
struct Running {
    /// The line that starts it.
    line: String,
    /// Tells it from those before.
    number: u64,
    /// What it is called; `None` until it is ready.
    name: Option<String>,
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

/// What a move of the computer loses on its way to the board, in milliseconds.
const OVERHEAD: u64 = 50;

/// Advice comes from a strong player that does not think long.
const HINT: (Level, Limit) = (Level::MAX, Limit::Seconds(1));

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
        self.draw_refused_at = None;
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
        if timed && self.game.ending().is_some_and(|ending| ending.reason == Reason::Time) {
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
        self.finish(Ending::win(!side, Reason::Resignation), now);
    }

    /// The players agree to a draw.
    pub fn agree(&mut self, now: Duration) {
        self.finish(Ending::draw(Reason::Agreement), now);
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
        let ending = Ending::win(!side, Reason::Time);
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

    /// Whether the computer, playing the other side, agrees to a draw that `side` offers. It does
    /// when it last thought itself clearly worse, or not better after a long game.
    #[must_use]
    pub fn computer_agrees(&self, side: Side) -> bool {
        const CLEARLY_WORSE: i16 = -200;
        const LONG: usize = 60;
        let Some(insight) = self.insight.as_ref() else { return false };
        let score = if insight.side == side { -insight.score } else { insight.score };
        score.get() <= CLEARLY_WORSE || self.game.moves().len() >= LONG && score <= Score::DRAW
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

    /// What the computer thinks by now; of void questions nothing is kept.
    pub fn report(&mut self, number: u64, insight: Insight) {
        if self.asked.is_some_and(|asked| asked.number == number && asked.state == self.state) {
            self.insight = Some(insight);
        }
    }

    /// The computer's answer. Gives the move that it made on the board; advice is only kept, and
    /// the answer to a void question is dropped.
    pub fn answer(&mut self, number: u64, best: Move, now: Duration) -> Option<Played> {
        let asked = self.asked.filter(|asked| asked.number == number)?;
        self.asked = None;
        if asked.state != self.state {
            return None;
        }
        match asked.purpose {
            Purpose::Move => {
                // What was refused here stays so until somebody plays something else.
                let unwanted = std::mem::take(&mut self.unwanted);
                let played = self.play(best, now).ok();
                self.unwanted = unwanted;
                played
            }
            Purpose::Hint => {
                self.hint_wanted = false;
                self.hint = Some(best);
                None
            }
        }
    }

    /// The computer shall move now, with what it has.
    #[must_use]
    pub fn hurry(&self) -> Option<Order> {
        let side = self.game.position().side();
        self.asked.filter(|_| self.seat(side).program().is_none()).map(|_| Order::Hurry)
    }

    /// What shall be done about the program of a side, if that has changed: it plays while its
    /// game goes on. To be called after every change.
    pub fn settle_program(&mut self, side: Side) -> Option<Effect> {
        let going_on = self.turn().is_some();
        let wanted = self.seat(side).program().filter(|line| going_on && !line.is_empty()).cloned();
        let running = &mut self.programs[side.index()];
        match (wanted, &running) {
            (Some(line), Some(running)) if running.line == line => None,
            (Some(line), _) => {
                self.questions += 1;
                let number = self.questions;
                *running = Some(Running { line: line.clone(), number, name: None });
                let rules = self.game.position().rules();
                Some(Effect::Start(side, number, line, rules))
            }
            (None, Some(_)) => {
                *running = None;
                Some(Effect::Stop(side))
            }
            (None, None) => None,
        }
    }

    /// The program of a side was started, and is called so; or could not be. Gives the line that
    /// starts it, if it is still wanted.
    pub fn program_ready(&mut self, side: Side, number: u64, name: Option<&str>) -> Option<String> {
        let running = &mut self.programs[side.index()];
        let running = running.as_mut().filter(|running| running.number == number)?;
        running.name = name.map(str::to_owned);
        Some(running.line.clone())
    }

    /// What the program of a side is called, once it is ready.
    #[must_use]
    pub fn program_name(&self, side: Side) -> Option<&str> {
        self.programs[side.index()].as_ref()?.name.as_deref()
    }

    /// The side whose program was asked the question, if that still waits for its answer.
    #[must_use]
    pub fn asked_program(&self, number: u64) -> Option<Side> {
        let side = self.turn().filter(|&side| self.seat(side).program().is_some())?;
        let waits = |asked: Asked| asked.number == number && asked.state == self.state;
        self.asked.is_some_and(waits).then_some(side)
    }

    /// What the computer shall do now, if that has changed. To be called after every change.
    pub fn settle(&mut self, now: Duration) -> Option<Order> {
        let wanted = self.wanted();
        match self.asked {
            Some(asked) if wanted == Some(asked.purpose) && asked.state == self.state => None,
            None if wanted.is_none() => None,
            _ => {
                self.asked = None;
                Some(match wanted {
                    Some(purpose) => self.order(purpose, now),
                    None => Order::Stop,
                })
            }
        }
    }

    fn wanted(&self) -> Option<Purpose> {
        let side = self.turn().filter(|_| !self.paused)?;
        match self.seat(side) {
            Seat::Computer(_) => Some(Purpose::Move),
            Seat::Program(_) => self.program_name(side).map(|_| Purpose::Move),
            Seat::Person => self.hint_wanted.then_some(Purpose::Hint),
        }
    }

    fn order(&mut self, purpose: Purpose, now: Duration) -> Order {
        self.questions += 1;
        let number = self.questions;
        self.asked = Some(Asked { number, purpose, state: self.state });
        let side = self.game.position().side();
        if self.seat(side).program().is_none() {
            return Order::Think(Box::new(self.question(number, purpose, now)));
        }
        let (budget, patience) = self.budget(now);
        Order::Ask(Box::new(Inquiry { number, side, game: self.game.clone(), budget, patience }))
    }

    /// What a program's move may cost, and when it is too late; the flag falls earlier.
    fn budget(&self, now: Duration) -> (Budget, Duration) {
        /// Time to answer in, beyond the time to think, for programs on slow machines.
        const GRACE: Duration = Duration::from_secs(10);
        /// A search of some plies takes as long as it takes.
        const LONG: Duration = Duration::from_secs(3600);
        let mut budget = Budget::default();
        let mut patience = LONG;
        match self.limit {
            Limit::Seconds(seconds) => {
                budget.movetime = Some(1000 * u64::from(seconds.max(1)));
                patience = 2 * Duration::from_secs(seconds.max(1).into()) + GRACE;
            }
            Limit::Depth(depth) => budget.depth = Some(depth.max(1)),
        }
        let left = Side::ALL.map(|side| self.clocks.left(side, now));
        if let (TimeControl::Game { increment, .. }, [Some(red), Some(black)]) =
            (self.clocks.control(), left)
        {
            let clock = |left: Duration| Clock {
                left: left.as_millis() as u64,
                increment: 1000 * u64::from(increment),
                moves: None,
            };
            budget = Budget { clocks: Some([clock(red), clock(black)]), ..Budget::default() };
            patience = red.max(black) + GRACE;
        } else if let TimeControl::PerMove(seconds) = self.clocks.control() {
            let own = budget.movetime.unwrap_or(u64::MAX);
            budget.movetime = Some(own.min(1000 * u64::from(seconds) * 9 / 10));
        }
        (budget, patience)
    }

    fn question(&mut self, number: u64, purpose: Purpose, now: Duration) -> Question {
        let side = self.game.position().side();
        let (level, limit) = match (purpose, self.seat(side)) {
            (Purpose::Move, Seat::Computer(level)) => (*level, self.limit),
            _ => HINT,
        };
        Question {
            number,
            purpose,
            root: self.game.position().clone(),
            past: self.game.past().to_vec(),
            limits: self.limits(level, limit, side, now),
            unwanted: self.unwanted.clone(),
        }
    }

    fn limits(&self, level: Level, limit: Limit, side: Side, now: Duration) -> Limits {
        let unlimited = Limits::default();
        let (depth, allowed) = match limit {
            Limit::Seconds(seconds) => {
                (unlimited.depth, Some(Time::per_move(1000 * u64::from(seconds.max(1)))))
            }
            Limit::Depth(depth) => (depth.max(1), None),
        };
        let budget = self.clocks.left(side, now).map(|left| {
            let (increment, moves) = match self.clocks.control() {
                TimeControl::Game { increment, .. } => (1000 * u64::from(increment), None),
                _ => (0, Some(1)),
            };
            let left = left.as_millis() as u64;
            Time::of_clock(Clock { left, increment, moves }, OVERHEAD)
        });
        let time = match (allowed, budget) {
            (Some(one), Some(other)) => {
                Some(Time { soft: one.soft.min(other.soft), hard: one.hard.min(other.hard) })
            }
            (one, other) => one.or(other),
        };
        Limits { depth, time, level, seed: self.seed.wrapping_add(self.questions), ..unlimited }
    }
}

fn log_ending(Ending { winner, reason }: Ending) {
    match winner {
        Some(winner) => log::info!("{winner} wins: {reason}"),
        None => log::info!("draw: {reason}"),
    }
}
