//! The outcome of each mutant, kept in a file from one run to the next.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// The fate of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The compiler refuses it.
    Refused,
    /// A test fails, and its name.
    Caught(String),
    /// A test does not end, and its name.
    TimedOut(String),
    /// All tests that reach it pass.
    Missed,
    /// No test reaches it.
    Unreached,
}

impl Outcome {
    /// Returns the word for it in files and on the command line.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Outcome::Refused => "refused",
            Outcome::Caught(_) => "caught",
            Outcome::TimedOut(_) => "timeout",
            Outcome::Missed => "missed",
            Outcome::Unreached => "unreached",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Caught(test) | Outcome::TimedOut(test) => write!(f, "{} {test}", self.word()),
            _ => f.write_str(self.word()),
        }
    }
}

fn read(text: &str) -> Option<Outcome> {
    let (word, test) = text.split_once(' ').unwrap_or((text, ""));
    let test = test.to_owned();
    match word {
        "refused" => Some(Outcome::Refused),
        "caught" => Some(Outcome::Caught(test)),
        "timeout" => Some(Outcome::TimedOut(test)),
        "missed" => Some(Outcome::Missed),
        "unreached" => Some(Outcome::Unreached),
        _ => None,
    }
}

/// The outcomes so far, by the keys of the mutants.
#[derive(Debug)]
pub(crate) struct Outcomes {
    known: BTreeMap<String, Outcome>,
    file: File,
}

impl Outcomes {
    /// Reads a file of outcomes, and writes the later ones behind them.
    ///
    /// # Errors
    /// When the file cannot be read or written, or a line is none of ours.
    pub(crate) fn open(path: &Path) -> Result<Outcomes, Box<dyn Error>> {
        let text = match path.exists() {
            true => fs::read_to_string(path)?,
            false => String::new(),
        };
        let mut known = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let outcome = line.split_once('\t').and_then(|(key, text)| Some((key, read(text)?)));
            let (key, outcome) =
                outcome.ok_or_else(|| format!("{}:{number}: no outcome", path.display()))?;
            known.insert(key.to_owned(), outcome);
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Outcomes { known, file })
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Outcome> {
        self.known.get(key)
    }

    /// Notes an outcome.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn note(&mut self, key: &str, outcome: Outcome) -> std::io::Result<()> {
        if self.known.get(key) != Some(&outcome) {
            writeln!(self.file, "{key}\t{outcome}")?;
            self.known.insert(key.to_owned(), outcome);
        }
        Ok(())
    }
}
