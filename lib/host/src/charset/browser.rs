//! Converts text with the tables of the browser.

use super::Charset;
use std::borrow::Cow;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug)]
pub struct Codec {
    /// Decodes a text, and replaces bytes that are no characters with `U+FFFD`.
    pub decode: fn(Charset, &[u8]) -> String,
    /// Encodes a character in GBK; `None` if GBK lacks it.
    pub encode_gbk: fn(char) -> Option<Vec<u8>>,
}

static CODEC: OnceLock<Codec> = OnceLock::new();

/// Sets the functions that convert text. Only the first call counts. Before this call, only UTF-8 is supported.
pub fn set_codec(codec: Codec) {
    CODEC.get_or_init(|| codec);
}

pub(super) fn decode(charset: Charset, bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let text = match CODEC.get() {
        Some(codec) => (codec.decode)(charset, bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    };
    let is_replaced = text.contains(char::REPLACEMENT_CHARACTER);
    (text.into(), is_replaced)
}

pub(super) fn encode_gbk(character: char) -> Option<Vec<u8>> {
    match CODEC.get() {
        Some(codec) => (codec.encode_gbk)(character),
        None => character.is_ascii().then(|| vec![character as u8]),
    }
}
