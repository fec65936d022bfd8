//! Tests the log under faults that come and go, the rotation of its files, and the escapes of its records.

use super::file::{LOG_FILES, LOG_SIZE, RollingFile};
use super::queue::{BURST_SECONDS, Bucket, INFO_RATE, LOG_BUFFER, LogCounts, WARN_RATE};
use super::record::{LogFormat, LogTarget, MAX_MESSAGE};
use super::writer::Sink;
use super::{Log, LogConfig, Logger};
use crate::PATIENCE;
use chrono::{DateTime, Local};
use log::{Level, LevelFilter, Log as _, Record};
use parking_lot::Mutex;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A log in a temporary folder, independent of the log of the process.
struct Trial {
    home: TempDir,
    log: Log,
    logger: Logger,
}

impl Trial {
    fn start(level: LevelFilter) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let sink = Sink::File(RollingFile::new(home.path().join("logs"), LOG_SIZE));
        Self::of(home, level, sink)
    }

    fn of(home: TempDir, level: LevelFilter, sink: Sink) -> Self {
        let config = LogConfig::new("trial", home.path(), level);
        fs::create_dir_all(home.path().join("logs")).expect("a folder");
        let (log, logger) = Log::of(&config, sink).expect("a log");
        Self { home, log, logger }
    }

    fn log(&self, level: Level, text: &str) {
        self.logger.log(&Record::builder().level(level).args(format_args!("{text}")).build());
    }

    /// Logs a text, and waits until an attempt to write the text has ended.
    fn info(&self, text: &str) {
        self.log(Level::Info, text);
        self.log.0.flush(PATIENCE);
    }

    fn counts(&self) -> LogCounts {
        self.log.0.counts()
    }

    fn end(self) -> String {
        self.log.0.close(PATIENCE);
        self.text()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap_or_default()
    }

    fn path(&self) -> PathBuf {
        self.home.path().join(LOG)
    }
}

const LOG: &str = "logs/chess.log";

fn messages(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| Some(line.split_once("]: ")?.1)).collect()
}

/// Renames the log file. Returns its old path, where a test can put something else.
fn set_aside(home: &Path) -> PathBuf {
    let path = home.join(LOG);
    fs::rename(&path, home.join("logs/aside")).expect("a file");
    path
}

/// A function that changes something in the home folder of the log.
type Change = fn(&Path) -> io::Result<()>;

/// Faults with the functions that begin and end them: `(name, begin, end)`.
const FAULTS: [(&str, Change, Change); 5] = [
    (
        "the folder is replaced by a file",
        |home| {
            fs::rename(home.join("logs"), home.join("aside"))?;
            fs::write(home.join("logs"), "")
        },
        |home| fs::remove_file(home.join("logs")),
    ),
    (
        "the folder above is moved",
        |home| fs::rename(home, home.with_extension("aside")),
        |home| fs::rename(home.with_extension("aside"), home),
    ),
    (
        "the file is replaced by a folder",
        |home| fs::create_dir(set_aside(home)),
        |home| fs::remove_dir(home.join(LOG)),
    ),
    (
        "the disk is full",
        |home| symlink("/dev/full", set_aside(home)),
        |home| fs::remove_file(home.join(LOG)),
    ),
    (
        "the file is a link that leads nowhere",
        |home| symlink("no/such", set_aside(home)),
        |home| fs::remove_file(home.join(LOG)),
    ),
];

#[test]
fn records_that_nobody_can_write_are_counted_at_the_end() {
    let trial = Trial::start(LevelFilter::Info);
    trial.info("before");
    fs::create_dir(set_aside(trial.home.path())).expect("a folder");
    ["one", "two", "three"].into_iter().for_each(|text| trial.info(text));
    assert_eq!(trial.counts().lost, 0, "they wait");
    trial.log.0.close(PATIENCE);
    assert_eq!(trial.counts().lost, 3);
}

#[test]
fn faults_come_and_go_and_no_record_is_lost() {
    for (name, begin, end) in FAULTS {
        let trial = Trial::start(LevelFilter::Info);
        trial.log(Level::Debug, "below the level");
        trial.info("before");
        begin(trial.home.path()).expect(name);
        trial.info("meanwhile");
        trial.info("meanwhile, too");
        assert_eq!(trial.counts().faults, 1, "{name}");
        end(trial.home.path()).expect(name);
        trial.info("after");
        let text = ["aside/chess.log", "logs/aside", LOG]
            .map(|place| fs::read_to_string(trial.home.path().join(place)).unwrap_or_default())
            .concat();
        let (own, others): (Vec<&str>, Vec<&str>) = messages(&text)
            .into_iter()
            .partition(|message| message.starts_with("the log could not be written for "));
        assert_eq!(others, ["before", "meanwhile", "meanwhile, too", "after"], "{name}");
        assert_eq!(own.len(), 1, "{name}: the fault is told once");
        assert_eq!(trial.counts(), LogCounts { faults: 1, lost: 0 }, "{name}");
    }
}

