//! The log `logs/chess.log`, of limited size.

use flexi_logger::writers::{FileLogWriter, LogWriter};
use flexi_logger::{
    Cleanup, Criterion, DeferredNow, ErrorChannel, FileSpec, FlexiLoggerError, LogSpecification,
    Logger, LoggerHandle, Naming, WriteMode,
};
use log::{Level, LevelFilter, Record};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The size in bytes at which a new log file begins.
pub const LOG_SIZE: u64 = 10 << 20;
/// The number of log files that are kept, including the current one.
pub const LOG_FILES: usize = 5;

/// The log of a running program. Dropping it writes the buffered records.
#[must_use = "the log ends when it is dropped"]
pub struct Log(LoggerHandle);

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Log")
    }
}

/// The log cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file or its folder cannot be created or written.
    #[error("no log: {}: {error}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The program already has a logger.
    #[error("no log: {0}")]
    Logger(#[from] FlexiLoggerError),
}

impl Log {
    /// Logs records of `level` and above to `logs/chess.log` in the folder `home`.
    ///
    /// A file that reaches [`LOG_SIZE`] is renamed to the time of its first record. The last
    /// [`LOG_FILES`] files are kept. Records of level `info` and above reach the file at once,
    /// other records within a second.
    ///
    /// # Errors
    /// Fails if the file cannot be written; the program can go on without a log. A later failure,
    /// such as a full disk, is reported once on the standard error output and stops nothing.
    pub fn start(home: &Path, level: LevelFilter) -> Result<Self, LogError> {
        let folder = home.join("logs");
        let path = folder.join("chess.log");
        fs::create_dir_all(&folder)
            .and_then(|()| OpenOptions::new().create(true).append(true).open(&path).map(drop))
            .map_err(|error| LogError::Unwritable { path: path.clone(), error })?;
        let file = FileSpec::default()
            .directory(folder)
            .basename("chess")
            .suffix("log")
            .suppress_timestamp();
        let naming = Naming::TimestampsCustomFormat {
            current_infix: Some(""),
            // Microseconds keep the names unique, however fast the log grows.
            format: "%Y-%m-%d_%H-%M-%S-%6f",
        };
        let file = FileLogWriter::builder(file)
            .append()
            .format(format_record)
            .rotate(Criterion::Size(LOG_SIZE), naming, Cleanup::KeepLogFiles(LOG_FILES - 1))
            .write_mode(WriteMode::BufferAndFlushWith(1 << 15, Duration::from_secs(1)))
            .try_build()?;
        let writer = LogFile { file, path, failed: AtomicBool::new(false) };
        let handle = Logger::with(LogSpecification::builder().default(level).build())
            .log_to_writer(Box::new(writer))
            .error_channel(ErrorChannel::DevNull)
            .start()?;
        Ok(Self(handle))
    }

    /// Writes the buffered records.
    pub fn flush(&self) {
        self.0.flush();
    }
}

/// A log file that is flushed after every important record. It reports its first failure.
struct LogFile {
    file: FileLogWriter,
    path: PathBuf,
    failed: AtomicBool,
}

impl LogWriter for LogFile {
    fn write(&self, now: &mut DeferredNow, record: &Record<'_>) -> io::Result<()> {
        self.file.write(now, record)?;
        if record.level() <= Level::Info { self.flush() } else { Ok(()) }
    }

    fn flush(&self) -> io::Result<()> {
        if let Err(error) = self.file.flush()
            && !self.failed.swap(true, Ordering::Relaxed)
        {
            eprintln!("the log cannot be written: {}: {error}", self.path.display());
        }
        Ok(())
    }

    fn shutdown(&self) {
        self.file.shutdown();
    }
}

/// Formats a record: time, level, message.
fn format_record(
    to: &mut dyn io::Write,
    now: &mut DeferredNow,
    record: &Record<'_>,
) -> io::Result<()> {
    let time = now.format("%Y-%m-%d %H:%M:%S%.3f");
    write!(to, "{time} {:5} {}", record.level(), record.args())
}
