//! The program `chuhe-arena`, which plays contests between engines.

#![forbid(unsafe_code)]

use chuhe_workshop::arena::command_line::{CommandLine, HELP};
use std::error::Error;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() -> ExitCode {
    chuhe_host::abort_on_panic();
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let outcome = match words.first().map(String::as_str) {
        Some("-help" | "--help" | "-h") => write!(stdout(), "{HELP}").map_err(Into::into),
        Some("-version" | "--version" | "-V") => {
            writeln!(stdout(), "chuhe-arena {}", chuhe_host::VERSION).map_err(Into::into)
        }
        _ => match CommandLine::read(words.iter().map(String::as_str)) {
            Ok(line) => play(line),
            Err(error) => {
                let why = format!("{error}\nchuhe-arena -help lists the options.");
                chuhe_host::complain("chuhe-arena", &why);
                return ExitCode::from(2);
            }
        },
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            chuhe_host::complain("chuhe-arena", &error);
            ExitCode::FAILURE
        }
    }
}

fn play(line: CommandLine) -> Result<(), Box<dyn Error>> {
    line.contest()?.run(&*interruption()?, &mut io::BufWriter::new(stdout()))?;
    Ok(())
}

/// Returns a flag that the first SIGINT or SIGTERM sets.
fn interruption() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // A second signal ends the program at once.
        signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&interrupted))?;
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}
