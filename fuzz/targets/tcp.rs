//! Any stream gives the same commands however it is cut into pieces. Each command is refused or
//! read.
#![no_main]

use chuhe_tcp::{Frame, LineEnd, MAX_COMMAND, Splitter, parse};
use chuhe_tests::choices::Choices;
use libfuzzer_sys::fuzz_target;

/// Splits a stream that arrives in pieces of given sizes. Each command comes with its ending.
fn commands(mut stream: &[u8], mut piece: impl FnMut() -> usize) -> Vec<(Vec<u8>, LineEnd)> {
    let mut splitter = Splitter::new();
    let mut commands = Vec::new();
    let mut keep = |frame: Frame<'_>| {
        if let Some(text) = frame.text() {
            assert!(text.len() <= MAX_COMMAND);
            let _ = parse(text);
        }
        commands.push((frame.bytes.to_vec(), frame.line_end));
    };
    while !stream.is_empty() {
        let space = splitter.space();
        let count = piece().clamp(1, stream.len()).min(space.len());
        space[..count].copy_from_slice(&stream[..count]);
        splitter.filled(count);
        stream = &stream[count..];
        while let Some(frame) = splitter.next_frame() {
            keep(frame);
        }
    }
    if let Some(frame) = splitter.rest() {
        keep(frame);
    }
    commands
}

fuzz_target!(|bytes: &[u8]| {
    let (cuts, stream) = bytes.split_at(bytes.len().min(8));
    let whole = commands(stream, || usize::MAX);
    assert_eq!(commands(stream, || 1), whole);
    let mut choices = Choices(cuts);
    assert_eq!(commands(stream, || choices.byte().into()), whole);
});
