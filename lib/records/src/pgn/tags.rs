//! The parts that both variants share.

use std::fmt::{self, Display};

pub(super) fn write_tag(
    out: &mut fmt::Formatter<'_>,
    name: &str,
    value: impl Display,
) -> fmt::Result {
    // A line break inside a value would end the tag.
    let value = value.to_string().replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}
