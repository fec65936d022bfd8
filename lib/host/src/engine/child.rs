//! A child process that exchanges lines of text with this program.

use super::error::{EngineError, Result};
#[cfg(unix)]
use super::process_tag::ProcessTag;
use crate::search_thread::StopToken;
use crate::text::read_line;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The greatest length, in bytes, of a line from the process. The rest of a longer line is dropped.
const MAX_LINE_LENGTH: usize = 1 << 16;
/// The number of lines that can wait for `receive`. Beyond this number, the output of the process is not read.
const QUEUE_LENGTH: usize = 1 << 10;
/// The number of lines from the end of the error output that the message about an ended process shows.
const STDERR_LINES: usize = 4;
/// The number of lines after which an answer counts as a flood.
const MAX_LINES: u32 = 200_000;

/// The time that an engine may take to stop searching, or to quit.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The process of an engine. Dropping this value kills the process and all processes that it started.
#[derive(Debug)]
pub(super) struct Child {
    process: std::process::Child,
    #[cfg(unix)]
    mark: ProcessTag,
    /// The channel to the thread that writes to the process. If the process does not read, only that thread waits.
    to: Option<Sender<String>>,
    from: Receiver<ChildEvent>,
    wake: SyncSender<ChildEvent>,
    pub(super) control: QueryControl,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    /// A channel that is disconnected when the whole error output has been read.
    errors: Receiver<()>,
    lines_left: u32,
    last_line: Instant,
    /// The time that the process may take to start, or to get ready for a game.
    pub(super) patience: Duration,
    /// True after the exit status was taken. From then on, the process number may belong to another process.
    is_reaped: bool,
}

#[derive(Debug)]
enum ChildEvent {
    /// A line from the process, and the time at which it was read.
    Line(Instant, String),
    Closed,
    /// The query was cancelled, or the engine must move at once.
    Wake,
}

/// Cancels a query to an engine, or makes the engine move at once, from any thread. Clones control the same query.
#[derive(Clone, Debug, Default)]
pub struct QueryControl(Arc<ControlState>);

#[derive(Debug, Default)]
struct ControlState {
    token: StopToken,
    move_now: AtomicBool,
    /// The time by which the engine must stop searching, or must quit. Otherwise it is killed.
    end: Mutex<Option<Instant>>,
    wake: Mutex<Option<SyncSender<ChildEvent>>>,
}

impl ControlState {
    fn wake(&self) {
        if let Some(wake) = &*self.wake.lock() {
            // If the queue is full, `receive` does not wait, and needs no event.
            let _ = wake.try_send(ChildEvent::Wake);
        }
    }
}

impl QueryControl {
    /// Stops the search of the query. A query that has not begun yet never begins.
    pub fn cancel(&self) {
        self.0.token.cancel();
        self.0.wake();
    }

    pub fn token(&self) -> StopToken {
        self.0.token.clone()
    }

    /// Cancels the query. The engine is killed if it has not stopped or quit within a second, or by the time `by`.
    pub fn end(&self, by: Instant) {
        self.0.end.lock().get_or_insert(by);
        self.cancel();
    }

    /// The time within which the engine must stop searching, or must quit.
    pub(super) fn grace(&self) -> Duration {
        let left = self.0.end.lock().map(|end| end.saturating_duration_since(Instant::now()));
        left.map_or(STOP_TIMEOUT, |left| left.min(STOP_TIMEOUT))
    }

    /// Makes the engine stop searching, and play the best move that it has found so far.
    pub fn move_now(&self) {
        self.0.move_now.store(true, SeqCst);
        self.0.wake();
    }

    /// Returns true once after a call of `move_now`, unless the query is cancelled.
    pub(super) fn take_move_now(&self) -> bool {
        !self.is_cancelled() && self.0.move_now.swap(false, SeqCst)
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.token.is_cancelled()
    }
}

