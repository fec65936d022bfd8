//! Other programs at the table: each on a thread of its own, started before its game and stopped
//! after it.

use crate::app::Event;
use crate::table::{Inquiry, Insight};
use chuhe_core::AnyPosition;
use chuhe_core::notation;
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position, Side};
use chuhe_host::engine::{Engine, EngineError, Info, Protocol, QueryControl, Spec};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a program may take to say hello in a protocol.
const PATIENCE: Duration = Duration::from_secs(5);

/// The programs that play, by [`Side::index`]. Dropped, all of them are gone.
#[derive(Debug)]
pub struct Programs {
    seats: [Option<Seated>; 2],
    /// Those who were told to go.
    leaving: Vec<JoinHandle<()>>,
    events: Sender<Event>,
}

/// A program at the table.
#[derive(Debug)]
struct Seated {
    inquiries: Sender<(Inquiry, QueryControl)>,
    /// Of the question that it thinks about.
    control: QueryControl,
    thread: JoinHandle<()>,
}

impl Programs {
    /// No program yet; what becomes of them is told as events.
    #[must_use]
    pub const fn new(events: Sender<Event>) -> Self {
        Self { seats: [None, None], leaving: Vec::new(), events }
    }

    /// Starts a program to play a side; the one before is stopped.
    pub fn start(&mut self, side: Side, number: u64, line: String, rules: Rules) {
        self.stop(side);
        let (inquiries, asked) = mpsc::channel();
        let events = self.events.clone();
        log::info!("{side}: starts {line}");
        let life = move || live(&line, (side, number, rules), &asked, &events);
        let thread = thread::spawn(life);
        self.seats[side.index()] =
            Some(Seated { inquiries, control: QueryControl::default(), thread });
    }

    /// Stops the program that plays a side.
    pub fn stop(&mut self, side: Side) {
        if let Some(Seated { control, thread, .. }) = self.seats[side.index()].take() {
            log::info!("{side}: its program is stopped");
            control.cancel();
            self.leaving.retain(|leaving| !leaving.is_finished());
            self.leaving.push(thread);
        }
    }

    /// Asks the program of a side for a move; what it was asked before is void.
    pub fn ask(&mut self, inquiry: Inquiry) {
        self.cancel();
        if let Some(seated) = &mut self.seats[inquiry.side.index()] {
            seated.control = QueryControl::default();
            // One that has failed does not listen, and has said so.
            let _ = seated.inquiries.send((inquiry, seated.control.clone()));
        }
    }

    /// Whatever is being thought about is void.
    pub fn cancel(&mut self) {
        self.seats.iter().flatten().for_each(|seated| seated.control.cancel());
    }

    /// Whoever thinks shall move at once.
    pub fn hurry(&mut self) {
        self.seats.iter().flatten().for_each(|seated| seated.control.move_now());
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        Side::ALL.into_iter().for_each(|side| self.stop(side));
        for thread in self.leaving.drain(..) {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// Programs of other projects that this machine has, by the lines that start them.
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

/// The life of a program: it is started, answers, and is sent away when nobody asks any more.
fn live(
    line: &str,
    (side, number, rules): (Side, u64, Rules),
    asked: &Receiver<(Inquiry, QueryControl)>,
    events: &Sender<Event>,
) {
    let mut engine = match start(line, rules) {
        Ok(engine) => engine,
        Err(why) => {
            log::error!("{line}: {why}");
            // The window takes no more when the program ends.
            let _ = events.send(Event::Ready(side, number, Err(why)));
            return;
        }
    };
    let _ = events.send(Event::Ready(side, number, Ok(engine.name().to_owned())));
    for (inquiry, control) in asked {
        if control.is_cancelled() {
            continue;
        }
        let deadline = Instant::now() + inquiry.patience;
        let begun = Instant::now();
        let mut told = |info: &Info| {
            let insight = insight(&inquiry, info, begun.elapsed());
            let _ = events.send(Event::Thinking(inquiry.number, insight));
        };
        let answer = engine.think(&inquiry.game, &inquiry.budget, deadline, &control, &mut told);
        let action = match answer {
            Ok(answer) => Ok(answer.decision),
            Err(EngineError::Cancelled) => continue,
            Err(error) => {
                log::error!("{line}: {error}");
                Err(error.to_string())
            }
        };
        let _ = events.send(Event::Played(inquiry.number, action));
    }
    engine.quit();
}

/// Starts a program and prepares it for a game. One whose protocol is not said is spoken to in each
/// until it answers.
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

/// What a program tells of its thinking.
fn insight(inquiry: &Inquiry, info: &Info, took: Duration) -> Insight {
    Insight {
        ply: inquiry.game.moves().len(),
        side: inquiry.side,
        depth: info.depth.and_then(|depth| u8::try_from(depth).ok()).unwrap_or_default(),
        score: info.score.unwrap_or_default(),
        nodes: info.nodes.unwrap_or_default(),
        millis: took.as_millis() as u64,
        line: moves(inquiry.game.position(), info.line.as_deref().unwrap_or_default()),
    }
}

/// The moves of a line of play, as far as they can be read.
fn moves(position: &AnyPosition, line: &str) -> Vec<Move> {
    let mut position = position.clone();
    let read = |text: &str| {
        let mv = notation::read_any(text, &position).ok()?;
        position = position.play(mv);
        Some(mv)
    };
    line.split_whitespace().map_while(read).collect()
}