/// Each change renames the log file or its folder, as the program logrotate does, or removes it.
#[test]
fn a_file_that_was_moved_is_begun_again_with_the_next_record() {
    let moves: [Change; 4] = [
        |home| fs::rename(home.join(LOG), home.join("logs/old")),
        |home| fs::rename(home.join("logs"), home.join("old")),
        |home| fs::remove_file(home.join(LOG)),
        |home| fs::remove_dir_all(home.join("logs")),
    ];
    let trial = Trial::start(LevelFilter::Info);
    for (count, make) in (1..).zip(moves) {
        trial.info("before");
        make(trial.home.path()).expect("a change");
        trial.info("after");
        assert_eq!(messages(&trial.text()), ["after"]);
        assert_eq!(trial.counts().faults, count);
        fs::remove_file(trial.path()).expect("a file");
        trial.log.reopen();
        trial.info("before");
        assert_eq!(trial.counts().faults, count, "who reopens the log knows of it");
        fs::write(trial.path(), "").expect("as copytruncate does");
    }
}

#[test]
fn a_long_fault_loses_records_and_says_how_many() {
    let (_, begin, end) = FAULTS[0];
    let trial = Trial::start(LevelFilter::Debug);
    trial.info("before");
    begin(trial.home.path()).expect("a fault");
    trial.info("kept");
    let text = "x".repeat(1000);
    (0..2 * LOG_BUFFER / 1000).for_each(|_| trial.log(Level::Debug, &text));
    let lost = trial.counts().lost;
    assert!(lost > LOG_BUFFER as u64 / 1000, "{lost}");
    end(trial.home.path()).expect("its end");
    trial.log.0.flush(PATIENCE);
    trial.log(Level::Info, "after");
    let text = trial.end();
    assert!(text.contains("kept") && text.contains("after"));
    assert!(text.contains(&format!("{lost} records were lost: they could not be written")));
}

/// The log file is a pipe that nobody reads, so the thread that writes to it hangs. Threads that log do not hang.
#[test]
fn a_log_that_hangs_holds_nobody_up() {
    let trial = Trial::start(LevelFilter::Debug);
    let made = std::process::Command::new("mkfifo").arg(trial.path()).status();
    assert!(made.expect("mkfifo runs").success());
    let text = "x".repeat(1000);
    for _ in 0..3 * LOG_BUFFER / 1000 {
        trial.log(Level::Debug, &text);
        trial.log(Level::Error, &text);
    }
    assert!(trial.counts().lost > 0);
    drop(trial);
}

/// A record comes each millisecond for ten minutes of simulated time.
#[test]
fn a_flood_of_records_is_bounded() {
    let start = Instant::now();
    for rate in [INFO_RATE, WARN_RATE] {
        let mut bucket = Bucket::new(rate, start);
        let spent = (0..600_000)
            .filter(|&milli| bucket.spend(1000, start + Duration::from_millis(milli)))
            .count() as f64
            * 1000.0;
        let most = f64::from(rate) * (BURST_SECONDS + 600.0) + 1000.0;
        assert!((0.99 * most..=most).contains(&spent), "{rate}: {spent}");
    }
    let both = f64::from(INFO_RATE + WARN_RATE) * (BURST_SECONDS + 600.0);
    let history = (LOG_SIZE * LOG_FILES as u64) as f64;
    assert!(both < history, "ten minutes of a flood leave older records");
}

/// Only some records of a flood at level `info` are written. The other records are counted.
#[test]
fn information_never_displaces_warnings() {
    let trial = Trial::start(LevelFilter::Info);
    let text = "x".repeat(1000);
    (0..10_000).for_each(|_| trial.log(Level::Info, &text));
    trial.log(Level::Warn, "a warning");
    trial.log(Level::Error, "an error");
    let lost = trial.counts().lost;
    assert!((5000..10_000).contains(&lost), "{lost}");
    let text = trial.end();
    assert!(text.len() < 6 << 20, "{}", text.len());
    assert!(text.contains("]: a warning\n") && text.contains(" ERROR trial["));
    assert!(text.contains(" records were left out: more than 64 KiB/s"));
}

