//! Splits the bytes that arrive into commands.

use std::fmt;

/// The greatest length of a command in bytes, without its line end.
pub const MAX_COMMAND: usize = 256;

/// Room for a command, its line end, and the commands that follow at once.
const CAPACITY: usize = 1024;

/// The end of a command. The replies to it and later notifications end in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LineEnd {
    /// A line feed.
    #[default]
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A pause, without a character.
    Pause,
}

impl LineEnd {
    /// The bytes at the end of a line.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Pause => b"",
        }
    }
}

/// A command as it arrived, without its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// The bytes; `None` for a command longer than [`MAX_COMMAND`], which is dropped.
    pub bytes: Option<&'a [u8]>,
    /// The line end.
    pub line_end: LineEnd,
}

impl fmt::Display for Frame<'_> {
    /// Writes the command for the log, which escapes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            Some(bytes) => f.write_str(&String::from_utf8_lossy(bytes)),
            None => write!(f, "(more than {MAX_COMMAND} bytes)"),
        }
    }
}

/// Splits a stream into commands, however the stream is cut into pieces. Its memory never grows.
///
/// ```
/// use chuhe_tcp::{LineEnd, Frame, Splitter};
/// let mut splitter = Splitter::new();
/// splitter.space()[..9].copy_from_slice(b"Undo\r\nSta");
/// splitter.filled(9);
/// assert_eq!(splitter.next_frame(), Some(Frame { bytes: Some(b"Undo"), line_end: LineEnd::CrLf }));
/// assert_eq!(splitter.next_frame(), None);
/// assert_eq!(splitter.pause(), Some(Frame { bytes: Some(b"Sta"), line_end: LineEnd::Pause }));
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    bytes: [u8; CAPACITY],
    start: usize,
    end: usize,
    /// The current command is too long already, and most of it was dropped.
    overlong: bool,
    /// A pause ended the last command. A line end that follows belongs to that command.
    paused: bool,
}

impl Splitter {
    /// A splitter without any bytes.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], start: 0, end: 0, overlong: false, paused: false }
    }

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

    /// Returns whether bytes wait for their line end or for a pause.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.start < self.end
    }

    /// Takes the next whole command.
    pub fn next_frame(&mut self) -> Option<Frame<'_>> {
        self.skip_late_line_end();
        let waiting = &self.bytes[self.start..self.end];
        let Some(length) = waiting.iter().position(|&byte| byte == b'\n') else {
            if waiting.len() > MAX_COMMAND + 1 {
                self.overlong = true;
                // The last byte may belong to the line end.
                self.start = self.end - 1;
            }
            return None;
        };
        let start = self.start;
        self.start += length + 1;
        let line = &self.bytes[start..start + length];
        Some(match line.strip_suffix(b"\r") {
            Some(line) => frame(line, LineEnd::CrLf, &mut self.overlong),
            None => frame(line, LineEnd::Lf, &mut self.overlong),
        })
    }

    /// Takes the waiting bytes as a command, after a pause or at the end of the stream. To be called
    /// when [`Splitter::next_frame`] returns `None`.
    pub fn pause(&mut self) -> Option<Frame<'_>> {
        let line = &self.bytes[self.start..self.end];
        let is_late_line_end = self.paused && line == b"\r";
        self.start = self.end;
        if line.is_empty() || is_late_line_end {
            return None;
        }
        self.paused = true;
        Some(frame(line, LineEnd::Pause, &mut self.overlong))
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
            self.paused = !known;
        }
    }
}

impl Default for Splitter {
    fn default() -> Self {
        Self::new()
    }
}

/// A frame of the bytes, unless the command was too long.
fn frame<'a>(bytes: &'a [u8], line_end: LineEnd, overlong: &mut bool) -> Frame<'a> {
    let fits = !core::mem::take(overlong) && bytes.len() <= MAX_COMMAND;
    Frame { bytes: fits.then_some(bytes), line_end }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of a stream that arrives in these pieces, each with its line end; `None` for a
    /// command that was too long.
    fn split(pieces: &[&[u8]]) -> Vec<(Option<Vec<u8>>, LineEnd)> {
        let mut splitter = Splitter::new();
        let mut frames = Vec::new();
        for mut piece in pieces.iter().copied() {
            while !piece.is_empty() {
                let space = splitter.space();
                let count = piece.len().min(space.len());
                space[..count].copy_from_slice(&piece[..count]);
                splitter.filled(count);
                piece = &piece[count..];
                while let Some(frame) = splitter.next_frame() {
                    frames.push((frame.bytes.map(<[u8]>::to_vec), frame.line_end));
                }
            }
        }
        frames.extend(splitter.pause().map(|it| (it.bytes.map(<[u8]>::to_vec), it.line_end)));
        frames
    }

    fn some(bytes: &[u8], line_end: LineEnd) -> (Option<Vec<u8>>, LineEnd) {
        (Some(bytes.to_vec()), line_end)
    }

    #[test]
    fn any_cut_gives_the_same_commands() {
        let long = [b'x'; MAX_COMMAND + 44];
        let stream =
            [b"Undo\nHint\r\n\n  \r\r\n" as &[u8], &long, b"\r\nMoves\n\xff\0\nQuit"].concat();
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
        assert_eq!(split(&[fits, b"\n"]), [some(fits, LineEnd::Lf)]);
        assert_eq!(split(&[fits, b"\r\n"]), [some(fits, LineEnd::CrLf)]);
        assert_eq!(split(&[fits]), [some(fits, LineEnd::Pause)]);
        assert_eq!(split(&[&line, b"\n"]), [(None, LineEnd::Lf)]);
        assert_eq!(split(&[&line, b"\r\n"]), [(None, LineEnd::CrLf)]);
        assert_eq!(split(&[&line]), [(None, LineEnd::Pause)]);
    }

    #[test]
    fn a_line_end_after_the_pause_is_no_command() {
        for late in [b"\n" as &[u8], b"\r\n"] {
            for cut in 0..late.len() {
                let mut splitter = Splitter::new();
                let mut put = |bytes: &[u8]| {
                    splitter.space()[..bytes.len()].copy_from_slice(bytes);
                    splitter.filled(bytes.len());
                    let whole = splitter.next_frame().is_some();
                    (whole, splitter.pause().is_some())
                };
                assert_eq!(put(b"Undo"), (false, true));
                assert_eq!(put(&late[..cut]), (false, false));
                assert_eq!(put(&late[cut..]), (false, false));
                assert_eq!(put(b"\n"), (true, false), "an empty command");
            }
        }
    }
}
