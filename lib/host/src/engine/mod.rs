//! External engines as players.
//!
//! An [`Engine`] is a process in its own process group. Each query gets an answer by the deadline,
//! or one error: the process may end, hang, be silent, flood, or send illegal moves. Dropping the
//! engine kills the process and everything that it started.

mod cecp;
mod child;
mod detect;
mod move_format;
mod move_lines;
mod option;
mod probe;
#[cfg(unix)]
mod process_tag;
mod spec;
mod uci;

use child::{Child, Received};
use chuhe_core::AnyPosition;
use chuhe_core::notation;
use chuhe_core::rules::Rules;
use chuhe_core::{Clock, Game, Move, Position, Pv, Score, SearchLine, Side};
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

pub use child::QueryControl;
pub use detect::start_line;
pub use move_format::MoveFormat;
pub use option::{EngineOption, OptionKind, with_options};
pub use probe::{EngineFacts, probe};
pub use spec::{Protocol, Ranks, Spec, SpecError, split};

/// The time that an engine may take to stop searching, or to quit.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// The number of an engine's best variations that are heard.
const MAX_VARIATIONS: usize = 16;

/// The limits of a search, and the clocks at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Both players' clocks, Red's first.
    pub clocks: Option<[Clock; 2]>,
    /// The time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u8>,
    /// The number of positions.
    pub nodes: Option<u64>,
    /// The number of best moves wanted, for an engine that can show several; 0 leaves it as it is.
    pub multi_pv: u8,
}

impl Budget {
    /// Returns whether nothing but a command ends the search.
    fn is_infinite(&self) -> bool {
        *self == Self { multi_pv: self.multi_pv, ..Self::default() }
    }
}

/// The information that an engine sends while it searches. Later values replace earlier ones of
/// the same variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The place of the variation among the best ones, counted from 0.
    pub place: u8,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The score, for the side to move.
    pub score: Option<Score>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// The principal variation, in the engine's own notation.
    pub line: Option<String>,
    /// The moves of the variation, as far as they are legal.
    pub moves: Vec<Move>,
}

impl Info {
    /// The line of a search. What the engine has not told is 0.
    #[must_use]
    pub fn search_line(&self, millis: u64) -> SearchLine {
        SearchLine {
            multi_pv: self.place + 1,
            depth: self.depth.and_then(|depth| depth.try_into().ok()).unwrap_or_default(),
            score: self.score.unwrap_or_default(),
            nodes: self.nodes.unwrap_or_default(),
            millis,
            pv: self.moves.iter().copied().take(Pv::new().capacity()).collect(),
            ..SearchLine::default()
        }
    }

    fn update(&mut self, next: &Self) {
        self.depth = next.depth.or(self.depth);
        self.place = next.place;
        self.score = next.score.or(self.score);
        self.nodes = next.nodes.or(self.nodes);
        if next.line.is_some() {
            self.line.clone_from(&next.line);
            self.moves.clone_from(&next.moves);
        }
    }
}

/// A player's decision in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Plays a move.
    Play {
        /// A legal move.
        mv: Move,
        /// True if the player offers or accepts a draw.
        draw: bool,
    },
    /// Resigns.
    Resign,
    /// Claims that the game is over: won by a side, or drawn.
    Claim(Option<Side>),
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The decision.
    pub decision: Decision,
    /// The last information.
    pub info: Info,
    /// The time from the query to the answer.
    pub took: Duration,
}

