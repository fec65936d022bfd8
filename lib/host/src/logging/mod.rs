//! Writes the log of a program to files of bounded size, the standard error output, or the system's journal.
//!
//! Each thread formats its own records and appends them to a queue, so it never waits for a disk. A further thread
//! writes the records. After a failure this thread tries again later. The README says why no logging library is used.

mod file;
mod queue;
mod record;
mod writer;

pub use file::{LOG_FILES, LOG_SIZE};
pub use queue::{INFO_RATE, LOG_BUFFER, LogCounts, WARN_RATE};
pub use record::{LogFormat, LogTarget, MAX_MESSAGE, complain};

use chrono::Local;
use file::RollingFile;
use log::{LevelFilter, Metadata, Record};
use queue::Queue;
use std::path::PathBuf;
use std::sync::{self, Arc, OnceLock};
use std::time::Duration;
use std::{fs, io, thread};
use writer::{Sink, Writer};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogConfig {
    pub program: &'static str,
    /// The folder that contains `logs/`.
    pub home: PathBuf,
    pub level: LevelFilter,
    pub target: LogTarget,
    pub format: LogFormat,
}

impl LogConfig {
    /// Returns a configuration that logs as text to the file `logs/chess.log` in `home`.
    pub fn new(program: &'static str, home: impl Into<PathBuf>, level: LevelFilter) -> Self {
        let (target, format) = Default::default();
        Self { program, home: home.into(), level, target, format }
    }
}

pub fn log_level(name: &str) -> Result<LevelFilter, &'static str> {
    name.parse().map_err(|_| "the levels are off, error, warn, info, debug and trace")
}

static QUEUE: OnceLock<Arc<Queue>> = OnceLock::new();

pub fn log_counts() -> LogCounts {
    QUEUE.get().map(|queue| queue.counts()).unwrap_or_default()
}

#[derive(Debug, thiserror::Error)]
#[error("no log: {0}")]
pub struct LogError(#[from] io::Error);

/// The log of a running program. Dropping it writes the buffered records, but waits at most five seconds.
#[must_use = "the log ends when it is dropped"]
#[derive(Debug)]
pub struct Log(Arc<Queue>);

impl Log {
    /// Starts a log of the records that the program writes with the crate `log`.
    ///
    /// Records of level `info` and above are written at once, other records within a second. If writing
    /// fails, a line on the standard error output says so. When the fault is over, another line follows.
    /// During the fault, up to [`LOG_BUFFER`] bytes of records wait. Further records are lost and counted.
    ///
    /// # Errors
    /// Fails if the program already has a logger, or if the system refuses a thread. A file that
    /// cannot be written is no error: it may be writable later.
    pub fn start(config: LogConfig) -> Result<Self, LogError> {
        // A write beyond the system's limit of file sizes raises a signal. Without this handler the program would end.
        #[cfg(unix)]
        signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), Arc::default())?;
        let folder = config.home.join("logs");
        let sink = if config.target == LogTarget::File {
            // If this fails, the writer reports the reason.
            let _ = fs::create_dir_all(&folder);
            Sink::File(RollingFile::new(folder, LOG_SIZE))
        } else {
            Sink::Stream(Box::new(io::stderr()), "the standard error output")
        };
        let (log, logger) = Self::of(&config, sink)?;
        log::set_boxed_logger(Box::new(logger)).map_err(io::Error::other)?;
        log::set_max_level(config.level);
        // A second logger fails in the lines above, so `QUEUE` is still empty here.
        let _ = QUEUE.set(Arc::clone(&log.0));
        Ok(log)
    }

    /// Creates a log that writes to `sink`, and the logger that fills its queue.
    fn of(config: &LogConfig, sink: Sink) -> io::Result<(Self, Logger)> {
        let queue = Arc::new(Queue::new(config.level));
        let writer = Writer::new(Arc::clone(&queue), config.clone(), sink);
        thread::Builder::new().name("log".to_owned()).spawn(|| writer.run())?;
        Ok((Self(Arc::clone(&queue)), Logger { queue, config: config.clone() }))
    }

    /// Opens the log file again. Call this after a program such as logrotate has renamed the file.
    pub fn reopen(&self) {
        self.0.reopen();
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.0.close(Duration::from_secs(5));
    }
}

#[derive(Debug)]
struct Logger {
    queue: Arc<Queue>,
    config: LogConfig,
}

impl log::Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= self.config.level
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let (level, text) = (record.level(), *record.args());
            let line = self.config.line(Local::now(), level, record.target(), text);
            self.queue.append(level, &line);
        }
    }

    fn flush(&self) {
        // A running program waits at most a second for its log.
        self.queue.flush(Duration::from_secs(1));
    }
}

#[cfg(all(test, unix))]
mod tests;
