//! Formats a log record as one line of bounded length, in which unsafe characters are escaped.

use super::LogConfig;
use chrono::{DateTime, Local};
use log::Level;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write as _};
use std::process;

/// The greatest length of a message in bytes. A longer message is cut off, and ends with the number of missing bytes.
pub const MAX_MESSAGE: usize = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogTarget {
    #[default]
    File,
    Stderr,
    /// The standard error output. Each record begins with its level, in the form that the journal of systemd reads.
    Journal,
}

impl LogTarget {
    pub const ALL: [(&str, Self); 3] =
        [("file", Self::File), ("stderr", Self::Stderr), ("journal", Self::Journal)];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

impl LogFormat {
    pub const ALL: [(&str, Self); 2] = [("text", Self::Text), ("json", Self::Json)];
}

impl LogConfig {
    /// Formats a record as a line of the log. All log targets use this function.
    pub(super) fn line(
        &self,
        now: DateTime<Local>,
        level: Level,
        module: &str,
        text: fmt::Arguments<'_>,
    ) -> String {
        let Self { program, target, format, .. } = self;
        let pid = process::id();
        let message = bounded(text);
        let [message, module] = [&message, module].map(|text| Escaped(text, *format));
        let time = now.format("%Y-%m-%dT%H:%M:%S%.3f%:z");
        let mut line = String::new();
        if *target == LogTarget::Journal {
            line.push_str(priority(level));
        }
        // Writing to a string does not fail.
        let _ = match (format, target) {
            (LogFormat::Json, _) => {
                let level = level.as_str().to_ascii_lowercase();
                write!(
                    line,
                    r#"{{"ts":"{time}","level":"{level}","program":"{program}","pid":{pid},"#
                )
                .and_then(|()| writeln!(line, r#""target":"{module}","message":"{message}"}}"#))
            }
            // The journal itself adds the time, the level, the program and the process.
            (LogFormat::Text, LogTarget::Journal) => writeln!(line, "{message}"),
            (LogFormat::Text, _) => writeln!(line, "{time} {level:5} {program}[{pid}]: {message}"),
        };
        line
    }
}

/// Returns the prefix that gives the level of a line. The manual page sd-daemon(3) defines these prefixes.
const fn priority(level: Level) -> &'static str {
    match level {
        Level::Error => "<3>",
        Level::Warn => "<4>",
        Level::Info => "<6>",
        Level::Debug | Level::Trace => "<7>",
    }
}

/// Formats a message, and cuts it off at [`MAX_MESSAGE`] bytes.
fn bounded(text: fmt::Arguments<'_>) -> String {
    let mut message = String::new();
    // If formatting fails, the text before the failure is kept.
    let _ = message.write_fmt(text);
    let left_out = message.split_off(message.floor_char_boundary(MAX_MESSAGE)).len();
    if left_out > 0 {
        let _ = write!(message, "… ({left_out} bytes left out)");
    }
    message
}

/// A text whose unsafe characters are written as escapes, such as `\u{1b}`, or `\u001b` in JSON.
struct Escaped<'a>(&'a str, LogFormat);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_json = self.1 == LogFormat::Json;
        for c in self.0.chars() {
            match c {
                '"' | '\\' if is_json => write!(f, "\\{c}")?,
                c if !is_unsafe(c) => f.write_char(c)?,
                c if is_json => {
                    c.encode_utf16(&mut [0; 2])
                        .iter()
                        .try_for_each(|unit| write!(f, "\\u{unit:04x}"))?;
                }
                c => write!(f, "{}", c.escape_default())?,
            }
        }
        Ok(())
    }
}

/// Returns true for a character that can end a line, move a cursor, reorder text, or be invisible.
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

/// Writes a line for people to the standard error output. The line is bounded and escaped like a log record. If the
/// output is closed, the line is lost.
pub fn complain(program: &str, text: &dyn Display) {
    let message = bounded(format_args!("{text}"));
    let line = format!("{program}: {}\n", Escaped(&message, LogFormat::Text));
    let _ = io::stderr().write_all(line.as_bytes());
}
