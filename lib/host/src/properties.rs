//! Parses Java properties files, with the line numbers of their entries.

use crate::text::{NotText, decode, line_of};
use encoding_rs::UTF_8;
use java_properties::{LineContent, PropertiesIter};
use std::io;

/// The greatest size of a file, in bytes. A larger file is refused.
pub const MAX_FILE: usize = 1 << 20;

/// A key and its value, with escapes resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The number of the first line of the entry, from 1.
    pub(crate) line: usize,
    pub(crate) key: String,
    pub(crate) value: String,
}

#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    #[error("line {0}: the file is larger than 1 MiB")]
    TooLarge(usize),
    #[error(transparent)]
    Encoding(#[from] NotText),
    #[error("line {0}: no character after \\u")]
    Escape(usize),
}

/// Parses a file, and returns an entry for each occurrence of a key.
pub(crate) fn parse(bytes: &[u8]) -> Result<Vec<Entry>, FileFault> {
    if bytes.len() > MAX_FILE {
        return Err(FileFault::TooLarge(line_of(bytes, MAX_FILE)));
    }
    let text = without_comments(&decode(bytes)?);
    let mut entries = Vec::new();
    for line in PropertiesIter::new_with_encoding(text.as_bytes(), UTF_8) {
        let line = line.map_err(|error| FileFault::Escape(error.line_number().unwrap_or(0)))?;
        let number = line.line_number();
        if let LineContent::KVPair(key, value) = line.consume_content() {
            entries.push(Entry { line: number, key, value });
        }
    }
    Ok(entries)
}

/// Makes comment lines empty, and ends every line with `\n`. The library `java_properties` would otherwise resolve
/// escapes in comments, and fail at `# C:\users`. It would also lose a last line that ends with `\`.
fn without_comments(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut result = String::with_capacity(lines.len() + 1);
    let mut continued = false;
    for line in lines.lines() {
        let is_comment =
            !continued && line.trim_start_matches([' ', '\t', '\x0c']).starts_with(['#', '!']);
        if !is_comment {
            result.push_str(line);
        }
        result.push('\n');
        let backslashes = line.len() - line.trim_end_matches('\\').len();
        continued = !is_comment && backslashes % 2 == 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bytes: &[u8]) -> Vec<String> {
        let told = |Entry { line, key, value }| format!("{line} {key:?} {value:?}");
        parse(bytes).unwrap().into_iter().map(told).collect()
    }

    /// Examples from the documentation of `java.util.Properties`, which defines the format.
    #[test]
    fn the_format_of_java_is_read() {
        let expected: Vec<&str> = include_str!("java_entries.txt").lines().collect();
        let text = include_str!("java.properties").trim_end().replace('␍', "\r");
        assert_eq!(told(text.as_bytes()), expected);
    }

    /// The second byte of 乗 in GBK is the byte of a backslash, but does not continue the line.
    #[test]
    fn a_line_in_gbk_ends_where_it_does() {
        assert_eq!(told(b"a = \x81\x5c\nb = 1"), ["1 \"a\" \"乗\"", "2 \"b\" \"1\""]);
    }
}
