//! Mutation testing of the packages of this workspace.
//!
//! A mutant is the program with one small change. A test must fail because of it, or nothing says
//! that the changed code matters. All mutants are built at once into a copy of the workspace, each
//! behind a switch that a variable of the environment turns on. A first run of each test notes the
//! mutants that it reaches. Then each mutant meets those tests, the quick ones first.

#![forbid(unsafe_code)]

mod build;
mod copy;
mod mutant;
mod notes;
mod operators;
mod outcome;
mod report;
mod tests;
mod values;
mod weave;
mod workers;

use build::TestProgram;
use cargo_metadata::MetadataCommand;
use clap::Parser;
use copy::Copy;
use mutant::{Mutant, read_sources};
use notes::Notes;
use outcome::{Outcome, Outcomes};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tests::{End, Test};

/// Changes the sources of packages one place at a time, and runs the tests that reach it.
#[derive(Parser, Debug)]
#[command(
    version,
    after_help = "What an earlier run caught is not run again as long as its function is the same.\n\
                  Exit status: 0; 1 when something cannot be done; 2 for a wrong command line."
)]
struct Args {
    /// A package to change.
    #[arg(short, long = "package", value_name = "NAME", default_values = ["chuhe-host", "chuhe-tcp"])]
    packages: Vec<String>,
    /// A package with tests, besides the changed ones.
    #[arg(short, long = "tests", value_name = "NAME", default_values = ["chuhe-tests"])]
    tests: Vec<String>,
    /// Run only the mutants of files whose path holds this text.
    #[arg(long, value_name = "TEXT")]
    file: Vec<String>,
    /// Run only one mutant in this number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Begin the sample with the mutant of this number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u32,
    /// Run only the mutants that had this outcome in an earlier run.
    #[arg(long, value_name = "OUTCOME", value_parser = ["caught", "timeout", "missed", "unreached"])]
    again: Vec<String>,
    /// Leave out the tests whose name begins like this.
    #[arg(long, value_name = "PREFIX")]
    skip: Vec<String>,
    /// Leave out the tests that take longer than this, in seconds.
    #[arg(long, value_name = "S", default_value_t = 30)]
    longest: u64,
    /// The seconds that a test with a mutant has on top of three times its usual time.
    #[arg(long, value_name = "S", default_value_t = 10)]
    patience: u64,
    /// The number of tests at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// The folder for the copy, its build and the outcomes.
    #[arg(long, value_name = "FOLDER", default_value = "target/mutants")]
    folder: PathBuf,
    /// List the mutants, and end.
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe-mutants: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let mut packages = Vec::new();
    for name in &args.packages {
        let package = metadata.packages.iter().find(|package| package.name == name.as_str());
        let package = package.ok_or_else(|| format!("no package {name}"))?;
        let folder = package.manifest_path.parent().ok_or("a manifest is in a folder")?;
        packages.push(folder.as_std_path().strip_prefix(root)?.to_owned());
    }
    let folders: Vec<PathBuf> = packages.iter().map(|package| package.join("src")).collect();
    let sources = read_sources(root, &folders)?;
    let mutants: Vec<Mutant> = sources.iter().flat_map(mutant::SourceFile::mutants).collect();
    if args.list {
        let lines: String = mutants.iter().map(|mutant| format!("{mutant}\n")).collect();
        return Ok(stdout().write_all(lines.as_bytes())?);
    }

    let folder = std::path::absolute(&args.folder)?;
    fs::create_dir_all(&folder)?;
    let mut outcomes = Outcomes::open(&folder.join("outcomes.tsv"))?;
    let refused =
        mutants.iter().filter(|mutant| outcomes.get(&mutant.key) == Some(&Outcome::Refused));
    let refused = refused.map(|mutant| mutant.id).collect();
    let copy = Copy::make(root, folder.join("copy"), &packages, &sources)?;
    let refused = build::leave_out_faults(&copy, &sources, &args.packages, refused)?;
    for mutant in mutants.iter().filter(|mutant| refused.contains(&mutant.id)) {
        outcomes.note(&mutant.key, Outcome::Refused)?;
    }
    let all_tests = [args.packages.clone(), args.tests.clone()].concat();
    let programs = build::build_tests(&copy, &all_tests)?;
    let tests = measure(args, &programs, &folder)?;

