//! Plays any moves from any position. The rules must agree with a second, plain implementation. Values that each move
//! updates must equal those of the same position read from its FEN. Every move is read back from its text.
#![no_main]

use chuhe_tests::choices::Choices;
use chuhe_tests::sound::play_out;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let Some(start) = choices.position() else { return };
    play_out(start, &mut choices);
});
