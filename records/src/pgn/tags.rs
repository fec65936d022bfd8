//! The parts that both variants share.

use chuhe_core::{Ending, Side};
use std::fmt::{self, Display};

/// The result of a game.
pub(super) const fn result(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "*",
        Some(Ending { winner: Some(Side::Red), .. }) => "1-0",
        Some(Ending { winner: Some(Side::Black), .. }) => "0-1",
        Some(Ending { winner: None, .. }) => "1/2-1/2",
    }
}

pub(super) fn write_tag(
    out: &mut fmt::Formatter<'_>,
    name: &str,
    value: impl Display,
) -> fmt::Result {
    // A line break inside a value would end the tag.
    let value = value.to_string().replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}
