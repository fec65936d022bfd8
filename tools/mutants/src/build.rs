//! The one build of all mutants: those that do not compile are found and left out.

use crate::copy::Copy;
use crate::mutant::SourceFile;
use crate::weave::{Id, Woven};
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program of tests.
#[derive(Clone, Debug)]
pub(crate) struct TestProgram {
    pub(crate) path: PathBuf,
    /// The folder in which Cargo starts it.
    pub(crate) folder: PathBuf,
    /// The name of its package and of itself.
    pub(crate) name: String,
}

/// The number of times that the compiler may find further faults.
const MOST_ROUNDS: usize = 60;

/// Returns `cargo` with a command in the copy.
fn cargo(copy: &Copy, command: &str, packages: &[String]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(program);
    let target = copy.root.with_file_name("build");
    cargo.current_dir(&copy.root).arg(command).arg("--target-dir").arg(target);
    cargo.args(["--message-format", "json", "--quiet"]);
    for package in packages {
        cargo.args(["--package", package]);
    }
    cargo
}

/// Runs Cargo and returns its messages.
fn messages(mut cargo: Command) -> Result<Vec<Message>, Box<dyn Error>> {
    let mut child = cargo.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
    let output = child.stdout.take().expect("the output is a pipe");
    let messages: Result<Vec<Message>, _> = Message::parse_stream(BufReader::new(output)).collect();
    child.wait()?;
    Ok(messages?)
}

fn errors(messages: &[Message]) -> impl Iterator<Item = &Diagnostic> {
    messages.iter().filter_map(|message| match message {
        Message::CompilerMessage(message) if message.message.level == DiagnosticLevel::Error => {
            Some(&message.message)
        }
        _ => None,
    })
}

/// Writes the sources with their switches, and leaves out what the compiler refuses, until it
/// refuses nothing. Returns the numbers of these mutants.
///
/// # Errors
/// When a file cannot be written, Cargo cannot be run, or a fault has nothing to do with mutants.
pub(crate) fn leave_out_faults(
    copy: &Copy,
    files: &[SourceFile],
    packages: &[String],
    mut left_out: BTreeSet<Id>,
) -> Result<BTreeSet<Id>, Box<dyn Error>> {
    for _ in 0..MOST_ROUNDS {
        let mut woven = BTreeMap::new();
        for file in files {
            woven.insert(copy.root.join(&file.path), copy.weave(file, &left_out)?);
        }
        let mut check = cargo(copy, "check", packages);
        check.arg("--keep-going");
        let messages = messages(check)?;
        let faults: Vec<&Diagnostic> =
            errors(&messages).filter(|error| !error.spans.is_empty()).collect();
        if faults.is_empty() {
            return match errors(&messages).next() {
                Some(error) => Err(error.to_string().into()),
                None => Ok(left_out),
            };
        }
        let before = left_out.len();
        for fault in &faults {
            left_out.extend(blamed(copy, &woven, fault));
        }
        eprintln!("{} mutants do not compile", left_out.len());
        if left_out.len() == before {
            return Err(format!("no mutant is to blame: {}", faults[0]).into());
        }
    }
    Err("the compiler finds ever more faults".into())
}

/// Returns the mutants that a fault can be blamed on.
fn blamed(copy: &Copy, woven: &BTreeMap<PathBuf, Woven>, fault: &Diagnostic) -> Vec<Id> {
    let find = |span: &DiagnosticSpan, only_code: bool| {
        let file = woven.get(&copy.root.join(&span.file_name))?;
        let part = span.byte_start as usize..span.byte_end as usize;
        let found = file.blamed(&part, only_code);
        (!found.is_empty()).then(|| found.to_vec())
    };
    let spans: Vec<&DiagnosticSpan> =
        fault.children.iter().flat_map(|child| &child.spans).collect();
    let spans = || fault.spans.iter().chain(spans.iter().copied());
    let in_code = spans().find_map(|span| find(span, true));
    let primary = || spans().filter(|span| span.is_primary).find_map(|span| find(span, false));
    in_code
        .or_else(primary)
        .or_else(|| spans().find_map(|span| find(span, false)))
        .unwrap_or_default()
}

/// Builds the tests of packages and returns their programs.
///
/// # Errors
/// When Cargo cannot be run, or something does not compile.
pub(crate) fn build_tests(
    copy: &Copy,
    packages: &[String],
) -> Result<Vec<TestProgram>, Box<dyn Error>> {
    let mut build = cargo(copy, "test", packages);
    build.args(["--no-run", "--lib", "--bins", "--tests"]);
    let messages = messages(build)?;
    if let Some(error) = errors(&messages).next() {
        return Err(error.to_string().into());
    }
    let programs = messages.into_iter().filter_map(|message| match message {
        Message::CompilerArtifact(artifact) if artifact.profile.test => {
            let folder = Path::new(&artifact.manifest_path).parent()?.to_owned();
            let package = folder.file_name()?.to_string_lossy().into_owned();
            Some(TestProgram {
                path: artifact.executable?.into(),
                folder,
                name: format!("{package}/{}", artifact.target.name),
            })
        }
        _ => None,
    });
    let programs: Vec<TestProgram> = programs.collect();
    match programs.is_empty() {
        true => Err("no tests were built".into()),
        false => Ok(programs),
    }
}
