//! The state file, with which a later run goes on.
//!
//! It is a text file with fields separated by tabs. The first lines begin with `#` and describe the
//! conditions. Then come the number of `pairs` played, and the games `won`, `drawn` and `lost`. A line
//! `value` for each parameter has its name and its value.

use super::Spsa;
use chuhe_host::user_files::replace;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The first line of a state file.
const MAGIC: &str = "#chuhe-arena spsa\t1";

/// The state file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file exists, but `--resume` was not given.
    #[error("{} is there already; --resume goes on with it", .0.display())]
    Exists(PathBuf),
    /// The file belongs to other conditions.
    #[error("{}: other conditions: {there:?} there, {here:?} here", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The line of the file.
        there: String,
        /// The expected line.
        here: String,
    },
    /// A line is not as expected.
    #[error("{}, line {line}: {expected:?} is expected", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The beginning of the expected line.
        expected: String,
    },
}

/// The file that keeps the values after each batch of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The file.
    pub path: PathBuf,
    /// The description of the conditions, line by line and without `#`.
    pub heading: Vec<String>,
}

impl State {
    /// Reads the state of an earlier run into the values, if there is one.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not as this program writes it, describes other
    /// conditions, or exists although `resume` is false.
    pub fn read(&self, spsa: &mut Spsa, resume: bool) -> Result<(), StateError> {
        let text = match fs::read_to_string(&self.path) {
            Ok(_) if !resume => return Err(StateError::Exists(self.path.clone())),
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(StateError::Io { path: self.path.clone(), error }),
        };
        let mut lines = Lines { path: &self.path, lines: text.lines(), number: 0 };
        for here in self.heading() {
            let there = lines.next();
            if there != here {
                let (path, there) = (self.path.clone(), there.to_owned());
                return Err(StateError::Other { path, there, here });
            }
        }
        spsa.pairs = lines.value("pairs")?;
        for (name, games) in ["won", "drawn", "lost"].iter().zip(&mut spsa.games) {
            *games = lines.value(name)?;
        }
        for (parameter, value) in spsa.parameters.iter().zip(&mut spsa.values) {
            *value = lines.value(&format!("value\t{}", parameter.name))?;
        }
        Ok(())
    }

    /// Writes the state. Readers see the old state or the new one.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, spsa: &Spsa) -> Result<(), StateError> {
        let [won, drawn, lost] = spsa.games;
        let mut lines = self.heading();
        lines.push(format!("pairs\t{}", spsa.pairs));
        lines.extend([format!("won\t{won}"), format!("drawn\t{drawn}"), format!("lost\t{lost}")]);
        let values = spsa.parameters.iter().zip(&spsa.values);
        lines
            .extend(values.map(|(parameter, value)| format!("value\t{}\t{value}", parameter.name)));
        let text = lines.join("\n") + "\n";
        replace(&self.path, text.as_bytes())
            .map_err(|error| StateError::Io { path: self.path.clone(), error })
    }

    fn heading(&self) -> Vec<String> {
        let lines = self.heading.iter().map(|line| format!("#{line}"));
        std::iter::once(MAGIC.to_owned()).chain(lines).collect()
    }
}

/// The lines of a state file.
struct Lines<'a> {
    path: &'a Path,
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> &'a str {
        self.number += 1;
        self.lines.next().unwrap_or_default()
    }

    /// Reads the number behind a name.
    fn value<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, StateError> {
        let line = self.next();
        let text = line.strip_prefix(name).and_then(|rest| rest.strip_prefix('\t'));
        text.and_then(|text| text.parse().ok()).ok_or_else(|| StateError::Line {
            path: self.path.to_owned(),
            line: self.number,
            expected: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::{Course, PairResult, Parameter};

    #[test]
    fn a_state_is_read_as_it_was_written_and_only_for_its_conditions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spsa.tsv");
        let list = Parameter::read_list("a, int, 3, 1, 6, 0.5, 0.002\nb, float, 1, 0, 2, 0.1, 0.1");
        let course = Course { pairs: 100, alpha: 0.602, gamma: 0.101, stability: 0.1 };
        let begun = Spsa::new(list.unwrap(), course, 3);
        let mut spsa = begun.clone();
        let state = State { path: path.clone(), heading: vec!["limit\tnodes=5".to_owned()] };
        let read = |state: &State, resume| {
            let mut found = begun.clone();
            state.read(&mut found, resume).map(|()| found).map_err(|error| error.to_string())
        };
        assert_eq!(read(&state, true), Ok(begun.clone()));
        spsa.learn(&[PairResult { games: [2, 0, 0] }, PairResult { games: [1, 1, 0] }]);
        state.write(&spsa).unwrap();
        assert_eq!(read(&state, true), Ok(spsa));
        assert!(read(&state, false).unwrap_err().contains("is there already"));
        let other = State { heading: vec!["limit\tnodes=6".to_owned()], ..state.clone() };
        assert!(read(&other, true).unwrap_err().contains("other conditions"));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("drawn\t1", "drawn\tmany")).unwrap();
        assert!(read(&state, true).unwrap_err().ends_with("line 5: \"drawn\" is expected"));
    }
}
