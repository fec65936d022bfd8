//! The questions to the computer and to programs, and their answers.

use super::{GameModel, PlayedMove, millis};
use crate::player::{Limit, PlayerSetting};
use chuhe_core::played::{Purpose, Question, QuestionId, Request, TimeControl};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Level, Limits, Move, Position, SearchLine, Side, Time};
use chuhe_host::engine::Budget;
use chuhe_host::{BookChoice, SearchRequest, Variety};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct ProgramQuestion {
    /// The number that comes back with the answer.
    pub id: QuestionId,
    pub side: Side,
    pub game: Game<AnyPosition>,
    pub budget: Budget,
    /// The time after which the answer is too late.
    pub patience: Duration,
}

#[derive(Clone, Debug)]
pub enum PlayerCommand {
    /// Tells the computer to search. The answer to an earlier question is then ignored.
    Search(QuestionId, Box<SearchRequest>),
    Ask(Box<ProgramQuestion>),
    MoveNow,
    Stop,
    /// (side, number, line, rules): starts a program by its command line, for a game of these rules. The number comes
    /// back with the program's name. The earlier program of this side stops.
    Start(Side, u64, String, Rules),
    Dismiss(Side),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The number of moves played before the searched position.
    pub ply: usize,
    /// The side to move in the searched position. The score is from this side's point of view.
    pub side: Side,
    pub line: SearchLine,
}

#[derive(Clone, Debug)]
pub(super) struct RunningProgram {
    pub(super) line: String,
    pub(super) number: u64,
    /// The program's name; `None` until the program is ready.
    pub(super) name: Option<String>,
}

/// The time from the computer's decision to the move on the board, in milliseconds.
const OVERHEAD: u64 = 50;

const HINT: (Level, Limit) = (Level::MAX, Limit::Seconds(1));

impl GameModel {
    pub fn report(&mut self, id: QuestionId, line: SearchLine) {
        if self.is_open(id) {
            let (ply, side) = (self.game().moves().len(), self.game().position().side());
            self.thought = Some(Thought { ply, side, line });
        }
    }

    /// Handles an answer if its question is still open. Returns `None` if no move was played. A hint is only stored.
    pub fn answer(&mut self, id: QuestionId, best: Move, now: Duration) -> Option<PlayedMove> {
        let before = self.game().position().clone();
        // The refused moves stay excluded until a person makes a move.
        match self.played.answer(id, best, millis(now)) {
            Ok(Purpose::Move) => Some(self.after_move(&before, best)),
            Ok(Purpose::Hint) | Err(_) => None,
        }
    }

    pub(crate) fn is_open(&self, id: QuestionId) -> bool {
        self.played.question().is_some_and(|question| question.id == id)
    }

    /// Returns the next command about the program of a side. Must be called after every change.
    pub fn update_program(&mut self, side: Side) -> Option<PlayerCommand> {
        let going_on = self.turn().is_some();
        let wanted =
            self.player(side).program().filter(|line| going_on && !line.is_empty()).cloned();
        let running = &mut self.programs[side.index()];
        match (wanted, &running) {
            (Some(line), Some(running)) if running.line == line => None,
            (Some(line), _) => {
                self.starts += 1;
                let number = self.starts;
                *running = Some(RunningProgram { line: line.clone(), number, name: None });
                let rules = self.game().position().rules();
                Some(PlayerCommand::Start(side, number, line, rules))
            }
            (None, _) => running.take().map(|_| PlayerCommand::Dismiss(side)),
        }
    }

    pub fn restart_program(&mut self, side: Side) {
        self.programs[side.index()] = None;
    }

    /// Stores the name of a started program. Returns its command line; `None` if the program is no longer wanted.
    pub fn program_ready(&mut self, side: Side, number: u64, name: Option<&str>) -> Option<String> {
        let running = &mut self.programs[side.index()];
        let running = running.as_mut().filter(|running| running.number == number)?;
        running.name = name.map(str::to_owned);
        Some(running.line.clone())
    }

    pub fn program_name(&self, side: Side) -> Option<&str> {
        self.programs[side.index()].as_ref()?.name.as_deref()
    }

