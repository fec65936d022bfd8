//! The log of a program: a file of bounded size, the standard error output, or the system's journal.
//!
//! A thread that logs formats its record and appends it to a buffer. It never waits for a disk. One
//! thread of the log writes the buffer, and goes on when it cannot.

mod buffer;
mod file;
mod limit;
mod record;
mod writer;

use buffer::Buffer;
pub use buffer::LOG_BUFFER;
use file::RollingFile;
pub use file::{LOG_FILES, LOG_SIZE};
use limit::RateLimit;
pub use limit::{INFO_RATE, WARN_RATE};
use log::{Level, LevelFilter, Metadata, Record};
use parking_lot::Mutex;
use record::{Formatter, Scratch};
pub use record::{MAX_MESSAGE, complain};
use std::cell::RefCell;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use writer::{Sink, Writer};

/// The longest time for which a running program waits for its log.
const PATIENCE: Duration = Duration::from_secs(1);
/// The longest time for which a program that ends waits for its log.
const END_PATIENCE: Duration = Duration::from_secs(5);

/// The place where a log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogTarget {
    /// The file `logs/chess.log`.
    #[default]
    File,
    /// The standard error output.
    Stderr,
    /// The standard error output with a level before each record, for the journal of systemd.
    Journal,
}

impl LogTarget {
    /// All targets by name.
    pub const ALL: [(&str, Self); 3] =
        [("file", Self::File), ("stderr", Self::Stderr), ("journal", Self::Journal)];
}

/// The form of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// A line of text.
    #[default]
    Text,
    /// A line with a JSON object.
    Json,
}

impl LogFormat {
    /// All forms by name.
    pub const ALL: [(&str, Self); 2] = [("text", Self::Text), ("json", Self::Json)];
}

/// A name that is none of those that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this name is unknown")]
pub struct UnknownName;

impl FromStr for LogTarget {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find(&Self::ALL, name)
    }
}

impl FromStr for LogFormat {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find(&Self::ALL, name)
    }
}

/// The value of a name in a table.
pub(crate) fn find<T: Copy>(all: &[(&str, T)], name: &str) -> Result<T, UnknownName> {
    all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or(UnknownName)
}

/// The settings of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogConfig {
    /// The name of the program, which is part of each record.
    pub program: &'static str,
    /// The folder in which `logs/` is.
    pub home: PathBuf,
    /// The least level that is written.
    pub level: LevelFilter,
    /// The place where it is written.
    pub target: LogTarget,
    /// The form of a record.
    pub format: LogFormat,
}

impl LogConfig {
    /// A log in text in the file `logs/chess.log`.
    #[must_use]
    pub fn new(program: &'static str, home: impl Into<PathBuf>, level: LevelFilter) -> Self {
        let (target, format) = Default::default();
        Self { program, home: home.into(), level, target, format }
    }

    /// The folder of the log's files.
    fn folder(&self) -> PathBuf {
        self.home.join("logs")
    }
}

/// Counts of a log.
#[derive(Debug, Default)]
pub struct LogCounts {
    faults: AtomicU64,
    lost: AtomicU64,
}

impl LogCounts {
    /// The number of times that the log could not be written, each from its begin to its end.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.faults.load(Ordering::Relaxed)
    }

    /// The number of records that were not written.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

static COUNTS: OnceLock<Arc<LogCounts>> = OnceLock::new();

/// Returns the counts of the program's log. They are 0 without a log.
#[must_use]
pub fn log_counts() -> Arc<LogCounts> {
    COUNTS.get().map(Arc::clone).unwrap_or_default()
}