    let chosen = mutants.iter().filter(|mutant| {
        (args.file.is_empty() || args.file.iter().any(|text| mutant.file.contains(text.as_str())))
            && mutant.id >= args.offset
            && (mutant.id - args.offset).is_multiple_of(args.sample)
    });
    let chosen: Vec<&Mutant> = chosen.collect();
    let outcomes = Mutex::new(outcomes);
    meet(args, &chosen, &tests, &outcomes, &folder)?;
    let outcomes = outcomes.into_inner();
    let known = chosen.iter().filter_map(|mutant| Some((*mutant, outcomes.get(&mutant.key)?)));
    let report = report::report(&known.collect::<Vec<_>>());
    fs::write(folder.join("report.md"), &report)?;
    Ok(stdout().write_all(report.as_bytes())?)
}

/// Runs each test once and returns those that pass in time, the quick ones first.
fn measure(
    args: &Args,
    programs: &[TestProgram],
    folder: &Path,
) -> Result<Vec<Test>, Box<dyn Error>> {
    let mut names = Vec::new();
    for program in programs {
        let of_program = tests::names(program)?
            .into_iter()
            .filter(|name| !args.skip.iter().any(|prefix| name.starts_with(prefix.as_str())));
        names.extend(of_program.map(|name| (program, name)));
    }
    eprintln!("{} tests run once without a mutant", names.len());
    let limit = Duration::from_secs(args.longest);
    let notes = Mutex::new(Notes::open(&folder.join("tests.tsv"), programs)?);
    let found = Mutex::new(Vec::new());
    workers::work(args.jobs, &names, |worker, (program, name)| {
        let scratch = folder.join(format!("scratch-{worker}"));
        let known = notes.lock().get(program, name);
        let test = match known {
            Some(test) => Some(test),
            None => tests::measure(program, name, limit, &scratch)?,
        };
        match test {
            None => eprintln!("left out, it fails or takes too long: {} {name}", program.name),
            Some(test) => {
                notes.lock().note(&test)?;
                if !test.reached.is_empty() && test.time <= limit {
                    found.lock().push(test);
                }
            }
        }
        Ok(())
    })?;
    let mut tests = found.into_inner();
    tests.sort_by_key(|test| test.time);
    let time: Duration = tests.iter().map(|test| test.time).sum();
    eprintln!("{} of them reach a mutant, in {:.1} s", tests.len(), time.as_secs_f64());
    Ok(tests)
}

/// Runs the mutants that no earlier run caught, or those that the command line chooses by outcome.
fn meet(
    args: &Args,
    mutants: &[&Mutant],
    tests: &[Test],
    outcomes: &Mutex<Outcomes>,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let is_open = |mutant: &&&Mutant| match outcomes.lock().get(&mutant.key) {
        Some(outcome) if !args.again.is_empty() => args.again.iter().any(|a| a == outcome.word()),
        None | Some(Outcome::Missed | Outcome::Unreached) => args.again.is_empty(),
        Some(_) => false,
    };
    let open: Vec<&Mutant> = mutants.iter().filter(is_open).copied().collect();
    eprintln!("{} of {} mutants are run", open.len(), mutants.len());
    let done = Mutex::new(0);
    let hunters = Mutex::new(BTreeMap::new());
    let patience = Duration::from_secs(args.patience);
    workers::work(args.jobs, &open, |worker, mutant| {
        let scratch = folder.join(format!("scratch-{worker}"));
        let reaching = tests.iter().filter(|test| test.reached.contains(&mutant.id));
        let mut reaching: Vec<&Test> = reaching.collect();
        // The test that caught the last mutant of a file often catches the next one.
        let hunter = hunters.lock().get(&mutant.file).cloned();
        reaching.sort_by_key(|test| Some(test.title()) != hunter);
        let outcome = fate(mutant, &reaching, patience, &scratch)?;
        if let Outcome::Caught(test) = &outcome {
            hunters.lock().insert(mutant.file.clone(), test.clone());
        }
        let mut done = done.lock();
        *done += 1;
        eprintln!("{done}/{} {mutant}: {outcome}", open.len());
        Ok(outcomes.lock().note(&mutant.key, outcome)?)
    })
}

/// Runs tests with a mutant until one of them fails twice, or does not end. A test that then fails
/// without the mutant, too, tells nothing: the machine is busy.
fn fate(
    mutant: &Mutant,
    tests: &[&Test],
    patience: Duration,
    scratch: &Path,
) -> Result<Outcome, Box<dyn Error>> {
    let mut outcome = Outcome::Unreached;
    for test in tests {
        outcome = Outcome::Missed;
        let run = |mutant| tests::run(test, mutant, patience, scratch);
        let with = Some(mutant.id);
        let end = match run(with)? {
            End::Failed => run(with)?,
            end => end,
        };
        if end != End::Passed && run(None)? == End::Passed {
            return Ok(match end {
                End::TimedOut => Outcome::TimedOut(test.title()),
                _ => Outcome::Caught(test.title()),
            });
        }
    }
    Ok(outcome)
}
