//! Decodes text files in UTF-8, with or without a byte order mark, or in another encoding.

use crate::charset::Charset;
use std::borrow::Cow;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: neither UTF-8 nor GBK")]
pub struct NotText {
    /// The line, from 1, up to which the file is UTF-8.
    pub line: usize,
}

/// Decodes bytes as UTF-8 or else as GBK.
/// ```
/// use chuhe_host::text::decode;
/// assert_eq!(decode("炮二平五".as_bytes()).unwrap(), "炮二平五");
/// assert_eq!(decode(b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5").unwrap(), "炮二平五");
/// ```
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotText> {
    decode_or(bytes, Charset::Gbk)
}

/// Decodes bytes as UTF-8 or else in an encoding.
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

/// The number of the line, from 1, in which a byte is.
pub fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_refused_with_its_line() {
        assert_eq!(decode(b"a\nb\n\xff\xff"), Err(NotText { line: 3 }));
        assert_eq!(decode(b"\xef\xbb\xbfa"), Ok("a".into()));
    }
}
