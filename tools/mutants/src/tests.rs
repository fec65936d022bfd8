//! The tests: which there are, which mutants each reaches, and how each is run.

use crate::build::TestProgram;
use crate::weave::Id;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The memory that a test may have, in KiB: a mutant may ask for all there is.
const MOST_KIB: u32 = 8 << 20;

/// A test with its usual time and the mutants that it reaches.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(crate) program: TestProgram,
    pub(crate) name: String,
    pub(crate) time: Duration,
    pub(crate) reached: BTreeSet<Id>,
}

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Passed,
    Failed,
    TimedOut,
}

impl Test {
    /// Returns a test of which nothing is known yet.
    pub(crate) fn new(program: &TestProgram, name: &str) -> Test {
        Test {
            program: program.clone(),
            name: name.to_owned(),
            time: Duration::ZERO,
            reached: BTreeSet::new(),
        }
    }

    /// Returns the name of the test with that of its program.
    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.program.name, self.name)
    }
}

/// Returns the names of the tests in a program.
///
/// # Errors
/// When the program cannot be run.
pub(crate) fn names(program: &TestProgram) -> Result<Vec<String>, Box<dyn Error>> {
    let mut command = Command::new(&program.path);
    command.current_dir(&program.folder).args(["--list", "--format", "terse"]);
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Runs a test once without a mutant. Returns nothing if it fails or takes longer than a limit.
///
/// # Errors
/// When the test cannot be started.
pub(crate) fn measure(
    program: &TestProgram,
    name: &str,
    limit: Duration,
    scratch: &Path,
) -> Result<Option<Test>, Box<dyn Error>> {
    clear(scratch)?;
    let file = scratch.join("reached");
    let mut test = Test::new(program, name);
    let start = Instant::now();
    let mut command = command(&test, limit, scratch);
    let end = end(command.env("CHUHE_REACHED", &file).status()?);
    test.time = start.elapsed();
    let numbers = fs::read(file).unwrap_or_default();
    let numbers = numbers.chunks_exact(4).map(|bytes| {
        let bytes = bytes.try_into().expect("four bytes");
        Id::from_le_bytes(bytes)
    });
    test.reached = numbers.collect();
    Ok((end == End::Passed).then_some(test))
}

/// Runs a test with a mutant or without, for three times its usual time and some more.
///
/// # Errors
/// When the test cannot be started.
pub(crate) fn run(
    test: &Test,
    mutant: Option<Id>,
    patience: Duration,
    scratch: &Path,
) -> Result<End, Box<dyn Error>> {
    clear(scratch)?;
    let mut command = command(test, 3 * test.time + patience, scratch);
    command.envs(mutant.map(|mutant| ("CHUHE_MUTANT", mutant.to_string())));
    Ok(end(command.status()?))
}

/// Empties the folder in which a test has its files.
fn clear(scratch: &Path) -> std::io::Result<()> {
    if scratch.exists() {
        fs::remove_dir_all(scratch)?;
    }
    fs::create_dir_all(scratch)
}

/// Returns the command that runs one test, bounded in time and memory, with all of its children.
fn command(test: &Test, limit: Duration, scratch: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v \"$0\" && exec \"$@\""]);
    command.arg(MOST_KIB.to_string()).args(["timeout", "--signal=KILL"]);
    command.arg(format!("{}", limit.as_secs_f64())).arg(&test.program.path);
    command.args(["--exact", &test.name]);
    command.current_dir(&test.program.folder).env("TMPDIR", scratch);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn end(status: ExitStatus) -> End {
    // A shell's number for a process that signal 9 ended; `timeout` itself ends so, too.
    const KILLED: i32 = 128 + 9;
    match status.code() {
        Some(0) => End::Passed,
        Some(KILLED) | None => End::TimedOut,
        Some(_) => End::Failed,
    }
}
