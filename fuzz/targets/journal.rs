//! Any bytes are refused with a line number, or they are exactly the journal of their game. A
//! journal cut off anywhere is read up to its last complete line.
#![no_main]

use chuhe_host::journal::{LineFault, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Spares the fuzzer the discovery of the first words.
    let (first, rest) = bytes.split_at(bytes.len().min(1));
    let begin: &[u8] = if first == b"x" { b"chuhe-journal 1 " } else { b"" };
    let bytes = &[begin, rest].concat()[..];
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    match read(bytes) {
        Ok(None) => assert_eq!(whole, 0),
        Ok(Some(game)) => {
            assert_eq!(write(&game).as_bytes(), &bytes[..whole]);
            let before = bytes[..whole - 1].iter().rposition(|&byte| byte == b'\n');
            let shorter = read(&bytes[..whole - 1]).expect("the beginning of a good journal");
            let moves = shorter.map(|game| game.moves().to_vec());
            let expected = before.map(|_| game.moves()[..game.moves().len() - 1].to_vec());
            assert_eq!(moves, expected);
        }
        Err(error) => {
            let lines = bytes[..whole].iter().filter(|&&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&error.line), "{error}");
            let of_the_start = matches!(error.fault, LineFault::Start | LineFault::Map(_));
            assert!(error.line == 1 || !of_the_start, "{error}");
        }
    }
});
