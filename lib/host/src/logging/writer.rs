//! The thread that writes the log, whatever happens to its file.

use super::LogCounts;
use super::buffer::{Buffer, Lost, count};
use super::file::{RollingFile, write_counted};
use super::limit::INFO_RATE;
use super::record::{Formatter, Scratch, complain};
use log::Level;
use std::fmt::Display;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

/// The pause before a log that could not be written is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The memory that is kept for the next records after many were written, in bytes.
const KEPT: usize = 64 << 10;

/// The place to which the records go.
pub(super) enum Sink {
    File(RollingFile),
    /// A stream that is open as long as the program runs, with its name.
    Stream(Box<dyn Write>, &'static str),
}

impl Sink {
    /// Writes records and removes those that are written.
    fn write(&mut self, records: &mut Vec<u8>) -> Result<(), String> {
        match self {
            Self::File(file) => file.write(records).map_err(|fault| fault.to_string()),
            Self::Stream(stream, name) => {
                let mut written = 0;
                let result = write_counted(stream, records, &mut written);
                records.drain(..written);
                result.map_err(|error| format!("{name}: {error}"))
            }
        }
    }

    fn close(&mut self) {
        if let Self::File(file) = self {
            file.close();
        }
    }

    /// Closes the file if it was moved or removed. Returns true if it was.
    fn close_moved(&mut self) -> bool {
        let Self::File(file) = self else { return false };
        let is_moved = file.is_moved();
        if is_moved {
            file.close();
        }
        is_moved
    }

    fn name(&self) -> String {
        match self {
            Self::File(file) => file.path().display().to_string(),
            Self::Stream(_, name) => (*name).to_owned(),
        }
    }
}

/// A time in which the log cannot be written.
#[derive(Debug)]
struct Fault {
    text: String,
    since: Instant,
    retry: Instant,
    /// The count of lost records when it began.
    lost_before: u64,
}

/// Takes records from the buffer and writes them until the log ends.
pub(super) struct Writer {
    buffer: Arc<Buffer>,
    counts: Arc<LogCounts>,
    formatter: Formatter,
    sink: Sink,
    scratch: Scratch,
    batch: Vec<u8>,
    fault: Option<Fault>,
}

impl Writer {
    pub(super) fn new(
        buffer: Arc<Buffer>,
        counts: Arc<LogCounts>,
        formatter: Formatter,
        sink: Sink,
    ) -> Self {
        let (scratch, batch, fault) = Default::default();
        Self { buffer, counts, formatter, sink, scratch, batch, fault }
    }

    /// Writes records until the log ends.
    pub(super) fn run(&mut self) {
        while self.attempt() {}
        let unwritten = count(&self.batch) + self.buffer.give_up();
        self.batch.clear();
        self.counts.lost.fetch_add(unwritten, Ordering::Relaxed);
        if let Some(fault) = &self.fault {
            let lost = self.counts.lost() - fault.lost_before;
            self.tell(&format_args!("the log ends: {lost} records were lost"));
        }
        self.buffer.end();
    }

    /// Waits until there is something to write, and tries to write it. Returns false at the end.
    fn attempt(&mut self) -> bool {
        let retry = self.fault.as_ref().map(|fault| fault.retry);
        let order = self.buffer.take(&mut self.batch, retry);
        if order.reopen {
            self.sink.close();
        }
        self.note_lost(order.lost);
        if let Err(text) = self.write() {
            self.fail(text);
        }
        let is_written = self.batch.is_empty();
        if is_written {
            self.batch.shrink_to(KEPT);
        }
        self.buffer.attempted(is_written);
        !order.is_closed || (is_written && !self.buffer.is_empty())
    }

    /// Tries to write the batch, and tells of a fault that is over.
    fn write(&mut self) -> Result<(), String> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let is_moved = self.sink.close_moved();
        self.sink.write(&mut self.batch)?;
        if is_moved {
            self.counts.faults.fetch_add(1, Ordering::Relaxed);
            let name = self.sink.name();
            self.tell(&format_args!("{name} was moved or removed; a new one is begun"));
        }
        if let Some(fault) = self.fault.take() {
            self.recover(&fault);
            self.sink.write(&mut self.batch)?;
        }
        Ok(())
    }

    /// Begins a fault, or lets the present one last.
    fn fail(&mut self, text: String) {
        let now = Instant::now();
        if let Some(fault) = &mut self.fault {
            fault.retry = now + RETRY;
            return;
        }
        self.counts.faults.fetch_add(1, Ordering::Relaxed);
        self.tell(&format_args!("the log cannot be written: {text}; tried again every second"));
        let lost_before = self.counts.lost();
        self.fault = Some(Fault { text, since: now, retry: now + RETRY, lost_before });
    }

    /// Tells of a fault that is over.
    fn recover(&mut self, fault: &Fault) {
        let lost = self.counts.lost() - fault.lost_before;
        let name = self.sink.name();
        self.tell(&format_args!("the log is written again: {name}; {lost} records were lost"));
        let (seconds, text) = (fault.since.elapsed().as_secs(), &fault.text);
        self.append(format_args!("the log could not be written for {seconds} s: {text}"));
    }

    /// Appends records that tell of lost ones.
    fn note_lost(&mut self, Lost { limited, overflowed }: Lost) {
        if limited > 0 {
            let kib = INFO_RATE >> 10;
            self.append(format_args!("{limited} records were left out: more than {kib} KiB/s"));
        }
        if overflowed > 0 {
            self.append(format_args!("{overflowed} records were lost: they could not be written"));
        }
    }

    /// Appends a record of the log itself.
    fn append(&mut self, text: std::fmt::Arguments<'_>) {
        let origin = (Level::Warn, module_path!());
        let line = self.formatter.line(&mut self.scratch, SystemTime::now(), origin, text);
        self.batch.extend_from_slice(line);
    }

    fn tell(&self, text: &dyn Display) {
        complain(self.formatter.program, text);
    }
}

impl Drop for Writer {
    /// Counts the records that a panic kept from being written.
    fn drop(&mut self) {
        self.counts.lost.fetch_add(count(&self.batch), Ordering::Relaxed);
    }
}
