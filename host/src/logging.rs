//! `logs/chess.log`: what happened, kept within bounds, never in the way.

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

/// The size, in bytes, at which the log goes on in a new file.
pub const LOG_SIZE: u64 = 10 << 20;
/// How many files of it are kept, the current one among them.
pub const LOG_FILES: usize = 5;

/// The log of a running program; dropped, it writes out what it still holds.
#[must_use = "the log ends when it is dropped"]
pub struct Log(LoggerHandle);

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Log")
    }
}

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file or its folder cannot be made or written.
    #[error("no log: {}: {error}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The program has a logger already.
    #[error("no log: {0}")]
    Logger(#[from] FlexiLoggerError),
}

impl Log {
    /// Lets everything that is logged from `level` up go to `logs/chess.log` in the folder `home`.
    ///
    /// A file of [`LOG_SIZE`] is renamed by the time it was begun, and of all files the last
    /// [`LOG_FILES`] are kept. What is of level `info` and above reaches the file at once, the
    /// rest within a second.
    ///
    /// # Errors
    /// When the file cannot be written; the program can go on without a log. What fails later, a
    /// full disk, is said once on the standard error output, and stops nothing.
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
            // Down to microseconds: two names never meet, however fast the log grows.
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

    /// Writes out what is held back.
    pub fn flush(&self) {
        self.0.flush();
    }
}

/// A file that is brought up to date with every record of weight, and whose first failure is told.
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

/// One record: when, how grave, what.
fn format_record(
    to: &mut dyn io::Write,
    now: &mut DeferredNow,
    record: &Record<'_>,
) -> io::Result<()> {
    let time = now.format("%Y-%m-%d %H:%M:%S%.3f");
    write!(to, "{time} {:5} {}", record.level(), record.args())
}
