//! Writes the values of replies and pushes as JSON.

use chuhe_core::{AnyPosition, Game};
#[cfg(test)]
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A piece of a board in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct Piece<'a> {
    row: u8,
    column: u8,
    /// The side, the kind and the number of the piece, as in `rp0`.
    #[cfg_attr(test, schemars(regex(pattern = "^[rb][a-z][0-9]$")))]
    piece: &'a str,
}

impl<'a> Piece<'a> {
    /// Reads a piece of the text of a board: `ROW,COLUMN,PIECE`.
    fn read(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(3, ',');
        let mut number = || parts.next()?.parse().ok();
        let (row, column) = (number()?, number()?);
        Some(Self { row, column, piece: parts.next()? })
    }
}

/// A figure of the server in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(untagged)]
pub(super) enum Figure<'a> {
    Number(u64),
    Text(&'a str),
}

pub(super) fn pieces<S: Serializer>(game: &&Game<AnyPosition>, to: S) -> Result<S::Ok, S::Error> {
    pieces_of_text(&super::board(game).to_string(), to)
}

pub(super) fn pieces_of_text<S: Serializer>(board: &str, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(board.split_terminator(';').filter_map(Piece::read))
}

pub(super) fn figures<S: Serializer>(text: &&str, to: S) -> Result<S::Ok, S::Error> {
    let figures = text.split_terminator(';').filter_map(|figure| figure.split_once('='));
    let figure = |value| str::parse(value).map_or(Figure::Text(value), Figure::Number);
    to.collect_map(figures.map(|(name, value)| (name, figure(value))))
}
