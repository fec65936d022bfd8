//! Tests that a journal records every change of a game, and loses only the line at the cut if its file is cut off.

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Side, map};
use chuhe_host::journal::{self, GameId, JournalOptions, Journals, LineError, LineFault};
use chuhe_tests::random::{Random, legal_move};
use proptest::prelude::*;
use std::fs;

fn id(name: &str) -> GameId<'_> {
    GameId::new(name).expect("a name")
}

fn play(game: &mut Game<AnyPosition>, plies: usize, random: &mut Random) {
    while game.moves().len() < plies && game.ending().is_none() {
        let mv = legal_move(game.position(), random).expect("the game is not over");
        game.play(mv).expect("a legal move");
    }
}

fn new_game(random: &mut Random) -> Game<AnyPosition> {
    let start = random.pick(Rules::PLAYABLE).start();
    if random.one_in(2) {
        return Game::new(start);
    }
    let numbered = random.pick(&["0,3,bb0;3,3,rz4;9,4,rb0", "0,3,bb0;3,3,rz2;9,4,rb0"]);
    let side = random.pick(&Side::ALL);
    let (position, numbers) = map::read(numbered, Rules::default(), side).expect("a map");
    Game::numbered(position, numbers)
}

fn assert_same(one: &Game<AnyPosition>, other: &Game<AnyPosition>) {
    assert_eq!(one.start(), other.start());
    assert_eq!(one.start_numbers(), other.start_numbers());
    assert_eq!(one.moves(), other.moves());
    assert_eq!(one.position(), other.position());
    assert_eq!(one.numbers(), other.numbers());
    assert_eq!(one.ending(), other.ending());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_journal_follows_its_game(seed: u64) {
        let mut random = Random::new(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let journals = Journals::open(folder.path(), JournalOptions::default()).expect("a folder");
        let mut game = new_game(&mut random);
        let mut journal = journals.create(id("Lunch"), &game).expect("a new name");
        for _ in 0..30 {
            let played = game.moves().len();
            match random.below(8) {
                0..4 => play(&mut game, played + 1, &mut random),
                4 => play(&mut game, played + random.below(40), &mut random),
                5 => game.go_to(random.below(played + 1)),
                6 => game = new_game(&mut random),
                _ => {
                    drop(journal);
                    let (resumed, kept) = journals.resume(id("lunch")).expect("nobody else plays");
                    assert_same(&kept, &game);
                    (journal, game) = (resumed, kept);
                }
            }
            journal.update(&game).expect("written");
        }
        let text = fs::read_to_string(folder.path().join("game-lunch.journal")).expect("a file");
        prop_assert_eq!(text, journal::write(&game));
    }

    #[test]
    fn of_a_journal_cut_off_anywhere_only_the_line_at_the_cut_is_lost(seed: u64) {
        let mut random = Random::new(seed);
        let mut game = new_game(&mut random);
        play(&mut game, 8, &mut random);
        let text = journal::write(&game);
        let folder = tempfile::tempdir().expect("a folder");
        let journals = Journals::open(folder.path(), JournalOptions::default()).expect("a folder");
        for cut in 0..=text.len() {
            let name = format!("cut-{cut}");
            let path = folder.path().join(format!("game-{name}.journal"));
            fs::write(&path, &text[..cut]).expect("a file");
            let whole = text[..cut].matches('\n').count();
            if whole == 0 {
                let cut_off = LineError { line: 1, fault: LineFault::Incomplete };
                prop_assert_eq!(journal::read(&text.as_bytes()[..cut]).unwrap_err(), cut_off);
                prop_assert!(journals.resume(id(&name)).is_err());
                continue;
            }
            let (mut journal, kept) = journals.resume(id(&name)).expect("it is read");
            prop_assert_eq!(kept.moves(), &game.moves()[..whole - 1]);
            journal.update(&game).expect("written");
            prop_assert_eq!(fs::read_to_string(&path).expect("a file"), &text[..], "cut at {}", cut);
        }
    }
}
