//! Splits the bytes of clients into commands, and writes replies and pushes as text or as JSON.

mod json;

use chuhe_core::map;
use chuhe_core::{AnyPosition, Game};
#[cfg(test)]
use json::{Figure, Piece};
use json::{figures, pieces, pieces_of_text};
#[cfg(test)]
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// The greatest length of a command in bytes, without its line end.
pub const MAX_COMMAND: usize = 256;

/// The greatest length in bytes of the command `Board`, which contains a whole position.
pub const MAX_BOARD: usize = 512;

/// The size in bytes of the buffer for the commands of a client. It can contain the longest command and some more.
const CAPACITY: usize = 1024;

/// The end of a command. The server ends the reply to the command and all lines until the next reply in this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LineEnd {
    #[default]
    Lf,
    CrLf,
    /// The command has no line end. A pause or the end of the stream follows it.
    Pause,
}

impl LineEnd {
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Pause => b"",
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Lf => "lf",
            Self::CrLf => "crlf",
            Self::Pause => "nothing",
        }
    }
}

/// The bytes that some programs send before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const TLS_HANDSHAKE: u8 = 0x16;

/// A command as it arrived, without its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// The first bytes of the command, at most [`MAX_BOARD`] + 1. The rest of a longer command is cut off.
    pub bytes: &'a [u8],
    pub line_end: LineEnd,
}

impl<'a> Frame<'a> {
    fn new(bytes: &'a [u8], line_end: LineEnd) -> Self {
        Self { bytes: &bytes[..bytes.len().min(MAX_BOARD + 1)], line_end }
    }

    fn is_overlong(&self) -> bool {
        self.bytes.len() > self.limit()
    }

    fn limit(&self) -> usize {
        let word = self.bytes.trim_ascii_start().first_chunk::<5>();
        let is_board = word.is_some_and(|word| word.eq_ignore_ascii_case(b"Board"));
        if is_board { MAX_BOARD } else { MAX_COMMAND }
    }

    /// The text of the command; `None` when it is too long or not UTF-8.
    pub fn text(&self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes).ok().filter(|_| !self.is_overlong())
    }

    /// Returns true for the first line of an HTTP request, a header that every browser sends, or a TLS record. Such a
    /// stream must be refused, because a web page can hide commands in it.
    pub fn is_foreign(&self) -> bool {
        let has_version = self.bytes.windows(6).any(|bytes| bytes == b" HTTP/");
        let starts_with = |word: &str| {
            let start = self.bytes.get(..word.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
        };
        has_version
            || self.bytes.first() == Some(&TLS_HANDSHAKE)
            || self.has_method()
            || ["CONNECT ", "Host:", "Origin:"].iter().any(|word| starts_with(word))
    }

    /// Returns whether the line begins with a word and a path, as in `GET /`. Any word can be a method of HTTP.
    fn has_method(&self) -> bool {
        let word = self.bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        word > 0 && matches!(self.bytes[word..], [b' ', b'/' | b'*', ..])
    }
}

impl fmt::Display for Frame<'_> {
    /// Writes the command without escapes, because the log escapes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_overlong() {
            write!(f, "(more than {} bytes)", self.limit())
        } else {
            f.write_str(&String::from_utf8_lossy(self.bytes))
        }
    }
}

/// Splits a stream into commands, in whatever pieces the stream arrives. A splitter never allocates memory.
///
/// ```
/// use chuhe_tcp::{LineEnd, Frame, Splitter};
/// let mut splitter = Splitter::default();
/// splitter.space()[..9].copy_from_slice(b"Undo\r\nSta");
/// splitter.filled(9);
/// assert_eq!(splitter.next_frame(), Some(Frame { bytes: b"Undo", line_end: LineEnd::CrLf }));
/// assert_eq!(splitter.next_frame(), None);
/// assert_eq!(splitter.rest(), Some(Frame { bytes: b"Sta", line_end: LineEnd::Pause }));
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    bytes: [u8; CAPACITY],
    start: usize,
    end: usize,
    /// True once the beginning of the stream was checked for a byte order mark, which is skipped.
    begun: bool,
    /// True after the first line end. From then on no pause ends a command.
    ends_lines: bool,
    /// True if a pause ended the last command. A line end that follows belongs to that command.
    paused: bool,
}

impl Splitter {
    /// The space for the next bytes of the stream. It is empty only while complete commands wait for `next_frame`.
    pub fn space(&mut self) -> &mut [u8] {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        &mut self.bytes[self.end..]
    }

    /// Adds the bytes that were written to the front of [`Splitter::space`].
    ///
    /// # Panics
    /// When `count` is greater than the length of the space.
    pub fn filled(&mut self, count: usize) {
        assert!(count <= CAPACITY - self.end, "no more bytes than there was space for");
        self.end += count;
    }

    /// Returns true if a pause would complete the waiting bytes to a command. After the first line end of a client, a
    /// pause means only that a packet is late.
    pub const fn ends_with_pause(&self) -> bool {
        self.start < self.end && !self.ends_lines
    }

