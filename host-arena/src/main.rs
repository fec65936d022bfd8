//! The command `chuhe-arena`.

#![forbid(unsafe_code)]

use chuhe_arena::contest::Contest;
use chuhe_arena::fastchess;
use chuhe_arena::mates::MateBench;
use chuhe_arena::options::{Command, Options};
use chuhe_arena::spsa::Tuning;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use std::error::Error;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() -> ExitCode {
    chuhe_host::abort_on_panic();
    let outcome = match command() {
        Command::Play(play) => {
            if let Err(conflict) = play.check() {
                Options::command().error(ErrorKind::ArgumentConflict, conflict).exit();
            }
            play.contest().and_then(run)
        }
        Command::Spsa(spsa) => spsa.tuning().and_then(tune),
        Command::Mates(mates) => mates.bench().and_then(measure),
        Command::Openings(openings) => openings.write(&mut stdout()).map_err(Into::into),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe-arena: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the command of the command line, which may be one of fastchess.
fn command() -> Command {
    let words = std::env::args_os().skip(1).map(std::ffi::OsString::into_string);
    let words: Vec<String> = words.collect::<Result<_, _>>().unwrap_or_default();
    if !words.first().is_some_and(|first| fastchess::is_command_line(first)) {
        return Options::parse().command;
    }
    match fastchess::read(words.iter().map(String::as_str)) {
        Ok(play) => Command::Play(Box::new(play)),
        Err(error) => Options::command().error(ErrorKind::ValueValidation, error).exit(),
    }
}

fn run(contest: Contest) -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(stdout());
    contest.run(&*interruption()?, &mut out)?;
    out.flush()?;
    Ok(())
}

fn tune(tuning: Tuning) -> Result<(), Box<dyn Error>> {
    tuning.run(&*interruption()?, &mut io::BufWriter::new(stdout()))?;
    Ok(())
}

fn measure(bench: MateBench) -> Result<(), Box<dyn Error>> {
    bench.run(&*interruption()?, &mut io::BufWriter::new(stdout()))?;
    Ok(())
}

/// Returns what the first signal sets.
fn interruption() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // A second signal ends the program at once.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&interrupted))?;
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}
