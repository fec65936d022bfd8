//! Converts simplified Chinese to traditional characters.
//!
//! The pairs are those of OpenCC for Taiwan (<https://github.com/BYVoid/OpenCC>). Both sides of a pair have the
//! same number of bytes, so that the compiler can convert a text.

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
const PAIRS: &[u8] = include_bytes!("../../words/traditional.txt");

/// The number of bytes of a character in [`PAIRS`], and of a line.
const WIDTH: usize = 3;
const LINE: usize = 2 * WIDTH + 1;

/// Compares a key with the bytes at a place. The result is 0 if they are equal, and negative if the key is less.
const fn compare(key: &[u8], text: &[u8], at: usize) -> i32 {
    let mut index = 0;
    while index < key.len() {
        let other = if at + index < text.len() { text[at + index] as i32 } else { -1 };
        let difference = key[index] as i32 - other;
        if difference != 0 {
            return difference;
        }
        index += 1;
    }
    0
}

/// Returns the traditional form of the word or character at a place, or `None` if it is the same.
const fn traditional_at(text: &[u8], at: usize) -> Option<&'static str> {
    let mut index = 0;
    while index < PHRASES.len() {
        if compare(PHRASES[index].0.as_bytes(), text, at) == 0 {
            return Some(PHRASES[index].1);
        }
        index += 1;
    }
    let (mut from, mut to) = (0, PAIRS.len() / LINE);
    while from < to {
        let middle = usize::midpoint(from, to);
        let (simplified, other) = PAIRS.split_at(middle * LINE).1.split_at(WIDTH);
        match compare(simplified, text, at) {
            0 => return Some(text_of(other.split_at(WIDTH).0)),
            less if less < 0 => from = middle + 1,
            _ => to = middle,
        }
    }
    None
}

/// Returns the bytes of a text in traditional characters. Both texts have `BYTES` bytes.
pub(super) const fn traditional_bytes<const BYTES: usize>(text: &str) -> [u8; BYTES] {
    let text = text.as_bytes();
    assert!(text.len() == BYTES);
    let mut bytes = [0; BYTES];
    let mut at = 0;
    while at < BYTES {
        let word = match traditional_at(text, at) {
            Some(word) => word.as_bytes(),
            None => text.split_at(at).1.split_at(1).0,
        };
        bytes.split_at_mut(at).1.split_at_mut(word.len()).0.copy_from_slice(word);
        at += word.len();
    }
    bytes
}

/// Returns the text of bytes, which must be UTF-8.
pub(super) const fn text_of(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a pair has as many bytes on both sides"),
    }
}

pub(super) const fn traditional_character(text: &'static str) -> &'static str {
    match traditional_at(text.as_bytes(), 0) {
        Some(other) if text.len() == WIDTH => other,
        _ => text,
    }
}

/// A text in simplified characters that is written in traditional ones.
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
            let word = traditional_at(rest.as_bytes(), 0).unwrap_or(same);
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
        let pairs: &str = text_of(PAIRS);
        assert!(pairs.lines().is_sorted_by(|one, other| one[..WIDTH] < other[..WIDTH]));
        assert!(pairs.lines().all(|pair| pair.chars().count() == 2 && pair.len() + 1 == LINE));
        assert!(PHRASES.iter().all(|(from, to)| from.len() == to.len()));
    }

    #[test]
    fn every_character_of_a_text_has_a_known_form() {
        let is_known = |letter: char| {
            !('\u{4e00}'..='\u{9fff}').contains(&letter)
                || SAME.contains(letter)
                || text_of(PAIRS).lines().any(|pair| pair.starts_with(letter))
        };
        for text in Text::ALL {
            let unknown = text.get(Language::Chinese).chars().find(|&letter| !is_known(letter));
            assert_eq!(unknown, None, "add it to `words/traditional.txt` or `words/same.txt`");
        }
    }

    #[test]
    fn words_decide_before_characters() {
        assert_eq!(Text::CopyGame.get(Language::TraditionalChinese), "複製棋譜");
        assert_eq!(traditional_character("马"), "馬");
        assert_eq!(traditional_character("兵"), "兵");
    }
}
