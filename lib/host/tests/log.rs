//! The log is one for a process, and so has a test program of its own.

use chuhe_host::{LOG_FILES, LOG_SIZE, Log, LogConfig};
use log::LevelFilter;
use std::fs;

#[test]
fn the_log_is_bounded() {
    let home = tempfile::tempdir().expect("a folder");
    let log = Log::start(LogConfig::new("test", home.path(), LevelFilter::Debug)).expect("a log");
    let record = "x".repeat(1000);
    let mut written = 0;
    while written < (LOG_FILES as u64 + 2) * LOG_SIZE {
        for _ in 0..500 {
            log::debug!("{record}");
            log::trace!("too fine for this log");
            written += record.len() as u64;
        }
        log.flush();
    }
    drop(log);
    let files = fs::read_dir(home.path().join("logs")).expect("a folder");
    let sizes: Vec<u64> = files.map(|file| file.unwrap().metadata().unwrap().len()).collect();
    assert_eq!(sizes.len(), LOG_FILES, "{sizes:?}");
    assert!(sizes.iter().all(|&size| size <= LOG_SIZE), "{sizes:?}");
    assert!(sizes.iter().sum::<u64>() > LOG_SIZE * (LOG_FILES as u64 - 1), "{sizes:?}");
}
