//! Decodes text from outside, and reads lines of bounded length.

use crate::charset::Charset;
use std::borrow::Cow;
use std::io::{self, BufRead, Read};

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: neither UTF-8 nor GBK")]
pub struct NotText {
    /// The line, from 1, with the first byte that is not UTF-8.
    pub line: usize,
}

/// Decodes bytes as UTF-8, or as GBK if they are not valid UTF-8.
/// ```
/// use chuhe_host::text::decode;
/// assert_eq!(decode("炮二平五".as_bytes()).unwrap(), "炮二平五");
/// assert_eq!(decode(b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5").unwrap(), "炮二平五");
/// ```
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotText> {
    decode_or(bytes, Charset::Gbk)
}

pub fn decode_or(bytes: &[u8], charset: Charset) -> Result<Cow<'_, str>, NotText> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => match charset.decode(bytes) {
            (text, false) => Ok(text),
            (_, true) => Err(NotText { line: line_of(bytes, error.valid_up_to()) }),
        },
    }
}

/// Returns the number of the line, from 1, that contains the byte with the index `at`.
pub fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count()
}

/// Reads the next line. Removes its end (`\n` or `\r\n`), and a byte order mark at its start. Skips all but the first
/// `most` bytes of the line, and replaces invalid UTF-8. Returns `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.by_ref().take(most as u64).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    line.pop_if(|last| *last == b'\r');
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
    Ok(Some(String::from_utf8_lossy(text).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_refused_with_its_line() {
        assert_eq!(decode(b"a\nb\n\xff\xff"), Err(NotText { line: 3 }));
        assert_eq!(decode(b"\xef\xbb\xbfa"), Ok("a".into()));
    }

    #[test]
    fn lines_end_at_a_line_end_or_with_the_input() {
        let long = [b'x'; 30_000];
        let text = [&b"\xef\xbb\xbfa\r\n\n"[..], &long, b"\nb\rc\n\xff\xfeok\nrest"].concat();
        let mut input = io::BufReader::with_capacity(7, &text[..]);
        let mut next = || read_line(&mut input, 100).unwrap();
        assert_eq!(next().as_deref(), Some("a"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next(), Some("x".repeat(100)));
        assert_eq!(next().as_deref(), Some("b\rc"));
        assert_eq!(next().as_deref(), Some("\u{fffd}\u{fffd}ok"), "what is no text is replaced");
        assert_eq!(next().as_deref(), Some("rest"));
        assert_eq!(next(), None);
    }

    /// An input of texts and errors. Each read returns the next text or error.
    struct Failing(Vec<io::Result<&'static [u8]>>);

    impl io::Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let mut text = self.0.remove(0)?;
            text.read(buffer)
        }
    }

    #[test]
    fn an_interruption_is_no_failure() {
        let interrupted = Err(io::ErrorKind::Interrupted.into());
        let broken = Err(io::ErrorKind::BrokenPipe.into());
        let mut input = io::BufReader::new(Failing(vec![interrupted, Ok(b"a\nb"), broken]));
        assert_eq!(read_line(&mut input, 100).unwrap().as_deref(), Some("a"));
        let error = read_line(&mut input, 100).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
