//! Other programs as players: started, spoken to in their protocol, watched, and ended.
//!
//! An [`Engine`] is a process in a group of its own. Whatever it does, its player gets an answer
//! by the deadline, or one clear word instead: it may die, hang, be silent, write without end, or
//! make moves that are none. When it is dropped it is gone, with all that it started.

mod cecp;
mod child;
mod move_format;
mod move_lines;
#[cfg(unix)]
mod process_tag;
mod spec;
mod uci;

use child::{Child, Received};
use chuhe_core::rules::{AnyPosition, Rules};
use chuhe_core::{Clock, Game, Move, Position, Score, Side};
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

pub use child::QueryControl;
pub use spec::{Protocol, Ranks, Spec, SpecError, split};

/// How long an engine that was told to hurry, or to quit, may take.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// What a move may cost, as the clocks stand when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Both players' clocks, Red's first.
    pub clocks: Option<[Clock; 2]>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// Plies.
    pub depth: Option<u8>,
    /// Positions.
    pub nodes: Option<u64>,
}

/// What an engine tells about its thinking; later news first where both say something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// How deep it searched, in plies.
    pub depth: Option<u32>,
    /// What it thinks the position is worth to the side to move.
    pub score: Option<Score>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// The line of play it expects, as it wrote it.
    pub line: Option<String>,
}

impl Info {
    fn update(&mut self, news: &Self) {
        self.depth = news.depth.or(self.depth);
        self.score = news.score.or(self.score);
        self.nodes = news.nodes.or(self.nodes);
        if news.line.is_some() {
            self.line.clone_from(&news.line);
        }
    }
}

/// What an engine does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It moves.
    Play {
        /// A legal move.
        mv: Move,
        /// Whether it offers a draw with it, or agrees to one.
        draw: bool,
    },
    /// It gives up.
    Resign,
    /// Instead of moving it says how the game has ended: who won, or nobody.
    Claim(Option<Side>),
}

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it does.
    pub decision: Decision,
    /// What it told last.
    pub info: Info,
    /// The time from the question to the answer.
    pub took: Duration,
}

/// Why an engine does not answer, or not with a move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No program is named.
    #[error("no program is named")]
    NoCommand,
    /// The program cannot be started.
    #[error("{program} cannot be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// It does not say hello, or that it is ready, in time.
    #[error("no {awaited} within {} s", patience.as_secs_f64())]
    Silent {
        /// What was awaited.
        awaited: &'static str,
        /// How long.
        patience: Duration,
    },
    /// It has ended.
    #[error("the program has ended{}", ExitDetails(status.as_ref(), stderr_tail))]
    Ended {
        /// How.
        status: Option<ExitStatus>,
        /// What it wrote last to its error output.
        stderr_tail: String,
    },
    /// It goes on, but nothing can be heard of it any longer.
    #[error("has closed its output")]
    Closed,
    /// It writes without end.
    #[error("flooded with {lines} lines without an answer among them")]
    Flood {
        /// How many lines were read.
        lines: u32,
    },
    /// It moved only when told to hurry, after the deadline.
    #[error("no move within its time")]
    Late,
    /// It did not move even when told to hurry.
    #[error("no move within its time, nor an answer when told to stop: it hangs")]
    Hung,
    /// The question was taken back.
    #[error("cancelled")]
    Cancelled,
    /// Its move is none, or breaks the rules.
    #[error("{0:?} is not a legal move")]
    Illegal(String),
    /// It says that there is no move, where there is one.
    #[error("says that there is no move")]
    NoMove,
    /// It does not take a legal move of its opponent.
    #[error("does not take a move or a position: {0}")]
    Refused(String),
    /// It does not know these rules.
    #[error("does not play {0}")]
    Rules(Rules),
    /// It has no such option.
    #[error("has no option {0:?}")]
    NoOption(String),
    /// Its protocol has no words for this.
    #[error("{protocol} has no words for {what}")]
    Inexpressible {
        /// The protocol.
        protocol: Protocol,
        /// What cannot be said.
        what: &'static str,
    },
}