/// A record of level `debug` waits in memory for up to a second, unless a thread flushes the log.
#[test]
fn whoever_flushes_the_log_finds_the_records_in_the_file() {
    let trial = Trial::start(LevelFilter::Debug);
    // On a busy machine a flush may end before the record is written, so the test tries several times.
    let found = (0..60).any(|number| {
        let text = format!("record {number}");
        trial.log(Level::Debug, &text);
        trial.logger.flush();
        messages(&trial.text()).contains(&text.as_str())
    });
    assert!(found);
}

/// A stream that panics when it gets a record with the word `planted`.
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
    let sink = Sink::Stream(Box::new(trap.clone()), "the trap");
    let trial = Trial::of(tempfile::tempdir().expect("a folder"), LevelFilter::Info, sink);
    for count in 1..=3 {
        trial.info("before");
        trial.info("planted");
        trial.info("after");
        assert_eq!(trial.counts().lost, count);
    }
    trial.log.0.close(PATIENCE);
    let text = String::from_utf8(trap.0.lock().clone()).expect("UTF-8");
    assert_eq!(messages(&text), ["before", "after"].repeat(3));
}

const SIZE: u64 = 100;

/// Writes one record, which has 20 bytes.
fn write(file: &mut RollingFile, number: usize) -> Result<(), String> {
    let mut records = format!("record {number:012}\n").into_bytes();
    let result = file.write(&mut records);
    assert_eq!(records.is_empty(), result.is_ok(), "all or nothing of one record");
    result
}

fn write_all(file: &mut RollingFile, numbers: Range<usize>) {
    numbers.for_each(|number| write(file, number).expect("it is written"));
}

/// Returns the names of all files in a folder, each with the numbers of its records.
fn numbers(folder: &Path) -> BTreeMap<String, Vec<usize>> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        assert!(text.len() as u64 <= SIZE, "{text}");
        let number = |line: &str| line.strip_prefix("record ")?.parse().ok();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, text.lines().filter_map(number).collect())
    });
    files.collect()
}

#[test]
fn files_are_ordered_by_number_and_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = RollingFile::new(folder.path().join("logs"), SIZE);
    write_all(&mut file, 0..100);
    // If a batch does not fit into the file, the rest of the batch goes into the next file.
    let mut batch: Vec<u8> = Vec::new();
    (100..107).for_each(|number| batch.extend(format!("record {number:012}\n").bytes()));
    file.write(&mut batch).expect("it is written");
    let range = |name: &str, range: Range<usize>| (name.to_owned(), range.collect());
    let expected = [
        range("chess.1.log", 100..105),
        range("chess.2.log", 95..100),
        range("chess.3.log", 90..95),
        range("chess.4.log", 85..90),
        range("chess.log", 105..107),
    ];
    assert_eq!(numbers(&folder.path().join("logs")), BTreeMap::from(expected));
}

/// A folder has the name that the oldest log file would get. A file cannot replace a folder, so each rotation fails.
#[test]
fn a_rotation_that_fails_a_hundred_times_removes_nothing_and_nothing_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = RollingFile::new(folder.path().to_owned(), SIZE);
    write_all(&mut file, 0..25);
    let oldest = folder.path().join("chess.4.log");
    fs::remove_file(&oldest).expect("a file");
    fs::create_dir_all(oldest.join("in the way")).expect("a folder");
    let before = numbers(folder.path());
    for _ in 0..100 {
        let fault = write(&mut file, 25).expect_err("there is no room");
        assert!(fault.starts_with("cannot rename ") && fault.contains("chess.3.log: "), "{fault}");
    }
    assert_eq!(numbers(folder.path()), before);
    fs::remove_dir_all(&oldest).expect("a folder");
    write_all(&mut file, 25..30);
    let records: Vec<usize> = numbers(folder.path()).into_values().flatten().collect();
    let expected = [20..25, 15..20, 10..15, 5..10, 25..30].into_iter().flatten();
    assert_eq!(records, expected.collect::<Vec<_>>());
}

#[test]
fn two_programs_never_share_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = [1, 2, 3].map(|_| RollingFile::new(folder.path().to_owned(), SIZE));
    files.iter_mut().for_each(|file| write_all(file, 0..7));
    let names: Vec<String> = numbers(folder.path()).into_keys().collect();
    let expected = "chess-2.1.log chess-2.log chess-3.1.log chess-3.log chess.1.log chess.log";
    assert_eq!(names.join(" "), expected);
    // One program ends. The other two keep their files, and a new program takes the free file.
    let [first, second, third] = files;
    drop(first);
    let mut files = [RollingFile::new(folder.path().to_owned(), SIZE), second, third];
    files.iter_mut().for_each(|file| write_all(file, 7..9));
    for (name, numbers) in numbers(folder.path()) {
        let expected: Vec<usize> =
            if name.contains("1.log") { (0..5).collect() } else { (5..9).collect() };
        assert_eq!(numbers, expected, "{name}");
    }
}

