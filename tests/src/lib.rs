//! Code shared by the test suites: readers of the tables in `tests/data`, models, clients and servers.

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
pub mod wait;
#[cfg(feature = "hosts")]
pub mod watched;
#[cfg(feature = "hosts")]
pub mod web;

use chuhe_core::Side;
use chuhe_core::notation::{Fen, FenError};
use chuhe_core::rules::Rules;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Runs the Rust program in `docs/library.md` as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
pub struct Library;

/// Folders that [`files`] skips: outputs of builds, inputs of fuzzers, and `.git`.
const SKIPPED: [&str; 5] = ["target", "corpus", "artifacts", "coverage", ".git"];

/// True if the environment has `CHUHE_ALL_TESTS`. Then a missing program fails its test, and no test is shortened.
pub fn runs_all() -> bool {
    env::var_os("CHUHE_ALL_TESTS").is_some()
}

/// The number of rounds of a random test: `all` with `CHUHE_ALL_TESTS`, else a quarter of `all`.
pub fn rounds(all: u32) -> u32 {
    if runs_all() { all } else { all.div_ceil(4) }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is above")
}

pub fn data(name: &str) -> PathBuf {
    root().join("tests/data").join(name)
}

/// The files below a folder that have one of these extensions, sorted by path. The extension `""`
/// stands for names without an extension.
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

/// Returns (place, fields) for each row of a table in `tests/data`. In a field, `⏎` stands for the end of a line.
///
/// A `.csv` has a header, and every comma ends a field. In a `.txt`, ` | ` ends a field, and `#` begins a comment.
pub fn rows<const N: usize>(table: &str) -> Vec<(String, [String; N])> {
    let is_csv = table.ends_with(".csv");
    let fields = |(line, row): (usize, &str)| {
        let at = format!("{table}:{line}: {row}");
        let fields = row.split(if is_csv { "," } else { " | " });
        let fields: Vec<_> = fields.map(|field| field.replace('⏎', "\n")).collect();
        let fields: [String; N] =
            fields.try_into().unwrap_or_else(|_| panic!("{at}: not {N} fields"));
        (at, fields)
    };
    let text = text(&data(table));
    let rows = (1..).zip(text.lines()).skip(usize::from(is_csv));
    let rows = rows.filter(|(_, row)| is_csv || !row.is_empty() && !row.starts_with('#'));
    let rows: Vec<_> = rows.map(fields).collect();
    assert!(!rows.is_empty(), "{table} is empty");
    rows
}

/// The rows of a table of maps, `rules | side to move | map | expected result`, each with its place.
pub fn map_rows(table: &str) -> Vec<(String, Rules, Side, String, String)> {
    let row = |(at, [rules, turn, map, result]): (String, [String; 4])| {
        (at, rules.parse().expect("a rule set"), turn.parse().expect("a side"), map, result)
    };
    rows(table).into_iter().map(row).collect()
}

/// All texts with one character dropped, doubled, or replaced by one of `others`.
pub fn typos(text: &str, others: &[char]) -> impl Iterator<Item = String> {
    let text: Vec<char> = text.chars().collect();
    (0..text.len()).flat_map(move |at| {
        let with =
            |between: &[char]| text[..at].iter().chain(between).chain(&text[at + 1..]).collect();
        let replaced = others.iter().map(|&other| with(&[other]));
        [with(&[]), with(&[text[at]; 2])].into_iter().chain(replaced).collect::<Vec<String>>()
    })
}
