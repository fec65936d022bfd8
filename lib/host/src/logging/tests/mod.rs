//! Faults come and go under a log that runs.

mod files;
mod records;

use super::file::RollingFile;
use super::writer::Sink;
use super::{LOG_BUFFER, LOG_SIZE, Log, LogConfig, Logger};
use log::{Level, LevelFilter, Log as _, Record};
use parking_lot::Mutex;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// The time for which a test waits for a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A log in a folder of its own, which is not the log of the process.
struct Trial {
    home: TempDir,
    log: Log,
    logger: Logger,
}

impl Trial {
    fn start(level: LevelFilter) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("logs");
        let sink = move || Sink::File(RollingFile::new(folder.clone(), LOG_SIZE));
        Self::of(home, level, sink)
    }

    fn of(home: TempDir, level: LevelFilter, sink: impl Fn() -> Sink + Send + 'static) -> Self {
        let config = LogConfig::new("trial", home.path(), level);
        let (log, logger) = Log::of(config, sink).expect("a log");
        Self { home, log, logger }
    }

    fn log(&self, level: Level, text: &str) {
        self.logger.log(&Record::builder().level(level).args(format_args!("{text}")).build());
    }

    /// Logs a text and waits until it is written, or could not be.
    fn info(&self, text: &str) {
        self.log(Level::Info, text);
        self.log.buffer.flush(LONG);
    }

    /// Ends the log and returns the text of its file.
    fn end(self) -> String {
        self.log.buffer.close(LONG);
        fs::read_to_string(self.path()).expect("a log")
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("logs")
    }

    fn path(&self) -> PathBuf {
        self.folder().join("chess.log")
    }

    /// The messages in a file.
    fn messages(&self, path: &Path) -> Vec<String> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let message = |line: &str| line.split_once("]: ").map(|(_, message)| message.to_owned());
        text.lines().filter_map(message).collect()
    }
}

/// A fault of the files: its begin and its end, each in one step, as the log may try at any time.
struct Fault {
    name: &'static str,
    begin: fn(&Path),
    end: fn(&Path),
}

/// Puts the file aside. The caller puts something else in its place.
fn set_aside(folder: &Path) -> PathBuf {
    let path = folder.join("chess.log");
    fs::rename(&path, folder.join("aside")).expect("a file");
    path
}

/// The faults that last until somebody ends them.
const FAULTS: [Fault; 5] = [
    Fault {
        name: "the folder is replaced by a file",
        begin: |folder| {
            fs::rename(folder, folder.with_file_name("aside")).expect("a folder");
            fs::write(folder, "").expect("a file");
        },
        end: |folder| fs::remove_file(folder).expect("a file"),
    },
    Fault {
        name: "the folder above is moved",
        begin: |folder| {
            let home = folder.parent().expect("a folder");
            fs::rename(home, home.with_extension("aside")).expect("a folder");
        },
        end: |folder| {
            let home = folder.parent().expect("a folder");
            fs::rename(home.with_extension("aside"), home).expect("a folder");
        },
    },
    Fault {
        name: "the file is replaced by a folder",
        begin: |folder| fs::create_dir(set_aside(folder)).expect("a folder"),
        end: |folder| fs::remove_dir(folder.join("chess.log")).expect("a folder"),
    },
    Fault {
        name: "the disk is full",
        begin: |folder| symlink("/dev/full", set_aside(folder)).expect("a link"),
        end: |folder| fs::remove_file(folder.join("chess.log")).expect("a link"),
    },
    Fault {
        name: "the file is a link that leads nowhere",
        begin: |folder| symlink("no/such", set_aside(folder)).expect("a link"),
        end: |folder| fs::remove_file(folder.join("chess.log")).expect("a link"),
    },
];

#[test]
fn records_that_nobody_can_write_are_counted_at_the_end() {
    let trial = Trial::start(LevelFilter::Info);
    trial.info("before");
    fs::create_dir(set_aside(&trial.folder())).expect("a folder");
    for text in ["one", "two", "three"] {
        trial.info(text);
    }
    assert_eq!(trial.log.counts.lost(), 0, "they wait");
    trial.log.buffer.close(LONG);
    assert_eq!(trial.log.counts.lost(), 3);
}

#[test]
fn a_record_below_the_level_is_not_written() {
    let trial = Trial::start(LevelFilter::Info);
    trial.log(Level::Debug, "debug");
    trial.log(Level::Info, "info");
    let text = trial.end();
    assert!(text.contains("info") && !text.contains("debug"), "{text}");
}

#[test]
fn faults_come_and_go_and_no_record_is_lost() {
    for Fault { name, begin, end } in FAULTS {
        let trial = Trial::start(LevelFilter::Info);
        trial.info("before");
        begin(&trial.folder());
        trial.info("meanwhile");
        trial.info("meanwhile, too");
        assert_eq!(trial.log.counts.faults(), 1, "{name}");
        end(&trial.folder());
        trial.info("after");
        let places = ["aside/chess.log", "logs/aside", "logs/chess.log"];
        let (own, messages): (Vec<String>, Vec<String>) = places
            .into_iter()
            .flat_map(|place| trial.messages(&trial.home.path().join(place)))
            .partition(|message| message.starts_with("the log could not be written for "));
        assert_eq!(messages, ["before", "meanwhile", "meanwhile, too", "after"], "{name}");
        assert_eq!(own.len(), 1, "{name}: the fault is told once");
        assert_eq!((trial.log.counts.faults(), trial.log.counts.lost()), (1, 0), "{name}");
    }
}

