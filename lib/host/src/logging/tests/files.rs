//! Files of a log: their names, their bound, their locks.

use super::super::file::RollingFile;
use std::fs;
use std::path::Path;

const SIZE: u64 = 100;

/// Writes a record of 20 bytes. Returns the error as text.
fn write(file: &mut RollingFile, number: usize) -> Result<(), String> {
    let mut records = format!("record {number:012}\n").into_bytes();
    let result = file.write(&mut records).map_err(|fault| fault.to_string());
    assert_eq!(records.is_empty(), result.is_ok(), "all or nothing of one record");
    result
}

/// All files of a folder with their records' numbers, in the order of their names.
fn numbers(folder: &Path) -> Vec<(String, Vec<usize>)> {
    let mut files: Vec<(String, Vec<usize>)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).unwrap_or_default();
            assert!(text.len() as u64 <= SIZE, "{text}");
            let number = |line: &str| line.strip_prefix("record ")?.parse().ok();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, text.lines().filter_map(number).collect())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn files_are_ordered_by_number_and_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = RollingFile::new(folder.path().join("logs"), SIZE);
    for number in 0..100 {
        write(&mut file, number).expect("it is written");
    }
    // A batch goes on in the next file where it must.
    let mut batch: Vec<u8> = Vec::new();
    (100..107).for_each(|number| batch.extend(format!("record {number:012}\n").bytes()));
    file.write(&mut batch).expect("it is written");
    let range = |name: &str, range: std::ops::Range<usize>| (name.to_owned(), range.collect());
    let expected = [
        range("chess.1.log", 100..105),
        range("chess.2.log", 95..100),
        range("chess.3.log", 90..95),
        range("chess.4.log", 85..90),
        range("chess.log", 105..107),
    ];
    assert_eq!(numbers(&folder.path().join("logs")), expected);
}

#[test]
fn a_record_that_is_larger_than_a_file_has_one_to_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = RollingFile::new(folder.path().to_owned(), SIZE);
    let long = format!("{}\n", "x".repeat(300));
    for records in ["short\n", &long, "short, too\n"] {
        file.write(&mut records.as_bytes().to_vec()).expect("it is written");
    }
    let names = ["chess.2.log", "chess.1.log", "chess.log"];
    let found = names.map(|name| fs::read_to_string(folder.path().join(name)).expect("a log"));
    assert_eq!(found, ["short\n", &long, "short, too\n"]);
}

/// The oldest file is a folder, which nothing can replace.
#[test]
fn a_rotation_that_fails_a_hundred_times_removes_nothing_and_nothing_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = RollingFile::new(folder.path().to_owned(), SIZE);
    for number in 0..25 {
        write(&mut file, number).expect("it is written");
    }
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
    for number in 25..30 {
        write(&mut file, number).expect("it is written");
    }
    let records: Vec<usize> = numbers(folder.path()).into_iter().flat_map(|(_, all)| all).collect();
    assert_eq!(
        records,
        [
            20, 21, 22, 23, 24, 15, 16, 17, 18, 19, 10, 11, 12, 13, 14, 5, 6, 7, 8, 9, 25, 26, 27,
            28, 29
        ]
    );
}

#[test]
fn two_programs_never_share_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = [1, 2, 3].map(|_| RollingFile::new(folder.path().to_owned(), SIZE));
    let write_all = |files: &mut [RollingFile], numbers: std::ops::Range<usize>| {
        for number in numbers {
            files.iter_mut().for_each(|file| write(file, number).expect("it is written"));
        }
    };
    write_all(&mut files, 0..7);
    let names = [
        "chess-2.1.log",
        "chess-2.log",
        "chess-3.1.log",
        "chess-3.log",
        "chess.1.log",
        "chess.log",
    ];
    let found = numbers(folder.path());
    assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
    // One ends. The others stay with their files, and the next program takes the free one.
    let [first, second, third] = files;
    drop(first);
    let mut files = [RollingFile::new(folder.path().to_owned(), SIZE), second, third];
    write_all(&mut files, 7..9);
    for (name, numbers) in numbers(folder.path()) {
        let expected: Vec<usize> =
            if name.contains("1.log") { (0..5).collect() } else { (5..9).collect() };
        assert_eq!(numbers, expected, "{name}");
    }
}

#[test]
fn a_line_that_a_killed_program_left_is_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("chess.log"), "half a li").expect("a file");
    write(&mut RollingFile::new(folder.path().to_owned(), SIZE), 1).expect("it is written");
    let text = fs::read_to_string(folder.path().join("chess.log")).expect("a file");
    assert_eq!(text, "half a li\nrecord 000000000001\n");
}

#[test]
fn a_file_that_is_too_large_already_is_set_aside_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("chess.log"), "record 1\n".repeat(11)).expect("a file");
    write(&mut RollingFile::new(folder.path().to_owned(), SIZE), 2).expect("it is written");
    let expected = [("chess.1.log".to_owned(), vec![1; 11]), ("chess.log".to_owned(), vec![2])];
    assert_eq!(numbers(folder.path()), expected);
}
