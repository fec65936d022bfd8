//! From a game to text.

use super::{GAMES, Record};
use chuhe_core::notation::Fen;
use chuhe_core::rules::AnyPosition;
use chuhe_core::{Ending, Game, Move, Position, Side};
use std::fmt::{self, Display};

/// The game in PGN, a move of both sides on each line.
///
/// ```
/// use chuhe_core::{Game, Move, Square, rules::Rules};
/// use chuhe_host::pgn::Record;
/// let mut record = Record::new(Game::new(Rules::Xiangqi.start()));
/// let square = |name| Square::from_name(name).unwrap();
/// record.game.play(Move::new(square("h2"), square("e2"))).unwrap();
/// record.set_tag("Red", "Wu");
/// assert_eq!(record.to_string(), "\
/// [Game \"Chinese Chess\"]
/// [Red \"Wu\"]
/// [Result \"*\"]
/// [Format \"ICCS\"]
///
/// 1. H2-E2
/// *
/// ");
/// ```
impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let ending = game.ending();
        let result = match ending {
            None => "*",
            Some(Ending { winner: Some(Side::Red), .. }) => "1-0",
            Some(Ending { winner: Some(Side::Black), .. }) => "0-1",
            Some(Ending { winner: None, .. }) => "1/2-1/2",
        };
        let rules = game.start().rules();
        let name = GAMES.into_iter().find(|(known, _)| *known == rules);
        write_tag(f, "Game", name.map_or(rules.name(), |(_, name)| name))?;
        self.tags.iter().try_for_each(|(name, value)| write_tag(f, name, value))?;
        write_tag(f, "Result", result)?;
        if let Some(ending) = ending {
            write_tag(f, "Termination", ending.reason)?;
        }
        if *game.start() != rules.start() {
            write_tag(f, "FEN", Fen { position: game.start().clone(), move_number: 1 })?;
        }
        write_tag(f, "Format", "ICCS")?;
        write_moves(f, game)?;
        writeln!(f, "{result}")
    }
}

fn write_tag(out: &mut fmt::Formatter<'_>, name: &str, value: impl Display) -> fmt::Result {
    // A line end in a value would end the tag.
    let value = value.to_string().replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn write_moves(out: &mut fmt::Formatter<'_>, game: &Game<AnyPosition>) -> fmt::Result {
    let mut position = game.start().clone();
    let mut number = 1;
    for (ply, &mv) in game.moves().iter().enumerate() {
        match position.side() {
            Side::Red => write!(out, "\n{number}. {}", Iccs(mv))?,
            Side::Black if ply == 0 => write!(out, "\n{number}. ... {}", Iccs(mv))?,
            Side::Black => write!(out, " {}", Iccs(mv))?,
        }
        number += u16::from(position.side() == Side::Black);
        position = position.play(mv);
    }
    out.write_str("\n")
}

/// A move as `H2-E2`.
struct Iccs(Move);

impl Display for Iccs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.as_exchange().is_some() {
            return write!(f, "{}", self.0);
        }
        let text = self.0.to_string().to_ascii_uppercase();
        let (from, to) = text.split_at(2);
        write!(f, "{from}-{to}")
    }
}
