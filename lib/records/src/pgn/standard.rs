//! Writes PGN in the form of the standard, used for chess.
//!
//! Chapters of the standard: 3 (export format), 8.1.1 (seven tag roster), 8.2.1 (lines) and 9 (further tags).

use super::movetext::{Token, tokens};
use super::{result, write_tag};
use crate::GameTree;
use chuhe_core::{EndReason, Ending, Side, notation::Style};

/// (name, own, unknown): the tags before `Result`. A file writes a tag as `name`, and a tree stores it as `own`,
/// because a tree calls the player who moves first `Red`. For a tag that the tree lacks, `unknown` is written.
const SEVEN_TAG_ROSTER: [(&str, &str, &str); 6] = [
    ("Event", "Event", "?"),
    ("Site", "Site", "?"),
    ("Date", "Date", "????.??.??"),
    ("Round", "Round", "?"),
    ("White", "Red", "?"),
    ("Black", "Black", "?"),
];

/// A line of text with moves has fewer characters than this limit, unless a single word is longer.
const WIDTH: usize = 80;

/// The values that the standard gives the tag `Termination`. For any other reason, its `Display` text is written.
pub(super) const TERMINATIONS: [(EndReason, &str); 3] = [
    (EndReason::Time, "time forfeit"),
    (EndReason::Forfeit, "rules infraction"),
    (EndReason::Adjudication, "adjudication"),
];

/// Returns the name that a tag of a file gets in the tree, or `None` if the value of the tag means "unknown".
pub(super) fn normalized_name(name: String, value: &str) -> Option<String> {
    let is_it = |known: &str| known.eq_ignore_ascii_case(&name);
    match SEVEN_TAG_ROSTER.iter().find(|(known, own, _)| is_it(known) || is_it(own)) {
        Some((.., unknown)) if *unknown == value.trim() => None,
        Some((_, own, _)) => Some((*own).to_owned()),
        None => Some(name),
    }
}

pub(super) fn write(tree: &GameTree) -> String {
    let mut text = String::new();
    for (name, own, unknown) in SEVEN_TAG_ROSTER {
        write_tag(&mut text, name, tree.tag(own).unwrap_or(unknown));
    }
    let ending = tree.ending();
    let result = result::text(ending);
    write_tag(&mut text, "Result", result);
    let mut further = further_tags(tree, ending);
    further.sort();
    further.iter().for_each(|(name, value)| write_tag(&mut text, name, value));
    text.push('\n');
    let mut line = LineWriter { text, width: 0 };
    for token in tokens(tree, Style::San) {
        match token {
            Token::Number(number, Side::Red) => line.add(&format!("{number}.")),
            Token::Number(number, Side::Black) => line.add(&format!("{number}...")),
            Token::Move(text) => line.add(&text),
            Token::Nag(nag) => line.add(&format!("${nag}")),
            Token::Comment(text) => {
                line.add("{");
                text.split_whitespace().for_each(|word| line.add(word));
                line.add("}");
            }
            Token::Open => line.add("("),
            Token::Close => line.add(")"),
        }
    }
    line.add(result);
    line.text + "\n"
}

fn further_tags(tree: &GameTree, ending: Option<Ending>) -> Vec<(&str, String)> {
    let is_other =
        |name: &str| SEVEN_TAG_ROSTER.iter().all(|(_, own, _)| !own.eq_ignore_ascii_case(name));
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

struct LineWriter {
    text: String,
    width: usize,
}

impl LineWriter {
    /// Writes a word on the current line, or on a new line if the current one has no room.
    fn add(&mut self, word: &str) {
        let width = word.chars().count();
        if self.width == 0 {
            self.width = width;
        } else if self.width + 1 + width < WIDTH {
            self.text.push(' ');
            self.width += 1 + width;
        } else {
            // At the start of a line, `[` would begin a tag. With `%` or `;`, readers would skip the line.
            let indent = if word.starts_with(['[', '%', ';']) { "\n " } else { "\n" };
            self.text.push_str(indent);
            self.width = indent.len() - 1 + width;
        }
        self.text.push_str(word);
    }
}
