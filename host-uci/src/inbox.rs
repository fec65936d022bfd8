//! The lines that came and wait to be obeyed.

use chuhe_host::lines::read_line;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes of a line that are read: more than the longest game takes.
const MAX_LINE_LENGTH: usize = 1 << 18;
/// Lines that may wait; the next one is read when there is room again.
pub(crate) const QUEUE_LENGTH: usize = 1 << 10;

/// A line, and whether it is one that no search may keep waiting.
pub(crate) struct InputLine {
    pub(crate) text: String,
    is_stop: bool,
}

/// How many lines that say `stop` or `quit` were read and are not yet obeyed. While there are any,
/// every search ends at once: what the other program said before them cannot hold them up.
#[derive(Debug, Default)]
pub(crate) struct PendingStops(AtomicUsize);

impl PendingStops {
    pub(crate) fn any(&self) -> bool {
        self.0.load(SeqCst) > 0
    }

    /// This line has been obeyed.
    pub(crate) fn remove(&self, line: &InputLine) {
        self.0.fetch_sub(usize::from(line.is_stop), SeqCst);
    }
}

/// Where lines are put in, and taken out.
pub(crate) fn inbox() -> (SyncSender<InputLine>, Receiver<InputLine>) {
    sync_channel(QUEUE_LENGTH)
}

/// Reads lines until `quit`, to the end of the input, or until nobody takes them out.
pub(crate) fn fill(
    lines: SyncSender<InputLine>,
    pending_stops: &PendingStops,
    input: &mut impl BufRead,
) -> io::Result<()> {
    while let Some(text) = read_line(input, MAX_LINE_LENGTH)? {
        let word = text.split_whitespace().next();
        let (is_stop, is_last) = (matches!(word, Some("stop" | "quit")), word == Some("quit"));
        pending_stops.0.fetch_add(usize::from(is_stop), SeqCst);
        if lines.send(InputLine { text, is_stop }).is_err() || is_last {
            break;
        }
    }
    Ok(())
}
