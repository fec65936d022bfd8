//! The arguments of commands: points, numbers, names.

use super::error::FormatError;
use chuhe_core::Promotion;
use chuhe_core::map::Point;
use chuhe_host::journal::GameId;

pub(super) const COLON: [char; 2] = [':', '：'];
const COMMA: [char; 2] = [',', '，'];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points<'a>(&'a str);

impl<'a> Points<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Self, FormatError> {
        let text = text.trim_end();
        let text = text.strip_suffix(';').unwrap_or(text);
        text.split(';').try_for_each(|part| point(part).map(drop))?;
        Ok(Self(text))
    }

    pub fn iter(self) -> impl Iterator<Item = Point> + 'a {
        self.0.split(';').filter_map(|part| point(part).ok())
    }
}

/// Splits the letter of a promotion off the end of a text.
pub(super) fn split_promotion(text: &str) -> (&str, Option<Promotion>) {
    match text.char_indices().next_back() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => {
            let promotion = Promotion::from_letter(letter);
            (if promotion.is_some() { &text[..at] } else { text }, promotion)
        }
        _ => (text, None),
    }
}

pub(super) fn game_id(text: &str) -> Result<GameId<'_>, FormatError> {
    GameId::new(text).ok_or(FormatError)
}

pub(super) fn point(text: &str) -> Result<Point, FormatError> {
    let (row, column) = text.split_once(COMMA).ok_or(FormatError)?;
    Ok(Point { row: number(row)?, column: number(column)? })
}

pub(super) fn number(text: &str) -> Result<u8, FormatError> {
    let digits = text.trim();
    if digits.is_empty() {
        return Err(FormatError);
    }
    digits.chars().try_fold(0u8, |number, digit| {
        let digit = digit.to_digit(10).ok_or(FormatError)?;
        Ok(number.saturating_mul(10).saturating_add(digit as u8))
    })
}
