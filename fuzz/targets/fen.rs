//! Reads any text as a FEN. An accepted FEN must be written as it was read, except for castling rights and letters
//! that have several forms.
#![no_main]

use chuhe_core::Position;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use libfuzzer_sys::fuzz_target;

fn in_our_letters(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a FEN has six fields");
    let board = board.replace('E', "B").replace('e', "b").replace('H', "N").replace('h', "n");
    let rest = rest.strip_prefix('r').map_or(rest.to_owned(), |rest| format!("w{rest}"));
    format!("{board} {rest}")
}

/// Removes the third field of a FEN, because castling rights have several forms.
fn without_castling(fen: &str) -> (String, usize) {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let letters = fields.remove(2).len();
    (fields.join(" "), letters)
}

fuzz_target!(|text: &str| {
    for &rules in Rules::PLAYABLE {
        match Fen::read(rules, text) {
            Ok(fen) => {
                let written = fen.to_string();
                let given = without_castling(&in_our_letters(text));
                for written in [written, format!("{fen:#}")] {
                    assert_eq!(without_castling(&written), given);
                    let again = Fen::read(rules, &written).expect("what is written is read");
                    assert_eq!(again, fen);
                    assert_eq!(again.position.key(), fen.position.key());
                }
            }
            Err(error) => assert!(error.at <= text.chars().count(), "{error}"),
        }
    }
});