/// A query or a start that failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The command is empty.
    #[error("no program is named")]
    NoCommand,
    /// The program cannot be started.
    #[error("{program} cannot be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The program did not identify itself, or did not get ready, in time.
    #[error("no {awaited} within {} s", patience.as_secs_f64())]
    Silent {
        /// The expected answer.
        awaited: &'static str,
        /// The time that the program had.
        patience: Duration,
    },
    /// The program has ended.
    #[error("the program has ended{}", ExitDetails(status.as_ref(), stderr_tail))]
    Ended {
        /// Its exit status.
        status: Option<ExitStatus>,
        /// The last lines that it wrote to its error output.
        stderr_tail: String,
    },
    /// The program runs, but has closed its output.
    #[error("has closed its output")]
    Closed,
    /// The program floods its output.
    #[error("flooded with {lines} lines without an answer among them")]
    Flood {
        /// The number of lines that were read.
        lines: u32,
    },
    /// The engine moved only after the deadline, when it was told to move.
    #[error("no move within its time")]
    Late,
    /// The engine did not move even when it was told to move.
    #[error("no move within its time, nor an answer when told to stop: it hangs")]
    Hung,
    /// The query was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The engine calls the first command of the protocol an error, as CECP has it.
    #[error("speaks another protocol")]
    OtherProtocol,
    /// The engine's move is not legal.
    #[error("{0:?} is not a legal move")]
    Illegal(String),
    /// The engine claims to have no move, though there is one.
    #[error("says that there is no move")]
    NoMove,
    /// The engine refuses a legal move of its opponent, or a position.
    #[error("does not take a move or a position: {0}")]
    Refused(String),
    /// The engine does not play this game.
    #[error("does not play {0}")]
    Rules(Rules),
    /// The engine has no such option.
    #[error("has no option {0:?}")]
    NoOption(String),
    /// The protocol cannot express this.
    #[error("{protocol} has no words for {what}")]
    Inexpressible {
        /// The protocol.
        protocol: Protocol,
        /// The thing that cannot be expressed.
        what: &'static str,
    },
}

/// Displays an exit status and the last lines of the error output.
struct ExitDetails<'a>(Option<&'a ExitStatus>, &'a str);

impl fmt::Display for ExitDetails<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.0 {
            write!(f, " ({status})")?;
        }
        if self.1.is_empty() { Ok(()) } else { write!(f, "; it wrote: {}", self.1) }
    }
}

/// A line of an engine's output.
enum EngineLine {
    Other,
    Info(Info),
    Decision(Decision),
}

/// The protocol of an engine, seen from the graphical interface.
trait ProtocolDriver: Send {
    /// Identifies the engine and sets its options. Returns the engine's name, if it has sent one.
    fn handshake(&mut self, child: &mut Child, rules: Rules)
    -> Result<Option<String>, EngineError>;

    /// Prepares a new game.
    fn new_game(&mut self, child: &mut Child) -> Result<(), EngineError>;

    /// Starts the search for a move of the side to move.
    fn go(
        &mut self,
        child: &mut Child,
        game: &Game<AnyPosition>,
        budget: &Budget,
    ) -> Result<(), EngineError>;

    /// Reads a line of the answer. A decision ends the answer.
    fn parse_line(
        &mut self,
        child: &mut Child,
        line: &str,
        position: &AnyPosition,
    ) -> Result<EngineLine, EngineError>;

    /// Reads a move of a variation.
    fn read_move(&self, text: &str, position: &AnyPosition) -> Option<Move> {
        notation::read_any(text, position).ok()
    }

    /// The command to move at once, if the protocol has one.
    fn move_now_command(&self) -> Option<&'static str>;

    /// The descriptions of the options that the engine told.
    fn options(&self) -> &[String] {
        &[]
    }

    /// The command to quit, if the protocol has one.
    fn quit_command(&self) -> Option<&'static str> {
        Some("quit")
    }

    /// True if each game needs a new process, started for one side.
    fn needs_process_per_game(&self) -> bool {
        false
    }
}

