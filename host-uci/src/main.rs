//! The command `chuhe-uci`.

#![forbid(unsafe_code)]

use chuhe_core::rules::Rules;
use chuhe_uci::protocol::{Dialect, parse};
use std::fmt;
use std::io::{self, BufReader, Cursor, Read, stdin, stdout};
use std::process::ExitCode;

/// Returns the text of `--help`.
fn help() -> String {
    let default = Rules::default();
    let others = Rules::PLAYABLE.iter().filter(|&&rules| rules != default);
    let others: Vec<&str> = others.map(|rules| rules.name()).collect();
    let (last, others) = others.split_last().map_or(("", &[][..]), |(last, rest)| (*last, rest));
    let games = format!("{default} (the default), {} or {last}", others.join(", "));
    format!(
        "\
Chuhe as an engine: UCI and UCCI over standard input and output.

Usage: chuhe-uci [--rules NAME] [COMMAND]...

Without arguments the program reads commands line by line, until `quit` or the end of the input. The
first word, `uci` or `ucci`, chooses the protocol. Arguments are one command, after which the
program ends, such as `chuhe-uci bench` or `chuhe-uci go perft 4`.

  --rules NAME   {games}; the option UCI_Variant changes it.
                 `--rules chess` makes the engine usable in any chess program
  -h, --help     print this text
  -V, --version  print the version

Exit status: 0; 1 if the input cannot be read or memory is short; 2 for unknown rules or an
unknown command.
"
    )
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let mut rules = Rules::default();
    if arguments.first().is_some_and(|first| first == "--rules") {
        let named = arguments.get(1).map(String::as_str).unwrap_or_default();
        match named.parse() {
            Ok(known) => rules = known,
            Err(error) => return refuse(format_args!("--rules {named:?}: {error}")),
        }
        arguments.drain(..2);
    }
    let commands: Box<dyn Read> = match arguments.first().map(String::as_str) {
        None => Box::new(stdin()),
        Some("-h" | "--help") => return say(&help()),
        Some("-V" | "--version") => {
            return say(concat!("chuhe-uci ", env!("CARGO_PKG_VERSION"), "\n"));
        }
        Some(_) => {
            let command = arguments.join(" ");
            if parse(&command, Dialect::default()).is_none() {
                return refuse(format_args!("{command:?} is no command; --help says more"));
            }
            Box::new(Cursor::new(command))
        }
    };
    outcome(chuhe_uci::run(rules, &mut BufReader::new(commands), stdout()))
}

fn refuse(why: fmt::Arguments<'_>) -> ExitCode {
    eprintln!("chuhe-uci: {why}");
    ExitCode::from(2)
}

fn say(text: &str) -> ExitCode {
    outcome(io::Write::write_all(&mut stdout(), text.as_bytes()))
}

fn outcome(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe-uci: {error}");
            ExitCode::FAILURE
        }
    }
}
