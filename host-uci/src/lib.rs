#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bench;
mod driver;
mod genfens;
mod inbox;
mod lag;
pub mod options;
mod output;
mod position;
pub mod protocol;
mod settings;
mod thinking;

use chuhe_core::rules::Rules;
use driver::Driver;
use inbox::{PendingStops, QUEUE_LENGTH, fill};
use output::Output;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

/// Reads commands and answers them until `quit`, the end of the input, or a broken output. The
/// initial game is that of `rules`.
///
/// At the end of the input, a search with a limit is completed first. An output that somebody has closed
/// is no error.
/// ```
/// use chuhe_core::rules::Rules;
/// let mut output = Vec::new();
/// chuhe_uci::run(Rules::Xiangqi, &mut &b"go perft 2\n"[..], &mut output).unwrap();
/// assert!(String::from_utf8(output).unwrap().contains("Nodes searched: 1920"));
/// ```
pub fn run(rules: Rules, input: &mut impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output::new(output);
    let pending_stops = PendingStops::default();
    let (sender, lines) = sync_channel(QUEUE_LENGTH);
    thread::scope(|scope| {
        let driver = Driver::new(scope, &output, &pending_stops, lines, rules)?;
        thread::Builder::new().spawn_scoped(scope, || driver.run())?;
        fill(sender, &pending_stops, &output, input)
    })?;
    output.end()
}