/// An external engine as a player.
pub struct Engine {
    spec: Spec,
    rules: Rules,
    name: String,
    driver: Box<dyn ProtocolDriver>,
    /// `None` until the first query, or after the process was killed.
    child: Option<Child>,
    /// The control of the start and the end.
    control: QueryControl,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Engine {
    /// Starts an engine that is to play by these rules.
    ///
    /// # Errors
    /// Fails if the program cannot be started, breaks the protocol, or does not know the rules or
    /// an option.
    pub fn start(spec: Spec, rules: Rules) -> Result<Self, EngineError> {
        Self::start_with(spec, rules, &QueryControl::default())
    }

    /// Starts an engine as [`Engine::start`] does, until the control cancels it.
    ///
    /// # Errors
    /// As [`Engine::start`], and if the start is cancelled.
    pub fn start_with(
        spec: Spec,
        rules: Rules,
        control: &QueryControl,
    ) -> Result<Self, EngineError> {
        let driver: Box<dyn ProtocolDriver> = match spec.protocol {
            Protocol::Uci => Box::new(uci::Uci::new(&spec)),
            Protocol::Ucci => Box::new(uci::Ucci::new(&spec)),
            Protocol::Cecp => Box::new(cecp::Cecp::new(&spec)),
            Protocol::MoveLines => Box::new(move_lines::MoveLines::new(&spec)),
        };
        let program = spec.command.first().cloned().unwrap_or_default();
        let name = program.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let mut engine = Self { spec, rules, name, driver, child: None, control: control.clone() };
        if !engine.driver.needs_process_per_game() {
            engine.run("")?;
        }
        Ok(engine)
    }

    /// The configured name, or else the engine's own, or else the name of its program.
    #[must_use]
    pub fn name(&self) -> &str {
        self.spec.name.as_deref().unwrap_or(&self.name)
    }

    /// The protocol.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.spec.protocol
    }

    /// The options that the engine told.
    #[must_use]
    pub fn options(&self) -> Vec<EngineOption> {
        let known = self.driver.options().iter();
        known.filter_map(|description| EngineOption::read(description)).collect()
    }

    /// Prepares a new game; restarts a process that has ended.
    ///
    /// # Errors
    /// Fails if the engine does not get ready.
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

    /// Queries the engine for a move in a game that is not over. `on_info` gets the information
    /// that the engine sends while it searches.
    ///
    /// At the deadline, or when the query is cancelled, the engine is told to move at once. If it
    /// does not move within a second, its process is killed, and the next game starts a new one. A
    /// move that follows [`QueryControl::move_now`] counts.
    ///
    /// # Errors
    /// Fails if the engine does not move, or not legally.
    pub fn think(
        &mut self,
        game: &Game<AnyPosition>,
        budget: &Budget,
        deadline: Instant,
        control: &QueryControl,
        on_info: &mut dyn FnMut(&Info),
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
            if budget.is_infinite() {
                child.allow_any_lines();
            }
            let mut listener = Listener { driver: &mut *self.driver, child, game, on_info };
            match listener.listen(asked, deadline) {
                Err(error @ (EngineError::Late | EngineError::Cancelled)) => {
                    Err(listener.stop(asked, error))
                }
                answer => answer,
            }
        });
        if let Err(error) = &answer
            && !matches!(error, EngineError::Late | EngineError::Cancelled)
        {
            // Later lines of this process could belong to this query or to the next one.
            self.child = None;
        }
        answer
    }

    /// Sends the quit command and waits until the process has ended. It has a second, or the time that
    /// [`QueryControl::end`] leaves of the start's control.
    pub fn quit(self) {
        if let Some(child) = self.child {
            child.shut_down(self.driver.quit_command(), self.control.grace());
        }
    }

    fn run(&mut self, side: &str) -> Result<(), EngineError> {
        let command = self.spec.command(side)?;
        let mut child =
            Child::start(command, self.spec.patience).map_err(|error| EngineError::Start {
                program: self.spec.command.first().cloned().unwrap_or_default(),
                error,
            })?;
        child.set_control(&self.control);
        if let Some(name) = self.driver.handshake(&mut child, self.rules)? {
            self.name = name;
        }
        self.child = Some(child);
        Ok(())
    }
}