    /// The side whose program was asked this question, if the question is still open.
    pub fn asked_program(&self, id: QuestionId) -> Option<Side> {
        let side = self.turn().filter(|&side| self.player(side).program().is_some())?;
        self.is_open(id).then_some(side)
    }

    /// Returns the next command about the open question. Must be called after every change.
    pub fn update_question(&mut self, now: Duration) -> Option<PlayerCommand> {
        let waits_for_program = self.turn().is_some_and(|side| {
            self.player(side).program().is_some() && self.program_name(side).is_none()
        });
        let request = if waits_for_program {
            self.played.withdraw_question()
        } else {
            self.played.update_question()
        };
        Some(match request? {
            Request::Ask(question) => self.command(question, now),
            Request::Stop => PlayerCommand::Stop,
        })
    }

    fn command(&self, question: Question, now: Duration) -> PlayerCommand {
        let (id, side) = (question.id, self.game().position().side());
        if self.player(side).program().is_none() {
            return PlayerCommand::Search(id, Box::new(self.request(question, now)));
        }
        let (budget, patience) = self.budget(now);
        let game = self.game().clone();
        PlayerCommand::Ask(Box::new(ProgramQuestion { id, side, game, budget, patience }))
    }

    /// (budget, patience) for a program's move. If no move arrives within `patience`, the program has failed. If a
    /// clock counts the time for the whole game, the flag falls before `patience` is over.
    fn budget(&self, now: Duration) -> (Budget, Duration) {
        /// The time added to the time to think, because a slow machine delays the answer.
        const GRACE: Duration = Duration::from_secs(10);
        /// The patience for a search to a fixed depth.
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
        let clocks = self.played.clocks();
        let side = self.game().position().side();
        match (clocks.control(side), clocks.clock(side, millis(now))) {
            (TimeControl::Game { .. } | TimeControl::Byoyomi { .. }, Some(own)) => {
                // If the opponent has no clock, the program is told that the opponent's clock equals its own clock.
                let both = Side::ALL.map(|side| clocks.clock(side, millis(now)).unwrap_or(own));
                budget = Budget { clocks: Some(both), ..Budget::default() };
                patience = Duration::from_millis(own.left) + GRACE;
            }
            (TimeControl::PerMove(time), _) => {
                let own = budget.movetime.unwrap_or(u64::MAX);
                budget.movetime = Some(own.min(time * 9 / 10));
            }
            _ => {}
        }
        (budget, patience)
    }

    fn request(&self, question: Question, now: Duration) -> SearchRequest {
        let side = self.game().position().side();
        let (level, limit) = match (question.purpose, self.player(side)) {
            (Purpose::Move, PlayerSetting::Computer(level)) => (*level, self.limit),
            _ => HINT,
        };
        let seed = self.seed.wrapping_add(question.id.0.into());
        SearchRequest {
            game: Box::new(self.game().clone()),
            limits: Limits { level, seed, ..self.limits(limit, side, now) },
            excluded: self.excluded.clone(),
            variety: self.variety(question.purpose),
        }
    }

    /// The variety of the computer's moves; `None` for a hint, and in a game from a set-up position. If `None`, the
    /// computer chooses its best move.
    fn variety(&self, purpose: Purpose) -> Option<Variety> {
        let game = self.game();
        let is_varied =
            purpose == Purpose::Move && *game.start() == game.position().rules().start();
        let book = if self.uses_book { BookChoice::BuiltIn } else { BookChoice::Off };
        is_varied.then(|| Variety { book, ply: game.moves().len() })
    }

    /// The depth and the time of a search. The time is the shorter one of the limit's time and the clock's budget.
    fn limits(&self, limit: Limit, side: Side, now: Duration) -> Limits {
        let allowed = limit.limits();
        let clock = self.played.clocks().clock(side, millis(now));
        let budget = clock.map(|clock| Time::of_clock(clock, OVERHEAD));
        let time = [allowed.time, budget].into_iter().flatten().reduce(Time::earlier);
        Limits { time, ..allowed }
    }
}
