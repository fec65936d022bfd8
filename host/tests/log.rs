//! The log is one for a process, and so has a test program of its own.

use chuhe_host::{LOG_FILES, LOG_SIZE, Log};
use log::LevelFilter;
use std::fs;

#[test]
fn the_log_is_bounded() {
    let home = tempfile::tempdir().expect("a folder");
    let log = Log::start(home.path(), LevelFilter::Info).expect("a log");
    let record = "x".repeat(LOG_SIZE as usize / 2);
    for _ in 0..4 * LOG_FILES {
        log::info!("{record}");
        log::debug!("too fine for this log");
    }
    log.flush();
    drop(log);
    let files = fs::read_dir(home.path().join("logs")).expect("a folder");
    let sizes: Vec<u64> = files.map(|file| file.unwrap().metadata().unwrap().len()).collect();
    assert!(sizes.len() <= LOG_FILES, "{sizes:?}");
    // A file is ended by the record that fills it.
    assert!(sizes.iter().all(|&size| size <= LOG_SIZE + LOG_SIZE / 2 + 100), "{sizes:?}");
    assert!(sizes.iter().sum::<u64>() > LOG_SIZE, "it was written, and more than once begun anew");
}
