//! GBK and Big5, the usual encodings of old Chinese files.
//!
//! A native program contains the tables of both encodings. A page in a browser uses the browser's
//! tables: it calls `set_codec` with functions that use these tables.

#[cfg_attr(target_family = "wasm", path = "browser.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "table.rs")]
mod codec;

#[cfg(target_family = "wasm")]
pub use codec::{Codec, set_codec};

use std::borrow::Cow;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// The encoding used in mainland China.
    Gbk,
    /// The encoding used in Taiwan and Hong Kong.
    Big5,
}

impl Charset {
    /// Decodes a text to `(text, replaced)`. The flag is true if `U+FFFD` has replaced bytes that are no characters.
    ///
    /// ```
    /// use chuhe_host::charset::Charset;
    /// assert_eq!(Charset::Gbk.decode(b"\xc5\xda"), ("炮".into(), false));
    /// assert_eq!(Charset::Big5.decode(b"\xac\xb6"), ("炮".into(), false));
    /// assert!(Charset::Gbk.decode(b"\xff").1);
    /// ```
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        codec::decode(self, bytes)
    }
}

/// Encodes a character in GBK; `None` if GBK lacks it.
///
/// ```
/// use chuhe_host::charset::encode_gbk;
/// assert_eq!(encode_gbk('炮'), Some(b"\xc5\xda".to_vec()));
/// assert_eq!(encode_gbk('♞'), None);
/// ```
pub fn encode_gbk(character: char) -> Option<Vec<u8>> {
    codec::encode_gbk(character)
}
