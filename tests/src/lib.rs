//! Runners shared by the test suites: each reads a table of `tests/data` and says which row fails.

#![forbid(unsafe_code)]

pub mod choices;
pub mod imports;
pub mod model;
pub mod plain;
#[cfg(feature = "hosts")]
pub mod player;
#[cfg(feature = "hosts")]
pub mod programs;
pub mod prose;
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

use std::path::Path;

/// The rows of a table in `tests/data` without its header, each with its line number and its
/// fields.
///
/// The tables hold no quotes: a comma always ends a field.
///
/// # Panics
/// When the table cannot be read or a row has another number of fields than the header.
pub fn rows(table: &str) -> Vec<(usize, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(table);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
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
