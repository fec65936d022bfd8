//! Tests maps (texts that list numbered pieces): good maps, bad maps, and the numbers through whole games.

use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Kind, Numbers, Position, map};
use chuhe_tests::random::{Random, legal_move};
use chuhe_tests::sound::assert_numbered;
use chuhe_tests::{map_rows, typos};

/// Returns a map as Chuhe writes it: sorted, without blanks, in small letters, numbers without
/// leading zeros, with a semicolon at the end.
fn tidied(map: &str) -> String {
    let mut pieces: Vec<(u8, u8, String)> = map
        .split(';')
        .map(|piece| piece.replace(char::is_whitespace, "").to_lowercase())
        .filter(|piece| !piece.is_empty())
        .map(|piece| {
            let [row, column, name] =
                piece.split(',').collect::<Vec<_>>().try_into().expect("three parts");
            let number: u8 = name[2..].parse().expect("a number");
            let name = format!("{}{number}", &name[..2]);
            (row.parse().expect("a row"), column.parse().expect("a column"), name)
        })
        .collect();
    pieces.sort_unstable();
    pieces.iter().map(|(row, column, name)| format!("{row},{column},{name};")).collect()
}

#[test]
fn good_maps() {
    for (at, rules, turn, text, fen) in map_rows("maps_good.txt") {
        let (position, numbers) = map::read(&text, rules, turn).expect(&at);
        assert_eq!(Fen { position: position.clone(), move_number: 1 }.to_string(), fen, "{at}");
        let written = map::write(&position, &numbers).to_string();
        assert_eq!(written, tidied(&text), "{at}");
        assert_eq!(map::read(&written, rules, turn), Ok((position, numbers)), "{at}");
    }
}

#[test]
fn bad_maps() {
    for (at, rules, turn, text, fault) in map_rows("maps_bad.txt") {
        let error = map::read(&text, rules, turn).expect_err(&at);
        assert_eq!(error.to_string(), fault, "{at}");
    }
}

/// A map with one character dropped, doubled or replaced is either refused, or written back as the changed map.
#[test]
fn broken_maps_never_come_back_changed() {
    const OTHERS: [char; 10] = [',', ';', '0', '9', ' ', '-', 'r', 'b', 'z', '，'];
    for (_, rules, turn, text, _) in map_rows("maps_good.txt") {
        for broken in typos(&text, &OTHERS) {
            if let Ok((position, numbers)) = map::read(&broken, rules, turn) {
                assert_eq!(map::write(&position, &numbers).to_string(), tidied(&broken));
            }
        }
    }
}

#[test]
fn pieces_keep_their_numbers() {
    let numbered = |game: &Game<AnyPosition>, at| {
        game.position().piece_at(at).zip(game.number_at(at)).expect("a piece")
    };
    let mut random = Random::new(6);
    for rules in Rules::PLAYABLE {
        let mut exchanges = 0;
        for _ in 0..60 {
            let mut game = Game::new(rules.start());
            while let Some(mv) = legal_move(game.position(), &mut random) {
                let before = assert_numbered(&game);
                let moved = mv.from().zip(mv.to()).map(|(from, to)| (numbered(&game, from), to));
                if game.moves().len() == 200 || game.play(mv).is_err() {
                    break;
                }
                let mut after = assert_numbered(&game);
                if let Some((own, to)) = moved {
                    let arrived = numbered(&game, to);
                    if arrived.0 != own.0 {
                        assert!(rules.has_promotion() && own.0.kind() == Kind::Soldier, "{mv:?}");
                        assert!(after.remove(&arrived) && before.contains(&own), "{mv:?}");
                        continue;
                    }
                    assert_eq!(arrived, own, "{mv:?}");
                    assert!(before.len() - after.len() <= 1, "{mv:?}");
                }
                exchanges += usize::from(moved.is_none());
                assert!(after.is_subset(&before), "{mv:?}: {before:?} became {after:?}");
            }
            game.restart();
            assert_eq!(*game.numbers(), Numbers::in_reading_order(game.start()));
        }
        assert_eq!(exchanges > 0, *rules == Rules::Zhonggong, "{exchanges} exchanges");
    }
}
