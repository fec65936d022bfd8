//! Reads any bytes as a journal. An error must name a line of the journal. An accepted journal must be written with the
//! same bytes. A journal that is cut off anywhere must be read up to its last complete line.
#![no_main]

use chuhe_host::journal::{LineFault, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The target adds the first words, because the fuzzer would need long to find them by chance.
    let (first, rest) = bytes.split_at(bytes.len().min(1));
    let begin: &[u8] = if first == b"x" { b"chuhe-journal 1 " } else { b"" };
    let bytes = &[begin, rest].concat()[..];
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    match read(bytes) {
        Ok(game) => {
            assert_eq!(write(&game).as_bytes(), &bytes[..whole]);
            let shorter = read(&bytes[..whole - 1]);
            if bytes[..whole - 1].contains(&b'\n') {
                let shorter = shorter.expect("the beginning of a good journal");
                assert_eq!(shorter.moves(), &game.moves()[..game.moves().len() - 1]);
            } else {
                assert_eq!(shorter.unwrap_err().fault, LineFault::Incomplete);
            }
        }
        Err(error) => {
            let lines = bytes[..whole].iter().filter(|&&byte| byte == b'\n').count();
            assert!((1..=lines.max(1)).contains(&error.line), "{error}");
            assert_eq!(error.fault == LineFault::Incomplete, lines == 0, "{error}");
            let of_the_start = matches!(error.fault, LineFault::Start | LineFault::Map(_));
            assert!(error.line == 1 || !of_the_start, "{error}");
        }
    }
});
