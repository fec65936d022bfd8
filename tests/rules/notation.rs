//! Tests the texts of moves with tables from other programs and from books, and with random positions.

use crate::fen::fen;
use chuhe_core::notation::{self, Fen, MoveError, Script, Style};
use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_core::{AnyPosition, Kind, Piece, Position, Side, Square};
use chuhe_tests::random::{Random, legal_move, walk};
use chuhe_tests::sound::assert_reads_back;
use chuhe_tests::{rounds, rows, typos};

/// Asserts that each move of a table `fen,move,text` is written as this text, and that the text is read as this move.
fn agrees(rules: Rules, table: &str, style: Style) {
    for (at, [text, name, written]) in rows(table) {
        let position = fen(rules, &text);
        let mv = notation::read(Style::Coordinates, &name, &position).expect(&at);
        let write = |style| notation::write(style, &position, mv).to_string();
        assert_eq!(notation::read(style, &written, &position), Ok(mv), "{at}");
        assert_eq!([write(Style::Coordinates), write(style)], [name, written], "{at}");
    }
}

#[test]
fn texts_are_those_of_other_programs_and_books() {
    agrees(Rules::Xiangqi, "notation_wxf.csv", Style::Wxf);
    agrees(Rules::Xiangqi, "notation_wxf_tandem.csv", Style::Wxf);
    agrees(Rules::Zhonggong, "notation_wxf_zhonggong.csv", Style::Wxf);
    agrees(Rules::Xiangqi, "notation_chinese.csv", Style::Chinese(Script::Simplified));
    agrees(Rules::Xiangqi, "notation_soldiers.csv", Style::Chinese(Script::Traditional));
    agrees(Rules::Chess, "san_chess.csv", Style::San);
}

#[test]
fn files_are_counted_from_the_last_file_of_the_game() {
    for (at, [rules, name, red, black]) in rows("file_numbers.csv") {
        let rules: Rules = rules.parse().expect(&at);
        let square = rules.square_named(&name).expect(&at);
        let found = Side::ALL.map(|side| rules.file_number(side, square).to_string());
        assert_eq!(found, [red, black], "{at}");
    }
}

/// Texts that Chuhe reads although it writes the same moves in another form, and texts that Chuhe refuses.
#[test]
fn tolerance() {
    for table in ["notation_read.csv", "san_read.csv"] {
        for (at, [fen, text, expected]) in rows(table) {
            let mut games = Rules::PLAYABLE.iter();
            let read = games.find_map(|&rules| Fen::read(rules, &fen).ok());
            let position = read.expect(&at).position;
            let reading = match notation::read_any(&text, &position) {
                Ok(mv) => notation::write(Style::Coordinates, &position, mv).to_string(),
                Err(MoveError::Unreadable { at }) => format!("unreadable after {at}"),
                Err(MoveError::NoSuchPiece) => "no such piece".to_owned(),
                Err(MoveError::Illegal) => "illegal".to_owned(),
                Err(error @ MoveError::Ambiguous(..)) => error.to_string(),
                Err(MoveError::Exchange(error)) => format!("unreadable after {}", error.at),
            };
            assert_eq!(reading, expected, "{at}");
        }
    }
}

/// Asserts that every legal move, written in any style, is read as the same move. Then no two moves share a text.
fn texts_are_true(position: &AnyPosition) {
    position.legal_moves().into_iter().for_each(|mv| assert_reads_back(position, mv));
}

#[test]
fn texts_are_true_in_random_games() {
    let mut random = Random::new(1);
    for rules in Rules::PLAYABLE.repeat(rounds(20) as usize) {
        walk(rules.start(), 150, &mut random).step_by(3).for_each(|at| texts_are_true(&at));
    }
}

/// Returns a random position, or `None` if it is not valid. Each side has soldiers on one to three files, and up to
/// two pieces of each of three other kinds. Two pieces of such a kind stand on the same file.
fn crowded(rules: Rules, random: &mut Random) -> Option<AnyPosition> {
    let (files, ranks) = rules.size();
    let (files, ranks) = (usize::from(files), usize::from(ranks));
    let mut pieces: Vec<(Square, Piece)> = Vec::new();
    let mut put = |file: usize, rank: usize, piece| {
        let square = Square::new(file as u8, rank as u8).expect("on the board");
        if pieces.iter().all(|&(taken, _)| taken != square) {
            pieces.push((square, piece));
        }
    };
    let (last, third) = match rules {
        Rules::Chess => (ranks - 2, Kind::Queen),
        _ => (ranks - 1, Kind::Cannon),
    };
    for side in Side::ALL {
        let own = |rank: usize| if side == Side::Red { rank } else { ranks - 1 - rank };
        let palace = if rules == Rules::Zhonggong { 3 } else { 0 };
        put(3 + random.below(3), own(palace + random.below(3)), Piece::new(side, Kind::General));
        let crowd: Vec<_> = (0..1 + random.below(3)).map(|_| random.below(files)).collect();
        for _ in 0..5 {
            let (file, rank) = (random.pick(&crowd), own(last - 4 + random.below(5)));
            put(file, rank, Piece::new(side, Kind::Soldier));
        }
        for kind in [Kind::Chariot, Kind::Horse, third] {
            let file = random.below(files);
            for _ in 0..random.below(3) {
                put(file, random.below(ranks), Piece::new(side, kind));
            }
        }
    }
    rules.set_up(pieces, random.pick(&Side::ALL)).ok()
}

#[test]
fn texts_are_true_where_soldiers_crowd() {
    let mut random = Random::new(2);
    for &rules in Rules::PLAYABLE {
        let tries = rounds(3000) as usize;
        let positions: Vec<_> = (0..tries).filter_map(|_| crowded(rules, &mut random)).collect();
        assert!(positions.len() > tries / 10, "only {} positions of {rules}", positions.len());
        positions.iter().for_each(texts_are_true);
    }
}

/// A move's text with one character dropped, doubled or replaced is either refused, or read as a legal move.
#[test]
fn broken_texts_are_refused_or_legal() {
    const OTHERS: [char; 12] = ['a', '9', '0', '-', '+', '.', '前', '一', '兵', '平', '\u{0}', '🂡'];
    let mut random = Random::new(3);
    for position in walk(Xiangqi::start(), 60, &mut random.clone()) {
        let mv = legal_move(&position, &mut random).expect("a legal move");
        for style in Style::ALL {
            let text = notation::write(style, &position, mv).to_string();
            for broken in typos(&text, &OTHERS) {
                for read in [
                    notation::read_any(&broken, &position),
                    notation::read(style, &broken, &position),
                ] {
                    assert!(read.is_ok_and(|mv| position.is_legal(mv)) || read.is_err());
                }
            }
        }
    }
}
