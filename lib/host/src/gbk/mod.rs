//! GBK, the usual encoding of old Chinese files.
//!
//! A program has the table of its characters. A page in a browser has it not, because the browser does:
//! the page sets the browser's with `set_codec`.

#[cfg_attr(target_family = "wasm", path = "browser.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "table.rs")]
mod codec;

#[cfg(target_family = "wasm")]
pub use codec::{Codec, set_codec};

use std::borrow::Cow;

/// Decodes a text. Returns true with it if some bytes are no characters, and were replaced.
///
/// ```
/// use chuhe_host::gbk::decode;
/// assert_eq!(decode(b"\xc5\xda"), ("炮".into(), false));
/// assert!(decode(b"\xff").1);
/// ```
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    codec::decode(bytes)
}

/// Encodes a character; `None` if GBK lacks it.
///
/// ```
/// use chuhe_host::gbk::encode;
/// assert_eq!(encode('炮'), Some(b"\xc5\xda".to_vec()));
/// assert_eq!(encode('♞'), None);
/// ```
pub fn encode(character: char) -> Option<Vec<u8>> {
    codec::encode(character)
}
