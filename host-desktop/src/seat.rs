//! Who plays, and how well.

use chuhe_core::Level;
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this window, or a program that plays in a person's place.
    Person,
    /// The computer, at a level.
    Computer(#[serde(with = "level")] Level),
    /// Another program, by the line that starts it: a path and its arguments, or an
    /// [`engine::Spec`](chuhe_host::engine::Spec); empty while it is to be named.
    Program(String),
}

impl Seat {
    /// Whether nobody at the window moves for this side: the computer or a program does.
    #[must_use]
    pub const fn is_computer(&self) -> bool {
        !matches!(self, Self::Person)
    }

    /// The line that starts the program which sits here.
    #[must_use]
    pub const fn program(&self) -> Option<&String> {
        if let Self::Program(line) = self { Some(line) } else { None }
    }
}

/// When a search of the computer ends at the latest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// After so many seconds.
    Seconds(u16),
    /// After so many plies; it takes as long as it takes.
    Depth(u8),
}

impl Default for Limit {
    fn default() -> Self {
        Self::Seconds(2)
    }
}

/// A level as its number.
mod level {
    use chuhe_core::Level;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(level: &Level, out: S) -> Result<S::Ok, S::Error> {
        level.get().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(from)?;
        Level::new(number).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a level of 0 to 9")
        })
    }
}
