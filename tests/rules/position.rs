//! Tests what every game promises to code that uses only the trait `Position`, such as the search and the hosts.

use crate::fen::fen;
use chuhe_core::rules::{Chess, Rights, Rules, UnknownRules, squares};
use chuhe_core::{
    AnyPosition, Game, Kind, Move, MoveKind, Piece, Position, Searchable, Side, Square,
};
use chuhe_tests::choices::Choices;
use chuhe_tests::random::{Random, walk};
use chuhe_tests::sound::{assert_legality, play_out};
use chuhe_tests::{position, rounds, rows};
use std::collections::BTreeMap;

/// Positions that often allow the rare moves: promotions, castling, en passant, exchanges.
fn rich() -> Vec<AnyPosition> {
    let rows = rows("rich.csv").into_iter();
    rows.map(|(at, [rules, text])| fen(rules.parse().expect(&at), &text)).collect()
}

/// Counts the rare moves and events of a game. Castling with the rook's square as target also counts as `chess960`.
fn count(game: &Game<AnyPosition>, seen: &mut BTreeMap<String, usize>) {
    let mut note = |what: &str, is_so: bool| {
        *seen.entry(what.to_owned()).or_default() += usize::from(is_so);
    };
    note("end", game.ending().is_some());
    let mut position = game.start().clone();
    for &mv in game.moves() {
        match mv.kind() {
            MoveKind::Exchange { files, .. } => {
                note(&format!("exchange of {}", files.count_ones()), true);
            }
            MoveKind::Normal { from, to, .. } if position.rules() == Rules::Chess => {
                let pawn = position.piece_at(from).map(Piece::kind) == Some(Kind::Soldier);
                let rook = position.castling_rook(mv);
                note("castling", rook.is_some());
                note("chess960", rook == Some(to));
                note("promotion", pawn && matches!(to.rank(), 0 | 7));
                let leaves_its_file = pawn && from.file() != to.file();
                note("en passant", leaves_its_file && position.piece_at(to).is_none());
            }
            MoveKind::Normal { .. } => {}
        }
        position = position.play(mv);
        note("check", position.in_check());
    }
}

/// Checks move generators, move lists and incrementally updated values in all kinds of positions. The fuzz target
/// `rules` asserts the same.
#[test]
fn random_games_keep_what_every_position_promises() {
    let (rich, mut seen) = (rich(), BTreeMap::new());
    let games = rounds(300) as usize;
    for seed in 0..games as u64 {
        let mut random = Random::new(seed);
        let bytes: Vec<u8> = (0..240).map(|_| random.below(256) as u8).collect();
        let mut choices = Choices(&bytes);
        let start = if random.one_in(2) {
            Some(rich[random.below(rich.len())].clone())
        } else {
            choices.position()
        };
        let Some(start) = start else { continue };
        count(&play_out(start, &mut choices), &mut seen);
    }
    let rare = ["castling", "chess960", "promotion", "en passant"].map(|what| seen[what]);
    assert!(seen["check"] > games / 4 && seen["end"] > games / 10, "{seen:?}");
    assert!(rare.iter().all(|&count| 100 * count >= games), "{seen:?}");
    assert!((1..5).all(|soldiers| seen[&format!("exchange of {soldiers}")] > 0), "{seen:?}");
}

/// Tests all bits: two positions can share a table entry by chance, so a stored move can be of another position.
#[test]
fn no_bits_pass_for_a_legal_move() {
    let starts = Rules::PLAYABLE.iter().map(|rules| rules.start());
    for start in starts.chain(rich()) {
        for position in walk(start, 60, &mut Random::new(2)).step_by(12) {
            let moves = position.legal_moves();
            for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
                assert_legality(&position, mv, &moves);
            }
        }
    }
}

