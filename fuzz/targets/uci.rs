//! Sends any lines. The engine must answer each `isready` and each search exactly once, and end at the end of the
//! input. Like a real interface, the target waits for every due answer before it sends the next line. Therefore it
//! knows which `go` reaches a busy engine and gets no answer.
#![no_main]

use chuhe_core::rules::Rules;
use chuhe_tests::tcp::PATIENCE;
use chuhe_uci::protocol::{Command, Dialect, parse};
use libfuzzer_sys::fuzz_target;
use std::io::{self, BufReader, Read, Write};
use std::str::Lines;
use std::sync::{Condvar, Mutex};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Answers {
    /// The number of lines `readyok`.
    ready: usize,
    /// The number of lines `bestmove` and `nobestmove`.
    moves: usize,
    bye: usize,
}

#[derive(Default)]
struct Heard {
    answers: Mutex<Answers>,
    changed: Condvar,
}

impl Write for &Heard {
    /// Counts the answers. The bytes must be whole lines, because the engine never writes a part of a line.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut answers = self.answers.lock().expect("no panic");
        let text = str::from_utf8(bytes).expect("answers are text");
        assert!(text.ends_with('\n'), "{text:?}");
        for line in text.lines() {
            match line.split(' ').next() {
                Some("readyok") => answers.ready += 1,
                Some("bestmove" | "nobestmove") => answers.moves += 1,
                Some("bye") => answers.bye += 1,
                _ => {}
            }
        }
        self.changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Interface<'a> {
    lines: Lines<'a>,
    dialect: Dialect,
    /// The search that waits for a command, if any: true if only `stop` ends it, false if `ponderhit` ends it, too.
    search: Option<bool>,
    due: Answers,
    heard: &'a Heard,
    has_ended: bool,
}

impl Interface<'_> {
    /// Returns the next line that costs the engine little time and memory. Adds a limit of nodes if necessary.
    fn next_line(&mut self) -> Option<String> {
        let dialect = self.dialect;
        let is_bounded = |line: &String| match parse(line, dialect) {
            Some(Command::Perft(_) | Command::Bench(_) | Command::GenFens(_)) => false,
            Some(Command::SetOption { name, .. }) => {
                !["hash", "hashsize", "threads"].contains(&&*name.to_ascii_lowercase())
            }
            Some(Command::Go(go)) => go.nodes.is_some_and(|nodes| nodes <= 500),
            _ => true,
        };
        self.lines.by_ref().find_map(|line| {
            [line.to_owned(), format!("{line} nodes 100")].into_iter().find(is_bounded)
        })
    }

    fn note(&mut self, line: &str) {
        let is_ucci = self.dialect == Dialect::Ucci;
        match parse(line, self.dialect) {
            Some(Command::Identify(dialect)) => self.dialect = dialect,
            Some(Command::IsReady) => self.due.ready += 1,
            Some(Command::Go(_)) if self.search.is_some() => {}
            Some(Command::Go(go)) => {
                self.due.moves += 1;
                let is_answered_at_once = is_ucci && go.depth == Some(0);
                if !is_answered_at_once && (go.ponder || go.infinite) {
                    self.search = Some(go.infinite);
                }
            }
            Some(Command::PonderHit { .. }) => self.search = self.search.filter(|it| *it),
            Some(Command::Stop) => {
                let is_idle = self.search.take().is_none();
                self.due.moves += usize::from(is_idle && is_ucci);
            }
            Some(Command::Quit) => {
                self.due.bye += usize::from(is_ucci);
                self.has_ended = true;
            }
            _ => self.has_ended |= line.split_whitespace().next() == Some("quit"),
        }
    }

    /// Waits for every due answer. A search that waits for a command has no due answer.
    fn wait(&self) {
        let due =
            Answers { moves: self.due.moves - usize::from(self.search.is_some()), ..self.due };
        let answers = self.heard.answers.lock().expect("no panic");
        let is_due = |answers: &mut Answers| answers.ready < due.ready || answers.moves < due.moves;
        let (answers, waited) =
            self.heard.changed.wait_timeout_while(answers, PATIENCE, is_due).expect("no panic");
        assert!(!waited.timed_out(), "{due:?} are due, {answers:?} came");
        assert_eq!(*answers, due);
    }
}

impl Read for Interface<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_ended {
            return Ok(0);
        }
        self.wait();
        let Some(line) = self.next_line() else { return Ok(0) };
        let line = line + "\n";
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        self.note(&line);
        Ok(line.len())
    }
}

fuzz_target!(|text: &str| {
    let heard = Heard::default();
    let interface = Interface {
        lines: text.lines(),
        dialect: Dialect::default(),
        search: None,
        due: Answers::default(),
        heard: &heard,
        has_ended: false,
    };
    // The buffer has room for the longest line of `text` with an added limit of nodes and a line ending.
    let mut input = BufReader::with_capacity(text.len() + 20, interface);
    chuhe_uci::run(Rules::default(), &mut input, &heard).expect("bytes can be read and written");
    let due = input.into_inner().due;
    assert_eq!(heard.answers.into_inner().expect("no panic"), due, "{text}");
});