impl Child {
    /// Starts a process. On Unix the process has its own process group and a `ProcessTag`.
    pub(super) fn start(mut command: Command, patience: Duration) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(unix)]
        let mark = ProcessTag::attach(&mut command);
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (input, output, error_output) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (to, lines) = mpsc::channel();
        let (wake, from) = mpsc::sync_channel(QUEUE_LENGTH);
        let (all_read, errors) = mpsc::channel();
        let (events, stderr_tail) = (wake.clone(), Arc::default());
        let tail = Arc::clone(&stderr_tail);
        // If the system refuses to start a thread, `child` is dropped, which kills the process.
        let child = Self {
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
            last_line: Instant::now(),
            patience,
            is_reaped: false,
        };
        if let Some(input) = input {
            thread::Builder::new().spawn(move || write_lines(input, &lines))?;
        }
        if let Some(output) = output {
            thread::Builder::new().spawn(move || read_output(output, &events))?;
        }
        if let Some(errors) = error_output {
            thread::Builder::new().spawn(move || {
                read_errors(errors, &tail);
                drop(all_read);
            })?;
        }
        Ok(child)
    }

    /// Replaces the control that can interrupt `receive`.
    pub(super) fn set_control(&mut self, control: &QueryControl) {
        self.control = control.clone();
        *control.0.wake.lock() = Some(self.wake.clone());
    }

    /// Sends a line to the process, and allows [`MAX_LINES`] lines for the answer.
    pub(super) fn send(&mut self, line: impl Into<String>) {
        let line = line.into();
        log::trace!("{} < {line}", self.process.id());
        self.lines_left = MAX_LINES;
        // The error is ignored, because `receive` returns an error if the process has ended.
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// Removes the limit of lines in the answer, for a search that ends only when a command stops it.
    pub(super) const fn allow_any_lines(&mut self) {
        self.lines_left = u32::MAX;
    }

    /// Waits for the next line, and returns `(time, line)`; `None` if a [`QueryControl`] interrupted the wait. If the
    /// process has ended or has sent too many lines, kills it and all processes that it started.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>> {
        loop {
            if self.control.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            // The last received line came after the deadline. So all lines that came in time have been received.
            if self.last_line > deadline {
                return Err(EngineError::Late);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(ChildEvent::Line(at, line)) => {
                    log::trace!("{} > {line}", self.process.id());
                    let Some(lines_left) = self.lines_left.checked_sub(1) else {
                        self.kill();
                        return Err(EngineError::Flood { lines: MAX_LINES });
                    };
                    self.lines_left = lines_left;
                    self.last_line = at;
                    return Ok(Some((at, line)));
                }
                Ok(ChildEvent::Wake) => return Ok(None),
                Ok(ChildEvent::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    let exits = self.exits_within(POLL_INTERVAL);
                    return Err(if exits { self.ended() } else { EngineError::Closed });
                }
                // A child of the ended process may keep the output open. Then `Closed` does not arrive.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left <= POLL_INTERVAL => {
                    return Err(EngineError::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    pub(super) fn discard_pending(&mut self) {
        if self.from.try_iter().any(|event| matches!(event, ChildEvent::Closed)) {
            // The event goes back into the queue, so that the next `receive` returns the error.
            let _ = self.wake.try_send(ChildEvent::Closed);
        }
    }

    /// Sends the quit command, if there is one. Kills the process if it still runs after `grace`.
    pub(super) fn shut_down(mut self, quit_command: Option<&str>, grace: Duration) {
        if let Some(line) = quit_command {
            self.send(line);
        }
        self.to = None;
        self.control = QueryControl::default();
        let deadline = Instant::now() + grace;
        while self.receive(deadline).is_ok() {}
    }

    fn ended(&mut self) -> EngineError {
        let status = self.kill();
        EngineError::Ended { status, stderr_tail: self.stderr_tail() }
    }

    fn stderr_tail(&self) -> String {
        // This wait ends when the whole error output has been read. If another process keeps the output
        // open, the wait ends after `POLL_INTERVAL`.
        let _ = self.errors.recv_timeout(POLL_INTERVAL);
        let words = self.stderr_tail.lock();
        words.iter().map(String::as_str).collect::<Vec<_>>().join(" / ")
    }

    /// Returns true if the process ends within `while_waiting`. On systems other than Unix, always returns true.
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

    /// Returns true if the process has ended. Does not take the exit status, so the process keeps its number.
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

    /// Kills the process and all processes that it started, and returns its exit status. The group is killed first,
    /// because the system may reuse the group's number after the exit status is taken.
    fn kill(&mut self) -> Option<ExitStatus> {
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.process);
            // The error is ignored, because the group may be empty.
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
    // The error is ignored, because the receiver may be dropped already.
    let _ = events.send(ChildEvent::Closed);
}

fn read_errors(errors: impl Read, stderr_tail: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    while let Ok(Some(line)) = read_line(&mut errors, MAX_LINE_LENGTH) {
        log::debug!("an engine's error output: {line}");
        let mut words = stderr_tail.lock();
        if words.len() == STDERR_LINES {
            words.pop_front();
        }
        words.push_back(line.chars().take(200).collect());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::PATIENCE;

    fn shell(script: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Child::start(command, PATIENCE).expect("a shell")
    }

    fn runs(pid: u32) -> bool {
        let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
        rustix::process::test_kill_process(pid.expect("a process")).is_ok()
    }

    #[test]
    fn a_process_is_told_to_quit_before_it_is_killed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("said");
        let script = format!("cat > '{}'; echo bye >> '{0}'", path.display());
        for (command, said) in [(Some("quit"), "quit\nbye\n"), (None, "bye\n")] {
            // The process ends by itself, long before `PATIENCE` has passed.
            let child = shell(&script);
            let pid = child.process.id();
            child.shut_down(command, PATIENCE);
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), said);
            assert!(!runs(pid), "it is waited for");
        }
        // A process that ignores the quit command is killed.
        let child = shell("trap '' TERM; echo ready; while :; do sleep 1; done");
        let pid = child.process.id();
        child.shut_down(Some("quit"), Duration::from_millis(10));
        assert!(!runs(pid));
        let child = shell("sleep 1000");
        let pid = child.process.id();
        drop(child);
        assert!(!runs(pid));
    }

    #[test]
    fn lines_that_never_end_hide_no_deadline() {
        let deadline = Instant::now();
        let mut child = shell("yes");
        assert!(matches!(child.receive(deadline + PATIENCE), Ok(Some(_))));
        assert!(matches!(child.receive(deadline), Err(EngineError::Late)));
    }
}
