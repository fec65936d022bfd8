//! Tests the reasons why moves are refused, the exchanges of Zhonggong, and the attackers of a piece.

use crate::fen::fen;
use chuhe_core::notation::Exchange;
use chuhe_core::rules::{Explain, Illegal, Rules};
use chuhe_core::{AnyPosition, Bitboard, Move, Position, Square};
use chuhe_tests::random::{Random, walk};
use chuhe_tests::rows;

/// The text of the table for a reason: the reason's name, and for some reasons a square or a number of soldiers.
fn word(position: &AnyPosition, why: Illegal) -> String {
    let name = format!("{why:?}");
    let name = name.split('(').next().unwrap_or_default();
    match (why, why.square()) {
        (_, Some(square)) => format!("{name} {}", position.rules().square_name(square)),
        (Illegal::Price(soldiers), _) => format!("{name} {soldiers}"),
        _ => name.to_owned(),
    }
}

#[test]
fn a_refused_move_has_the_reason_that_the_table_gives() {
    for (at, [rules, start, text, expected]) in rows("why_not.csv") {
        let rules = rules.parse().unwrap_or_else(|error| panic!("{at}: {error}"));
        let position = fen(rules, &start);
        let named = |name| position.rules().square_named(name).expect("a square");
        let why = match text.parse::<Exchange>() {
            Ok(exchange) => position.exchange(exchange.soldiers, exchange.victim).err(),
            Err(_) => position.why_not(Move::new(named(&text[..2]), named(&text[2..]))),
        };
        let found = why.map_or("-".to_owned(), |why| word(&position, why));
        assert_eq!(found, expected, "{at}");
    }
}

#[test]
fn exactly_the_exchanges_of_the_move_list_can_be_made() {
    let mut random = Random::new(7);
    let start = fen(Rules::Zhonggong, "P1P1P3P/9/p1rnc4/4k4/9/4K4/9/9/n1p1p1p2 w - - 0 1");
    let mut made = 0;
    for _ in 0..10 {
        for position in walk(start.clone(), 12, &mut random) {
            let moves = position.legal_moves();
            let soldiers: Vec<Square> =
                position.exchangeable(position.side()).into_iter().collect();
            let mut found = Vec::new();
            for chosen in 1..1_u32 << soldiers.len() {
                let given = |(n, &at): (u32, &Square)| (chosen >> n & 1 == 1).then_some(at);
                let given: Bitboard = (0..).zip(&soldiers).filter_map(given).collect();
                found.extend(Square::all().filter_map(|at| position.exchange(given, at).ok()));
            }
            let mut known: Vec<Move> = moves.into_iter().filter(|mv| mv.is_exchange()).collect();
            found.sort();
            known.sort();
            assert_eq!(found, known, "{position:?}");
            made += known.len();
        }
    }
    assert!(made > 100, "only {made} exchanges");
}

#[test]
fn only_zhonggong_has_exchanges() {
    for start in [Rules::Xiangqi.start(), Rules::Chess.start()] {
        assert!(start.exchangeable(start.side()).is_empty());
        assert_eq!(start.exchange(Bitboard::EMPTY, Square::at(0)), Err(Illegal::Reach));
    }
}

#[test]
fn a_general_that_can_be_guarded_says_how_safe_it_is() {
    let position = fen(Rules::Zhonggong, "4r4/9/9/3k5/9/4K4/9/9/4R4 w - - 0 1");
    let at = |name| Square::from_name(name).expect("a square");
    let red = position.safety(position.side()).expect("a general that can be guarded");
    assert_eq!(red.general, at("e3"));
    assert_eq!(red.held, Bitboard::from(at("e8")));
    assert_eq!(red.guards, Bitboard::from(at("e0")));
    assert_eq!(red.liberties.len(), 4);
    assert!(red.checkers.is_empty());
    assert_eq!(Rules::Xiangqi.start().safety(position.side()), None);
}

/// A piece attacks a target exactly if the capture is legal, or if only the safety of the piece's general forbids it.
#[test]
fn attackers_are_the_pieces_that_could_capture() {
    let mut random = Random::new(11);
    for &rules in Rules::ALL {
        for position in walk(rules.start(), 80, &mut random).step_by(3) {
            let stands = |at, side| position.piece_at(at).is_some_and(|piece| piece.side() == side);
            let side = position.side();
            for target in Square::all().filter(|&at| stands(at, !side)) {
                let could = |&from: &Square| {
                    use Illegal::{Facing, Guarded, IntoCheck, LastGuard, NoLiberty, StillInCheck};
                    let held = |why| {
                        matches!(why, Facing | Guarded | NoLiberty)
                            || matches!(why, IntoCheck(_) | LastGuard(_) | StillInCheck(_))
                    };
                    stands(from, side) && position.why_not(Move::new(from, target)).is_none_or(held)
                };
                let expected: Bitboard = Square::all().filter(could).collect();
                let found = position.attackers_of(target, side);
                assert_eq!(found, expected, "{target:?} in {position:?}");
            }
        }
    }
}
