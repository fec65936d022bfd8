//! What the computer and programs are asked for a table, and what becomes of their answers.

use super::{Played, Table};
use crate::seat::{Limit, Seat};
use chuhe_core::AnyPosition;
use chuhe_core::rules::Rules;
use chuhe_core::{Clock, Game, Level, Limits, Move, Past, Position, Score, Side, Time};
use chuhe_host::clock::TimeControl;
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
    /// A program shall be started by its line to play a side, before its game of these rules. The
    /// number comes back when it is ready. One that played the side is dismissed.
    Start(Side, u64, String, Rules),
    /// The program that plays a side is needed no more.
    Dismiss(Side),
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

/// A question that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    /// For which state of the table it was asked.
    pub(super) state: u64,
}

/// A program that plays a side.
#[derive(Clone, Debug)]
pub(super) struct Running {
    /// The line that starts it.
    pub(super) line: String,
    /// Tells it from those before.
    pub(super) number: u64,
    /// What it is called; `None` until it is ready.
    pub(super) name: Option<String>,
}

/// What a move of the computer loses on its way to the board, in milliseconds.
const OVERHEAD: u64 = 50;

/// Advice comes from a strong player that does not think long.
const HINT: (Level, Limit) = (Level::MAX, Limit::Seconds(1));

impl Table {
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

    /// Who thinks shall move now, with what it has.
    #[must_use]
    pub fn hurry(&self) -> Option<Order> {
        self.asked.map(|_| Order::Hurry)
    }

    /// What shall be done about the program of a side, if that has changed: it plays while its
    /// game goes on. To be called after every change.
    pub fn settle_program(&mut self, side: Side) -> Option<Order> {
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
                Some(Order::Start(side, number, line, rules))
            }
            (None, Some(_)) => {
                *running = None;
                Some(Order::Dismiss(side))
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
