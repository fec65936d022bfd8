//! The queue of received lines.

use crate::output::Output;
use chuhe_host::lines::read_line;
use std::io::{self, BufRead, Write};
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

    /// The count of a line that ends every search before it.
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
    pending_stops: &PendingStops,
    output: &Output<impl Write>,
    input: &mut impl BufRead,
) -> io::Result<()> {
    while let Some(text) = read_line(input, MAX_LINE_LENGTH)? {
        let read_at = Instant::now();
        output.log(">>", &text);
        if let Some(count) = pending_stops.of(&text) {
            count.fetch_add(1, SeqCst);
        }
        let is_quit = text.split_whitespace().next() == Some("quit");
        if lines.send(InputLine { text, read_at }).is_err() || is_quit {
            break;
        }
    }
    Ok(())
}
