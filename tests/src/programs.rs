//! Runs tests that need programs of the system. A program may be missing.

pub use libtest_mimic::Trial;

use crate::runs_all;
use libtest_mimic::Arguments;
use std::any::type_name;
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

pub fn run(tests: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Makes a test that has the name of `function`.
///
/// If `missing` names programs, the test is ignored, and its result contains these names. With `CHUHE_ALL_TESTS` in
/// the environment, such a test fails instead.
pub fn test<F: FnOnce() + Send + 'static>(missing: Option<String>, function: F) -> Trial {
    let path = type_name::<F>();
    test_named(path.split_once("::").map_or(path, |(_, name)| name), missing, function)
}

/// Makes a test like `test`, but with a given name, because a closure has no name.
pub fn test_named(
    name: &str,
    missing: Option<String>,
    function: impl FnOnce() + Send + 'static,
) -> Trial {
    let is_required = runs_all();
    let reason = missing.as_ref().map(|what| format!("missing: {what}")).unwrap_or_default();
    let is_ignored = missing.is_some() && !is_required;
    let test = Trial::test(name, move || match missing {
        Some(what) if is_required => Err(format!("missing: {what}").into()),
        _ => {
            function();
            Ok(())
        }
    });
    test.with_kind(reason).with_ignored_flag(is_ignored)
}

/// Returns the names of the programs that are neither in `PATH` nor in `/usr/sbin`. `None`: all are installed.
pub fn missing(programs: &[&str]) -> Option<String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain(["/usr/sbin".into()]).collect();
    let is_there = |name: &str| folders.iter().any(|folder| folder.join(name).is_file());
    let missing: Vec<&str> = programs.iter().copied().filter(|name| !is_there(name)).collect();
    (!missing.is_empty()).then(|| missing.join(", "))
}
