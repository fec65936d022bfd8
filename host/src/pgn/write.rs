//! From a game to text.

use super::{GAMES, Record, standard};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::AnyPosition;
use chuhe_core::{Ending, Game, Position, Side};
use std::fmt::{self, Display};

impl Record {
    /// The game in PGN: of chess in the form of the standard, whatever the style; of the others
    /// with the moves written in a style, a move of both sides on each line.
    ///
    /// ```
    /// use chuhe_core::notation::{Script, Style};
    /// use chuhe_core::{Game, rules::Rules};
    /// use chuhe_host::pgn::{self, Record};
    /// let mut record = pgn::read("1. h2e2 h9g7 2. h0g2").unwrap();
    /// record.set_tag("Red", "Wu");
    /// assert_eq!(record.written_in(Style::Chinese(Script::Simplified)).to_string(), "\
    /// [Game \"Chinese Chess\"]
    /// [Red \"Wu\"]
    /// [Result \"*\"]
    /// [Format \"Chinese\"]
    ///
    /// 1. 炮二平五 马８进７
    /// 2. 马二进三
    /// *
    /// ");
    /// ```
    pub fn written_in(&self, style: Style) -> impl Display {
        // PGN's coordinates are those of ICCS.
        let style = if style == Style::Coordinates { Style::Iccs } else { style };
        let style = style.in_game(self.game.start().rules());
        Written { record: self, style }
    }
}

struct Written<'a> {
    record: &'a Record,
    style: Style,
}

impl Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.record.game;
        let rules = game.start().rules();
        if rules == standard::RULES {
            return standard::write(f, self.record);
        }
        let (ending, result) = (game.ending(), result(game));
        let name = GAMES.into_iter().find(|(known, _)| *known == rules);
        write_tag(f, "Game", name.map_or(rules.name(), |(_, name)| name))?;
        self.record.tags.iter().try_for_each(|(name, value)| write_tag(f, name, value))?;
        write_tag(f, "Result", result)?;
        if let Some(ending) = ending {
            write_tag(f, "Termination", ending.reason)?;
        }
        if *game.start() != rules.start() {
            write_tag(f, "FEN", Fen { position: game.start().clone(), move_number: 1 })?;
        }
        let format = match self.style {
            Style::Coordinates | Style::Iccs => "ICCS",
            Style::Wxf => "WXF",
            Style::Chinese(_) => "Chinese",
            Style::San => "SAN",
        };
        write_tag(f, "Format", format)?;
        write_moves(f, game, self.style)?;
        writeln!(f, "{result}")
    }
}

/// The result as both forms have it.
pub(super) const fn result(game: &Game<AnyPosition>) -> &'static str {
    match game.ending() {
        None => "*",
        Some(Ending { winner: Some(Side::Red), .. }) => "1-0",
        Some(Ending { winner: Some(Side::Black), .. }) => "0-1",
        Some(Ending { winner: None, .. }) => "1/2-1/2",
    }
}

pub(super) fn write_tag(
    out: &mut fmt::Formatter<'_>,
    name: &str,
    value: impl Display,
) -> fmt::Result {
    // A line end in a value would end the tag.
    let value = value.to_string().replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn write_moves(
    out: &mut fmt::Formatter<'_>,
    game: &Game<AnyPosition>,
    style: Style,
) -> fmt::Result {
    let mut position = game.start().clone();
    let mut number = 1;
    for (ply, &mv) in game.moves().iter().enumerate() {
        match position.side() {
            Side::Red => write!(out, "\n{number}. ")?,
            Side::Black if ply == 0 => write!(out, "\n{number}. ... ")?,
            Side::Black => out.write_str(" ")?,
        }
        write!(out, "{}", notation::write(style, &position, mv))?;
        number += u16::from(position.side() == Side::Black);
        position = position.play(mv);
    }
    out.write_str("\n")
}
