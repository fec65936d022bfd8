//! Reads any text as a map. An accepted map must have as many pieces as the text, and must stay the same when it is
//! written and read.
#![no_main]

use chuhe_core::map::{self, MapPlace};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Side, Square};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for &rules in Rules::PLAYABLE {
        for turn in Side::ALL {
            match map::read(text, rules, turn) {
                Ok((position, numbers)) => {
                    assert_eq!(position.side(), turn);
                    assert!(position.count_moves() > 0 && position.variant_end().is_none());
                    let told = text.split(';').filter(|piece| !piece.trim().is_empty()).count();
                    let stands = |&square: &Square| position.piece_at(square).is_some();
                    assert_eq!(Square::all().filter(stands).count(), told);
                    let written = map::write(&position, &numbers).to_string();
                    assert_eq!(map::read(&written, rules, turn), Ok((position, numbers)));
                }
                Err(error) => {
                    if let MapPlace::Character(at) = error.place {
                        assert!(at <= text.chars().count(), "{error}");
                    }
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
});
