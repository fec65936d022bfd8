//! Tests FEN: texts that are refused with the place of the fault, and positions that are written and read again.

use chuhe_core::AnyPosition;
use chuhe_core::notation::{Fen, FenFault};
use chuhe_core::rules::Rules;
use chuhe_tests::random::{Random, walk};
use chuhe_tests::{rows, typos};

pub(crate) fn fen(rules: Rules, text: &str) -> AnyPosition {
    Fen::read(rules, text).unwrap_or_else(|error| panic!("{text}: {error}")).position
}

#[test]
fn malformed() {
    for (at, [rules, text, field, character, fault]) in rows("fen_malformed.csv") {
        let rules = rules.parse().unwrap_or_else(|error| panic!("{at}: {error}"));
        let error = Fen::read(rules, &text).expect_err(&at);
        let expected = format!("{field}, at character {character}: {fault}");
        assert_eq!(error.to_string(), expected, "{at}");
        let lenient = Fen::read_lenient(rules, &text);
        assert!(!matches!(error.fault, FenFault::Setup(_)) || lenient == Err(error), "{at}");
    }
}

/// Other programs write `h`, `e` and `r` for horse, elephant and Red. Chuhe reads these letters, too.
#[test]
fn tolerated() {
    let text = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1";
    let start = Fen { position: Rules::Xiangqi.start(), move_number: 1 };
    assert_eq!(Fen::read(Rules::Xiangqi, text), Ok(start));
}

/// Forms of FEN that python-chess and Fairy-Stockfish accept, but that `Fen::read` refuses.
#[test]
fn forms_of_other_programs() {
    for (at, [text, expected]) in rows("fen_forms.txt") {
        let read = Fen::read_lenient(Rules::Xiangqi, &text);
        let read = read.map_or_else(|error| error.to_string(), |fen| fen.to_string());
        assert_eq!(read, expected, "{at}");
        assert!(Fen::read(Rules::Xiangqi, &text).is_err(), "{at}");
    }
}

#[test]
fn tables_are_written_as_they_were_read() {
    for (rules, table) in [
        (Rules::Xiangqi, "perft_xiangqi.csv"),
        (Rules::Zhonggong, "perft_zhonggong.csv"),
        (Rules::Chess, "perft_chess.csv"),
        (Rules::Chess, "perft_inner_rooks.csv"),
    ] {
        for (at, [fen, _, _]) in rows(table) {
            assert_eq!(Fen::read(rules, &fen).expect(&at).to_string(), fen, "{at}");
        }
    }
}

/// Shredder-FEN names the file of every castling rook. A position must be read back from this form and from X-FEN.
#[test]
fn chess960_has_two_forms() {
    for (at, [text, _, _]) in rows("perft_chess960.csv") {
        let read = |text: &str| Fen::read(Rules::Chess, text).expect(&at);
        let fen = read(&text);
        assert_eq!(format!("{fen:#}"), text, "{at}");
        assert_eq!(read(&fen.to_string()), fen, "{at}");
    }
}

/// Drops, doubles or replaces one character of a FEN. The new text must be refused, or be read as a position whose FEN
/// is exactly this new text.
#[test]
fn broken_texts_never_come_back_changed() {
    const OTHERS: [char; 10] = ['/', '9', '1', '0', ' ', '-', 'k', 'P', 'w', '帥'];
    let mut random = Random::new(5);
    for position in walk(Rules::Xiangqi.start(), 40, &mut random).step_by(4) {
        let text = Fen { position, move_number: 7 }.to_string();
        for broken in typos(&text, &OTHERS) {
            match Fen::read(Rules::Xiangqi, &broken) {
                Ok(fen) => assert_eq!(fen.to_string(), broken),
                Err(error) => assert!(error.at <= broken.chars().count(), "{broken}: {error}"),
            }
        }
    }
}
