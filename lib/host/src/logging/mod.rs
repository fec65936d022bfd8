//! The log of a program: a file of bounded size, the standard error output, or the system's journal.
//!
//! A thread that logs formats its record and appends it to a queue. It never waits for a disk. One
//! thread of the log writes the records, and goes on when it cannot.
//! The README says why no library does it.

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
    /// The folder in which `logs/` is.
    pub home: PathBuf,
    pub level: LevelFilter,
    pub target: LogTarget,
    pub format: LogFormat,
}

impl LogConfig {
    /// A log in text in the file `logs/chess.log`.
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

/// The log of a running program. Dropping it writes the buffered records, within five seconds.
#[must_use = "the log ends when it is dropped"]
#[derive(Debug)]
pub struct Log(Arc<Queue>);

impl Log {
    /// Logs what the program says through the facade `log` from now on.
    ///
    /// Records of level `info` and above are written at once, other records within a second. When
    /// nothing can be written, one line on the standard error output says so, and one when it is over.
    /// Up to [`LOG_BUFFER`] bytes of records wait for that; further ones are lost and counted.
    ///
    /// # Errors
    /// Fails if the program already has a logger, or can have no thread. A file that cannot be written is no
    /// error: it may be writable later.
    pub fn start(config: LogConfig) -> Result<Self, LogError> {
        // The signal of a file that may not grow would end the program. The write fails all the same.
        #[cfg(unix)]
        signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), Arc::default())?;
        let folder = config.home.join("logs");
        let sink = if config.target == LogTarget::File {
            // The writer says why if there is none.
            let _ = fs::create_dir_all(&folder);
            Sink::File(RollingFile::new(folder, LOG_SIZE))
        } else {
            Sink::Stream(Box::new(io::stderr()), "the standard error output")
        };
        let (log, logger) = Self::of(&config, sink)?;
        log::set_boxed_logger(Box::new(logger)).map_err(io::Error::other)?;
        log::set_max_level(config.level);
        // Only the first logger of a program gets here.
        let _ = QUEUE.set(Arc::clone(&log.0));
        Ok(log)
    }

    /// A log that goes to this place, and the logger that fills it.
    fn of(config: &LogConfig, sink: Sink) -> io::Result<(Self, Logger)> {
        let queue = Arc::new(Queue::new(config.level));
        let writer = Writer::new(Arc::clone(&queue), config.clone(), sink);
        thread::Builder::new().name("log".to_owned()).spawn(|| writer.run())?;
        Ok((Self(Arc::clone(&queue)), Logger { queue, config: config.clone() }))
    }

    /// Opens the file again, after a program such as logrotate has renamed it.
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
        // A running program waits no longer for its log.
        self.queue.flush(Duration::from_secs(1));
    }
}

#[cfg(all(test, unix))]
mod tests;