#[test]
fn positions_differ_by_what_stands_and_by_the_plies_since() {
    for &rules in Rules::PLAYABLE {
        let start = rules.start();
        let nexts: Vec<_> = start.legal_moves().into_iter().map(|mv| start.play(mv)).collect();
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

/// The move of each row captures a chariot, so the side that moved then has a chariot more.
#[test]
fn a_chariot_more_is_a_lead() {
    for (at, [rules, text, mv]) in rows("chariots.csv") {
        let even = fen(rules.parse().expect(&at), &text);
        let worth = [Kind::Chariot, Kind::Horse, Kind::Soldier]
            .map(|kind| even.see_value(Piece::new(Side::Black, kind)));
        assert!(worth.is_sorted_by(|more, less| more > less) && worth[2] > 1, "{at}");
        let behind = even.play(Move::from_name(&mv).expect("a move"));
        assert!(behind.evaluate() < chuhe_core::Score::DRAW, "{at}");
        assert!(behind.null_move().evaluate() > chuhe_core::Score::DRAW, "{at}");
    }
}

/// In xiangqi a null move needs a chariot, horse or cannon of the side to move. In chess it needs a piece other than
/// king and pawns. In Zhonggong it is always allowed.
#[test]
fn a_null_move_is_for_those_who_can_wait() {
    for (at, [rules, text, allowed]) in rows("null_move.csv") {
        let position = fen(rules.parse().expect("a game"), &text);
        assert_eq!(position.allows_null_move().to_string(), allowed, "{at}");
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
    for (rules, name, square) in [
        (Rules::Xiangqi, "a0", squares::xiangqi::A0),
        (Rules::Xiangqi, "i9", squares::xiangqi::I9),
        (Rules::Zhonggong, "e3", squares::xiangqi::E3),
        (Rules::Chess, "a1", squares::chess::A1),
        (Rules::Chess, "h1", squares::chess::H1),
        (Rules::Chess, "b8", squares::chess::B8),
    ] {
        assert_eq!(rules.square_named(name), Some(square), "{name}");
    }
    for text in ["", "a", "a0", "a00", "0a", "a:", "j1"] {
        assert_eq!(Rules::Chess.square_named(text), None, "{text}");
    }
}

#[test]
fn games_say_what_they_are() {
    for &rules in Rules::PLAYABLE {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        assert!(UnknownRules.to_string().contains(rules.name()));
        let kinds = [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot];
        let bought = if rules == Rules::Zhonggong { &kinds[..] } else { &[] };
        assert_eq!(rules.prices(), bought);
    }
    let rights = fen(Rules::Chess, "4k3/8/8/8/4P3/8/8/R3K3 b Q e3 0 1").rights();
    assert_eq!((rights.short, rights.long), ([None; 2], [Some(0), None]));
    assert_eq!(rights.passed, Rules::Chess.square_named("e3"));
}

/// Tests the castling rights and en passant squares that an editor of positions can offer.
#[test]
fn rights_are_possible_where_king_and_rook_stand_at_home_and_a_pawn_came_two_steps() {
    for (at, [_, fen, castling, squares]) in rows("rights_chess.csv") {
        let position = position::<Chess>(&fen);
        let stands = |square| position.piece_at(square);
        let (rights, passed) = Rules::Chess.possible_rights(stands, position.side());
        let ([white, black], [white_long, black_long]) = (rights.short, rights.long);
        let pieces = || Square::all().filter_map(|at| Some((at, stands(at)?)));
        let side = position.side();
        let begun = Rules::Chess.set_up(pieces(), side).expect(&at).rights();
        assert_eq!(begun, Rights { passed: None, ..rights }, "{at}");
        for passed in passed.into_iter().map(Some).chain([None]) {
            let rights = Rights { passed, ..rights };
            let set_up = Rules::Chess.set_up_with(pieces(), side, rights).expect(&at);
            assert_eq!(set_up.rights(), rights, "{at}");
        }
        let may = [(white, 'K'), (white_long, 'Q'), (black, 'k'), (black_long, 'q')];
        let may: String =
            may.iter().filter(|(may, _)| may.is_some()).map(|(_, letter)| letter).collect();
        let passed = passed.into_iter().map(|it| Rules::Chess.square_name(it).to_string());
        assert_eq!([may, passed.collect::<Vec<_>>().join(" ")], [castling, squares], "{at}");
    }
}
