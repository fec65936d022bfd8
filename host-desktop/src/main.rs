//! Starts the log, and opens the window or takes a screenshot.
#![forbid(unsafe_code)]

use chuhe_desktop::options::Options;
use chuhe_desktop::program::Program;
use chuhe_desktop::screenshot;
use chuhe_host::{Log, LogConfig, complain, log_panics};
use clap::Parser;
use std::error::Error;
use std::process::ExitCode;

const PROGRAM: &str = "chuhe-desktop";

fn main() -> ExitCode {
    let options = Options::parse();
    let log = options.screenshot.is_none().then(|| {
        Log::start(LogConfig::new(PROGRAM, &options.home, options.log_level))
            .inspect_err(|error| complain(PROGRAM, error))
    });
    log::info!("chuhe-desktop {} starts: {options:?}", chuhe_host::VERSION);
    log_panics(PROGRAM);
    let ended = play(&options);
    match &ended {
        Ok(well) => {
            log::info!("chuhe-desktop ends{}", if *well { "" } else { ", the map refused" })
        }
        Err(error) => {
            log::error!("{error}");
            complain(PROGRAM, error);
        }
    }
    drop(log);
    if matches!(ended, Ok(true)) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn play(options: &Options) -> Result<bool, Box<dyn Error>> {
    let mut program = Program::new(options)?;
    match &options.screenshot {
        Some(file) => screenshot::take(&mut program, options, file).map(|()| true),
        None => program.run(options),
    }
}
