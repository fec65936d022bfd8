//! The table of the program.

use encoding_rs::GBK;
use std::borrow::Cow;

pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    GBK.decode_without_bom_handling(bytes)
}

pub(super) fn encode(character: char) -> Option<Vec<u8>> {
    let mut text = [0; 4];
    let (bytes, _, is_lacking) = GBK.encode(character.encode_utf8(&mut text));
    (!is_lacking).then(|| bytes.into_owned())
}
