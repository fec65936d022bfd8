//! Reads any text as a move. An accepted move must be legal, and each style must read the text that it writes for it.
#![no_main]

use chuhe_core::Position;
use chuhe_core::notation::{self, Style};
use chuhe_tests::choices::{Choices, text};
use chuhe_tests::sound::assert_reads_back;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let Some(position) = choices.position() else { return };
    let Ok(words) = str::from_utf8(choices.0) else { return };
    for word in words.split('\n') {
        let read = Style::ALL.map(|style| notation::read(style, word, &position));
        for mv in read.into_iter().chain([notation::read_any(word, &position)]).flatten() {
            assert!(position.is_legal(mv), "{word} in {}", text(&position));
            assert_reads_back(&position, mv);
        }
    }
});
