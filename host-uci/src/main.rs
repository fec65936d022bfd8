//! Runs the command `chuhe-uci`.

#![forbid(unsafe_code)]

use chuhe_uci::options::Options;
use chuhe_uci::protocol::{Dialect, parse};
use clap::Parser;
use std::io::{BufReader, Cursor, Read, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    chuhe_host::abort_on_panic();
    let Options { rules, command } = Options::parse();
    let commands: Box<dyn Read> = if command.is_empty() {
        Box::new(stdin())
    } else {
        let command = command.join(" ");
        if parse(&command, Dialect::default()).is_none() {
            let why = format!("{command:?} is no command; --help says more");
            chuhe_host::complain("chuhe-uci", &why);
            return ExitCode::from(2);
        }
        Box::new(Cursor::new(command))
    };
    match chuhe_uci::run(rules, &mut BufReader::new(commands), stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            chuhe_host::complain("chuhe-uci", &error);
            ExitCode::FAILURE
        }
    }
}
