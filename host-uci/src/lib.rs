#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bench;
mod driver;
mod genfens;
mod lag;
mod lines;
pub mod options;
mod position;
pub mod protocol;
mod settings;
mod thinking;

use chuhe_core::rules::Rules;
use driver::Driver;
use lines::{Console, QUEUE_LENGTH, fill};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

/// Reads commands and answers them until `quit`, the end of the input, or a broken output. The initial rules are
/// `rules`, and an option can change them.
///
/// At the end of the input, the function first completes a search that has a limit. A closed output is no error.
pub fn run(rules: Rules, input: &mut impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let console = Console::new(output);
    let (sender, lines) = sync_channel(QUEUE_LENGTH);
    thread::scope(|scope| {
        let driver = Driver::new(scope, &console, lines, rules)?;
        thread::Builder::new().spawn_scoped(scope, || driver.run())?;
        fill(sender, &console, input)
    })?;
    console.end()
}
