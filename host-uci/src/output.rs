//! The output, shared by all threads.

use parking_lot::Mutex;
use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The output. It remembers if writing has failed.
#[derive(Debug)]
pub(crate) struct Output<W> {
    writer: Mutex<W>,
    is_broken: AtomicBool,
}

impl<W: Write> Output<W> {
    pub(crate) const fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), is_broken: AtomicBool::new(false) }
    }

    /// Writes a line and flushes it.
    pub(crate) fn write_line(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut writer = self.writer.lock();
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.is_broken.store(true, Relaxed);
        }
    }

    /// True if writing has failed, because the other program is gone.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken.load(Relaxed)
    }
}
