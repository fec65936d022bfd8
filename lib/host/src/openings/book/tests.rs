use super::*;
use chuhe_core::notation::read_any;

fn after(rules: Rules, line: &str) -> AnyPosition {
    line.split_whitespace()
        .fold(rules.start(), |position, text| position.play(read_any(text, &position).unwrap()))
}

fn moves(book: &Book, line: &str) -> Vec<String> {
    let rules = book.rules();
    let text = |(mv, weight): &BookMove| format!("{} {weight}", rules.move_name(*mv));
    book.moves(&after(rules, line)).iter().map(text).collect()
}

#[test]
fn a_book_comes_back_from_its_text() {
    let text = "chuhe-book chess\n# made by hand\n: e2e4 2 d2d4 1\ne2e4 : e7e5 1\n";
    let book = Book::read(text.as_bytes()).unwrap();
    assert_eq!(book.rules(), Rules::Chess);
    let start = Rules::Chess.start();
    let mv = |text| read_any(text, &start).unwrap();
    let lines = [
        (vec![], vec![(mv("e4"), 2), (mv("d4"), 1)]),
        (vec![mv("e4")], vec![(read_any("e5", &start.play(mv("e4"))).unwrap(), 1)]),
    ];
    assert_eq!(Book::write(Rules::Chess, "made by hand", &lines), text);
}

#[test]
fn mirror_images_are_known_where_left_and_right_are_equal() {
    let text = "\u{feff}chuhe-book xiangqi\r\n: C2=5 1\r\n炮二平五 : H8+7 4\r\n";
    let book = Book::read(text.as_bytes()).unwrap();
    assert_eq!(moves(&book, "").len(), 2, "both cannons");
    assert_eq!(moves(&book, "C2=5"), ["h9g7 4"]);
    assert_eq!(moves(&book, "C8=5"), ["b9c7 4"]);
    assert_eq!(moves(&book, "P1+1"), [""; 0]);
    assert_eq!(choose(book.moves(&Rules::Xiangqi.start()), 0, |_| false), None);
    assert!(book.moves(&Rules::Chess.start()).is_empty());
}

#[test]
fn a_broken_book_is_refused_with_line_and_reason() {
    for row in include_str!("wrong_books.txt").lines() {
        let (text, expected) = row.split_once(" | ").expect("two columns");
        let error = Book::read(text.replace('⏎', "\n").as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{row}");
    }
    let foreign = Book::read(b"\xff\xfe\0").unwrap_err().to_string();
    assert!(foreign.starts_with("entry 1: this is neither "), "{foreign}");
}

/// Each row has moves and a key. The description of the format gives this key for the position after the moves.
#[test]
fn polyglot_keys_are_the_published_ones() {
    for row in include_str!("polyglot_keys.txt").lines() {
        let (line, key) = row.split_once(" | ").expect("two columns");
        let key = u64::from_str_radix(key, 16).expect("a hexadecimal number");
        assert_eq!(polyglot_key(&after(Rules::Chess, line)), key, "{line}");
    }
}

/// Returns the bytes of an entry of a Polyglot book. `from` and `to` are `(file, rank)`.
fn entry(line: &str, [from, to]: [(u16, u16); 2], promotion: u16, weight: u16) -> Vec<u8> {
    let bits = to.0 | to.1 << 3 | from.0 << 6 | from.1 << 9 | promotion << 12;
    let key = polyglot_key(&after(Rules::Chess, line)).to_be_bytes();
    let rest = [bits.to_be_bytes(), weight.to_be_bytes(), [0; 2], [0; 2]];
    key.into_iter().chain(rest.into_iter().flatten()).collect()
}

#[test]
fn a_polyglot_book_is_read_with_castling_promotion_and_weights() {
    let short = "e4 e5 Nf3 Nc6 Bc4 Bc5";
    let promotion = "e4 d5 e5 f5 exf6 d4 fxg7 d3";
    let mut entries = [
        entry("", [(4, 1), (4, 3)], 0, 3),
        entry("", [(3, 1), (3, 4)], 0, 1),
        entry("", [(6, 0), (5, 2)], 0, 1),
        entry("e4", [(0, 0), (0, 0)], 0, 1),
        entry(short, [(4, 0), (7, 0)], 0, 1),
        entry(promotion, [(6, 6), (7, 7)], 1, 1),
        entry(promotion, [(6, 6), (7, 7)], 4, 1),
    ];
    entries.sort();
    let bytes = entries.concat();
    let book = Book::read(&bytes).unwrap();
    let mut first = moves(&book, "");
    first.sort();
    assert_eq!(first, ["e2e4 3", "g1f3 1"], "a pawn does not step three squares");
    assert_eq!(moves(&book, short), ["e1g1 1"]);
    assert_eq!(moves(&book, promotion).len(), 2);
    assert_eq!(moves(&book, "e4"), [""; 0], "a null move");
    let cut = Book::read(&bytes[..bytes.len() - 1]).unwrap_err().to_string();
    assert!(cut.starts_with("entry 7: this is neither "), "{cut}");
    let twisted: Vec<u8> = bytes.rchunks(16).flatten().copied().collect();
    assert!(Book::read(&twisted).unwrap_err().to_string().contains(": the keys of a Polyglot"));
}

#[test]
fn the_books_of_this_build_can_be_read() {
    for &rules in Rules::ALL {
        let book = Book::built_in(rules).expect("a book");
        assert_eq!(book.rules(), rules);
        assert!(book.moves(&rules.start()).len() >= 2, "{rules}");
    }
}
