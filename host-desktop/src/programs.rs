//! Runs the engines that play in the window's game, each on its own thread, and tests engines.

use chuhe_app::AppEvent;
use chuhe_app::app_error::engine_failure;
use chuhe_app::game_model::ProgramQuestion;
use chuhe_core::Side;
use chuhe_core::rules::Rules;
use chuhe_host::engine::{EngineError, Info, QueryControl, probe, start_line};
use chuhe_host::{Worker, catch};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest time that engines get to quit when the program ends. Engines that need longer are killed.
pub(crate) const GRACE: Duration = Duration::from_millis(500);

/// The engines that play in the window's game, by [`Side::index`]. Dropping the value stops them.
#[derive(Debug)]
pub struct Programs {
    engines: [Option<PlayingEngine>; 2],
    leaving: Vec<PlayingEngine>,
    events: Sender<AppEvent>,
}

#[derive(Debug)]
struct PlayingEngine {
    thread: Worker<(ProgramQuestion, QueryControl)>,
    control: QueryControl,
    /// Controls the start and the end of the engine. `control` controls only its last question.
    life: QueryControl,
}

impl Programs {
    pub const fn new(events: Sender<AppEvent>) -> Self {
        Self { engines: [None, None], leaving: Vec::new(), events }
    }

    pub fn start(&mut self, side: Side, number: u64, line: String, rules: Rules) {
        self.stop(side);
        let events = self.events.clone();
        log::info!("{side}: starts {line}");
        let life = QueryControl::default();
        let control = life.clone();
        let thread = Worker::start(move |asked| {
            if catch(|| live(&line, (side, number, rules), asked, &events, &control)).is_none() {
                let why = engine_failure(&EngineError::Panic);
                let _ = events.send(AppEvent::Ready(side, number, Err(why)));
            }
        });
        match thread {
            Ok(thread) => {
                let engine = PlayingEngine { thread, control: QueryControl::default(), life };
                self.engines[side.index()] = Some(engine);
            }
            Err(error) => {
                // Sending fails only when the program ends.
                let why = engine_failure(&EngineError::start("Chuhe", &error));
                let _ = self.events.send(AppEvent::Ready(side, number, Err(why)));
            }
        }
    }

    pub fn stop(&mut self, side: Side) {
        if let Some(mut engine) = self.engines[side.index()].take() {
            log::info!("{side}: its program is stopped");
            engine.thread.close();
            engine.control.cancel();
            engine.life.cancel();
            self.leaving.retain(|leaving| !leaving.thread.is_finished());
            self.leaving.push(engine);
        }
    }

    /// Stops all engines. Kills those that have not ended at the time `by`.
    pub fn end(&mut self, by: Instant) {
        for side in Side::ALL {
            self.engines[side.index()].iter().for_each(|engine| engine.control.end(by));
            self.stop(side);
        }
        self.leaving.iter().for_each(|engine| engine.life.end(by));
    }

    pub fn ask(&mut self, question: ProgramQuestion) {
        self.cancel();
        if let Some(engine) = &mut self.engines[question.side.index()] {
            engine.control = QueryControl::default();
            // If the engine has failed, the question is dropped, because the failure was reported already.
            engine.thread.send((question, engine.control.clone()));
        }
    }

    pub fn cancel(&mut self) {
        self.engines.iter().flatten().for_each(|engine| engine.control.cancel());
    }

    pub fn hurry(&mut self) {
        self.engines.iter().flatten().for_each(|engine| engine.control.move_now());
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        self.end(Instant::now() + GRACE);
    }
}

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

fn live(
    line: &str,
    (side, number, rules): (Side, u64, Rules),
    asked: &Receiver<(ProgramQuestion, QueryControl)>,
    events: &Sender<AppEvent>,
    life: &QueryControl,
) {
    let mut engine = match start_line(line, rules, life) {
        Ok(engine) => engine,
        Err(_) if life.is_cancelled() => return,
        Err(why) => {
            log::error!("{line}: {why}");
            let _ = events.send(AppEvent::Ready(side, number, Err(engine_failure(&why))));
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
            if info.place > 0 {
                return;
            }
            let line = info.search_line(begun.elapsed().as_millis() as u64);
            let _ = events.send(AppEvent::Thinking(question.id, line));
        };
        let answer = engine.think(&question.game, &question.budget, deadline, &control, &mut told);
        let action = match answer {
            Ok(answer) => Ok(answer.decision),
            Err(EngineError::Cancelled) => continue,
            Err(error) => {
                log::error!("{line}: {error}");
                Err(engine_failure(&error))
            }
        };
        let _ = events.send(AppEvent::Played(question.id, action));
    }
    engine.quit();
}

/// The largest number of threads that test engines. While an engine hangs, the other threads test the other engines.
const MOST: usize = 8;

/// The threads that test whether an engine supports given rules. Dropping the value cancels the tests.
#[derive(Debug)]
pub struct EngineTester {
    /// `None` once the tests are cancelled. Dropping the sender ends the threads.
    requests: Option<Sender<(String, Rules)>>,
    queue: Arc<Mutex<Receiver<(String, Rules)>>>,
    threads: Vec<JoinHandle<()>>,
    control: QueryControl,
    events: Sender<AppEvent>,
}

impl EngineTester {
    pub fn new(events: Sender<AppEvent>) -> Self {
        let (requests, queue) = mpsc::channel();
        let (requests, queue) = (Some(requests), Arc::new(Mutex::new(queue)));
        Self { requests, queue, threads: Vec::new(), control: QueryControl::default(), events }
    }

    pub fn test(&mut self, line: String, rules: Rules) {
        if self.threads.len() < MOST {
            let (queue, events) = (Arc::clone(&self.queue), self.events.clone());
            let control = self.control.clone();
            self.threads.push(thread::spawn(move || work(&queue, &events, &control)));
        }
        if let Some(requests) = &self.requests {
            // Sending does not fail, because `queue` holds the receiver.
            let _ = requests.send((line, rules));
        }
    }

    /// Cancels all tests. Kills the engines that have not ended at the time `by`.
    pub fn end(&mut self, by: Instant) {
        self.requests = None;
        self.control.end(by);
    }
}

impl Drop for EngineTester {
    fn drop(&mut self) {
        self.end(Instant::now() + GRACE);
        for thread in self.threads.drain(..) {
            // A panic of the thread was reported already.
            let _ = thread.join();
        }
    }
}

fn work(
    queue: &Mutex<Receiver<(String, Rules)>>,
    events: &Sender<AppEvent>,
    control: &QueryControl,
) {
    loop {
        let request = queue.lock().recv();
        let Ok((line, rules)) = request else { return };
        let outcome = catch(|| probe(&line, rules, control)).unwrap_or(Err(EngineError::Panic));
        if control.is_cancelled() {
            return;
        }
        match &outcome {
            Ok(facts) => log::info!("{line}: {} plays {rules}", facts.name),
            Err(why) => log::info!("{line}: {why}"),
        }
        let outcome = outcome.map_err(|why| engine_failure(&why));
        let _ = events.send(AppEvent::EngineProbed(line, rules, outcome));
    }
}