/// How a process ended, behind the words that it has.
struct ExitDetails<'a>(Option<&'a ExitStatus>, &'a str);

impl fmt::Display for ExitDetails<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.0 {
            write!(f, " ({status})")?;
        }
        if self.1.is_empty() { Ok(()) } else { write!(f, "; it wrote: {}", self.1) }
    }
}

/// What a line of an engine means while it thinks.
enum EngineLine {
    Other,
    Info(Info),
    Decision(Decision),
}

/// A protocol, seen from the side that asks.
trait ProtocolDriver: Send {
    /// Says hello and sets the options; the engine's name, if it says one.
    fn handshake(&mut self, child: &mut Child, rules: Rules)
    -> Result<Option<String>, EngineError>;

    /// Prepares a new game.
    fn new_game(&mut self, child: &mut Child) -> Result<(), EngineError>;

    /// Asks for a move of the side to move.
    fn go(
        &mut self,
        child: &mut Child,
        game: &Game<AnyPosition>,
        budget: &Budget,
    ) -> Result<(), EngineError>;

    /// Reads a line of the answer. An decision ends it.
    fn parse_line(
        &mut self,
        child: &mut Child,
        line: &str,
        position: &AnyPosition,
    ) -> Result<EngineLine, EngineError>;

    /// The command to move at once, if the protocol has one.
    fn move_now_command(&self) -> Option<&'static str>;

    /// The command to quit, if the protocol has one.
    fn quit_command(&self) -> Option<&'static str> {
        Some("quit")
    }

    /// Whether each game needs a process of its own, started for a side.
    fn needs_process_per_game(&self) -> bool {
        false
    }
}

/// Another program as a player.
pub struct Engine {
    spec: Spec,
    rules: Rules,
    name: String,
    driver: Box<dyn ProtocolDriver>,
    /// `None` when it is to be started first.
    child: Option<Child>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Engine {
    /// Starts an engine to play by these rules.
    ///
    /// # Errors
    /// When it cannot be started, does not answer as its protocol wants, or does not know the
    /// rules or an option.
    pub fn start(spec: Spec, rules: Rules) -> Result<Self, EngineError> {
        let driver: Box<dyn ProtocolDriver> = match spec.protocol {
            Protocol::Uci => Box::new(uci::Uci::new(&spec)),
            Protocol::Ucci => Box::new(uci::Ucci::new(&spec)),
            Protocol::Cecp => Box::new(cecp::Cecp::new(&spec)),
            Protocol::MoveLines => Box::new(move_lines::MoveLines::new(&spec)),
        };
        let program = spec.command.first().cloned().unwrap_or_default();
        let name = program.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let mut engine = Self { spec, rules, name, driver, child: None };
        if !engine.driver.needs_process_per_game() {
            engine.run("")?;
        }
        Ok(engine)
    }

    /// What to call it: the name given to it, or its own, or its program's.
    #[must_use]
    pub fn name(&self) -> &str {
        self.spec.name.as_deref().unwrap_or(&self.name)
    }

    /// Prepares a new game; starts the program again if it has ended.
    ///
    /// # Errors
    /// When it does not get ready.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        if self.driver.needs_process_per_game() {
            self.child = None;
            return Ok(());
        }
        if self.child.is_none() {
            self.run("")?;
        }
        let prepared = match &mut self.child {
            Some(child) => self.driver.new_game(child),
            None => Ok(()),
        };
        prepared.inspect_err(|_| self.child = None)
    }

    /// Asks for a move in a game that is not over. `told` hears what the engine tells meanwhile.
    ///
    /// Once the deadline is over, or the question cancelled, the engine is told to move at once;
    /// if it does not, it is ended. Hurried by `control`, it is told so too, and its move counts. It is started again for the next game.
    ///
    /// # Errors
    /// When it does not move, or not as the rules allow.
    pub fn think(
        &mut self,
        game: &Game<AnyPosition>,
        budget: &Budget,
        deadline: Instant,
        control: &QueryControl,
        told: &mut dyn FnMut(&Info),
    ) -> Result<Answer, EngineError> {
        let is_new = self.child.is_none();
        if is_new {
            self.run(&game.position().side().to_string())?;
        }
        let Some(child) = &mut self.child else { return Err(EngineError::NoCommand) };
        let asked = Instant::now();
        child.set_control(control);
        if !is_new {
            child.discard_pending();
        }
        let answer = self.driver.go(child, game, budget).and_then(|()| {
            let mut listener = Listener { driver: &mut *self.driver, child, game, told };
            match listener.listen(asked, deadline) {
                Err(why @ (EngineError::Late | EngineError::Cancelled)) => {
                    Err(listener.stop(asked, why))
                }
                answer => answer,
            }
        });
        if let Err(error) = &answer
            && !matches!(error, EngineError::Late | EngineError::Cancelled)
        {
            // Whatever it does next cannot be trusted to belong to the next question.
            self.child = None;
        }
        answer
    }

    /// Says quit_command and sees that the program is gone.
    pub fn quit(self) {
        if let Some(child) = self.child {
            child.shut_down(self.driver.quit_command(), STOP_TIMEOUT);
        }
    }

    fn run(&mut self, side: &str) -> Result<(), EngineError> {
        let command = self.spec.command(side)?;
        let mut child =
            Child::start(command, self.spec.patience).map_err(|error| EngineError::Start {
                program: self.spec.command.first().cloned().unwrap_or_default(),
                error,
            })?;
        if let Some(name) = self.driver.handshake(&mut child, self.rules)? {
            self.name = name;
        }
        self.child = Some(child);
        Ok(())
    }
}

