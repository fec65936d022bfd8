//! The output, shared by all threads, and the debug log of both directions.

use parking_lot::Mutex;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::sync::OnceLock;

#[derive(Debug)]
pub(crate) struct Output<W> {
    writer: Mutex<W>,
    /// The first error of writing.
    fault: OnceLock<io::Error>,
    /// The file to which all lines in and out are appended, or the error that ended it.
    log: Mutex<Option<io::Result<File>>>,
}

impl<W: Write> Output<W> {
    pub(crate) const fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), fault: OnceLock::new(), log: Mutex::new(None) }
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
