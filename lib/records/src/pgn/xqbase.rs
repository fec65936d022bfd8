//! Writes PGN in the variant of xqbase, used for xiangqi and Zhonggong.

use super::movetext::{Token, tokens};
use super::{result, write_tag};
use crate::GameTree;
use chuhe_core::{Side, notation::Style};

pub(super) fn write(tree: &GameTree, style: Style) -> String {
    let (ending, mut text) = (tree.ending(), String::new());
    let result = result::text(ending);
    write_tag(&mut text, "Game", tree.rules().variant().pgn.game);
    tree.tags.iter().for_each(|(name, value)| write_tag(&mut text, name, value));
    write_tag(&mut text, "Result", result);
    let by_rule = ending.filter(|_| ending != tree.told_ending());
    let reason = by_rule.map(|ending| ending.reason).or(tree.termination);
    if let (Some(reason), None) = (reason, tree.tag("Termination")) {
        write_tag(&mut text, "Termination", reason);
    }
    if let Some(start) = tree.unusual_start() {
        write_tag(&mut text, "FEN", start);
    }
    let format = match style {
        Style::Coordinates | Style::Iccs => "ICCS",
        Style::Wxf => "WXF",
        Style::Chinese(_) => "Chinese",
        Style::San => "SAN",
    };
    write_tag(&mut text, "Format", format);
    write_moves(&mut text, tree, style);
    text + result + "\n"
}

/// Writes the moves, with one move of each side on a line of text. Comments and variations stand between the moves.
pub(crate) fn write_moves(text: &mut String, tree: &GameTree, style: Style) {
    // No space stands before the first word of a line or of a variation.
    let (mut depth, mut begins) = (0, true);
    text.push('\n');
    for token in tokens(tree, style) {
        match token {
            Token::Number(..) if depth == 0 && !begins => text.push('\n'),
            Token::Close => depth -= 1,
            _ if begins => {}
            _ => text.push(' '),
        }
        begins = false;
        match token {
            Token::Number(number, Side::Red) => *text += &format!("{number}."),
            Token::Number(number, Side::Black) => *text += &format!("{number}. ..."),
            Token::Move(word) => *text += &word,
            Token::Nag(nag) => *text += &format!("${nag}"),
            Token::Comment(words) => *text += &format!("{{{}}}", words.replace("\n[", "\n [")),
            Token::Open => {
                text.push('(');
                (depth, begins) = (depth + 1, true);
            }
            Token::Close => text.push(')'),
        }
    }
    if !begins {
        text.push('\n');
    }
}
