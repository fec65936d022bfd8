//! The variant of xqbase, used for xiangqi and Zhonggong.

use super::movetext::{Token, Tokens};
use super::result;
use super::tags::write_tag;
use crate::GameTree;
use chuhe_core::Side;
use chuhe_core::notation::Style;
use std::fmt;

pub(super) fn write(out: &mut fmt::Formatter<'_>, tree: &GameTree, style: Style) -> fmt::Result {
    let ending = tree.ending();
    let result = result::text(ending);
    write_tag(out, "Game", tree.rules().variant().pgn.game)?;
    tree.tags.iter().try_for_each(|(name, value)| write_tag(out, name, value))?;
    write_tag(out, "Result", result)?;
    let by_rule = ending.filter(|_| ending != tree.told_ending());
    let reason = by_rule.map(|ending| ending.reason).or(tree.termination);
    if let (Some(reason), None) = (reason, tree.tag("Termination")) {
        write_tag(out, "Termination", reason)?;
    }
    if let Some(start) = tree.unusual_start() {
        write_tag(out, "FEN", start)?;
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

/// Writes one move of each side a line. Comments and variations stand between them.
pub(crate) fn write_moves(out: &mut impl fmt::Write, tree: &GameTree, style: Style) -> fmt::Result {
    // The first word of a line and of a variation has no blank before it.
    let (mut depth, mut begins) = (0, true);
    out.write_str("\n")?;
    for token in Tokens::new(tree, style) {
        match token {
            Token::Number(..) if depth == 0 && !begins => out.write_str("\n")?,
            Token::Close => depth -= 1,
            _ if begins => {}
            _ => out.write_str(" ")?,
        }
        begins = false;
        match token {
            Token::Number(number, Side::Red) => write!(out, "{number}.")?,
            Token::Number(number, Side::Black) => write!(out, "{number}. ...")?,
            Token::Move(text) => out.write_str(&text)?,
            Token::Nag(nag) => write!(out, "${nag}")?,
            Token::Comment(text) => write!(out, "{{{}}}", text.replace("\n[", "\n ["))?,
            Token::Open => {
                out.write_str("(")?;
                (depth, begins) = (depth + 1, true);
            }
            Token::Close => out.write_str(")")?,
        }
    }
    out.write_str(if begins { "" } else { "\n" })
}
