//! The variant of the PGN standard, used for chess.
//!
//! See chapters 3 (export format), 8.1.1 (seven tag roster), 8.2.1 (lines) and 9 (further tags) of
//! the standard.

use super::movetext::{Token, Tokens};
use super::result;
use super::tags::write_tag;
use crate::GameTree;
use chuhe_core::notation::Style;
use chuhe_core::{EndReason, Ending, Side};
use std::fmt;

/// The first tags of a file, each with its value for "unknown". `Result` follows them.
const SEVEN_TAG_ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// All lines are shorter than this.
const WIDTH: usize = 80;

/// The values of `Termination` that the standard has. Other reasons are written in our own words.
pub(super) const TERMINATIONS: [(EndReason, &str); 3] = [
    (EndReason::Time, "time forfeit"),
    (EndReason::Forfeit, "rules infraction"),
    (EndReason::Adjudication, "adjudication"),
];

/// The name of a roster tag in a tree. The side that moves first is `Red` in every game.
fn record_name(name: &str) -> &str {
    if name == "White" { "Red" } else { name }
}

/// The name of a file's tag in a record, or `None` if its value means "unknown".
pub(super) fn normalized_name(name: String, value: &str) -> Option<String> {
    let is_it = |known: &str| known.eq_ignore_ascii_case(&name);
    match SEVEN_TAG_ROSTER.iter().find(|(known, _)| is_it(known) || is_it(record_name(known))) {
        Some((_, unknown)) if *unknown == value.trim() => None,
        Some((known, _)) => Some(record_name(known).to_owned()),
        None => Some(name),
    }
}

pub(super) fn write(out: &mut fmt::Formatter<'_>, tree: &GameTree) -> fmt::Result {
    for (name, unknown) in SEVEN_TAG_ROSTER {
        write_tag(out, name, tree.tag(record_name(name)).unwrap_or(unknown))?;
    }
    let ending = tree.ending();
    let result = result::text(ending);
    write_tag(out, "Result", result)?;
    let mut further = further_tags(tree, ending);
    further.sort();
    further.iter().try_for_each(|(name, value)| write_tag(out, name, value))?;
    writeln!(out)?;
    write_moves(out, tree, result)
}

/// The tags that are not in the roster.
fn further_tags(tree: &GameTree, ending: Option<Ending>) -> Vec<(&str, String)> {
    let is_other = |name: &str| {
        let is_same = |(known, _): &(&str, &str)| record_name(known).eq_ignore_ascii_case(name);
        !SEVEN_TAG_ROSTER.iter().any(is_same)
    };
    let tags = tree.tags.iter().filter(|(name, _)| is_other(name));
    let mut further: Vec<_> = tags.map(|(name, value)| (name.as_str(), value.clone())).collect();
    if let Some(start) = tree.unusual_start() {
        let is_shuffled = start.position.is_chess960() && tree.tag("Variant").is_none();
        let variant = tree.rules().variant().pgn.shuffled.first().filter(|_| is_shuffled);
        further.extend(variant.map(|&variant| ("Variant", variant.to_owned())));
        further.push(("SetUp", "1".to_owned()));
        further.push(("FEN", start.to_string()));
    }
    let told = tree.termination.filter(|_| ending == tree.told_ending());
    if let (Some(told), None) = (told, tree.tag("Termination")) {
        let named = TERMINATIONS.iter().find(|(reason, _)| *reason == told);
        let name = named.map_or_else(|| told.to_string(), |(_, name)| (*name).to_owned());
        further.push(("Termination", name));
    }
    further
}

fn write_moves(out: &mut fmt::Formatter<'_>, tree: &GameTree, result: &str) -> fmt::Result {
    let mut line = LineWriter::default();
    for token in Tokens::new(tree, Style::San) {
        match token {
            Token::Number(number, Side::Red) => line.add(out, &format!("{number}."))?,
            Token::Number(number, Side::Black) => line.add(out, &format!("{number}..."))?,
            Token::Move(text) => line.add(out, &text)?,
            Token::Nag(nag) => line.add(out, &format!("${nag}"))?,
            Token::Comment(text) => {
                line.add(out, "{")?;
                text.split_whitespace().try_for_each(|word| line.add(out, word))?;
                line.add(out, "}")?;
            }
            Token::Open => line.add(out, "(")?,
            Token::Close => line.add(out, ")")?,
        }
    }
    line.add(out, result)?;
    writeln!(out)
}

/// Wraps words into lines; stores the length of the current line.
#[derive(Default)]
struct LineWriter(usize);

impl LineWriter {
    /// Writes a word on this line, or on the next one if it does not fit.
    fn add(&mut self, out: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.0 == 0 {
            self.0 = width;
        } else if self.0 + 1 + width < WIDTH {
            out.write_str(" ")?;
            self.0 += 1 + width;
        } else {
            // A bracket or sign at the start of a line would be a tag or an escape.
            let indent = if word.starts_with(['[', '%', ';']) { " " } else { "" };
            write!(out, "\n{indent}")?;
            self.0 = indent.len() + width;
        }
        out.write_str(word)
    }
}
