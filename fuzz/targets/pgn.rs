//! Any file is refused, or its games stay the same when they are written in any style and read
//! back.
#![no_main]

use chuhe_core::notation::Style;
use chuhe_host::text;
use chuhe_records::{GameTree, Place, pgn};
use libfuzzer_sys::fuzz_target;

/// Chess sorts its tags; the other games keep their order.
fn sorted(record: &GameTree) -> Vec<&(String, String)> {
    let mut tags: Vec<_> = record.tags.iter().collect();
    tags.sort();
    tags
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = text::decode(bytes) else { return };
    match pgn::read_all(&text) {
        Ok(records) => {
            for record in records {
                for style in Style::ALL {
                    let written = record.to_pgn(style).to_string();
                    let again =
                        pgn::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
                    assert_eq!(sorted(&again), sorted(&record), "{written}");
                    assert_eq!(again.start(), record.start(), "{written}");
                    assert_eq!(again.moves(), record.moves(), "{written}");
                    assert_eq!(again.ending(), record.ending(), "{written}");
                }
            }
        }
        Err(error) => {
            let Place::Text { line, .. } = error.place else { panic!("{error}") };
            assert!(line <= 1 + text.matches('\n').count(), "{error}");
        }
    }
});
