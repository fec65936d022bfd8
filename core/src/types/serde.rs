//! Writes and reads values in serde as text, such as `red` and `h2e2`. Ranks count from 0 in every game.

use super::{Kind, Move, ParseError, Side, Square};
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

pub(crate) struct Text<T, E>(pub(crate) fn(&str) -> Result<T, E>);

impl<T, F: fmt::Display> Visitor<'_> for Text<T, F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}

/// Implements serde in the form of text. For each type, a format string writes the text, and a function reads it.
macro_rules! as_text {
    ($($name:ty: $format:literal, $read:expr;)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!($format, self))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text($read))
            }
        }
    )+};
}

as_text! {
    Kind: "{}", str::parse;
    Side: "{}", str::parse;
    Move: "{:?}", |text| Self::from_name(text).ok_or(ParseError::expected("a move such as h2e2"));
    Square: "{:?}", |text| {
        Self::from_name(text).ok_or(ParseError::expected("a square from a0 to i9"))
    };
}
