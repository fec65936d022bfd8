//! A log record becomes one line: bounded, escaped, with its time and its program.

use super::{LogFormat, LogTarget};
use chrono::{DateTime, Local, Timelike, Utc};
use log::Level;
use serde::Serialize;
use serde_json::Serializer;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::time::SystemTime;

/// The greatest length of a message in bytes. The number of bytes left out follows it.
pub const MAX_MESSAGE: usize = 1024;

/// Returns true for a character that can end a line, move the cursor of a terminal, reorder text, or
/// hide in it.
const fn is_unsafe(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Returns the place of the first unsafe character. Most texts are plain, and are looked through in
/// steps of many bytes.
fn find_unsafe(text: &str) -> Option<usize> {
    const STEP: usize = 16;
    let is_plain = |bytes: &[u8]| {
        bytes.iter().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'))
    };
    let plain = STEP * text.as_bytes().chunks(STEP).take_while(|bytes| is_plain(bytes)).count();
    let (plain, rest) = text.split_at_checked(plain)?;
    rest.find(is_unsafe).map(|at| plain.len() + at)
}

/// Writes a text and gives each unsafe character to `escape`.
fn write_safely<W: io::Write + ?Sized>(
    to: &mut W,
    text: &str,
    escape: fn(&mut W, char) -> io::Result<()>,
) -> io::Result<()> {
    let mut rest = text;
    while let Some(at) = find_unsafe(rest) {
        let (safe, behind) = rest.split_at(at);
        to.write_all(safe.as_bytes())?;
        let mut characters = behind.chars();
        characters.next().map_or(Ok(()), |c| escape(to, c))?;
        rest = characters.as_str();
    }
    to.write_all(rest.as_bytes())
}

/// Writes a message as text: `\n`, `\u{1b}`.
fn write_text(to: &mut Vec<u8>, message: &str) -> io::Result<()> {
    write_safely(to, message, |to, c| write!(to, "{}", c.escape_default()))
}

/// Writes strings of JSON with all unsafe characters escaped, not only those that JSON demands.
struct SafeJson;

impl serde_json::ser::Formatter for SafeJson {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        to: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        write_safely(to, fragment, |to, c| {
            c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(to, "\\u{unit:04x}"))
        })
    }
}

/// A text of at most [`MAX_MESSAGE`] bytes, and the number of bytes that did not fit.
#[derive(Default)]
struct Message {
    text: String,
    left_out: usize,
}

impl Message {
    /// Takes the text of a record.
    fn set(&mut self, text: fmt::Arguments<'_>) {
        self.text.clear();
        self.left_out = 0;
        // A value that fails to write itself is cut off where it failed.
        let _ = self.write_fmt(text);
        if self.left_out > 0 {
            let _ = write!(self.text, "… ({} bytes left out)", self.left_out);
        }
    }
}

impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = if self.left_out > 0 { 0 } else { MAX_MESSAGE.saturating_sub(self.text.len()) };
        let (taken, left) = text.split_at(text.floor_char_boundary(room));
        self.text.push_str(taken);
        self.left_out += left.len();
        Ok(())
    }
}

/// The local time as RFC 3339 has it. The text of the last second is kept: most records share it.
#[derive(Default)]
struct Clock {
    second: i64,
    /// Date and time up to the second; empty before the first use.
    date: String,
    /// The offset from UTC.
    zone: String,
    text: String,
}

impl Clock {
    /// Returns a time as text, such as `2026-01-31T20:15:02.417+01:00`.
    fn text(&mut self, now: SystemTime) -> &str {
        let now = DateTime::<Utc>::from(now);
        if self.date.is_empty() || self.second != now.timestamp() {
            let local = now.with_timezone(&Local);
            self.second = now.timestamp();
            self.date = local.format("%Y-%m-%dT%H:%M:%S").to_string();
            self.zone = local.format("%:z").to_string();
        }
        self.text.clear();
        // A leap second has more than 999 milliseconds.
        let millis = (now.nanosecond() / 1_000_000).min(999);
        let _ = write!(self.text, "{}.{millis:03}{}", self.date, self.zone);
        &self.text
    }
}

/// The memory in which a thread formats its records.
#[derive(Default)]
pub(super) struct Scratch {
    message: Message,
    clock: Clock,
    line: Vec<u8>,
}

/// A record as JSON.
#[derive(Serialize)]
struct JsonRecord<'a> {
    ts: &'a str,
    level: &'a str,
    program: &'a str,
    pid: u32,
    target: &'a str,
    message: &'a str,
}

/// The form of the lines of a log.
#[derive(Clone, Debug)]
pub(super) struct Formatter {
    pub(super) program: &'static str,
    pub(super) pid: u32,
    pub(super) target: LogTarget,
    pub(super) format: LogFormat,
}

impl Formatter {
    /// Formats a record as a line. This is the only place where records become lines.
    pub(super) fn line<'a>(
        &self,
        scratch: &'a mut Scratch,
        now: SystemTime,
        (level, module): (Level, &str),
        text: fmt::Arguments<'_>,
    ) -> &'a [u8] {
        let Scratch { message, clock, line } = scratch;
        message.set(text);
        line.clear();
        if self.target == LogTarget::Journal {
            line.extend_from_slice(priority(level).as_bytes());
        }
        let (program, pid, message) = (self.program, self.pid, message.text.as_str());
        // Writing to a vector does not fail.
        let _ = match (self.format, self.target) {
            (LogFormat::Json, _) => {
                let (ts, level) = (clock.text(now), json_level(level));
                let record = JsonRecord { ts, level, program, pid, target: module, message };
                let mut serializer = Serializer::with_formatter(&mut *line, SafeJson);
                record.serialize(&mut serializer).map_err(io::Error::from)
            }
            // The journal adds time, level, program and process itself.
            (LogFormat::Text, LogTarget::Journal) => write_text(line, message),
            (LogFormat::Text, _) => write!(line, "{} {level:5} ", clock.text(now))
                .and_then(|()| write!(line, "{program}[{pid}]: "))
                .and_then(|()| write_text(line, message)),
        };
        line.push(b'\n');
        line
    }
}

/// Returns a level as sd-daemon(3) writes it at the begin of a line.
const fn priority(level: Level) -> &'static str {
    match level {
        Level::Error => "<3>",
        Level::Warn => "<4>",
        Level::Info => "<6>",
        Level::Debug | Level::Trace => "<7>",
    }
}

const fn json_level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warn => "warn",
        Level::Info => "info",
        Level::Debug => "debug",
        Level::Trace => "trace",
    }
}

/// Writes a line for people on the standard error output, bounded and escaped as a record is. It
/// never fails: the standard error output may be closed.
pub fn complain(program: &str, text: &dyn fmt::Display) {
    let mut message = Message::default();
    message.set(format_args!("{text}"));
    let mut line = format!("{program}: ").into_bytes();
    let _ = write_text(&mut line, &message.text);
    line.push(b'\n');
    let _ = io::stderr().write_all(&line);
}
