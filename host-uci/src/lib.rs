#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bench;
mod board;
mod driver;
mod output;
pub mod protocol;
mod thinking;

use chuhe_core::rules::Rules;
use chuhe_host::lines::read_line;
use driver::Driver;
use output::Output;
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// Bytes of a line that are read: more than the longest game takes.
const LONGEST_LINE: usize = 1 << 18;

/// Reads commands and answers them until `quit`, the end of the input, or until nobody listens.
/// Games follow `rules` until the other program names others.
///
/// At the end of the input, a search that has limits of its own is finished first.
///
/// # Errors
/// When the input cannot be read, or there is no memory to begin with.
///
/// ```
/// use chuhe_core::rules::Rules;
/// let mut output = Vec::new();
/// chuhe_uci::run(Rules::Xiangqi, &mut &b"go perft 2\n"[..], &mut output).unwrap();
/// assert!(String::from_utf8(output).unwrap().contains("Nodes searched: 1920"));
/// ```
pub fn run(rules: Rules, input: &mut impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output::new(output);
    std::thread::scope(|scope| {
        let mut driver = Driver::new(scope, &output, rules).map_err(io::Error::other)?;
        while !output.is_broken() {
            let Some(line) = read_line(input, LONGEST_LINE)? else {
                driver.finish();
                break;
            };
            if !driver.obey(&line, Instant::now()) {
                break;
            }
        }
        driver.end();
        Ok(())
    })
}
