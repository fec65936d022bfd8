//! Parses and formats the lines of UCI and UCCI, without input or output.

mod command;
mod option;
mod parameter;
mod reply;

pub use command::{Command, GenFens, Go, Setup, parse};
pub use option::{DEFAULT_HASH, DEFAULT_OVERHEAD, LEVEL_ELO, OptionFault, Setting, set_option};
pub use parameter::spsa_input;
pub use reply::{SearchCounts, SearchInfo, best_move, identification, info_string, probe_reply};

/// The protocol in use, chosen by the first word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// UCI, the default.
    #[default]
    Uci,
    Ucci,
}
