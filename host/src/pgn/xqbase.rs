//! The variant of xqbase, used for xiangqi and Zhonggong.

use super::GameRecord;
use super::tags::{result, write_tag};
use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::{Game, Position, Side};
use std::fmt;

pub(super) fn write(
    out: &mut fmt::Formatter<'_>,
    record: &GameRecord,
    style: Style,
) -> fmt::Result {
    let game = &record.game;
    let rules = game.start().rules();
    let (ending, result) = (game.ending(), result(game));
    write_tag(out, "Game", rules.variant().pgn.game)?;
    record.tags.iter().try_for_each(|(name, value)| write_tag(out, name, value))?;
    write_tag(out, "Result", result)?;
    if let Some(ending) = ending {
        write_tag(out, "Termination", ending.reason)?;
    }
    if *game.start() != rules.start() {
        write_tag(out, "FEN", Fen { position: game.start().clone(), move_number: 1 })?;
    }
    let format = match style {
        Style::Coordinates | Style::Iccs => "ICCS",
        Style::Wxf => "WXF",
        Style::Chinese(_) => "Chinese",
        Style::San => "SAN",
    };
    write_tag(out, "Format", format)?;
    write_moves(out, game, style)?;
    writeln!(out, "{result}")
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
