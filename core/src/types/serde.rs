//! Moves in serde: their text, such as `h2e2`.

use super::Move;
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MoveText;
        impl Visitor<'_> for MoveText {
            type Value = Move;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move such as h2e2")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Move, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(MoveText)
    }
}
