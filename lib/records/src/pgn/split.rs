use super::result;
use super::scanner::{BRACKETS, TextPlace, is_space};
use crate::section::Slice;
use chuhe_host::charset::Charset;
use std::{borrow::Cow, ops::Range};

/// Splits a file into games. A tag after moves begins the next game. Text after a result also begins the next game,
/// unless it is a comment on the same line as the result. A tag at the start of a line begins a game even in an open
/// comment, so a faulty game hides no other game.
pub(crate) fn split(bytes: &[u8], charset: Charset) -> Slices<'_> {
    let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let charset = std::str::from_utf8(bytes).is_err().then_some(charset);
    Slices { bytes, charset, at, place: TextPlace::START }
}

pub(crate) fn tag_in(bytes: &[u8]) -> Option<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut slices = split(bytes, Charset::Gbk);
    let first = slices.at;
    [first].into_iter().chain(ends).find(|&at| {
        slices.at = at;
        slices.tag().is_some()
    })
}

pub(crate) struct Slices<'a> {
    bytes: &'a [u8],
    /// The encoding; `None` for UTF-8.
    charset: Option<Charset>,
    at: usize,
    place: TextPlace,
}

/// The part of a game that the splitting has reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Before the first move. The flag is true if a blank line follows the last tag.
    Tags {
        ended: bool,
    },
    Moves,
    /// After the result. The flag is true until the end of the line that contains the result.
    Result {
        same_line: bool,
    },
}

