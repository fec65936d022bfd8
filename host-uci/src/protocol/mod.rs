//! Parses and formats the lines of UCI and UCCI, without input or output.

mod command;
mod option;
mod reply;

pub use crate::settings::LEVEL_ELO;
pub use command::{Command, GenFens, Go, Setup, parse};
pub(crate) use option::{
    DEFAULT_HASH, Effect, OptionFault, default_settings, set_option, spsa_input,
};
pub use reply::{SearchCounts, SearchInfo, best_move, identification, info_string, probe_reply};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    #[default]
    Uci,
    Ucci,
}
