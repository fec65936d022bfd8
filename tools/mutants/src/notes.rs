//! The findings of the first run of each test, kept in a file as long as the programs stay the same.

use crate::build::TestProgram;
use crate::tests::Test;
use crate::weave::Id;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// The findings so far, by the tests.
#[derive(Debug)]
pub(crate) struct Notes {
    known: BTreeMap<String, String>,
    file: File,
}

impl Notes {
    /// Reads the notes on these programs. Notes on others or on older ones are dropped.
    ///
    /// # Errors
    /// When the file cannot be read or written, or a program is not there.
    pub(crate) fn open(path: &Path, programs: &[TestProgram]) -> io::Result<Notes> {
        let text = fs::read_to_string(path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(String::new()),
            _ => Err(error),
        })?;
        let mut lines = text.lines();
        let stamp = stamp(programs)?;
        let mut known = BTreeMap::new();
        if lines.next() == Some(&stamp) {
            let rows = lines.filter_map(|line| line.split_once('\t'));
            known.extend(rows.map(|(title, row)| (title.to_owned(), row.to_owned())));
        }
        let mut file = File::create(path)?;
        writeln!(file, "{stamp}")?;
        Ok(Notes { known, file })
    }

    /// Returns a test as it was noted.
    pub(crate) fn get(&self, program: &TestProgram, name: &str) -> Option<Test> {
        let test = Test::new(program, name);
        let mut numbers = self.known.get(&test.title())?.split(' ').filter_map(|n| n.parse().ok());
        let time = numbers.next().map(Duration::from_millis)?;
        let reached = numbers.filter_map(|number| Id::try_from(number).ok()).collect();
        Some(Test { time, reached, ..test })
    }

    /// Notes a test.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn note(&mut self, test: &Test) -> io::Result<()> {
        let reached: String = test.reached.iter().map(|id| format!(" {id}")).collect();
        writeln!(self.file, "{}\t{}{reached}", test.title(), test.time.as_millis())
    }
}

/// Returns a line that changes with the programs.
fn stamp(programs: &[TestProgram]) -> io::Result<String> {
    let mut stamps = Vec::new();
    for program in programs {
        let metadata = fs::metadata(&program.path)?;
        let time = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        stamps.push(format!("{} {} {}", program.name, metadata.len(), time.as_nanos()));
    }
    stamps.sort();
    Ok(stamps.join(" "))
}
