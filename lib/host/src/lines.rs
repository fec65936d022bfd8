//! Reads lines of limited length.

use std::io::{self, BufRead, Read};

/// Reads the next line without its end (`\n` or `\r\n`), and without a byte order mark before it. At most
/// `most` bytes are kept, and invalid UTF-8 is replaced. Returns `None` at the end of the input.
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
    fn lines_end_at_a_line_end_or_with_the_input() {
        let text = format!("\u{feff}a\r\n\n{}\nb\rc\nrest", "x".repeat(30_000));
        let mut input = io::BufReader::with_capacity(7, text.as_bytes());
        let mut next = || read_line(&mut input, 100).unwrap();
        assert_eq!(next().as_deref(), Some("a"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next(), Some("x".repeat(100)));
        assert_eq!(next().as_deref(), Some("b\rc"));
        assert_eq!(next().as_deref(), Some("rest"));
        assert_eq!(next(), None);
    }

    /// An input that fails before and behind its text.
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

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let line = read_line(&mut &b"\xff\xfeok\n"[..], 100).unwrap();
        assert_eq!(line.as_deref(), Some("\u{fffd}\u{fffd}ok"));
    }
}
