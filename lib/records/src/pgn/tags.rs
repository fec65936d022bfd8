//! The parts that both variants share.

use std::fmt::{self, Display};

/// True if a character may stand in the name of a tag.
pub(super) fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn write_tag(
    out: &mut fmt::Formatter<'_>,
    name: &str,
    value: impl Display,
) -> fmt::Result {
    // A reader would refuse the game for another name.
    if name.is_empty() || !name.chars().all(is_of_name) {
        return Ok(());
    }
    // A line break inside a value would end the tag.
    let value = value.to_string().replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}
