//! Serializes a game as a pair: the FEN of its start position, and the list of its moves.

use crate::fen;
use chuhe_core::notation::Fen;
use chuhe_core::{AnyPosition, Game, Move};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(game: &Game<AnyPosition>, to: S) -> Result<S::Ok, S::Error> {
    let start = Fen { position: game.start().clone(), move_number: 1 };
    (start.to_string(), game.moves()).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Box<Game<AnyPosition>>, D::Error> {
    let (start, moves) = <(String, Vec<Move>)>::deserialize(deserializer)?;
    let start = fen::read(&start).map_err(D::Error::custom)?;
    let mut game = Box::new(Game::new(start.position));
    moves.into_iter().try_for_each(|mv| game.play(mv)).map_err(D::Error::custom)?;
    Ok(game)
}
