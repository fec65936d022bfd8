//! The players and the limits of the computer.

use chuhe_core::Level;
use serde::{Deserialize, Serialize};

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this window, or a program that plays in a person's place.
    Person,
    /// The computer at a level.
    Computer(#[serde(with = "level")] Level),
    /// An engine, by its command line or an [`engine::Spec`](chuhe_host::engine::Spec). Empty while
    /// it is to be named.
    Program(String),
}

impl Seat {
    /// True if the computer or an engine moves for this side, and not a person.
    #[must_use]
    pub const fn is_computer(&self) -> bool {
        !matches!(self, Self::Person)
    }

    /// The command line of the engine.
    #[must_use]
    pub const fn program(&self) -> Option<&String> {
        if let Self::Program(line) = self { Some(line) } else { None }
    }
}

/// The limit of the computer's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// A number of seconds per move.
    Seconds(u16),
    /// A depth in plies, without a limit of time.
    Depth(u8),
}

impl Default for Limit {
    fn default() -> Self {
        Self::Seconds(2)
    }
}

/// Stores a level as its number.
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
