//! The lines in and out: the queue of received ones, the output of all threads, and the debug log of both.

use chuhe_host::text::read_line;
use parking_lot::Mutex;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// The largest line that is read, in bytes. The longest game fits.
const MAX_LINE_LENGTH: usize = 1 << 18;
/// The largest number of lines in the queue. Reading stops while it is full.
pub(crate) const QUEUE_LENGTH: usize = 1 << 10;

pub(crate) struct InputLine {
    pub(crate) text: String,
    pub(crate) read_at: Instant,
}

/// The number of `stop` and `quit` lines that were received but not executed. While there are any,
/// every search ends at once, even if other lines come before them.
#[derive(Debug, Default)]
pub(crate) struct PendingStops {
    stops: AtomicUsize,
    quits: AtomicUsize,
}

impl PendingStops {
    pub(crate) fn any(&self) -> bool {
        self.any_stop() || self.quits.load(SeqCst) > 0
    }

    /// True if a `stop` waits. A count, which has an end, is finished before `quit`.
    pub(crate) fn any_stop(&self) -> bool {
        self.stops.load(SeqCst) > 0
    }

    pub(crate) fn remove(&self, line: &str) {
        if let Some(count) = self.of(line) {
            count.fetch_sub(1, SeqCst);
        }
    }

    fn of(&self, line: &str) -> Option<&AtomicUsize> {
        match line.split_whitespace().next()? {
            "stop" => Some(&self.stops),
            "quit" => Some(&self.quits),
            _ => None,
        }
    }
}

/// Reads lines until `quit`, until the input ends, or until the receiver is gone.
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

/// The state of both directions, which all threads share.
#[derive(Debug)]
pub(crate) struct Console<W> {
    pub(crate) pending_stops: PendingStops,
    writer: Mutex<W>,
    fault: OnceLock<io::Error>,
    /// The file to which all lines in and out are appended, or the error that ended it.
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
        // First, so that the log has the line before any answer to it.
        self.log("<<", &text);
        if let Err(error) = writer.write_all(text.as_bytes()).and_then(|()| writer.flush()) {
            self.fault.get_or_init(|| error);
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.fault.get().is_some()
    }

    /// Returns the error of writing. A program that reads no more is none.
    pub(crate) fn end(self) -> io::Result<()> {
        match self.fault.into_inner() {
            Some(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                Err(io::Error::other(format!("the output cannot be written: {fault}")))
            }
            _ => Ok(()),
        }
    }

    /// Appends all lines from now on to a file; an empty name ends that.
    pub(crate) fn open_log(&self, name: &str) -> io::Result<()> {
        // A file that cannot be opened ends the earlier log, too: the lines belong elsewhere.
        *self.log.lock() = None;
        if !name.is_empty() {
            let file = File::options().append(true).create(true).open(name)?;
            *self.log.lock() = Some(Ok(file));
        }
        Ok(())
    }

    /// Returns the error of the log that nobody has heard of yet.
    pub(crate) fn take_log_fault(&self) -> Option<io::Error> {
        self.log.lock().take_if(|log| log.is_err())?.err()
    }

    /// Writes lines into the log with a mark, as Stockfish does: `>>` for those in, `<<` for those out.
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
