//! Converts text with the tables of the crate `encoding_rs`.

use super::Charset;
use encoding_rs::{BIG5, GBK};
use std::borrow::Cow;

pub(super) fn decode(charset: Charset, bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match charset {
        Charset::Gbk => GBK.decode_without_bom_handling(bytes),
        Charset::Big5 => BIG5.decode_without_bom_handling(bytes),
    }
}

pub(super) fn encode_gbk(character: char) -> Option<Vec<u8>> {
    let mut text = [0; 4];
    let (bytes, _, is_lacking) = GBK.encode(character.encode_utf8(&mut text));
    (!is_lacking).then(|| bytes.into_owned())
}