/// The log cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The system gives no thread, or takes no handler of a signal.
    #[error("no log: {0}")]
    System(#[from] io::Error),
    /// The program already has a logger.
    #[error("no log: {0}")]
    Logger(#[from] log::SetLoggerError),
}

/// The log of a running program. Dropping it writes the buffered records, within five seconds.
#[must_use = "the log ends when it is dropped"]
#[derive(Debug)]
pub struct Log {
    buffer: Arc<Buffer>,
    counts: Arc<LogCounts>,
}

impl Log {
    /// Logs what the program says through the facade `log` from now on.
    ///
    /// Records of level `info` and above are written at once, other records within a second. When
    /// nothing can be written, one line on the standard error output says so, and one when it is over.
    /// Up to [`LOG_BUFFER`] bytes of records wait for that; further ones are lost and counted.
    ///
    /// # Errors
    /// Fails if the program already has a logger, or can have no thread. A file that cannot be written
    /// is no error: it may be writable later.
    pub fn start(config: LogConfig) -> Result<Self, LogError> {
        let level = config.level;
        #[cfg(unix)]
        outlive_full_files()?;
        let (target, folder) = (config.target, config.folder());
        let (log, logger) = Self::of(config, move || match target {
            LogTarget::File => Sink::File(RollingFile::new(folder.clone(), LOG_SIZE)),
            LogTarget::Stderr | LogTarget::Journal => {
                Sink::Stream(Box::new(io::stderr()), "the standard error output")
            }
        })?;
        log::set_boxed_logger(Box::new(logger))?;
        // Only the first logger of a program gets here.
        let _ = COUNTS.set(Arc::clone(&log.counts));
        log::set_max_level(level);
        Ok(log)
    }

    /// A log that goes to this place, and the logger that fills it. The place is opened again after a
    /// panic.
    fn of(
        config: LogConfig,
        sink: impl Fn() -> Sink + Send + 'static,
    ) -> io::Result<(Self, Logger)> {
        let folder = config.folder();
        let LogConfig { program, level, target, format, .. } = config;
        let buffer = Arc::new(Buffer::default());
        let counts = Arc::new(LogCounts::default());
        let formatter = Formatter { program, pid: process::id(), target, format };
        let logger = Logger {
            buffer: Arc::clone(&buffer),
            counts: Arc::clone(&counts),
            formatter: formatter.clone(),
            // Whoever asks for every command gets every command.
            limit: (level <= LevelFilter::Info).then(|| Mutex::new(RateLimit::new(Instant::now()))),
            level,
        };
        if target == LogTarget::File {
            // The writer says why if there is none.
            let _ = fs::create_dir_all(folder);
        }
        let log = Self { buffer: Arc::clone(&buffer), counts: Arc::clone(&counts) };
        thread::Builder::new().name("log".to_owned()).spawn(move || {
            let is_over = || {
                let (buffer, counts) = (Arc::clone(&buffer), Arc::clone(&counts));
                Writer::new(buffer, counts, formatter.clone(), sink()).run();
            };
            // The writer does not panic. If it does, another one begins with the next records.
            while catch_unwind(AssertUnwindSafe(is_over)).is_err() {}
        })?;
        Ok((log, logger))
    }

    /// Writes the buffered records, or waits for a second if that takes longer.
    pub fn flush(&self) {
        self.buffer.flush(PATIENCE);
    }

    /// Opens the file again, after a program such as logrotate has renamed it.
    pub fn reopen(&self) {
        self.buffer.reopen();
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.buffer.close(END_PATIENCE);
    }
}

/// Handles the signal that comes when a file may not grow, which would end the program. The write
/// fails, as on a full disk.
#[cfg(unix)]
fn outlive_full_files() -> io::Result<()> {
    let signal = rustix::process::Signal::XFSZ.as_raw();
    signal_hook::flag::register(signal, Arc::default()).map(drop)
}

/// The side of the log to which records come, from any thread.
#[derive(Debug)]
struct Logger {
    buffer: Arc<Buffer>,
    counts: Arc<LogCounts>,
    formatter: Formatter,
    limit: Option<Mutex<RateLimit>>,
    level: LevelFilter,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Logger {
    fn write(&self, scratch: &mut Scratch, record: &Record<'_>) {
        let level = record.level();
        let origin = (level, record.target());
        let line = self.formatter.line(scratch, SystemTime::now(), origin, *record.args());
        if let Some(limit) = &self.limit {
            limit.lock().spend(level, line.len());
        }
        if !self.buffer.append(line, level <= Level::Info) {
            self.counts.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl log::Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= self.level
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let is_open =
            |limit: &Mutex<RateLimit>| limit.lock().is_open(record.level(), Instant::now());
        if !self.limit.as_ref().is_none_or(is_open) {
            self.buffer.limit();
            self.counts.lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        // A record whose text logs a record, or a thread that ends, finds no scratch.
        let written = SCRATCH.try_with(|scratch| {
            scratch.try_borrow_mut().map(|mut scratch| self.write(&mut scratch, record)).is_ok()
        });
        if written != Ok(true) {
            self.write(&mut Scratch::default(), record);
        }
    }

    fn flush(&self) {
        self.buffer.flush(PATIENCE);
    }
}

#[cfg(all(test, unix))]
mod tests;
