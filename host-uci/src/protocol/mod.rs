//! The two protocols as text: lines to values and values to lines, without input or output.

mod command;
mod option;
mod reply;

pub use command::{Command, Go, Setup, parse};
pub use option::{DEFAULT_HASH, DEFAULT_OVERHEAD, OptionFault, Setting, set_option};
pub use reply::{BestMove, Identification, InfoString, ProbeReply, SearchCounts, SearchInfo};

/// The protocol spoken, as the first word chose it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// UCI, until something else is asked for.
    #[default]
    Uci,
    /// UCCI 3.0.
    Ucci,
}
