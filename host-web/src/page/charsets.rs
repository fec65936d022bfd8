//! Decodes GBK and Big5, and encodes GBK, with the browser's tables of characters.

use chuhe_host::charset::{Charset, Codec, set_codec};
use std::collections::HashMap;
use std::sync::LazyLock;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor)]
    fn new(label: &str) -> TextDecoder;

    #[wasm_bindgen(method)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> String;
}

/// The two bytes that encode each character beyond ASCII in GBK.
static PAIRS: LazyLock<HashMap<char, [u8; 2]>> = LazyLock::new(pairs);

/// Lets the readers and writers of files use the browser's tables.
pub(crate) fn set_charsets() {
    set_codec(Codec { decode, encode_gbk });
}

fn decode(charset: Charset, bytes: &[u8]) -> String {
    let label = match charset {
        Charset::Gbk => "gbk",
        Charset::Big5 => "big5",
    };
    TextDecoder::new(label).decode(bytes)
}

fn encode_gbk(character: char) -> Option<Vec<u8>> {
    match character.is_ascii() {
        true => Some(vec![character as u8]),
        false => PAIRS.get(&character).map(|pair| pair.to_vec()),
    }
}

/// Decodes all pairs of bytes of GBK, each on its own line. A pair is valid if it decodes to exactly one character.
fn pairs() -> HashMap<char, [u8; 2]> {
    let all = || (0x81..=0xfe).flat_map(|lead| (0x40..=0xfe).map(move |trail| [lead, trail]));
    let lines: Vec<u8> = all().flat_map(|[lead, trail]| [lead, trail, b'\n']).collect();
    let text = decode(Charset::Gbk, &lines);
    let only = |line: &str| {
        let mut characters = line.chars();
        let first = characters.next().filter(|&first| first != char::REPLACEMENT_CHARACTER)?;
        characters.next().is_none().then_some(first)
    };
    text.lines().zip(all()).filter_map(|(line, pair)| Some((only(line)?, pair))).collect()
}
