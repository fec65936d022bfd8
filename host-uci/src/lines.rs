//! Queues the lines of the input, writes the lines of all threads to the output, and logs both.

use crate::protocol::{Command, Dialect, parse};
use chuhe_host::text::read_line;
use parking_lot::Mutex;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// The number of bytes after which the rest of a line is skipped. A `position` with the longest game fits.
const MAX_LINE_LENGTH: usize = 1 << 18;
/// The largest number of lines in the queue. While the queue is full, at most one more line is read.
pub(crate) const QUEUE_LENGTH: usize = 1 << 10;

pub(crate) struct InputLine {
    pub(crate) text: String,
    pub(crate) read_at: Instant,
}

/// The numbers of `stop` and `quit` lines that were received but not yet executed. While such a line waits, the search
/// of a `go` ends at once, even if other lines are queued before the waiting line.
#[derive(Debug, Default)]
pub(crate) struct PendingStops {
    stops: AtomicUsize,
    quits: AtomicUsize,
}

impl PendingStops {
    pub(crate) fn any(&self) -> bool {
        self.any_stop() || self.quits.load(SeqCst) > 0
    }

    /// True if a `stop` waits, which interrupts `perft` and `bench`. A `quit` waits until they are completed.
    pub(crate) fn any_stop(&self) -> bool {
        self.stops.load(SeqCst) > 0
    }

    pub(crate) fn remove(&self, line: &str) {
        if let Some(count) = self.of(line) {
            count.fetch_sub(1, SeqCst);
        }
    }

    fn of(&self, line: &str) -> Option<&AtomicUsize> {
        // In UCCI every `setoption` is well formed. Therefore a word `stop` in an option is not taken for a command.
        match parse(line, Dialect::Ucci)? {
            Command::Stop => Some(&self.stops),
            Command::Quit => Some(&self.quits),
            _ => None,
        }
    }
}

/// Reads lines into the queue until `quit`, until the input ends, or until the receiver is gone.
pub(crate) fn fill(
    lines: SyncSender<InputLine>,
    console: &Console<impl Write>,
    input: &mut impl BufRead,
) -> io::Result<()> {
    while let Some(text) = read_line(input, MAX_LINE_LENGTH)? {
        let read_at = Instant::now();
        console.log(">>", &text);
        if let Some(count) = console.pending_stops.of(&text) {
            count.fetch_add(1, SeqCst);
        }
        let is_quit = text.split_whitespace().next() == Some("quit");
        if lines.send(InputLine { text, read_at }).is_err() || is_quit {
            break;
        }
    }
    Ok(())
}

/// The output, the log and the counts of waiting stops, which all threads share.
#[derive(Debug)]
pub(crate) struct Console<W> {
    pub(crate) pending_stops: PendingStops,
    writer: Mutex<W>,
    fault: OnceLock<io::Error>,
    /// The file to which all lines of input and output are appended, or the error that ended the log.
    log: Mutex<Option<io::Result<File>>>,
}

impl<W: Write> Console<W> {
    pub(crate) fn new(writer: W) -> Self {
        let (pending_stops, writer) = (PendingStops::default(), Mutex::new(writer));
        Self { pending_stops, writer, fault: OnceLock::new(), log: Mutex::new(None) }
    }

    pub(crate) fn write_line(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut writer = self.writer.lock();
        // The line is logged before it is sent, so that the answer to it comes later in the log.
        self.log("<<", &text);
        if let Err(error) = writer.write_all(text.as_bytes()).and_then(|()| writer.flush()) {
            self.fault.get_or_init(|| error);
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.fault.get().is_some()
    }

    /// Returns the first error of writing, if there was one. A closed output is no error.
    pub(crate) fn end(self) -> io::Result<()> {
        match self.fault.into_inner() {
            Some(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                Err(io::Error::other(format!("the output cannot be written: {fault}")))
            }
            _ => Ok(()),
        }
    }

    /// Begins to append all lines of input and output to the file `name`. An empty name ends the log.
    pub(crate) fn open_log(&self, name: &str) -> io::Result<()> {
        // The earlier log ends, even if the new file cannot be opened.
        *self.log.lock() = None;
        if !name.is_empty() {
            let file = File::options().append(true).create(true).open(name)?;
            *self.log.lock() = Some(Ok(file));
        }
        Ok(())
    }

    /// Returns the error that ended the log. Later calls return `None`.
    pub(crate) fn take_log_fault(&self) -> Option<io::Error> {
        self.log.lock().take_if(|log| log.is_err())?.err()
    }

    /// Writes lines into the log as Stockfish does, with the mark `>>` for input and `<<` for output.
    pub(crate) fn log(&self, mark: &str, text: &str) {
        let mut log = self.log.lock();
        if let Some(Ok(file)) = &mut *log {
            let lines: String = text.lines().map(|line| format!("{mark} {line}\n")).collect();
            if let Err(error) = file.write_all(lines.as_bytes()) {
                *log = Some(Err(error));
            }
        }
    }
}
