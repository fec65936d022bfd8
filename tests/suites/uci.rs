//! Tests the UCI engine, line by line and by the scripts of `tests/data/uci`.

use chuhe_core::rules::Rules;
use chuhe_core::{HeapMemory, NoMonitor, bench, table_of};
use chuhe_tests::random::Random;
use chuhe_tests::rows;
use chuhe_tests::script::{self, ScriptLine, fits};
use chuhe_tests::wait::PATIENCE;
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

struct Engine {
    to: PipeWriter,
    from: Receiver<(Instant, String)>,
    thread: JoinHandle<std::io::Result<()>>,
}

impl Engine {
    fn start() -> Self {
        let (input, to) = pipe().unwrap();
        let (output, writer) = pipe().unwrap();
        let thread = thread::spawn(move || {
            chuhe_uci::run(Rules::default(), &mut BufReader::new(input), writer)
        });
        let (sender, from) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines();
            lines.try_for_each(|line| sender.send((Instant::now(), line.unwrap())))
        });
        Self { to, from, thread }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// The time of the next line, and the line. `None`: the engine has ended.
    fn hear(&self) -> Option<(Instant, String)> {
        match self.from.recv_timeout(PATIENCE) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing for {PATIENCE:?}"),
        }
    }

    /// Waits until a line fits the pattern, and returns the time of this line.
    fn await_line(&self, pattern: &str) -> Instant {
        self.await_without(pattern, &[])
    }

    /// Waits like [`await_line`](Self::await_line). No line up to the awaited line may fit a pattern in `forbidden`.
    fn await_without(&self, pattern: &str, forbidden: &[String]) -> Instant {
        loop {
            let (at, line) = self.hear().expect("the engine goes on");
            let wrong = forbidden.iter().find(|pattern| fits(&line, pattern));
            assert_eq!(wrong, None, "{line}");
            if fits(line.trim(), pattern.trim()) {
                return at;
            }
        }
    }

    fn time(&mut self, line: &str, pattern: &str) -> Duration {
        let asked = Instant::now();
        self.say(line);
        self.await_line(pattern).saturating_duration_since(asked)
    }

    fn end(self) {
        drop(self.to);
        self.thread.join().unwrap().unwrap();
    }
}

/// An engine, and the patterns of lines that it must not say before the next expected line.
pub(crate) struct Session {
    engine: Engine,
    forbidden: Vec<String>,
}

impl Session {
    pub(crate) fn new() -> Self {
        Self { engine: Engine::start(), forbidden: Vec::new() }
    }
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Send(text) => self.engine.say(text),
            ScriptLine::ExpectLater(pattern) => {
                self.engine.await_without(pattern, &self.forbidden);
                self.forbidden.clear();
            }
            ScriptLine::Forbid(pattern) => self.forbidden.push(pattern.to_owned()),
            ScriptLine::Directive("ends", "") => while self.engine.hear().is_some() {},
            _ => panic!("the engine's scripts have no such line"),
        }
    }

    fn end(self) {
        self.engine.end();
    }
}

/// Runs `commands`, one of which is a bench, and returns the number of nodes that it prints.
fn bench_nodes(commands: &str) -> String {
    let mut output = Vec::new();
    chuhe_uci::run(Rules::default(), &mut commands.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(!text.contains("no network from"), "{text}");
    let nodes = text.lines().find_map(|line| line.strip_prefix("Nodes searched  : "));
    nodes.unwrap_or_else(|| panic!("{commands}: {text}")).to_owned()
}

#[test]
fn bench_is_that_of_the_core() {
    let rows = rows::<4>("bench.csv");
    let (_, [_, depth, slots, nodes]) = rows.iter().find(|(_, row)| row[0] == "network").unwrap();
    assert_eq!([depth.as_str(), slots], ["14", "16384"], "the depth and the table of the program");
    assert_eq!(bench_nodes("bench"), *nodes);
    let table = table_of(1);
    let by_hand = bench(8, &table, &mut HeapMemory::new(), &mut NoMonitor).unwrap();
    let commands = "setoption name Use NNUE value false\nbench 8";
    assert_eq!(bench_nodes(commands), by_hand.to_string());
    let file = "setoption name EvalFile value ../lib/host/networks/xiangqi.nn\nbench 8";
    assert_eq!(bench_nodes(file), bench_nodes("bench 8"));
}

#[test]
fn the_debug_log_has_all_lines_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("debug.log");
    let mut engine = Engine::start();
    engine.say(&format!("setoption name Debug Log File value {}", log.display()));
    engine.time("isready", "readyok");
    engine.time("go depth 1", "bestmove *");
    engine.say("setoption name Debug Log File value");
    engine.time("isready", "readyok");
    engine.time("go depth 1", "bestmove *");
    engine.end();
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("<< readyok\n>> go depth 1\n<< info depth 1 "), "{text}");
    assert_eq!(text.matches("<< bestmove ").count(), 1, "{text}");
    assert!(text.lines().all(|line| line.starts_with("<< ") || line.starts_with(">> ")), "{text}");
}