impl Slices<'_> {
    fn width(&self, at: usize) -> usize {
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or_default();
        let width = match (byte(at), byte(at + 1)) {
            (0x81..=0xfe, 0x30..=0x39) if self.charset.is_some() => 4,
            (0x81..=0xfe, 0x40..=0xfe) if self.charset.is_some() => 2,
            (0xc0.., _) if self.charset.is_none() => byte(at).leading_ones() as usize,
            _ => 1,
        };
        width.min(self.bytes.len() - at)
    }

    fn text(&self, range: Range<usize>) -> Cow<'_, str> {
        let bytes = &self.bytes[range];
        match self.charset {
            Some(charset) if !bytes.is_ascii() => charset.decode(bytes).0,
            _ => String::from_utf8_lossy(bytes),
        }
    }

    fn is_space(&self) -> bool {
        match self.bytes[self.at] {
            byte if byte.is_ascii() => is_space(byte.into()),
            // This byte begins a Chinese character. In GBK and Big5, punctuation begins with a lower byte.
            0xa4.. if self.charset.is_some() => false,
            _ => self.text(self.at..self.at + self.width(self.at)).starts_with(is_space),
        }
    }

    fn next_byte(&mut self) {
        let byte = self.bytes[self.at];
        self.at += self.width(self.at);
        match byte {
            b'\n' => self.place = TextPlace { line: self.place.line + 1, column: 1 },
            _ => self.place.column += 1,
        }
    }

    fn is_line_start(&self) -> bool {
        self.place.column == 1
    }

    /// Returns the name of the tag that begins at `self.at`. The name can contain letters of any script.
    fn tag(&self) -> Option<&[u8]> {
        let behind = self.bytes[self.at..].strip_prefix(b"[")?.trim_ascii_start();
        let start = self.bytes.len() - behind.len();
        let mut end = start;
        while let Some(byte) = self.bytes.get(end) {
            match byte {
                0x80.. => end += self.width(end),
                b'_' => end += 1,
                _ if byte.is_ascii_alphanumeric() => end += 1,
                _ => break,
            }
        }
        let name = self.bytes.get(start..end)?;
        let behind = self.bytes[end..].trim_ascii_start();
        (!name.is_empty() && behind.starts_with(b"\"")).then_some(name)
    }

    /// Skips a comment to its `}`, or to a line that begins with a tag.
    fn skip_comment(&mut self) {
        let mut is_open = true;
        while is_open && self.at < self.bytes.len() {
            if self.is_line_start() && self.tag().is_some() {
                return;
            }
            is_open = self.bytes[self.at] != b'}';
            self.next_byte();
        }
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|&byte| is_skipped(byte)) {
            self.next_byte();
        }
    }

    fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
    }

    /// Skips a tag: up to the `]` after its value, or else to the end of the line.
    fn skip_tag(&mut self) {
        let mut quotes = 0;
        while self.at < self.bytes.len() && self.bytes[self.at] != b'\n' {
            let byte = self.bytes[self.at];
            self.next_byte();
            let rest = &self.bytes[self.at..];
            match byte {
                b'\\' if rest.starts_with(b"\"") || rest.starts_with(b"\\") => self.next_byte(),
                b'"' => quotes += 1,
                _ => {}
            }
            let mut behind = rest.iter().skip_while(|byte| b" \t".contains(byte));
            if byte == b'"' && quotes > 1 && behind.next() == Some(&b']') {
                break;
            }
        }
        self.skip_while(|byte| b" \t]".contains(&byte));
    }

    /// Skips one token, and returns the part of the game that follows the token, or `None` at the end of the game.
    fn token(&mut self, part: Part, depth: &mut usize) -> Option<Part> {
        let byte = self.bytes[self.at];
        let moves = match part {
            Part::Tags { .. } => Part::Moves,
            other => other,
        };
        match byte {
            b'\n' => {
                self.next_byte();
                return Some(self.after_line(part));
            }
            _ if self.is_space() => self.next_byte(),
            b'%' if self.is_line_start() => self.skip_line(),
            b'[' => return self.bracket(part, depth),
            _ if part == (Part::Result { same_line: false }) => return None,
            b';' => self.skip_line(),
            b'{' => self.skip_comment(),
            _ if matches!(part, Part::Result { .. }) => return None,
            b'(' | b')' | b'}' | b']' => {
                *depth = match byte {
                    b'(' => *depth + 1,
                    b')' => depth.saturating_sub(1),
                    _ => *depth,
                };
                self.next_byte();
                return Some(moves);
            }
            _ => {
                let start = self.at;
                while let Some(byte) = self.bytes.get(self.at)
                    && !BRACKETS.as_bytes().contains(byte)
                    && !self.is_space()
                {
                    self.next_byte();
                }
                let is_result = *depth == 0 && result::read(&self.text(start..self.at)).is_some();
                return Some(if is_result { Part::Result { same_line: true } } else { moves });
            }
        }
        Some(part)
    }

    fn after_line(&self, part: Part) -> Part {
        let blank = self.bytes[self.at..].iter().find(|byte| !b" \t\r".contains(byte));
        match part {
            Part::Tags { .. } if blank == Some(&b'\n') => Part::Tags { ended: true },
            Part::Result { .. } => Part::Result { same_line: false },
            other => other,
        }
    }

    fn bracket(&mut self, part: Part, depth: &mut usize) -> Option<Part> {
        let Some(name) = self.tag() else {
            if matches!(part, Part::Result { .. }) {
                return None;
            }
            self.next_byte();
            return Some(part);
        };
        let first = [&b"Event"[..], b"Game"].iter().any(|first| first.eq_ignore_ascii_case(name));
        match part {
            Part::Tags { ended } if !(ended && first) => {
                self.skip_tag();
                Some(Part::Tags { ended: false })
            }
            Part::Moves if *depth > 0 && !self.is_line_start() => {
                self.next_byte();
                Some(part)
            }
            _ => None,
        }
    }
}

impl Iterator for Slices<'_> {
    type Item = Slice;

    fn next(&mut self) -> Option<Slice> {
        self.skip_while(|byte| byte.is_ascii_whitespace());
        let (start, at) = (self.at, self.place);
        let (mut part, mut depth) = (Part::Tags { ended: false }, 0);
        while self.at < self.bytes.len()
            && let Some(next) = self.token(part, &mut depth)
        {
            part = next;
        }
        (self.at > start).then_some(Slice { range: start..self.at, at })
    }
}
