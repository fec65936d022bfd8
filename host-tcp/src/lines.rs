//! The lines of the server: replies to commands and pushes, as text and as JSON.

use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange};
use chuhe_core::{AnyPosition, Game, Move, MoveKind, Position, Square};
#[cfg(test)]
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The form of the lines of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    #[default]
    Text,
    /// A line is an object of JSON.
    Json,
}

/// A reply to a command, without the end of its line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(tag = "reply", content = "value")]
pub(crate) enum Reply<'a> {
    True,
    /// The command is refused, for this reason.
    False(&'a str),
    /// Another server plays the game.
    Moved,
    #[serde(rename = "CMD_FORMAT_ERROR")]
    FormatError,
    RequestBoard(
        #[serde(serialize_with = "pieces_of_text")]
        #[cfg_attr(test, schemars(with = "Vec<Piece<'static>>"))]
        Cow<'a, str>,
    ),
    /// Moves as `Move` takes them.
    LegalMoves(Vec<String>),
    /// A move as `Move` or `Exchange` takes it.
    Hint(&'a str),
    Status(
        #[cfg_attr(test, schemars(regex(pattern = "^(red|black|win:[rb]|draw)$")))] &'static str,
    ),
    /// The moves of the game in coordinates.
    Moves(Vec<String>),
    Rules(String),
    /// The reason of the last `False`.
    Why(&'a str),
    Reason(String),
    Pong,
    /// The figures of the server by their names.
    Stats(
        #[serde(serialize_with = "figures")]
        #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, Figure<'static>>"))]
        &'a str,
    ),
    Games(&'a [String]),
}

/// A line that the server sends by itself.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(tag = "push", content = "value")]
pub(crate) enum Push<'a> {
    /// The board after a move of the computer or an act of another client.
    CurrentBoard(
        #[serde(serialize_with = "pieces")]
        #[cfg_attr(test, schemars(with = "Vec<Piece<'static>>"))]
        &'a Game<AnyPosition>,
    ),
    Journal(#[cfg_attr(test, schemars(regex(pattern = "^(failed|ok)$")))] &'static str),
    Over(#[cfg_attr(test, schemars(regex(pattern = "^(win:[rb]|draw)$")))] &'static str),
}

impl fmt::Display for Reply<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[String]| {
            items.iter().try_for_each(|item| write!(f, "{item};"))
        };
        match self {
            Self::True => f.write_str("True"),
            Self::False(_) => f.write_str("False"),
            Self::Moved => f.write_str("Moved"),
            Self::FormatError => f.write_str("CMD_FORMAT_ERROR"),
            Self::RequestBoard(board) => write!(f, "RequestBoard:{board}"),
            Self::LegalMoves(moves) => f.write_str("LegalMoves:").and_then(|()| list(f, moves)),
            Self::Hint(mv) => write!(f, "Hint:{mv}"),
            Self::Status(status) => write!(f, "Status:{status}"),
            Self::Moves(moves) => write!(f, "Moves:{}", moves.join(" ")),
            Self::Rules(rules) => write!(f, "Rules:{rules}"),
            Self::Why(why) => write!(f, "Why:{why}"),
            Self::Reason(reason) => write!(f, "Reason:{reason}"),
            Self::Pong => f.write_str("Pong"),
            Self::Stats(figures) => write!(f, "Stats:{figures}"),
            Self::Games(names) => f.write_str("Games:").and_then(|()| list(f, names)),
        }
    }
}

impl fmt::Display for Push<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CurrentBoard(game) => write!(f, "CurrentBoard:{}", board(game)),
            Self::Journal(change) => write!(f, "Journal:{change}"),
            Self::Over(outcome) => f.write_str(outcome),
        }
    }
}

fn board(game: &Game<AnyPosition>) -> impl fmt::Display {
    map::write(game.position(), game.numbers())
}

/// A piece of a board in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(deny_unknown_fields))]
struct Piece<'a> {
    row: u8,
    column: u8,
    /// Its side, kind and number, as `rp0`.
    #[cfg_attr(test, schemars(regex(pattern = "^[rb][a-z][0-9]$")))]
    piece: &'a str,
}

impl<'a> Piece<'a> {
    /// A piece of the text of a board.
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
enum Figure<'a> {
    Number(u64),
    Text(&'a str),
}

fn pieces<S: Serializer>(game: &&Game<AnyPosition>, to: S) -> Result<S::Ok, S::Error> {
    pieces_of_text(&board(game).to_string(), to)
}

fn pieces_of_text<S: Serializer>(board: &str, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(board.split_terminator(';').filter_map(Piece::read))
}

fn figures<S: Serializer>(text: &&str, to: S) -> Result<S::Ok, S::Error> {
    let figures = text.split_terminator(';').filter_map(|figure| figure.split_once('='));
    let figure = |value| str::parse(value).map_or(Figure::Text(value), Figure::Number);
    to.collect_map(figures.map(|(name, value)| (name, figure(value))))
}

/// The legal moves of the side to move, from one point or from all, without exchanges.
pub(crate) fn legal_moves(position: &AnyPosition, from: Option<Square>) -> Vec<String> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| !mv.is_exchange() && (from.is_none() || mv.from() == from));
    let point = |square: Option<Square>| square.map(|at| Point::of(at, position.rules()));
    moves.sort_unstable_by_key(|mv| (point(mv.from()), point(mv.to()), mv.promotion()));
    moves.iter().map(|&mv| points(position, mv)).collect()
}

/// A move as `Move` or `Exchange` takes it.
pub(crate) fn points(position: &AnyPosition, mv: Move) -> String {
    let point = |square| Point::of(square, position.rules());
    if let MoveKind::Normal { from, to, .. } = mv.kind() {
        let promotion = notation::promotion(position, mv).map(|to| to.letter().to_string());
        return format!("{}:{}{}", point(from), point(to), promotion.unwrap_or_default());
    }
    let Exchange { soldiers, victim } =
        Exchange::of(position, mv).expect("an exchange of this position");
    let soldiers: Vec<_> = soldiers.into_iter().map(|at| point(at).to_string()).collect();
    // A semicolon tells an exchange of one soldier from a move.
    let end = if soldiers.len() == 1 { ";" } else { "" };
    format!("{}{end}:{}", soldiers.join(";"), point(victim))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs, path::Path};

    /// A line of the server after `Format:json`.
    #[derive(JsonSchema)]
    #[schemars(untagged)]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Line<'a> {
        Reply(Reply<'a>),
        Push(Push<'a>),
    }

    #[test]
    fn the_schema_in_the_documents_is_that_of_the_types() {
        let schema = schemars::schema_for!(Line<'_>);
        let schema = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.schema.json");
        if env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
            fs::write(&kept, &schema).unwrap();
        }
        assert_eq!(fs::read_to_string(kept).unwrap(), schema, "UPDATE_SNAPSHOTS=1 writes it");
    }
}
