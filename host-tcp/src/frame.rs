//! From bytes as they arrive to commands: where one ends and the next begins.

use std::fmt;

/// The longest command, in bytes, its line end not counted.
pub const MAX_COMMAND: usize = 256;

/// Room for a command, its line end, and what is pipelined behind it.
const CAPACITY: usize = 1024;

/// How a command ended; the replies to it, and what is pushed after it, end likewise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// With a line feed.
    #[default]
    Lf,
    /// With a carriage return and a line feed.
    CrLf,
    /// With nothing but a pause.
    Pause,
}

impl Ending {
    /// The bytes that a line ends with.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Pause => b"",
        }
    }
}

/// A command as it came, without its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// What it says; `None` when that was longer than [`MAX_COMMAND`], and is lost.
    pub bytes: Option<&'a [u8]>,
    /// How it ended.
    pub ending: Ending,
}

impl fmt::Display for Frame<'_> {
    /// For people: nothing of it can be mistaken for anything else in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            Some(bytes) => write!(f, "{}", String::from_utf8_lossy(bytes).escape_debug()),
            None => write!(f, "(more than {MAX_COMMAND} bytes)"),
        }
    }
}

/// Splits a stream into commands, however it is cut into pieces, on memory of its own that never
/// grows.
///
/// ```
/// use chuhe_tcp::{Ending, Frame, Splitter};
/// let mut splitter = Splitter::new();
/// splitter.space()[..9].copy_from_slice(b"Undo\r\nSta");
/// splitter.filled(9);
/// assert_eq!(splitter.next_frame(), Some(Frame { bytes: Some(b"Undo"), ending: Ending::CrLf }));
/// assert_eq!(splitter.next_frame(), None);
/// assert_eq!(splitter.pause(), Some(Frame { bytes: Some(b"Sta"), ending: Ending::Pause }));
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    bytes: [u8; CAPACITY],
    start: usize,
    end: usize,
    /// The command at hand is already too long, and most of it dropped.
    overlong: bool,
    /// A pause ended the last command: a line end that follows is only late, and no command.
    paused: bool,
}

impl Splitter {
    /// A splitter that has seen nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], start: 0, end: 0, overlong: false, paused: false }
    }

    /// Where to put the next bytes of the stream; empty only while whole commands wait to be taken.
    pub fn space(&mut self) -> &mut [u8] {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        &mut self.bytes[self.end..]
    }

    /// Says how many bytes were put at the front of [`Splitter::space`].
    ///
    /// # Panics
    /// When there was not so much space.
    pub fn filled(&mut self, count: usize) {
        assert!(count <= CAPACITY - self.end, "no more bytes than there was space for");
        self.end += count;
    }

    /// Whether bytes wait for their line end, or for a pause.
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
            Some(line) => frame(line, Ending::CrLf, &mut self.overlong),
            None => frame(line, Ending::Lf, &mut self.overlong),
        })
    }

    /// Takes what waits as a command, because nothing came after it for a while, or ever will.
    /// To be asked when [`Splitter::next_frame`] has no more.
    pub fn pause(&mut self) -> Option<Frame<'_>> {
        let line = &self.bytes[self.start..self.end];
        let is_late_line_end = self.paused && line == b"\r";
        self.start = self.end;
        if line.is_empty() || is_late_line_end {
            return None;
        }
        self.paused = true;
        Some(frame(line, Ending::Pause, &mut self.overlong))
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

/// A frame of the bytes, unless they are or were too many.
fn frame<'a>(bytes: &'a [u8], ending: Ending, overlong: &mut bool) -> Frame<'a> {
    let fits = !core::mem::take(overlong) && bytes.len() <= MAX_COMMAND;
    Frame { bytes: fits.then_some(bytes), ending }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a splitter makes of a stream that arrives in these pieces: each command, or `None`
    /// where one was too long, with its ending.
    fn split(pieces: &[&[u8]]) -> Vec<(Option<Vec<u8>>, Ending)> {
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
                    frames.push((frame.bytes.map(<[u8]>::to_vec), frame.ending));
                }
            }
        }
        frames.extend(splitter.pause().map(|it| (it.bytes.map(<[u8]>::to_vec), it.ending)));
        frames
    }

    fn some(bytes: &[u8], ending: Ending) -> (Option<Vec<u8>>, Ending) {
        (Some(bytes.to_vec()), ending)
    }

    #[test]
    fn any_cut_gives_the_same_commands() {
        let long = [b'x'; MAX_COMMAND + 44];
        let stream =
            [b"Undo\nHint\r\n\n  \r\r\n" as &[u8], &long, b"\r\nMoves\n\xff\0\nQuit"].concat();
        let expected = [
            some(b"Undo", Ending::Lf),
            some(b"Hint", Ending::CrLf),
            some(b"", Ending::Lf),
            some(b"  \r", Ending::CrLf),
            (None, Ending::CrLf),
            some(b"Moves", Ending::Lf),
            some(b"\xff\0", Ending::Lf),
            some(b"Quit", Ending::Pause),
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
        assert_eq!(split(&[fits, b"\n"]), [some(fits, Ending::Lf)]);
        assert_eq!(split(&[fits, b"\r\n"]), [some(fits, Ending::CrLf)]);
        assert_eq!(split(&[fits]), [some(fits, Ending::Pause)]);
        assert_eq!(split(&[&line, b"\n"]), [(None, Ending::Lf)]);
        assert_eq!(split(&[&line, b"\r\n"]), [(None, Ending::CrLf)]);
        assert_eq!(split(&[&line]), [(None, Ending::Pause)]);
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