    pub fn next_frame(&mut self) -> Option<Frame<'_>> {
        self.skip_byte_order_mark();
        self.skip_late_line_end();
        let waiting = &mut self.bytes[self.start..self.end];
        let Some(length) = waiting.iter().position(|&byte| byte == b'\n') else {
            // Only the beginning and the last byte of a command that is too long are kept. The last byte can be a `\r`
            // that belongs to the line end.
            if waiting.len() > MAX_BOARD + 2 {
                waiting[MAX_BOARD + 1] = waiting[waiting.len() - 1];
                self.end = self.start + MAX_BOARD + 2;
            }
            return None;
        };
        let start = self.start;
        self.start += length + 1;
        self.ends_lines = true;
        let line = &self.bytes[start..start + length];
        Some(match line.strip_suffix(b"\r") {
            Some(line) => Frame::new(line, LineEnd::CrLf),
            None => Frame::new(line, LineEnd::Lf),
        })
    }

    /// Takes the waiting bytes as a command, after a pause or at the end of the stream. Must be called only after
    /// [`Splitter::next_frame`] has returned `None`.
    pub fn rest(&mut self) -> Option<Frame<'_>> {
        let line = &self.bytes[self.start..self.end];
        let is_late_line_end = self.paused && line == b"\r";
        self.start = self.end;
        if line.is_empty() || is_late_line_end {
            return None;
        }
        self.paused = true;
        Some(Frame::new(line, LineEnd::Pause))
    }

    fn skip_byte_order_mark(&mut self) {
        if !self.begun {
            let waiting = &self.bytes[self.start..self.end];
            if waiting.starts_with(BYTE_ORDER_MARK) {
                self.start += BYTE_ORDER_MARK.len();
                self.begun = true;
            } else {
                self.begun = !BYTE_ORDER_MARK.starts_with(waiting);
            }
        }
    }

    fn skip_late_line_end(&mut self) {
        if self.paused {
            let (skip, known) = match &self.bytes[self.start..self.end] {
                [b'\n', ..] => (1, true),
                [b'\r', b'\n', ..] => (2, true),
                [] | [b'\r'] => (0, false),
                _ => (0, true),
            };
            self.start += skip;
            self.ends_lines |= skip > 0;
            self.paused = !known;
        }
    }
}

impl Default for Splitter {
    fn default() -> Self {
        let [begun, ends_lines, paused] = [false; 3];
        Self { bytes: [0; CAPACITY], start: 0, end: 0, begun, ends_lines, paused }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    #[default]
    Text,
    Json,
}

/// A reply to a command, without the end of its line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(tag = "reply", content = "value")]
pub(crate) enum Reply<'a> {
    True,
    /// The command is refused, for this reason.
    False(&'a str),
    /// Another server plays the game.
    Moved,
    #[serde(rename = "CMD_FORMAT_ERROR")]
    FormatError,
    RequestBoard(
        #[serde(serialize_with = "pieces_of_text")]
        #[cfg_attr(test, schemars(with = "Vec<Piece<'static>>"))]
        Cow<'a, str>,
    ),
    /// Moves, written as in the command `Move`.
    LegalMoves(Vec<String>),
    /// A move, written as in the command `Move` or `Exchange`.
    Hint(&'a str),
    Status(
        #[cfg_attr(test, schemars(regex(pattern = "^(red|black|win:[rb]|draw)$")))] &'static str,
    ),
    /// The moves of the game in coordinates.
    Moves(Vec<String>),
    Rules(String),
    /// The reason of the last `False`.
    Why(&'a str),
    Reason(String),
    Pong,
    /// The figures of the server by their names.
    Stats(
        #[serde(serialize_with = "figures")]
        #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, Figure<'static>>"))]
        &'a str,
    ),
    Games(&'a [String]),
}

/// A line that the server sends by itself.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(tag = "push", content = "value")]
pub(crate) enum Push<'a> {
    /// The board after a move of the computer or an act of another client.
    CurrentBoard(
        #[serde(serialize_with = "pieces")]
        #[cfg_attr(test, schemars(with = "Vec<Piece<'static>>"))]
        &'a Game<AnyPosition>,
    ),
    Journal(#[cfg_attr(test, schemars(regex(pattern = "^(failed|ok)$")))] &'static str),
    Over(#[cfg_attr(test, schemars(regex(pattern = "^(win:[rb]|draw)$")))] &'static str),
}

impl fmt::Display for Reply<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[String]| {
            items.iter().try_for_each(|item| write!(f, "{item};"))
        };
        match self {
            Self::True => f.write_str("True"),
            Self::False(_) => f.write_str("False"),
            Self::Moved => f.write_str("Moved"),
            Self::FormatError => f.write_str("CMD_FORMAT_ERROR"),
            Self::RequestBoard(board) => write!(f, "RequestBoard:{board}"),
            Self::LegalMoves(moves) => f.write_str("LegalMoves:").and_then(|()| list(f, moves)),
            Self::Hint(mv) => write!(f, "Hint:{mv}"),
            Self::Status(status) => write!(f, "Status:{status}"),
            Self::Moves(moves) => write!(f, "Moves:{}", moves.join(" ")),
            Self::Rules(rules) => write!(f, "Rules:{rules}"),
            Self::Why(why) => write!(f, "Why:{why}"),
            Self::Reason(reason) => write!(f, "Reason:{reason}"),
            Self::Pong => f.write_str("Pong"),
            Self::Stats(figures) => write!(f, "Stats:{figures}"),
            Self::Games(names) => f.write_str("Games:").and_then(|()| list(f, names)),
        }
    }
}

impl fmt::Display for Push<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CurrentBoard(game) => write!(f, "CurrentBoard:{}", board(game)),
            Self::Journal(change) => write!(f, "Journal:{change}"),
            Self::Over(outcome) => f.write_str(outcome),
        }
    }
}

fn board(game: &Game<AnyPosition>) -> impl fmt::Display {
    map::write(game.position(), game.numbers())
}

#[cfg(test)]
mod tests;
