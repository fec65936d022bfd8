//! Runners shared by the test suites: each reads a table of `tests/data` and says which row fails.

#![forbid(unsafe_code)]

pub mod choices;
#[cfg(all(unix, feature = "hosts"))]
pub mod display;
pub mod imports;
pub mod model;
pub mod plain;
#[cfg(feature = "hosts")]
pub mod player;
#[cfg(feature = "hosts")]
pub mod programs;
pub mod random;
pub mod replies;
pub mod script;
#[cfg(all(unix, feature = "hosts"))]
pub mod served;
#[cfg(all(target_os = "linux", feature = "hosts"))]
pub mod shim;
#[cfg(feature = "hosts")]
pub mod snapshot;
pub mod sound;
#[cfg(feature = "hosts")]
pub mod tcp;
pub mod typos;
pub mod wait;
pub mod walk;
#[cfg(feature = "hosts")]
pub mod watched;
#[cfg(feature = "hosts")]
pub mod web;

use chuhe_core::notation::{Fen, FenError};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The program of the document runs as it stands there.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
pub struct Library;

/// Folders whose files nobody wrote for a reader: outputs of builds, and inputs of fuzzers.
const SKIPPED: [&str; 5] = ["target", "corpus", "artifacts", "coverage", ".git"];

/// The files below a folder whose names have one of these extensions, in the order of their paths. The
/// extension `""` is that of a name without one.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            if !SKIPPED.iter().any(|name| path.ends_with(name)) {
                found.extend(files(&path, extensions));
            }
        } else if extensions.iter().any(|end| path.extension().unwrap_or_default() == *end) {
            found.push(path);
        }
    }
    found
}

pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
pub fn position<P>(fen: &str) -> P
where
    Fen<P>: FromStr<Err = FenError>,
{
    fen.parse::<Fen<P>>().unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// The rows of a table in `tests/data` without its header, each with its line number and its
/// fields.
///
/// The tables hold no quotes: a comma always ends a field.
pub fn rows(table: &str) -> Vec<(usize, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(table);
    let text = text(&path);
    let width = text.lines().next().unwrap_or_default().split(',').count();
    let rows: Vec<_> = (1..)
        .zip(text.lines())
        .skip(1)
        .map(|(line, row)| (line, row.split(',').map(str::to_owned).collect::<Vec<_>>()))
        .collect();
    for (line, row) in &rows {
        assert_eq!(row.len(), width, "{table}:{line}");
    }
    assert!(!rows.is_empty(), "{table} is empty");
    rows
}
