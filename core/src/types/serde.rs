//! Values in serde as their text, such as `red` and `h2e2`. The ranks of squares count from 0.

use super::{Kind, Move, ParseError, Side, Square};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// Reads a value from its text.
pub(crate) struct Text<T>(pub(crate) PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($name:ty),+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text(PhantomData))
            }
        }
    )+};
}

as_text!(Kind, Side);

/// A move or a square, read from the name that does not depend on the game.
struct Name<T>(T);

macro_rules! as_name {
    ($($name:ty, $expected:literal);+) => {$(
        impl FromStr for Name<$name> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                <$name>::from_name(text).map(Self).ok_or(ParseError::expected($expected))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("{self:?}"))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text(PhantomData)).map(|Name(value)| value)
            }
        }
    )+};
}

as_name!(Move, "a move such as h2e2"; Square, "a square from a0 to i9");
