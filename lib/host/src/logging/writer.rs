//! Writes the log on its own thread. If a write fails, the thread tries again later.

use super::LogConfig;
use super::file::RollingFile;
use super::queue::{INFO_RATE, Queue, WriteRequest};
use super::record::complain;
use chrono::Local;
use log::Level;
use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

pub(super) enum Sink {
    File(RollingFile),
    /// A stream and its name. The stream stays open as long as the program runs.
    Stream(Box<dyn Write + Send>, &'static str),
}

impl Sink {
    fn write(&mut self, records: &mut Vec<u8>) -> Result<(), String> {
        match self {
            Self::File(file) => file.write(records),
            Self::Stream(stream, name) => {
                let mut written = 0;
                let mut lines = records.split_inclusive(|&byte| byte == b'\n');
                let result = lines.try_for_each(|line| {
                    stream.write_all(line)?;
                    written += line.len();
                    Ok(())
                });
                records.drain(..written);
                result.map_err(|error: io::Error| format!("{name}: {error}"))
            }
        }
    }

    fn name(&self) -> String {
        match self {
            Self::File(file) => file.path().display().to_string(),
            Self::Stream(_, name) => (*name).to_owned(),
        }
    }
}

#[derive(Debug)]
struct Outage {
    text: String,
    since: Instant,
    lost_before: u64,
}

pub(super) struct Writer {
    queue: Arc<Queue>,
    config: LogConfig,
    sink: Sink,
    batch: Vec<u8>,
    fault: Option<Outage>,
}

impl Writer {
    pub(super) fn new(queue: Arc<Queue>, config: LogConfig, sink: Sink) -> Self {
        Self { queue, config, sink, batch: Vec::new(), fault: None }
    }

    /// Writes records until the log ends. A panic loses the records that were being written.
    pub(super) fn run(mut self) {
        loop {
            match catch_unwind(AssertUnwindSafe(|| self.attempt())) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => self.give_up(),
            }
            self.queue.end_attempt(self.batch.len());
        }
        self.give_up();
        if let Some(fault) = &self.fault {
            let lost = self.queue.counts().lost - fault.lost_before;
            self.tell(format_args!("the log ends: {lost} records were lost"));
        }
        self.queue.end();
    }

    /// Waits until there is something to write, and tries to write it. Returns false if the log is closed.
    fn attempt(&mut self) -> bool {
        let WriteRequest { limited, overflowed, reopen, is_closed } =
            self.queue.take(&mut self.batch, self.fault.is_some());
        if reopen {
            self.close();
        }
        if limited > 0 {
            let kib = INFO_RATE >> 10;
            self.append(format_args!("{limited} records were left out: more than {kib} KiB/s"));
        }
        if overflowed > 0 {
            self.append(format_args!("{overflowed} records were lost: they could not be written"));
        }
        if let Err(text) = self.write() {
            self.fail(text);
        }
        !is_closed
    }

    /// Tries to write the batch. If this succeeds after a fault, reports the end of the fault.
    fn write(&mut self) -> Result<(), String> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let is_moved = matches!(&self.sink, Sink::File(file) if file.is_moved());
        if is_moved {
            self.close();
        }
        self.sink.write(&mut self.batch)?;
        let name = self.sink.name();
        if is_moved {
            self.queue.count_fault();
            self.tell(format_args!("{name} was moved or removed; a new one is begun"));
        }
        if let Some(Outage { text, since, lost_before }) = self.fault.take() {
            let lost = self.queue.counts().lost - lost_before;
            self.tell(format_args!("the log is written again: {name}; {lost} records were lost"));
            let seconds = since.elapsed().as_secs();
            self.append(format_args!("the log could not be written for {seconds} s: {text}"));
            self.sink.write(&mut self.batch)?;
        }
        Ok(())
    }

    /// Reports a fault, unless an earlier fault still lasts.
    fn fail(&mut self, text: String) {
        if self.fault.is_none() {
            self.queue.count_fault();
            self.tell(format_args!("the log cannot be written: {text}; tried again every second"));
            let lost_before = self.queue.counts().lost;
            self.fault = Some(Outage { text, since: Instant::now(), lost_before });
        }
    }

    /// Counts the records of the batch as lost, and closes the file.
    fn give_up(&mut self) {
        let records = self.batch.iter().filter(|&&byte| byte == b'\n').count();
        self.queue.count_lost(records as u64);
        self.batch.clear();
        self.close();
    }

    fn close(&mut self) {
        if let Sink::File(file) = &mut self.sink {
            file.file = None;
        }
    }

    /// Appends a record about the log itself to the batch.
    fn append(&mut self, text: fmt::Arguments<'_>) {
        let line = self.config.line(Local::now(), Level::Warn, module_path!(), text);
        self.batch.extend_from_slice(line.as_bytes());
    }

    fn tell(&self, text: fmt::Arguments<'_>) {
        complain(self.config.program, &text);
    }
}