/// The file gets another name, as logrotate gives it one, or the folder does, or they are removed.
#[test]
fn a_file_that_was_moved_is_begun_again_with_the_next_record() {
    let moves: [fn(&Path); 4] = [
        |folder| fs::rename(folder.join("chess.log"), folder.join("old")).expect("a file"),
        |folder| fs::rename(folder, folder.with_file_name("old")).expect("a folder"),
        |folder| fs::remove_file(folder.join("chess.log")).expect("a file"),
        |folder| fs::remove_dir_all(folder).expect("a folder"),
    ];
    let trial = Trial::start(LevelFilter::Info);
    for (count, make) in (1..).zip(moves) {
        trial.info("before");
        make(&trial.folder());
        trial.info("after");
        assert_eq!(trial.messages(&trial.path()), ["after"]);
        assert_eq!(trial.log.counts.faults(), count);
        fs::remove_file(trial.path()).expect("a file");
        trial.log.reopen();
        trial.info("before");
        assert_eq!(trial.log.counts.faults(), count, "who reopens the log knows of it");
        fs::write(trial.path(), "").expect("as copytruncate does");
    }
}

#[test]
fn a_long_fault_loses_records_and_says_how_many() {
    let Fault { begin, end, .. } = FAULTS[0];
    let trial = Trial::start(LevelFilter::Debug);
    trial.info("before");
    begin(&trial.folder());
    trial.info("kept");
    let text = "x".repeat(1000);
    for _ in 0..2 * LOG_BUFFER / 1000 {
        trial.log(Level::Debug, &text);
    }
    let lost = trial.log.counts.lost();
    assert!(lost > LOG_BUFFER as u64 / 1000, "{lost}");
    end(&trial.folder());
    trial.log.buffer.flush(LONG);
    trial.log(Level::Info, "after");
    let text = trial.end();
    assert!(text.contains("kept") && text.contains("after"));
    assert!(text.contains(&format!("{lost} records were lost: they could not be written")));
}

/// Nobody reads the pipe, so the writer hangs in the system. Nobody else does.
#[test]
fn a_log_that_hangs_holds_nobody_up() {
    let trial = Trial::start(LevelFilter::Debug);
    fs::create_dir_all(trial.folder()).expect("a folder");
    let made = std::process::Command::new("mkfifo").arg(trial.path()).status();
    assert!(made.expect("mkfifo runs").success());
    let text = "x".repeat(1000);
    for _ in 0..3 * LOG_BUFFER / 1000 {
        trial.log(Level::Debug, &text);
        trial.log(Level::Error, &text);
    }
    assert!(trial.log.counts.lost() > 0);
    drop(trial);
}

#[test]
fn a_flood_at_level_info_is_cut_and_counted() {
    let trial = Trial::start(LevelFilter::Info);
    let text = "x".repeat(1000);
    for _ in 0..10_000 {
        trial.log(Level::Info, &text);
    }
    trial.log(Level::Error, "important");
    let lost = trial.log.counts.lost();
    assert!((5000..10_000).contains(&lost), "{lost}");
    let text = trial.end();
    assert!(text.len() < 6 << 20, "{}", text.len());
    assert!(text.contains(" ERROR trial["), "a warning has its own bound");
    assert!(text.contains(" records were left out: more than 64 KiB/s"));
}

#[test]
fn a_record_may_log_while_it_is_formatted() {
    struct Chatty<'a>(&'a Trial);
    impl std::fmt::Display for Chatty<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.log(Level::Info, "inner");
            f.write_str("outer, then it fails")?;
            Err(std::fmt::Error)
        }
    }
    let trial = Trial::start(LevelFilter::Info);
    let text = Chatty(&trial);
    trial.logger.log(&Record::builder().level(Level::Info).args(format_args!("{text}")).build());
    trial.log.buffer.flush(LONG);
    assert_eq!(trial.messages(&trial.path()), ["inner", "outer, then it fails"]);
}

/// A record of level `debug` waits for a second unless somebody flushes the log.
#[test]
fn whoever_flushes_the_log_finds_the_records_in_the_file() {
    let trial = Trial::start(LevelFilter::Debug);
    // On a busy machine a flush may give up.
    let found = (0..60).any(|number| {
        let text = format!("record {number}");
        trial.log(Level::Debug, &text);
        trial.logger.flush();
        trial.messages(&trial.path()).contains(&text)
    });
    assert!(found);
}

/// A place that panics at a record with the word `planted`.
#[derive(Clone, Default)]
struct Trap(Arc<Mutex<Vec<u8>>>);

impl Write for Trap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!String::from_utf8_lossy(bytes).contains("planted"), "planted");
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_of_the_writer_loses_its_records_alone() {
    let trap = Trap::default();
    let place = trap.clone();
    let sink = move || Sink::Stream(Box::new(place.clone()), "the trap");
    let trial = Trial::of(tempfile::tempdir().expect("a folder"), LevelFilter::Info, sink);
    for count in 1..=3 {
        trial.info("before");
        trial.info("planted");
        trial.info("after");
        assert_eq!(trial.log.counts.lost(), count);
    }
    trial.log.buffer.close(LONG);
    let text = String::from_utf8(trap.0.lock().clone()).expect("UTF-8");
    let messages = text.lines().filter_map(|line| line.split_once("]: ").map(|(_, text)| text));
    assert_eq!(messages.collect::<Vec<_>>(), ["before", "after"].repeat(3));
}
