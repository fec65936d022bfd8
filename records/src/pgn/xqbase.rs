//! The variant of xqbase, used for xiangqi and Zhonggong.

use super::tags::{result, write_tag};
use crate::GameTree;
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::{Position, Side};
use std::fmt;

pub(super) fn write(out: &mut fmt::Formatter<'_>, tree: &GameTree, style: Style) -> fmt::Result {
    let (rules, ending) = (tree.rules(), tree.ending());
    let result = result(ending);
    write_tag(out, "Game", rules.variant().pgn.game)?;
    tree.tags.iter().try_for_each(|(name, value)| write_tag(out, name, value))?;
    write_tag(out, "Result", result)?;
    if let Some(ending) = ending {
        write_tag(out, "Termination", ending.reason)?;
    }
    if *tree.start() != rules.start() {
        write_tag(
            out,
            "FEN",
            Fen { position: tree.start().clone(), move_number: tree.first_number },
        )?;
    }
    let format = match style {
        Style::Coordinates | Style::Iccs => "ICCS",
        Style::Wxf => "WXF",
        Style::Chinese(_) => "Chinese",
        Style::San => "SAN",
    };
    write_tag(out, "Format", format)?;
    write_moves(out, tree, style)?;
    writeln!(out, "{result}")
}

fn write_moves(out: &mut fmt::Formatter<'_>, tree: &GameTree, style: Style) -> fmt::Result {
    let mut position = tree.start().clone();
    let mut number = tree.first_number;
    for (ply, &mv) in tree.moves().iter().enumerate() {
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
