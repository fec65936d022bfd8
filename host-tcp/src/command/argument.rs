//! The arguments of commands: points, numbers, names.

use super::error::FormatError;
use crate::lines::Format;
use chuhe_core::Promotion;
use chuhe_core::map::Point;
use chuhe_core::played::Seat;
use chuhe_host::journal::GameId;

pub(super) const COLON: [char; 2] = [':', '：'];
pub(super) const COMMA: [char; 2] = [',', '，'];

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
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Only a number above 255 can fail now.
    is_number.then(|| digits.parse().unwrap_or(u8::MAX)).ok_or(FormatError)
}

/// The letters of the sides that clients play, Red's first.
pub(super) fn seats(text: &str) -> Result<[Seat; 2], FormatError> {
    match text {
        "r" | "R" => Ok([Seat::Person, Seat::Computer]),
        "b" | "B" => Ok([Seat::Computer, Seat::Person]),
        _ if text.eq_ignore_ascii_case("rb") => Ok([Seat::Person; 2]),
        _ => Err(FormatError),
    }
}

/// The name of a form of lines.
pub(super) fn format(text: &str) -> Result<Format, FormatError> {
    match text {
        _ if text.eq_ignore_ascii_case("json") => Ok(Format::Json),
        _ if text.eq_ignore_ascii_case("text") => Ok(Format::Text),
        _ => Err(FormatError),
    }
}

/// A number of digits alone, up to the largest of 64 bits.
pub(super) fn large_number(text: &str) -> Result<u64, FormatError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).ok_or(FormatError)
}
