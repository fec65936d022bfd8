//! Who plays, and how well.

use chuhe_core::Level;
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this window, or a program that plays in a person's place.
    Person,
    /// The computer, at a level.
    Computer(#[serde(with = "level")] Level),
}

impl Seat {
    /// Whether the computer sits here.
    #[must_use]
    pub const fn is_computer(self) -> bool {
        matches!(self, Self::Computer(_))
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