/// One who waits for an answer.
struct Listener<'a> {
    driver: &'a mut dyn ProtocolDriver,
    child: &'a mut Child,
    game: &'a Game<AnyPosition>,
    told: &'a mut dyn FnMut(&Info),
}

impl Listener<'_> {
    /// Tells the engine to move at once. Returns false if the protocol cannot express this.
    fn send_move_now(&mut self) -> bool {
        let command = self.driver.move_now_command();
        command.inspect(|&command| self.child.send(command)).is_some()
    }

    fn listen(&mut self, asked: Instant, deadline: Instant) -> Result<Answer, EngineError> {
        let mut info = Info::default();
        loop {
            let (at, line) = match self.child.receive(deadline)? {
                Received::Line(at, line) => (at, line),
                Received::Late => return Err(EngineError::Late),
                Received::Cancelled => return Err(EngineError::Cancelled),
                Received::Hurried => {
                    self.send_move_now();
                    continue;
                }
            };
            match self.driver.parse_line(self.child, &line, self.game.position())? {
                EngineLine::Other => {}
                EngineLine::Info(news) => {
                    info.update(&news);
                    (self.told)(&info);
                }
                EngineLine::Decision(decision) => {
                    let took = at.saturating_duration_since(asked);
                    return Ok(Answer { decision, info, took });
                }
            }
        }
    }

    /// Has the engine end its thinking; `why`, if it does.
    fn stop(&mut self, asked: Instant, why: EngineError) -> EngineError {
        self.child.set_control(&QueryControl::default());
        let stopped =
            self.send_move_now() && self.listen(asked, Instant::now() + STOP_TIMEOUT).is_ok();
        if stopped { why } else { EngineError::Hung }
    }
}

/// Waits for the line that `end` makes something of.
fn await_line<T>(
    child: &mut Child,
    awaited: &'static str,
    end: impl FnMut(&str) -> Option<T>,
) -> Result<T, EngineError> {
    let patience = child.patience();
    await_line_for(child, awaited, patience, end)
}

fn await_line_for<T>(
    child: &mut Child,
    awaited: &'static str,
    patience: Duration,
    mut end: impl FnMut(&str) -> Option<T>,
) -> Result<T, EngineError> {
    let deadline = Instant::now() + patience;
    loop {
        match child.receive(deadline)? {
            Received::Line(_, line) => {
                if let Some(found) = end(&line) {
                    return Ok(found);
                }
            }
            Received::Late => {
                return Err(EngineError::Silent { awaited, patience });
            }
            Received::Cancelled => return Err(EngineError::Cancelled),
            Received::Hurried => {}
        }
    }
}
