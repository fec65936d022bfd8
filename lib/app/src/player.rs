//! The players of the two sides, and the limit of the computer's searches.

use chuhe_core::{Level, Limits, Time};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerSetting {
    /// A person at this window, or a program that plays in a person's place.
    Person,
    Computer(Level),
    /// Another program, given by its command line: a path with arguments, or an
    /// [`engine::Spec`](chuhe_host::engine::Spec). The command line is empty until the person names a program.
    Program(String),
}

impl PlayerSetting {
    /// True if the computer or a program plays.
    pub const fn is_computer(&self) -> bool {
        !matches!(self, Self::Person)
    }

    pub const fn program(&self) -> Option<&String> {
        if let Self::Program(line) = self { Some(line) } else { None }
    }
}

/// Writes a player in the form that `FromStr` reads: `person`, the number of a level, or a command line.
impl Display for PlayerSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Computer(level) => write!(f, "{level}"),
            Self::Program(line) => f.write_str(line),
        }
    }
}

impl FromStr for PlayerSetting {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text.trim(), text.trim().parse()) {
            ("", _) => Err("a player: person, a level of 0 to 9, or a program"),
            ("person", _) => Ok(Self::Person),
            (_, Ok(number)) => {
                Level::new(number).map(Self::Computer).ok_or("the levels are 0 to 9")
            }
            (program, Err(_)) => Ok(Self::Program(program.to_owned())),
        }
    }
}

/// The beginning of the computer's name in game files.
pub(crate) const COMPUTER: &str = "Chuhe, level ";

/// Returns the level that the computer's name contains; `None` for any other name.
pub(crate) fn level_of_name(name: &str) -> Option<Level> {
    name.strip_prefix(COMPUTER)?.parse().ok()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    Seconds(u16),
    /// A depth in plies, without a limit of time.
    Depth(u8),
}

impl Limit {
    pub(crate) fn limits(self) -> Limits {
        match self {
            Self::Seconds(seconds) => {
                let time = Some(Time::per_move(1000 * u64::from(seconds.max(1))));
                Limits { time, ..Limits::default() }
            }
            Self::Depth(depth) => Limits { depth: depth.max(1), ..Limits::default() },
        }
    }
}