/// Waits for the answer to a query.
struct Listener<'a> {
    driver: &'a mut dyn ProtocolDriver,
    child: &'a mut Child,
    game: &'a Game<AnyPosition>,
    on_info: &'a mut dyn FnMut(&Info),
}

impl Listener<'_> {
    /// Tells the engine to move at once. Returns false if the protocol cannot express this.
    fn send_move_now(&mut self) -> bool {
        let command = self.driver.move_now_command();
        command.inspect(|&command| self.child.send(command)).is_some()
    }

    fn listen(&mut self, asked: Instant, deadline: Instant) -> Result<Answer, EngineError> {
        let mut infos = vec![Info::default()];
        loop {
            let (at, line) = match self.child.receive(deadline)? {
                Received::Line(at, line) => (at, line),
                Received::Late => return Err(EngineError::Late),
                Received::Cancelled => return Err(EngineError::Cancelled),
                Received::MoveNow => {
                    self.send_move_now();
                    continue;
                }
            };
            match self.driver.parse_line(self.child, &line, self.game.position())? {
                EngineLine::Other => {}
                EngineLine::Info(next) => {
                    let place = usize::from(next.place);
                    if place >= infos.len() && place < MAX_VARIATIONS {
                        infos.resize_with(place + 1, Info::default);
                    }
                    let Some(info) = infos.get_mut(place) else { continue };
                    info.update(&self.with_moves(next));
                    (self.on_info)(info);
                }
                EngineLine::Decision(decision) => {
                    let took = at.saturating_duration_since(asked);
                    return Ok(Answer { decision, info: infos.swap_remove(0), took });
                }
            }
        }
    }

    /// Reads the moves of a variation, as far as they are legal.
    fn with_moves(&self, info: Info) -> Info {
        let mut position = self.game.position().clone();
        let read = |text: &str| {
            let mv = self.driver.read_move(text, &position)?;
            position = position.play(mv);
            Some(mv)
        };
        let line = info.line.as_deref().unwrap_or_default();
        let moves = line.split_whitespace().map_while(read).collect();
        Info { moves, ..info }
    }

    /// Stops the search. Returns `error` if the engine stopped in time.
    fn stop(&mut self, asked: Instant, error: EngineError) -> EngineError {
        let grace = self.child.control().grace();
        self.child.set_control(&QueryControl::default());
        let stopped = self.send_move_now() && self.listen(asked, Instant::now() + grace).is_ok();
        if stopped { error } else { EngineError::Hung }
    }
}

/// Waits for a line for which `parse` returns a value.
fn await_line<T>(
    child: &mut Child,
    awaited: &'static str,
    parse: impl FnMut(&str) -> Option<T>,
) -> Result<T, EngineError> {
    let patience = child.patience();
    await_line_for(child, awaited, patience, parse)
}

/// Waits for the line that ends the engine's identification. An engine of CECP answers a command that
/// it does not know with an error.
fn await_identity(
    child: &mut Child,
    awaited: &'static str,
    mut read: impl FnMut(&str),
) -> Result<(), EngineError> {
    await_line(child, awaited, |line| {
        read(line);
        let is_error = line.starts_with("Error (");
        (is_error || line.trim() == awaited).then_some(is_error)
    })
    .and_then(|is_error| if is_error { Err(EngineError::OtherProtocol) } else { Ok(()) })
}

fn await_line_for<T>(
    child: &mut Child,
    awaited: &'static str,
    patience: Duration,
    mut parse: impl FnMut(&str) -> Option<T>,
) -> Result<T, EngineError> {
    let deadline = Instant::now() + patience;
    loop {
        match child.receive(deadline)? {
            Received::Line(_, line) => {
                if let Some(found) = parse(&line) {
                    return Ok(found);
                }
            }
            Received::Late => {
                return Err(EngineError::Silent { awaited, patience });
            }
            Received::Cancelled => return Err(EngineError::Cancelled),
            Received::MoveNow => {}
        }
    }
}
