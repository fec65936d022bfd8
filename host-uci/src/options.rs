//! Defines the command line.

use chuhe_core::rules::Rules;
use clap::Parser;

/// Chuhe as an engine: UCI and UCCI over standard input and output.
///
/// Without arguments the program reads commands line by line, until `quit` or the end of the input.
/// The first word, `uci` or `ucci`, chooses the protocol.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "chuhe-uci",
    version = chuhe_host::VERSION,
    after_help = "Exit status:\n  \
        0  ended by `quit`, the end of the input, or a closed output\n  \
        1  the input cannot be read, the output cannot be written, or memory is short\n  \
        2  unknown rules, or an unknown command"
)]
pub struct Options {
    /// The initial rules: xiangqi, zhonggong or chess; the option UCI_Variant changes them. With
    /// `--rules chess` the engine is usable in any chess program
    #[arg(long, value_name = "NAME", default_value_t = Rules::default())]
    pub rules: Rules,

    /// One command, after which the program ends, such as `bench` or `go perft 4`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<String>,
}
