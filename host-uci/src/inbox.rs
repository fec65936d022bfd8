//! The queue of received lines.

use crate::output::Output;
use chuhe_host::lines::read_line;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

/// The largest line that is read, in bytes. The longest game fits.
const MAX_LINE_LENGTH: usize = 1 << 18;
/// The largest number of lines in the queue. Reading stops while it is full.
pub(crate) const QUEUE_LENGTH: usize = 1 << 10;

/// A received line, and whether it is `stop` or `quit`.
pub(crate) struct InputLine {
    pub(crate) text: String,
    /// The time at which it was read.
    pub(crate) read_at: Instant,
    is_stop: bool,
}

/// The number of `stop` and `quit` lines that were received but not executed. While there are any,
/// every search ends at once, even if other lines come before them.
#[derive(Debug, Default)]
pub(crate) struct PendingStops(AtomicUsize);

impl PendingStops {
    pub(crate) fn any(&self) -> bool {
        self.0.load(SeqCst) > 0
    }

    /// Removes a line that has been executed.
    pub(crate) fn remove(&self, line: &InputLine) {
        self.0.fetch_sub(usize::from(line.is_stop), SeqCst);
    }
}

/// Creates the queue.
pub(crate) fn inbox() -> (SyncSender<InputLine>, Receiver<InputLine>) {
    sync_channel(QUEUE_LENGTH)
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
        output.log_input(&text);
        let word = text.split_whitespace().next();
        let (is_stop, is_last) = (matches!(word, Some("stop" | "quit")), word == Some("quit"));
        pending_stops.0.fetch_add(usize::from(is_stop), SeqCst);
        if lines.send(InputLine { text, read_at, is_stop }).is_err() || is_last {
            break;
        }
    }
    Ok(())
}
