//! Engines that play in the window's game. Each runs on its own thread, from before its game until after
//! it.

use chuhe_app::AppEvent;
use chuhe_app::game_model::{ProgramQuestion, SearchInfo};
use chuhe_core::AnyPosition;
use chuhe_core::notation;
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position, Side};
use chuhe_host::catch;
use chuhe_host::engine::{Engine, EngineError, Info, Protocol, QueryControl, Spec};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time that an engine may take to identify itself in a protocol.
const PATIENCE: Duration = Duration::from_secs(5);

/// The engines that play, by [`Side::index`]. Dropping this stops them.
#[derive(Debug)]
pub struct Programs {
    engines: [Option<EngineThread>; 2],
    /// The threads of stopped engines.
    leaving: Vec<JoinHandle<()>>,
    events: Sender<AppEvent>,
}

/// An engine in the game.
#[derive(Debug)]
struct EngineThread {
    questions: Sender<(ProgramQuestion, QueryControl)>,
    /// The control of the current query.
    control: QueryControl,
    thread: JoinHandle<()>,
}

impl Programs {
    /// Creates this without engines. Their answers go out as events.
    #[must_use]
    pub const fn new(events: Sender<AppEvent>) -> Self {
        Self { engines: [None, None], leaving: Vec::new(), events }
    }

    /// Starts an engine for a side, and stops the earlier one.
    pub fn start(&mut self, side: Side, number: u64, line: String, rules: Rules) {
        self.stop(side);
        let (questions, asked) = mpsc::channel();
        let events = self.events.clone();
        log::info!("{side}: starts {line}");
        let life = move || {
            if catch(|| live(&line, (side, number, rules), &asked, &events)).is_none() {
                let why = "a fault of Chuhe".to_owned();
                let _ = events.send(AppEvent::Ready(side, number, Err(why)));
            }
        };
        let thread = thread::spawn(life);
        self.engines[side.index()] =
            Some(EngineThread { questions, control: QueryControl::default(), thread });
    }

    /// Stops the engine of a side.
    pub fn stop(&mut self, side: Side) {
        if let Some(EngineThread { control, thread, .. }) = self.engines[side.index()].take() {
            log::info!("{side}: its program is stopped");
            control.cancel();
            self.leaving.retain(|leaving| !leaving.is_finished());
            self.leaving.push(thread);
        }
    }

    /// Asks the engine of a side for a move; an earlier question becomes void.
    pub fn ask(&mut self, question: ProgramQuestion) {
        self.cancel();
        if let Some(engine) = &mut self.engines[question.side.index()] {
            engine.control = QueryControl::default();
            // An engine that has failed has reported this already.
            let _ = engine.questions.send((question, engine.control.clone()));
        }
    }

    /// Cancels all queries.
    pub fn cancel(&mut self) {
        self.engines.iter().flatten().for_each(|engine| engine.control.cancel());
    }

    /// Makes the engines move at once.
    pub fn hurry(&mut self) {
        self.engines.iter().flatten().for_each(|engine| engine.control.move_now());
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        Side::ALL.into_iter().for_each(|side| self.stop(side));
        for thread in self.leaving.drain(..) {
            // A panic of the thread was reported already.
            let _ = thread.join();
        }
    }
}

/// The command lines of known engines on this machine.
#[must_use]
pub fn found() -> Vec<String> {
    const KNOWN: [&str; 7] =
        ["stockfish", "fairy-stockfish", "pikafish", "gnuchess", "fairymax", "maxqi", "crafty"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let games = ["/usr/games", "/usr/local/games"].map(Into::into);
    let folders: Vec<_> = std::env::split_paths(&path).chain(games).collect();
    let place = |name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    let files = KNOWN.into_iter().filter_map(place);
    files.map(|file| file.display().to_string()).collect()
}

/// Runs an engine: starts it and answers queries, until nobody can ask any more.
fn live(
    line: &str,
    (side, number, rules): (Side, u64, Rules),
    asked: &Receiver<(ProgramQuestion, QueryControl)>,
    events: &Sender<AppEvent>,
) {
    let mut engine = match start(line, rules) {
        Ok(engine) => engine,
        Err(why) => {
            log::error!("{line}: {why}");
            // The receiver is gone when the program ends.
            let _ = events.send(AppEvent::Ready(side, number, Err(why)));
            return;
        }
    };
    let _ = events.send(AppEvent::Ready(side, number, Ok(engine.name().to_owned())));
    for (question, control) in asked {
        if control.is_cancelled() {
            continue;
        }
        let deadline = Instant::now() + question.patience;
        let begun = Instant::now();
        let mut told = |info: &Info| {
            let info = search_info(&question, info, begun.elapsed());
            let _ = events.send(AppEvent::Thinking(question.id, info));
        };
        let answer = engine.think(&question.game, &question.budget, deadline, &control, &mut told);
        let action = match answer {
            Ok(answer) => Ok(answer.decision),
            Err(EngineError::Cancelled) => continue,
            Err(error) => {
                log::error!("{line}: {error}");
                Err(error.to_string())
            }
        };
        let _ = events.send(AppEvent::Played(question.id, action));
    }
    engine.quit();
}

/// Starts an engine and prepares it for a game. If the command line names no protocol, several are
/// tried.
fn start(line: &str, rules: Rules) -> Result<Engine, String> {
    let prepare = |spec: Spec| {
        let mut engine = Engine::start(spec, rules)?;
        engine.new_game().map(|()| engine)
    };
    if line.contains("cmd=") {
        let spec: Spec = line.parse().map_err(|error| format!("{error}"))?;
        return prepare(spec).map_err(|error| error.to_string());
    }
    let command = chuhe_host::engine::split(line).map_err(|error| error.to_string())?;
    let mut faults = Vec::new();
    for protocol in [Protocol::Uci, Protocol::Cecp, Protocol::Ucci] {
        let spec = Spec { command: command.clone(), patience: PATIENCE, ..Spec::new("", protocol) };
        match prepare(spec) {
            Ok(engine) => return Ok(engine),
            Err(error @ (EngineError::Start { .. } | EngineError::NoCommand)) => {
                return Err(error.to_string());
            }
            Err(error) => faults.push(format!("{protocol}: {error}")),
        }
    }
    Err(faults.join("; "))
}

/// Converts the information of an engine.
fn search_info(question: &ProgramQuestion, info: &Info, took: Duration) -> SearchInfo {
    SearchInfo {
        ply: question.game.moves().len(),
        side: question.side,
        depth: info.depth.and_then(|depth| u8::try_from(depth).ok()).unwrap_or_default(),
        score: info.score.unwrap_or_default(),
        nodes: info.nodes.unwrap_or_default(),
        millis: took.as_millis() as u64,
        line: moves(question.game.position(), info.line.as_deref().unwrap_or_default()),
    }
}

/// Reads the moves of a variation, as far as they are legal.
fn moves(position: &AnyPosition, line: &str) -> Vec<Move> {
    let mut position = position.clone();
    let read = |text: &str| {
        let mv = notation::read_any(text, &position).ok()?;
        position = position.play(mv);
        Some(mv)
    };
    line.split_whitespace().map_while(read).collect()
}
