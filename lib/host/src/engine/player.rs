//! Queries external engines for moves.

use super::child::{Child, QueryControl};
use super::error::{EngineError, Result};
use super::option::EngineOption;
use super::protocol::{Answer, Budget, EngineLine, Info, ProtocolDriver};
use super::spec::{Protocol, Spec, split};
use super::{cecp, move_lines, uci};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Position};
use std::time::{Duration, Instant};

/// The greatest number of variations that are read from an engine.
const MAX_VARIATIONS: usize = 16;

#[derive(Debug)]
pub struct Engine {
    spec: Spec,
    rules: Rules,
    name: String,
    driver: Box<dyn ProtocolDriver>,
    /// The process; `None` after it was killed, or if the first query of a game has to start it.
    child: Option<Child>,
    /// The control that can cancel the start. It also limits how long `quit` waits.
    control: QueryControl,
}

impl Engine {
    pub fn start(spec: Spec, rules: Rules) -> Result<Self> {
        Self::start_with(spec, rules, &QueryControl::default())
    }

    pub fn start_with(spec: Spec, rules: Rules, control: &QueryControl) -> Result<Self> {
        let driver: Box<dyn ProtocolDriver> = match spec.protocol {
            Protocol::Uci | Protocol::Ucci => Box::new(uci::Uci::new(&spec)),
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

    /// The configured name, or else the name that the engine sends, or else the file name of its program.
    pub fn name(&self) -> &str {
        self.spec.name.as_deref().unwrap_or(&self.name)
    }

    pub const fn protocol(&self) -> Protocol {
        self.spec.protocol
    }

    pub fn options(&self) -> Vec<EngineOption> {
        let known = self.driver.options().iter();
        known.filter_map(|description| EngineOption::read(description)).collect()
    }

    /// Prepares the engine for a new game. If the process was killed, a new process is started.
    pub fn new_game(&mut self) -> Result {
        if self.driver.needs_process_per_game() {
            self.child = None;
            return Ok(());
        }
        if self.child.is_none() {
            self.run("")?;
        }
        let child = self.child.as_mut();
        let prepared = child.map_or(Ok(()), |child| self.driver.new_game(child));
        prepared.inspect_err(|_| self.child = None)
    }

    /// Queries the engine for a move in a game that is not over. At the deadline, or when the query is cancelled, tells
    /// the engine to move at once, and returns an error. If the engine does not move within a second, its process is
    /// killed, and the next game starts a new process. A move after [`QueryControl::move_now`] is returned as usual.
    pub fn think(
        &mut self,
        game: &Game<AnyPosition>,
        budget: &Budget,
        deadline: Instant,
        control: &QueryControl,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Answer> {
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
        if !matches!(answer, Ok(_) | Err(EngineError::Late | EngineError::Cancelled)) {
            // The process is killed, because its next lines could still be an answer to this query.
            self.child = None;
        }
        answer
    }

    /// Sends the quit command and waits until the process has ended. After a second, kills the process. An earlier call
    /// of [`QueryControl::end`] on the control passed to [`Self::start_with`] can shorten this second.
    pub fn quit(self) {
        if let Some(child) = self.child {
            child.shut_down(self.driver.quit_command(), self.control.grace());
        }
    }

    fn run(&mut self, side: &str) -> Result {
        let command = self.spec.command(side).ok_or(EngineError::NoCommand)?;
        let mut child = Child::start(command, self.spec.patience).map_err(|error| {
            EngineError::start(self.spec.command.first().map_or("", String::as_str), &error)
        })?;
        child.set_control(&self.control);
        if let Some(name) = self.driver.handshake(&mut child, self.rules)? {
            self.name = name;
        }
        self.child = Some(child);
        Ok(())
    }
}

struct Listener<'a> {
    driver: &'a mut dyn ProtocolDriver,
    child: &'a mut Child,
    game: &'a Game<AnyPosition>,
    on_info: &'a mut dyn FnMut(&Info),
}

impl Listener<'_> {
    /// Tells the engine to move at once. Returns false if the protocol has no command for this.
    fn send_move_now(&mut self) -> bool {
        let command = self.driver.move_now_command();
        command.inspect(|&command| self.child.send(command)).is_some()
    }

    fn listen(&mut self, asked: Instant, deadline: Instant) -> Result<Answer> {
        let mut infos = vec![Info::default()];
        loop {
            if self.child.control.take_move_now() {
                self.send_move_now();
            }
            let Some((at, line)) = self.child.receive(deadline)? else { continue };
            match self.driver.parse(self.child, &line, self.game.position())? {
                EngineLine::Other => {}
                EngineLine::Info(next) => {
                    let place = usize::from(next.place);
                    if place >= infos.len() && place < MAX_VARIATIONS {
                        infos.resize_with(place + 1, Info::default);
                    }
                    let Some(info) = infos.get_mut(place) else { continue };
                    info.update(self.with_moves(next));
                    (self.on_info)(info);
                }
                EngineLine::Decision(decision) => {
                    let took = at.saturating_duration_since(asked);
                    return Ok(Answer { decision, info: infos.swap_remove(0), took });
                }
            }
        }
    }

    /// Returns `info` with the moves of its variation, up to the first illegal move.
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

    /// Tells the engine to move at once. Returns `error` if the engine moved in time, otherwise [`EngineError::Hung`].
    fn stop(&mut self, asked: Instant, error: EngineError) -> EngineError {
        let grace = self.child.control.grace();
        self.child.set_control(&QueryControl::default());
        let stopped = self.send_move_now() && self.listen(asked, Instant::now() + grace).is_ok();
        if stopped { error } else { EngineError::Hung }
    }
}

/// The time that an engine may take to identify itself in each protocol that is tried.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts an engine and prepares it for a game. The text `line` is a [`Spec`] or only a command. For a command, several
/// protocols are tried. The control can cancel the start.
pub fn start_line(line: &str, rules: Rules, control: &QueryControl) -> Result<Engine> {
    let prepare = |spec: Spec| {
        let mut engine = Engine::start_with(spec, rules, control)?;
        engine.new_game().map(|()| engine)
    };
    if line.contains("cmd=") {
        return prepare(line.parse().map_err(EngineError::CommandLine)?);
    }
    let command = split(line).map_err(EngineError::CommandLine)?;
    let mut faults = Vec::new();
    for protocol in [Protocol::Uci, Protocol::Cecp, Protocol::Ucci] {
        let command = command.clone();
        let spec = Spec { command, protocol, patience: PATIENCE, ..Spec::default() };
        match prepare(spec) {
            Ok(engine) => return Ok(engine),
            // After such an error, another protocol would not help.
            Err(
                error @ (EngineError::Start { .. }
                | EngineError::NoCommand
                | EngineError::Cancelled
                | EngineError::Rules(_)),
            ) => return Err(error),
            Err(error) => faults.push((protocol, error)),
        }
    }
    Err(EngineError::NoProtocol(faults))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFacts {
    pub name: String,
    pub protocol: Protocol,
    pub options: Vec<EngineOption>,
}

/// Starts an engine as [`start_line`] does, reads its facts, and ends it. Fails if it cannot be started for `rules`.
pub fn probe(line: &str, rules: Rules, control: &QueryControl) -> Result<EngineFacts> {
    let engine = start_line(line, rules, control)?;
    let facts = EngineFacts {
        name: engine.name().to_owned(),
        protocol: engine.protocol(),
        options: engine.options(),
    };
    engine.quit();
    Ok(facts)
}
