//! Any file is refused, or its games are the same after they are written as PGN and WXF. Text is
//! read as DhtmlXQ and WXF whether or not it looks so.
#![no_main]

use chuhe_core::notation::Style;
use chuhe_records::{Entry, Place, dhtmlxq, games, pgn, read, wxf};
use libfuzzer_sys::fuzz_target;

fn check_place(bytes: &[u8], place: Place) {
    match place {
        Place::Text { line, .. } => {
            assert!(line <= 1 + bytes.iter().filter(|byte| **byte == b'\n').count());
        }
        Place::Byte(at) => assert!(at <= bytes.len()),
    }
}

fn check(bytes: &[u8], entries: impl Iterator<Item = Entry>) {
    let mut end = 0;
    for entry in entries {
        assert!(end <= entry.range.start && entry.range.end <= bytes.len());
        end = entry.range.end;
        let faults = entry.warnings.iter().chain(entry.game.as_ref().err());
        faults.for_each(|fault| check_place(bytes, fault.place));
        let Ok(tree) = entry.game else { continue };
        let text = tree.to_pgn(Style::Iccs).to_string();
        let again = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.moves(), tree.moves(), "{text}");
        assert_eq!(again.start(), tree.start(), "{text}");
        assert_eq!(again.to_pgn(Style::Iccs).to_string(), text);
        if let Some(text) = tree.to_wxf() {
            let text = text.to_string();
            let again = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again.moves(), tree.moves(), "{text}");
            assert_eq!(again.start(), tree.start(), "{text}");
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes, dhtmlxq::games(bytes));
    check(bytes, wxf::games(bytes));
    check(bytes, games(bytes));
});