/// Asserts that one of at most 400 tries takes less than `limit`, because other programs can delay a try.
#[track_caller]
fn assert_below(limit: Duration, mut duration: impl FnMut() -> Duration) {
    let mut best = || (0..20).map(|_| duration()).min().unwrap();
    assert!((0..20).any(|_| best() < limit), "no try takes less than {limit:?}");
}

#[test]
fn stop_answers_within_ten_milliseconds() {
    let mut engine = Engine::start();
    assert_below(Duration::from_millis(10), || {
        engine.say("go infinite");
        engine.await_line("info depth 3 *");
        engine.time("stop", "bestmove *")
    });
    engine.end();
}

#[test]
fn stop_waits_for_nothing_that_was_said_before() {
    let mut engine = Engine::start();
    assert_below(Duration::from_millis(10), || {
        engine.say("go depth 60\nposition startpos moves h2e2\ngo movetime 60000");
        engine.await_line("info depth 3 *");
        let took = engine.time("stop\nisready", "readyok");
        engine.say("d");
        engine.await_line("Fen: * b - - *");
        took
    });
    engine.say("go depth 60\nposition startpos");
    engine.await_line("info depth 3 *");
    engine.say("quit");
    engine.await_line("bestmove *");
    engine.end();
}

#[test]
fn a_move_time_is_kept() {
    let mut engine = Engine::start();
    engine.say("setoption name Move Overhead value 0");
    let wanted = Duration::from_millis(60);
    assert_below(Duration::from_millis(5), || {
        let took = engine.time("go movetime 60", "bestmove *");
        assert!(took >= wanted - Duration::from_millis(5), "{took:?}");
        took - wanted.min(took)
    });
    engine.end();
}

#[test]
fn the_end_of_the_input_lets_a_limited_search_finish_and_ends_any_other() {
    for (at, [go, last]) in rows("uci_ends.txt") {
        let mut engine = Engine::start();
        engine.say(&go);
        let Engine { to, from, thread } = engine;
        drop(to);
        let lines: Vec<String> = from.iter().map(|(_, line)| line).collect();
        thread.join().unwrap().unwrap();
        assert!(fits(lines.last().unwrap(), "bestmove *"), "{at}");
        assert!(lines.iter().any(|line| fits(line, &last)), "{at}");
    }
}

#[test]
fn an_engine_to_which_nobody_listens_ends() {
    for go in ["go infinite", "go perft 60"] {
        let Engine { mut to, from, thread } = Engine::start();
        // Without this receiver, the output of the engine is closed after one more line.
        drop(from);
        writeln!(to, "isready\n{go}").unwrap();
        // The engine reads at most one line more, which it cannot answer.
        while !thread.is_finished() && writeln!(to, "isready").is_ok() {}
        thread.join().unwrap().unwrap();
    }
}

#[test]
fn any_bytes_are_survived() {
    let mut engine = Engine::start();
    let mut random = Random::new(1);
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..random.below(80)).map(|_| random.below(256) as u8).collect();
        engine.to.write_all(&bytes).unwrap();
    }
    engine.say("");
    engine.say(&"x ".repeat(400_000));
    engine.say("isready");
    engine.await_line("readyok");
    engine.end();
}
