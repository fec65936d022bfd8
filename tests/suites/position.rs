//! What every game promises those who know only that it is a `Position`: the search and the hosts.

use chuhe_core::AnyPosition;
use chuhe_core::notation::Fen;
use chuhe_core::rules::{Rules, UnknownRules};
use chuhe_core::{
    EndReason, Ending, Kind, Move, MoveList, Piece, Position, Searchable, Side, Square,
};
use chuhe_tests::random::Random;
use chuhe_tests::walk::walk;
use std::collections::BTreeSet;

/// Positions of random games of every game, of chess also one with little but pawns.
fn positions() -> impl Iterator<Item = AnyPosition> {
    let starts = Rules::PLAYABLE.iter().map(|rules| rules.start());
    let pawns = fen(Rules::Chess, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    let exchanges = fen(Rules::Zhonggong, "P1P1P3P/9/p1rnc4/4k4/9/4K4/9/9/n1p1p1p2 w - - 0 1");
    starts.chain([pawns, exchanges]).flat_map(|start| {
        let mut random = Random::new(3);
        (0..6).flat_map(move |_| walk(start.clone(), 120, &mut random).collect::<Vec<_>>())
    })
}

fn fen(rules: Rules, text: &str) -> AnyPosition {
    Fen::read(rules, text).unwrap_or_else(|error| panic!("{text}: {error}")).position
}

fn list(list: impl Fn(&mut MoveList)) -> Vec<Move> {
    let mut moves = MoveList::new();
    list(&mut moves);
    moves.into_iter().collect()
}

fn count(position: &AnyPosition, piece: Piece) -> usize {
    Square::all().filter(|&at| position.piece_at(at) == Some(piece)).count()
}

#[test]
fn every_move_is_a_capture_or_a_quiet_one_and_says_what_it_takes() {
    for position in positions() {
        let at = Fen { position: position.clone(), move_number: 1 }.to_string();
        let moves = list(|moves| position.generate_moves(moves));
        let captures = list(|moves| position.generate_captures(moves));
        let quiets = list(|moves| position.generate_quiets(moves));
        assert_eq!(moves.len() as u32, position.count_moves(), "{at}");
        assert_eq!(moves.len(), captures.len() + quiets.len(), "{at}");
        let both: BTreeSet<_> = captures.iter().chain(&quiets).copied().collect();
        assert_eq!(moves.iter().copied().collect::<BTreeSet<_>>(), both, "{at}");
        let checks = list(|moves| position.generate_quiet_checks(moves));
        let expected = quiets.iter().filter(|&&mv| position.play(mv).in_check()).count();
        assert_eq!(checks.len(), expected, "{at}: {checks:?}");
        assert!(checks.iter().all(|mv| quiets.contains(mv)), "{at}: {checks:?}");
        for mv in moves {
            let (next, taken) = (position.play(mv), position.captured(mv));
            assert_eq!(taken.is_some(), captures.contains(&mv), "{at}: {mv}");
            let foes = Kind::ALL.map(|kind| Piece::new(!position.side(), kind));
            for foe in foes {
                let left = count(&position, foe) - usize::from(taken == Some(foe));
                assert_eq!(count(&next, foe), left, "{at}: {mv}: {foe:?}");
            }
            assert_eq!(position.gives_check(mv), next.in_check(), "{at}: {mv}");
        }
    }
}

#[test]
fn a_part_changes_with_its_pieces_alone() {
    let part = |piece: Piece| match (piece.kind(), piece.side()) {
        (Kind::Soldier, _) => 0,
        (_, Side::Red) => 1,
        (_, Side::Black) => 2,
    };
    for position in positions().step_by(3) {
        let at = Fen { position: position.clone(), move_number: 1 }.to_string();
        for mv in list(|moves| position.generate_moves(moves)) {
            let next = position.play(mv);
            let mut expected = [false; 3];
            for square in Square::all() {
                let (before, after) = (position.piece_at(square), next.piece_at(square));
                if before != after {
                    before.into_iter().chain(after).for_each(|piece| expected[part(piece)] = true);
                }
            }
            let (before, after) = (position.correction_keys(), next.correction_keys());
            let changed = [0, 1, 2].map(|part| before[part] != after[part]);
            assert_eq!(changed, expected, "{at}: {mv}");
        }
    }
}

#[test]
fn positions_differ_by_what_stands_and_by_the_plies_since() {
    for &rules in Rules::PLAYABLE {
        let start = rules.start();
        let nexts: Vec<_> = list(|moves| start.generate_moves(moves))
            .into_iter()
            .map(|mv| start.play(mv))
            .collect();
        for (place, next) in nexts.iter().enumerate() {
            assert_ne!(*next, start, "{rules}");
            assert!(nexts[..place].iter().all(|other| other != next), "{rules}");
        }
    }
    let later = |quiet| format!("4k3/8/8/8/8/8/8/R3K3 w - - {quiet} 9");
    let [soon, late] = [3, 4].map(|quiet| fen(Rules::Chess, &later(quiet)));
    assert_eq!(soon.key(), late.key());
    assert_ne!(soon, late);
}

/// One chariot more, the first side's to move: (rules, FEN up to the side, the chariot taken).
const AHEAD: [(Rules, &str, &str); 3] = [
    (Rules::Xiangqi, "3k5/9/9/9/r8/9/9/9/9/R3K4", "a0a5"),
    (Rules::Zhonggong, "9/9/9/3k5/r8/5K3/9/9/R8", "a0a4"),
    (Rules::Chess, "4k3/8/8/8/r7/8/8/R3K3", "a0a3"),
];

#[test]
fn a_chariot_that_nobody_guards_is_a_gain() {
    for (rules, board, mv) in AHEAD {
        let even = fen(rules, &format!("{board} w - - 0 1"));
        let at = |name| Square::from_name(name).expect("a square");
        let mv = Move::new(at(&mv[..2]), at(&mv[2..]));
        let worth = |kind| even.see_value(Piece::new(Side::Black, kind));
        assert!(worth(Kind::Chariot) > worth(Kind::Horse), "{rules}");
        assert!(worth(Kind::Horse) > worth(Kind::Soldier), "{rules}");
        assert!(worth(Kind::Soldier) > 1, "{rules}");
        assert!(even.see_ge(mv, worth(Kind::Chariot)), "{rules}");
        assert!(!even.see_ge(mv, worth(Kind::Chariot) + 1), "{rules}");
        let behind = even.play(mv);
        assert!(behind.evaluate() < chuhe_core::Score::DRAW, "{rules}");
        assert!(behind.null_move().evaluate() > chuhe_core::Score::DRAW, "{rules}");
    }
}

/// Where every move may be worse than none: in xiangqi without a chariot, horse or cannon, in chess
/// without more than king and pawns. In Zhonggong soldiers alone can wait, too.
#[test]
fn a_null_move_is_for_those_who_can_wait() {
    for (rules, text, can) in [
        (Rules::Xiangqi, "3k5/9/9/r8/9/9/4P4/9/4A4/2B1K4 w - - 0 1", false),
        (Rules::Xiangqi, "3k5/9/9/9/9/9/4P4/9/4A4/R3K4 w - - 0 1", true),
        (Rules::Xiangqi, "3k5/9/9/9/9/9/4P4/9/4A4/1N2K4 w - - 0 1", true),
        (Rules::Xiangqi, "3k5/9/9/9/9/9/4P4/9/4A4/1C2K4 w - - 0 1", true),
        (Rules::Xiangqi, "3k5/9/9/9/9/9/4P4/9/4A4/1C2K4 b - - 0 1", false),
        (Rules::Chess, "r3k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        (Rules::Chess, "r3k3/8/8/8/8/8/4P3/4KN2 w - - 0 1", true),
        (Rules::Zhonggong, "9/9/9/3k5/9/5K3/P8/9/9 w - - 0 1", true),
    ] {
        assert_eq!(fen(rules, text).allows_null_move(), can, "{text}");
    }
}

#[test]
fn what_stands_on_the_board_can_decide_a_game() {
    let five = |side| format!("PPPPP4/9/9/3k5/9/5K3/9/9/9 {side} - - 0 1");
    let won = Some(Ending::win(Side::Red, EndReason::FiveSoldiers));
    assert_eq!(fen(Rules::Zhonggong, &five("w")).variant_end(), won);
    assert_eq!(fen(Rules::Zhonggong, &five("b")).variant_end(), won);
    assert!(Rules::PLAYABLE.iter().all(|rules| rules.start().variant_end().is_none()));
}

#[test]
fn leaves_are_counted_for_any_game() {
    for position in positions().step_by(50) {
        let moves = list(|moves| position.generate_moves(moves));
        let leaves: u64 = moves.iter().map(|&mv| u64::from(position.play(mv).count_moves())).sum();
        assert_eq!(position.perft(1), moves.len() as u64, "{position:?}");
        assert_eq!(position.perft(2), leaves, "{position:?}");
    }
}

#[test]
fn squares_have_the_names_that_the_game_gives_them() {
    for &rules in Rules::PLAYABLE {
        let (files, ranks) = rules.size();
        for square in Square::all() {
            let on_board = square.file() < files && square.rank() < ranks;
            let name = rules.square_name(square).to_string();
            let named = on_board.then_some(square);
            assert_eq!(rules.square_named(&name), named, "{rules}: {name}");
            assert_eq!(rules.square_named(&name.to_uppercase()), named, "{rules}: {name}");
        }
    }
    assert_eq!(Rules::Chess.square_name(Square::at(0)).to_string(), "a1");
    assert_eq!(Rules::Xiangqi.square_name(Square::at(0)).to_string(), "a0");
    for text in ["", "a", "a0", "a00", "0a", "a:", "j1"] {
        assert_eq!(Rules::Chess.square_named(text), None, "{text}");
    }
}

#[test]
fn games_say_what_they_are() {
    for &rules in Rules::PLAYABLE {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        assert!(UnknownRules.to_string().contains(rules.name()));
        let soldiers_buy = rules.prices();
        if rules == Rules::Zhonggong {
            let kinds = [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot];
            assert_eq!(soldiers_buy, kinds);
        } else {
            assert!(soldiers_buy.is_empty());
        }
    }
    let rights = fen(Rules::Chess, "4k3/8/8/8/4P3/8/8/R3K3 b Q e3 0 1").rights();
    assert_eq!((rights.short, rights.long), ([false; 2], [true, false]));
    assert_eq!(rights.passed, Rules::Chess.square_named("e3"));
}