/// A line that a killed program left unfinished gets a line break. A file without room for the record is renamed.
#[test]
fn a_file_of_another_program_is_gone_on_with() {
    let large = "record 1\n".repeat(11);
    for (left, expected) in [
        ("half a li", ["half a li\nrecord 000000000001\n", ""]),
        (&large, ["record 000000000001\n", &large]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("chess.log"), left).expect("a file");
        write_all(&mut RollingFile::new(folder.path().to_owned(), SIZE), 1..2);
        let read = |name| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        assert_eq!(["chess.log", "chess.1.log"].map(read), expected);
    }
}

fn line(target: LogTarget, format: LogFormat, text: &str) -> String {
    let config = LogConfig { target, format, ..LogConfig::new("trial", "", LevelFilter::Info) };
    let now = DateTime::from_timestamp_millis(1_700_000_000_417).expect("a time");
    let now = now.with_timezone(&Local);
    config.line(now, Level::Info, module_path!(), format_args!("{text}"))
}

fn bounded(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_MESSAGE);
    let left_out = text.len() - end;
    let note =
        if left_out > 0 { format!("… ({left_out} bytes left out)") } else { String::new() };
    format!("{}{note}", &text[..end])
}

/// Asserts that a record is one line without hidden characters.
fn assert_one_line(line: &str) {
    let (text, end) = line.split_at(line.len() - 1);
    assert_eq!(end, "\n");
    let is_hidden = |c: char| {
        let direction =
            ('\u{200b}'..='\u{200f}').contains(&c) || ('\u{202a}'..='\u{202e}').contains(&c);
        let isolate = ('\u{2066}'..='\u{2069}').contains(&c) || c == '\u{61c}';
        c.is_control() || direction || isolate || ['\u{2028}', '\u{2029}', '\u{feff}'].contains(&c)
    };
    assert!(!text.contains(is_hidden), "{text:?}");
    assert!(line.len() < 8 * MAX_MESSAGE, "{} bytes", line.len());
}

/// Texts of three kinds: random bytes, characters that can do harm in a log, or random characters.
fn any_text() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..3000);
    let harmful = prop::sample::select(
        "\r\n\0\u{1b}[2J\u{7f}\u{85}\u{9b}\u{202e}\u{2066}\u{2028}\u{feff}\u{e0041}\"\\楚😀a"
            .chars()
            .collect::<Vec<_>>(),
    );
    prop_oneof![
        bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        prop::collection::vec(harmful, 0..600).prop_map(String::from_iter),
        prop::collection::vec(any::<char>(), 0..600).prop_map(String::from_iter),
    ]
}

proptest! {
    #[test]
    fn no_text_can_forge_a_record(text in any_text()) {
        for (_, target) in LogTarget::ALL {
            assert_one_line(&line(target, LogFormat::Text, &text));
            let json = line(target, LogFormat::Json, &text);
            assert_one_line(&json);
            let json = json.strip_prefix("<6>").unwrap_or(&json);
            let value: Value = serde_json::from_str(json).expect("JSON");
            assert_eq!(value["message"], bounded(&text));
            assert_eq!(value["level"], "info");
        }
    }
}

#[test]
fn a_record_says_when_and_who() {
    let text = line(LogTarget::File, LogFormat::Text, "client 1: \r\u{1b}[2J\u{202e}楚河");
    let (time, rest) = text.split_once(' ').expect("a time");
    let pid = std::process::id();
    let rest = rest.replace(&format!("[{pid}]"), "[PID]");
    assert_eq!(rest, "INFO  trial[PID]: client 1: \\r\\u{1b}[2J\\u{202e}楚河\n");
    let time = DateTime::parse_from_rfc3339(time).expect("a time with its zone");
    assert_eq!(time.timestamp_millis(), 1_700_000_000_417);
    let json = line(LogTarget::Stderr, LogFormat::Json, "a\u{1b}\u{9b}\"");
    let json = json.replace(&time.to_rfc3339_opts(chrono::SecondsFormat::Millis, false), "TIME");
    let head = r#"{"ts":"TIME","level":"info","program":"trial","pid":"#;
    assert!(json.starts_with(&format!("{head}{pid},\"target\":")), "{json}");
    assert!(json.ends_with("\"message\":\"a\\u001b\\u009b\\\"\"}\n"), "{json}");
    assert_eq!(line(LogTarget::Journal, LogFormat::Text, "a\nb"), "<6>a\\nb\n");
}
