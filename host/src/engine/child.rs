//! A program that runs beside this one and is spoken to in lines.

use super::EngineError;
#[cfg(unix)]
use super::process_tag::ProcessTag;
use crate::lines::read_line;
use crate::lock;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are kept; the rest of a longer one is dropped.
const MAX_LINE_LENGTH: usize = 1 << 16;
/// Lines that wait to be heard; a program that writes more waits itself.
const QUEUE_LENGTH: usize = 1 << 10;
/// Lines of the error output that are kept, for the message when the program dies.
const STDERR_LINES: usize = 4;
/// Lines that one question may be answered with.
const MAX_LINES: u32 = 200_000;

/// How long to listen before looking whether the program is still there.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A running program. Dropped, it is ended with every process that it started.
#[derive(Debug)]
pub(super) struct Child {
    process: std::process::Child,
    #[cfg(unix)]
    mark: ProcessTag,
    /// Lines on their way to the program. A thread writes them: one that does not read blocks
    /// nobody else.
    to: Option<Sender<String>>,
    from: Receiver<ChildEvent>,
    wake: SyncSender<ChildEvent>,
    /// Of the question being answered.
    control: QueryControl,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    /// Closed once the error output is read to its end.
    errors: Receiver<()>,
    /// Lines that may still be heard before this is a flood.
    lines_left: u32,
    /// How long it may take to get ready.
    patience: Duration,
    /// Whether the process was waited for: its number may belong to somebody else by now.
    is_reaped: bool,
}

/// What happens while one listens.
#[derive(Debug)]
enum ChildEvent {
    /// The program wrote a line, at this moment.
    Line(Instant, String),
    /// The program closed its output.
    Closed,
    /// Somebody else wants the listener's attention.
    Wake,
}

/// What listening came to.
#[derive(Debug)]
pub(super) enum Received {
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
pub struct QueryControl(Arc<ControlState>);

#[derive(Debug, Default)]
struct ControlState {
    is_cancelled: AtomicBool,
    is_hurried: AtomicBool,
    /// Where its answer is awaited.
    wake: Mutex<Option<SyncSender<ChildEvent>>>,
}

impl ControlState {
    fn wake(&self) {
        if let Some(wake) = &*lock(&self.wake) {
            // With the queue full the listener is awake.
            let _ = wake.try_send(ChildEvent::Wake);
        }
    }
}

impl QueryControl {
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
        let mark = ProcessTag::attach(&mut command);
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (to, lines) = mpsc::channel();
        let (wake, from) = mpsc::sync_channel(QUEUE_LENGTH);
        let stderr_tail = Arc::default();
        if let Some(input) = process.stdin.take() {
            thread::spawn(move || write_lines(input, &lines));
        }
        if let Some(output) = process.stdout.take() {
            let events = wake.clone();
            thread::spawn(move || read_output(output, &events));
        }
        let (all_read, errors) = mpsc::channel();
        if let Some(errors) = process.stderr.take() {
            let stderr_tail = Arc::clone(&stderr_tail);
            thread::spawn(move || {
                read_errors(errors, &stderr_tail);
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
            control: QueryControl::default(),
            stderr_tail,
            errors,
            lines_left: MAX_LINES,
            patience,
            is_reaped: false,
        })
    }

    /// From now on, until the next call, listening ends when this question is cancelled or hurried.
    pub(super) fn set_control(&mut self, control: &QueryControl) {
        self.control = control.clone();
        *lock(&control.0.wake) = Some(self.wake.clone());
    }

    /// How long it may take to get ready.
    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// Sends a line, and lets the program answer at length again.
    pub(super) fn send(&mut self, line: impl Into<String>) {
        let line = line.into();
        log::trace!("{} < {line}", self.process.id());
        self.lines_left = MAX_LINES;
        // A program that is gone does not read; listening will tell.
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// The next line, or what came instead of it.
    ///
    /// # Errors
    /// When the program has ended, closed its output, or writes without end; it is given up then.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Received, EngineError> {
        loop {
            if self.control.is_cancelled() {
                return Ok(Received::Cancelled);
            }
            if self.control.0.is_hurried.swap(false, SeqCst) {
                return Ok(Received::Hurried);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(ChildEvent::Line(at, line)) => {
                    log::trace!("{} > {line}", self.process.id());
                    match self.lines_left.checked_sub(1) {
                        Some(lines) => self.lines_left = lines,
                        None => {
                            self.kill();
                            return Err(EngineError::Flood { lines: MAX_LINES });
                        }
                    }
                    return Ok(Received::Line(at, line));
                }
                Ok(ChildEvent::Wake) => {}
                Ok(ChildEvent::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    if !self.exits_within(POLL_INTERVAL) {
                        return Err(EngineError::Closed);
                    }
                    return Err(self.ended());
                }
                // Another process that it started may hold its output open.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left <= POLL_INTERVAL => {
                    return Ok(Received::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Drops the lines that came without being asked for.
    pub(super) fn discard_pending(&mut self) {
        while let Ok(ChildEvent::Line(..) | ChildEvent::Wake) = self.from.try_recv() {}
    }

    /// Says quit_command, waits a little for the program to go, and sees that it is gone.
    pub(super) fn shut_down(mut self, quit_command: Option<&str>, grace: Duration) {
        if let Some(line) = quit_command {
            self.send(line);
        }
        self.to = None;
        self.control = QueryControl::default();
        let deadline = Instant::now() + grace;
        while let Ok(Received::Line(..)) = self.receive(deadline) {}
    }

    /// Cleans up after a program that has exited, and returns the error that describes its end.
    fn ended(&mut self) -> EngineError {
        let status = self.kill();
        EngineError::Ended { status, stderr_tail: self.stderr_tail() }
    }

    /// The last lines that the program wrote to its error output.
    fn stderr_tail(&self) -> String {
        // Nothing is ever sent: this ends when all is read, or somebody else holds it open.
        let _ = self.errors.recv_timeout(POLL_INTERVAL);
        let words = lock(&self.stderr_tail);
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
        self.is_reaped = true;
        let status = self.process.wait().ok();
        #[cfg(unix)]
        self.mark.kill_all();
        status
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
        }
    }
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_output(output: impl Read, events: &SyncSender<ChildEvent>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output, MAX_LINE_LENGTH) {
        if events.send(ChildEvent::Line(Instant::now(), line)).is_err() {
            return;
        }
    }
    // Nobody may be left to hear it.
    let _ = events.send(ChildEvent::Closed);
}

fn read_errors(errors: impl Read, stderr_tail: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    while let Ok(Some(line)) = read_line(&mut errors, MAX_LINE_LENGTH) {
        log::debug!("an engine's error output: {line}");
        let mut words = lock(stderr_tail);
        if words.len() == STDERR_LINES {
            words.pop_front();
        }
        words.push_back(line.chars().take(200).collect());
    }
}
