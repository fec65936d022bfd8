//! A program that runs beside this one and is spoken to in lines.

use super::EngineError;
#[cfg(unix)]
use super::mark::Mark;
use crate::lines::read_line;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are kept; the rest of a longer one is dropped.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that wait to be heard; a program that writes more waits itself.
const WAITING_LINES: usize = 1 << 10;
/// Lines of the error output that are kept, for the message when the program dies.
const LAST_WORDS: usize = 4;
/// Lines that one question may be answered with.
const FLOOD: u32 = 200_000;

/// How long to listen before looking whether the program is still there.
const GLANCE: Duration = Duration::from_millis(100);

/// A running program. Dropped, it is ended with every process that it started.
#[derive(Debug)]
pub(super) struct Child {
    process: std::process::Child,
    #[cfg(unix)]
    mark: Mark,
    /// Lines on their way to the program. A thread writes them: one that does not read blocks
    /// nobody else.
    to: Option<Sender<String>>,
    from: Receiver<Event>,
    wake: SyncSender<Event>,
    /// Of the question being answered.
    control: Control,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Closed once the error output is read to its end.
    errors: Receiver<()>,
    /// Lines that may still be heard before this is a flood.
    before_flood: u32,
    /// How long it may take to get ready.
    patience: Duration,
    /// Whether the process was waited for: its number may belong to somebody else by now.
    is_gone: bool,
}

/// What happens while one listens.
#[derive(Debug)]
enum Event {
    /// The program wrote a line, at this moment.
    Line(Instant, String),
    /// The program closed its output.
    Closed,
    /// Somebody else wants the listener's attention.
    Wake,
}

/// What listening came to.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line, and when it came.
    Line(Instant, String),
    /// Nothing until the deadline.
    Late,
    /// Nothing until the question was cancelled.
    Cancelled,
    /// Nothing until an answer was wanted at once; this is heard once.
    Hurried,
}

/// Takes one question to an engine back, or hurries its answer, from any thread.
///
/// Clones stand for the same question.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Question>);

#[derive(Debug, Default)]
struct Question {
    is_cancelled: AtomicBool,
    is_hurried: AtomicBool,
    /// Where its answer is awaited.
    wake: Mutex<Option<SyncSender<Event>>>,
}

impl Question {
    fn wake(&self) {
        if let Some(wake) = &*lock(&self.wake) {
            // With the queue full the listener is awake.
            let _ = wake.try_send(Event::Wake);
        }
    }
}

impl Control {
    /// The engine shall stop thinking; if it has not begun, it will not.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, SeqCst);
        self.0.wake();
    }

    /// The engine shall move at once, with what it has.
    pub fn hurry(&self) {
        self.0.is_hurried.store(true, SeqCst);
        self.0.wake();
    }

    /// Whether it was taken back.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(SeqCst)
    }
}

