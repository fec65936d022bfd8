use super::*;
use std::collections::{BTreeMap, BTreeSet};

fn moves(rules: Rules, line: &str) -> Vec<Move> {
    let mut position = rules.start();
    let read = line.split_whitespace().map(|text| {
        let mv =
            read_any(text, &position).unwrap_or_else(|error| panic!("{line}: {text}: {error}"));
        position = position.play(mv);
        mv
    });
    read.collect()
}

fn code(rules: Rules, line: &str) -> Option<&'static str> {
    opening_of(&rules.start(), &moves(rules, line)).map(|opening| opening.code)
}

/// Checks that every line is legal and short enough, and has a code and both names. Also checks that no two lines
/// end in the same position. Returns the number of lines and the number of codes.
fn check(rules: Rules, rows: impl Iterator<Item = Row>) -> (usize, usize) {
    let (mut seen, mut codes, mut count) = (BTreeMap::new(), BTreeSet::new(), 0);
    let mut path = Path::new(rules);
    for (opening, line) in rows {
        let [letter, tens, ones] = opening.code.as_bytes() else { panic!("{opening:?}") };
        assert!((b'A'..=b'E').contains(letter) && tens.is_ascii_digit() && ones.is_ascii_digit());
        assert!(!opening.english.is_empty() && !opening.chinese.is_empty(), "{opening:?}");
        path.follow(line);
        let keys: BTreeSet<u64> = path.keys().collect();
        for key in keys {
            let other = seen.insert(key, line);
            assert_eq!(other, None, "{line}: another line ends in this position");
        }
        if !line.contains(ANY) {
            let moves = moves(rules, line);
            assert!(moves.len() <= OPENING_PLIES, "{line}");
            assert_eq!(opening_of(&rules.start(), &moves), Some(opening), "{line}");
        }
        codes.insert(opening.code);
        count += 1;
    }
    (count, codes.len())
}

#[test]
fn every_line_is_legal_and_has_a_position_of_its_own() {
    let tables = tables().unwrap();
    assert_eq!(check(Rules::Xiangqi, xiangqi_rows(tables)), (241, 210));
    assert_eq!(check(Rules::Chess, chess_rows(tables)), (3810, 500));
}

#[test]
fn games_have_their_published_codes() {
    for (number, line) in include_str!("../../../openings/known.tsv").lines().enumerate() {
        let [rules, expected, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
            assert!(line.starts_with('#'), "line {}", number + 1);
            continue;
        };
        assert_eq!(code(rules.parse().unwrap(), moves), Some(expected), "{line}");
    }
}

#[test]
fn transpositions_and_mirror_images_have_the_name() {
    let xiangqi = |line| code(Rules::Xiangqi, line);
    assert_eq!(xiangqi("C2=5 H8+7 H2+3 H2+3"), Some("C00"));
    assert_eq!(xiangqi("C2=5 H2+3 H2+3 H8+7"), Some("C00"));
    assert_eq!(xiangqi("C8=5 H2+3 H8+7 H8+7"), Some("C00"));
    for line in ["d4 d5 c4 e6", "c4 e6 d4 d5", "c4 e6 d4 d5 a3 a6 h3 h6"] {
        assert_eq!(code(Rules::Chess, line), Some("D30"), "{line}");
    }
    let zhonggong = Rules::Zhonggong.start();
    assert_eq!(opening_of(&zhonggong, &zhonggong.legal_moves()[..1]), None);
    assert_eq!(opening_of(&Rules::Xiangqi.start(), &[]), None);
}
