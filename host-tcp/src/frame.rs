//! Splits the bytes that arrive into commands.

use std::fmt;

/// The greatest length of a command in bytes, without its line end.
pub const MAX_COMMAND: usize = 256;

/// The greatest length of a `Board`, which holds a whole position.
pub const MAX_BOARD: usize = 512;

/// Room for a command, its line end, and the commands that follow at once.
const CAPACITY: usize = 1024;

/// The end of a command. The replies to it and later notifications end in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LineEnd {
    #[default]
    Lf,
    CrLf,
    /// A pause, without a character.
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

/// The first byte of a TLS connection.
const TLS_HANDSHAKE: u8 = 0x16;

/// A command as it arrived, without its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// The bytes. Those of a command longer than [`MAX_BOARD`] are cut off after one byte more.
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

    /// Returns whether another protocol begins so, in which a web page can send bytes of its choice.
    /// That is a request of HTTP, a header that every browser sends, or a record of TLS.
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

    /// Returns whether a word and a path stand here, as in `GET /`. Any word can be a method of HTTP.
    fn has_method(&self) -> bool {
        let word = self.bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        word > 0 && matches!(self.bytes[word..], [b' ', b'/' | b'*', ..])
    }
}

impl fmt::Display for Frame<'_> {
    /// Writes the command for the log, which escapes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_overlong() {
            write!(f, "(more than {} bytes)", self.limit())
        } else {
            f.write_str(&String::from_utf8_lossy(self.bytes))
        }
    }
}

/// Splits a stream into commands, however the stream is cut into pieces. Its memory never grows.
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
    /// The first bytes have come, and a byte order mark was skipped.
    begun: bool,
    /// The client has ended a command with a line end, so that it ends each with one.
    ends_lines: bool,
    /// A pause ended the last command. A line end that follows belongs to that command.
    paused: bool,
}

impl Splitter {
    /// The space for the next bytes of the stream. It is empty only while whole commands wait.
    pub fn space(&mut self) -> &mut [u8] {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        &mut self.bytes[self.end..]
    }

    /// Adds the bytes that were written to the front of [`Splitter::space`].
    ///
    /// # Panics
    /// When the count is greater than the space.
    pub fn filled(&mut self, count: usize) {
        assert!(count <= CAPACITY - self.end, "no more bytes than there was space for");
        self.end += count;
    }

    /// Returns whether a pause now ends a command. A client that has sent a line end will send it
    /// again: its pause is a late packet.
    pub const fn ends_with_pause(&self) -> bool {
        self.start < self.end && !self.ends_lines
    }

    pub fn next_frame(&mut self) -> Option<Frame<'_>> {
        self.skip_byte_order_mark();
        self.skip_late_line_end();
        let waiting = &mut self.bytes[self.start..self.end];
        let Some(length) = waiting.iter().position(|&byte| byte == b'\n') else {
            // Of a command that is too long, the beginning is kept, and the last byte, which may belong
            // to the line end.
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

    /// Takes the waiting bytes as a command, after a pause or at the end of the stream. To be called
    /// when [`Splitter::next_frame`] returns `None`.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets bytes arrive. Returns whether they end a command, and whether a pause then ends another.
    fn put(splitter: &mut Splitter, bytes: &[u8]) -> (bool, bool) {
        splitter.space()[..bytes.len()].copy_from_slice(bytes);
        splitter.filled(bytes.len());
        let whole = splitter.next_frame().is_some();
        (whole, splitter.ends_with_pause() && splitter.rest().is_some())
    }

    /// The commands of a stream that arrives in these pieces, each with its line end; `None` for a
    /// command that was too long.
    fn split(pieces: &[&[u8]]) -> Vec<(Option<Vec<u8>>, LineEnd)> {
        let whole = |frame: Frame<'_>| {
            ((!frame.is_overlong()).then(|| frame.bytes.to_vec()), frame.line_end)
        };
        let mut splitter = Splitter::default();
        let mut frames = Vec::new();
        for mut piece in pieces.iter().copied() {
            while !piece.is_empty() {
                let space = splitter.space();
                let count = piece.len().min(space.len());
                space[..count].copy_from_slice(&piece[..count]);
                splitter.filled(count);
                piece = &piece[count..];
                while let Some(frame) = splitter.next_frame() {
                    frames.push(whole(frame));
                }
            }
        }
        frames.extend(splitter.rest().map(whole));
        frames
    }

    fn some(bytes: &[u8], line_end: LineEnd) -> (Option<Vec<u8>>, LineEnd) {
        (Some(bytes.to_vec()), line_end)
    }

    #[test]
    fn any_cut_gives_the_same_commands() {
        let long = [b'x'; MAX_COMMAND + 44];
        let stream =
            [b"\xef\xbb\xbfUndo\nHint\r\n\n  \r\r\n" as &[u8], &long, b"\r\nMoves\n\xff\0\nQuit"]
                .concat();
        let expected = [
            some(b"Undo", LineEnd::Lf),
            some(b"Hint", LineEnd::CrLf),
            some(b"", LineEnd::Lf),
            some(b"  \r", LineEnd::CrLf),
            (None, LineEnd::CrLf),
            some(b"Moves", LineEnd::Lf),
            some(b"\xff\0", LineEnd::Lf),
            some(b"Quit", LineEnd::Pause),
        ];
        for cut in 0..=stream.len() {
            assert_eq!(split(&[&stream[..cut], &stream[cut..]]), expected, "cut at {cut}");
        }
        let bytes: Vec<&[u8]> = stream.chunks(1).collect();
        assert_eq!(split(&bytes), expected);
    }

    #[test]
    fn the_limit_counts_the_command_without_its_line_end() {
        let line = [b'x'; MAX_COMMAND + 1];
        let fits = &line[..MAX_COMMAND];
        for end in [LineEnd::Lf, LineEnd::CrLf, LineEnd::Pause] {
            assert_eq!(split(&[fits, end.bytes()]), [some(fits, end)]);
            assert_eq!(split(&[&line, end.bytes()]), [(None, end)]);
        }
        assert_eq!(split(&[b"\r"]), [some(b"\r", LineEnd::Pause)]);
    }

    #[test]
    fn a_line_end_after_the_pause_is_no_command() {
        for late in [b"\n" as &[u8], b"\r\n"] {
            for cut in 0..late.len() {
                let mut splitter = Splitter::default();
                assert_eq!(put(&mut splitter, b"Undo"), (false, true));
                assert_eq!(put(&mut splitter, &late[..cut]), (false, false));
                assert_eq!(put(&mut splitter, &late[cut..]), (false, false));
                assert_eq!(put(&mut splitter, b"\n"), (true, false), "an empty command");
            }
        }
    }
}