impl Child {
    /// Starts a program in a process group of its own, and marked.
    pub(super) fn start(mut command: Command, patience: Duration) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(unix)]
        let mark = Mark::put_on(&mut command);
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (to, lines) = mpsc::channel();
        let (wake, from) = mpsc::sync_channel(WAITING_LINES);
        let last_words = Arc::default();
        if let Some(input) = process.stdin.take() {
            thread::spawn(move || write_lines(input, &lines));
        }
        if let Some(output) = process.stdout.take() {
            let events = wake.clone();
            thread::spawn(move || read_output(output, &events));
        }
        let (all_read, errors) = mpsc::channel();
        if let Some(errors) = process.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || {
                read_errors(errors, &last_words);
                drop(all_read);
            });
        }
        Ok(Self {
            process,
            #[cfg(unix)]
            mark,
            to: Some(to),
            from,
            wake,
            control: Control::default(),
            last_words,
            errors,
            before_flood: FLOOD,
            patience,
            is_gone: false,
        })
    }

    /// From now on, until the next call, listening ends when this question is cancelled or hurried.
    pub(super) fn heed(&mut self, control: &Control) {
        self.control = control.clone();
        *lock(&control.0.wake) = Some(self.wake.clone());
    }

    /// How long it may take to get ready.
    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// Sends a line, and lets the program answer at length again.
    pub(super) fn say(&mut self, line: impl Into<String>) {
        let line = line.into();
        log::trace!("{} < {line}", self.process.id());
        self.before_flood = FLOOD;
        // A program that is gone does not read; listening will tell.
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// The next line, or what came instead of it.
    ///
    /// # Errors
    /// When the program has ended, closed its output, or writes without end; it is given up then.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, EngineError> {
        loop {
            if self.control.is_cancelled() {
                return Ok(Heard::Cancelled);
            }
            if self.control.0.is_hurried.swap(false, SeqCst) {
                return Ok(Heard::Hurried);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(GLANCE)) {
                Ok(Event::Line(at, line)) => {
                    log::trace!("{} > {line}", self.process.id());
                    match self.before_flood.checked_sub(1) {
                        Some(lines) => self.before_flood = lines,
                        None => {
                            self.kill();
                            return Err(EngineError::Flood { lines: FLOOD });
                        }
                    }
                    return Ok(Heard::Line(at, line));
                }
                Ok(Event::Wake) => {}
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    if !self.exits_within(GLANCE) {
                        return Err(EngineError::Closed);
                    }
                    let status = self.kill();
                    return Err(EngineError::Ended { status, last_words: self.last_words() });
                }
                Err(RecvTimeoutError::Timeout) if self.has_exited() => {
                    // What it has started holds its output open.
                    let status = self.kill();
                    return Err(EngineError::Ended { status, last_words: self.last_words() });
                }
                Err(RecvTimeoutError::Timeout) if left <= GLANCE => return Ok(Heard::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Drops the lines that came without being asked for.
    pub(super) fn forget_the_past(&mut self) {
        while let Ok(Event::Line(..) | Event::Wake) = self.from.try_recv() {}
    }

    /// Says goodbye, waits a little for the program to go, and sees that it is gone.
    pub(super) fn end(mut self, goodbye: Option<&str>, grace: Duration) {
        if let Some(line) = goodbye {
            self.say(line);
        }
        self.to = None;
        self.control = Control::default();
        let deadline = Instant::now() + grace;
        while let Ok(Heard::Line(..)) = self.hear(deadline) {}
    }

    /// What the program, which has ended, wrote last to its error output.
    fn last_words(&self) -> String {
        // Nothing is ever sent: this ends when all is read, or somebody else holds it open.
        let _ = self.errors.recv_timeout(GLANCE);
        let words = lock(&self.last_words);
        words.iter().map(String::as_str).collect::<Vec<_>>().join(" / ")
    }

    /// Whether the program ends so soon; where that cannot be seen, it is taken to.
    fn exits_within(&self, while_waiting: Duration) -> bool {
        let deadline = Instant::now() + while_waiting;
        while cfg!(unix) && !self.has_exited() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Whether the program has ended; it still keeps its number then.
    fn has_exited(&self) -> bool {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            matches!(waitid(WaitId::Pid(Pid::from_child(&self.process)), look), Ok(Some(_)))
        }
        #[cfg(not(unix))]
        false
    }

    /// Ends the program and whatever it started, and takes its exit status. The group goes first:
    /// until its leader is waited for, nobody else can have its number.
    fn kill(&mut self) -> Option<ExitStatus> {
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.process);
            // Nobody may be left in it.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.process.kill();
        self.is_gone = true;
        let status = self.process.wait().ok();
        #[cfg(unix)]
        self.mark.end_all();
        status
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.is_gone {
            self.kill();
        }
    }
}

/// Locks, even after another thread panicked with the lock held: what is locked here is never
/// left half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_output(output: impl Read, events: &SyncSender<Event>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output, LONGEST_LINE) {
        if events.send(Event::Line(Instant::now(), line)).is_err() {
            return;
        }
    }
    // Nobody may be left to hear it.
    let _ = events.send(Event::Closed);
}

fn read_errors(errors: impl Read, last_words: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    while let Ok(Some(line)) = read_line(&mut errors, LONGEST_LINE) {
        log::debug!("an engine's error output: {line}");
        let mut words = lock(last_words);
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(line.chars().take(200).collect());
    }
}
