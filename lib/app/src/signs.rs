//! The characters on the pieces, for texts that name the pieces.

use crate::words::Words;
use chuhe_core::rules::Rules;
use chuhe_core::{Kind, Piece, Side};
use chuhe_view::text::{Language, Text, kind_name};

/// The longest list of pieces before a colon.
const LABEL: usize = 40;

/// The characters of both sides for a kind of piece, apart by a space; empty if it has none.
pub(crate) fn signs(words: Words, rules: Rules, kind: Kind) -> String {
    let sign = |side| words.sign(rules, Piece::new(side, kind));
    let mut signs: Vec<_> = Side::ALL.into_iter().filter_map(sign).collect();
    signs.dedup();
    let signs: Vec<_> = signs.iter().map(char::to_string).collect();
    signs.join(" ")
}

/// The page of rules of a game. Where a line is about pieces, their names are followed by their
/// characters, unless the names are the characters.
pub fn rules_page(words: Words, rules: Rules) -> String {
    let page = words.get(Text::rules(rules));
    if words.language != Language::English {
        return page.to_owned();
    }
    let lines = page.split('\n').map(|line| match line.split_once(':') {
        Some((label, rest)) if label.len() <= LABEL => {
            format!("{}:{rest}", with_signs(words, rules, label))
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn with_signs(words: Words, rules: Rules, label: &str) -> String {
    let mut label = label.to_owned();
    for kind in Kind::ALL {
        let name = kind_name(rules, kind, words.language);
        let signs = signs(words, rules, kind);
        let place = label.to_ascii_lowercase().find(name);
        if let Some(place) = place.filter(|_| !signs.is_empty()) {
            let end = place + name.len();
            label.replace_range(place..end, &words.bracketed(&label[place..end], &signs));
        }
    }
    label
}
