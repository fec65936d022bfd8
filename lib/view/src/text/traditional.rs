//! Converts simplified Chinese to traditional characters.
//!
//! The pairs are those of OpenCC for Taiwan (<https://github.com/BYVoid/OpenCC>). Both sides of a pair have the
//! same number of bytes. So the length of a converted word tells where the next word of the text begins.

use core::cmp::Ordering;
use core::fmt::{self, Display};

/// Words in which a character has another traditional form than in most words.
const PHRASES: [(&str, &str); 8] = [
    ("复制", "複製"),
    ("重复", "重複"),
    ("复盘", "覆盤"),
    ("坐标", "座標"),
    ("防御", "防禦"),
    ("那里", "那裡"),
    ("这里", "這裡"),
    ("里面", "裡面"),
];

/// Pairs of a simplified and a traditional character, one pair a line, in the order of code points.
const PAIRS: &str = include_str!("../../words/traditional.txt");

/// The number of bytes of a character in [`PAIRS`]. A line has two characters and a line feed.
const WIDTH: usize = 3;
const LINE: usize = 2 * WIDTH + 1;

/// Returns the traditional form of the word or character at the start of a text, or `None` if that form is the same.
pub(super) fn first_traditional(text: &str) -> Option<&'static str> {
    let phrase = PHRASES.iter().find(|(simplified, _)| text.starts_with(simplified));
    if let Some(&(_, traditional)) = phrase {
        return Some(traditional);
    }
    let simplified = text.get(..WIDTH)?;
    let line = |index: usize| PAIRS.get(index * LINE..).unwrap_or_default();
    let (mut from, mut to) = (0, PAIRS.len() / LINE);
    while from < to {
        let middle = usize::midpoint(from, to);
        let (key, traditional) = line(middle).split_at_checked(WIDTH)?;
        match key.cmp(simplified) {
            Ordering::Equal => return traditional.get(..WIDTH),
            Ordering::Less => from = middle + 1,
            Ordering::Greater => to = middle,
        }
    }
    None
}

/// A text in simplified characters, which `Display` writes in traditional characters.
///
/// ```
/// use chuhe_view::text::Traditional;
/// assert_eq!(Traditional("复制棋谱").to_string(), "複製棋譜");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traditional<'a>(pub &'a str);

impl Display for Traditional<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(first) = rest.chars().next() {
            let same = &rest[..first.len_utf8()];
            let word = first_traditional(rest).unwrap_or(same);
            f.write_str(word)?;
            rest = &rest[word.len()..];
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Text};

    /// Characters of the interface with one form in both scripts.
    const SAME: &str = include_str!("../../words/same.txt");

    #[test]
    fn pairs_are_sorted_and_of_one_length() {
        assert!(PAIRS.lines().is_sorted_by(|one, other| one[..WIDTH] < other[..WIDTH]));
        assert!(PAIRS.lines().all(|pair| pair.chars().count() == 2 && pair.len() + 1 == LINE));
        assert!(PHRASES.iter().all(|(from, to)| from.len() == to.len()));
    }

    #[test]
    fn every_character_of_a_text_has_a_known_form() {
        let is_known = |letter: char| {
            !('\u{4e00}'..='\u{9fff}').contains(&letter)
                || SAME.contains(letter)
                || PAIRS.lines().any(|pair| pair.starts_with(letter))
        };
        for text in Text::ALL {
            let unknown = text.get(Language::Chinese).chars().find(|&letter| !is_known(letter));
            assert_eq!(unknown, None, "add it to `words/traditional.txt` or `words/same.txt`");
        }
    }

    #[test]
    fn words_decide_before_characters() {
        assert_eq!(Text::CopyGame.get(Language::TraditionalChinese), "複製棋譜");
        assert_eq!(first_traditional("马"), Some("馬"));
        assert_eq!(first_traditional("兵"), None);
    }
}
