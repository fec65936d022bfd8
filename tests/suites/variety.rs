//! The computer's choices in the opening: different games for different seeds, none of them bad.

use chuhe_core::rules::Rules;
use chuhe_core::{Game, Level, Limits, Monitor, Move, NoMonitor};
use chuhe_host::openings::Book;
use chuhe_host::{BookChoice, Computer, SearchRequest, Thinker, Variety};
use std::collections::BTreeSet;
use std::sync::{Arc, mpsc};

/// The most that a chosen move may be worse than the best by a longer search, in hundredths. It is the
/// margin of the choice, and the difference that a longer search makes.
const WORSE: i16 = 100;

/// Plays the first plies of a game of the computer against itself.
fn play(
    computer: &Computer,
    rules: Rules,
    book: Option<&Arc<Book>>,
    plies: usize,
    seed: u64,
) -> Vec<Move> {
    let mut game = Game::new(rules.start());
    for ply in 0..plies {
        let level = Level::new(5).unwrap();
        let limits = Limits { level, seed: seed + ply as u64, ..Limits::default() };
        let book = book.map_or(BookChoice::BuiltIn, |book| BookChoice::Own(Arc::clone(book) as _));
        let variety = Some(Variety { book, ply });
        let request = SearchRequest { variety, ..SearchRequest::new(game.clone(), limits) };
        let (sender, answer) = mpsc::channel();
        let search = computer.ask(request, move |found| sender.send(found).unwrap());
        game.play(answer.recv().unwrap().unwrap().best().unwrap()).unwrap();
        drop(search);
    }
    game.moves().to_vec()
}

/// A book without a position that a game reaches.
fn no_book(rules: Rules) -> Arc<Book> {
    Arc::new(Book::read(format!("chuhe-book {rules}\n").as_bytes()).unwrap())
}

#[test]
fn thirty_games_of_the_default_level_differ() {
    let computer = Computer::new(1, 4).unwrap();
    for &rules in Rules::ALL {
        let games: BTreeSet<Vec<Move>> =
            (0..30).map(|seed| play(&computer, rules, None, 8, 1000 * seed)).collect();
        assert!(games.len() >= 20, "{rules}: {} games of 30", games.len());
    }
}

#[test]
fn one_seed_gives_one_game() {
    let computer = Computer::new(1, 4).unwrap();
    let rules = Rules::Xiangqi;
    let empty = no_book(rules);
    for book in [None, Some(&empty)] {
        let game = play(&computer, rules, book, 6, 7);
        assert_eq!(game, play(&computer, rules, book, 6, 7));
    }
    let games: BTreeSet<Vec<Move>> =
        (0..6).map(|seed| play(&computer, rules, Some(&empty), 6, 1000 * seed)).collect();
    assert!(games.len() >= 3, "without a book: {} games of 6", games.len());
}

struct Only(Move);

impl Monitor for Only {
    fn millis(&self) -> u64 {
        0
    }

    fn admits(&self, mv: Move) -> bool {
        mv == self.0
    }
}

#[test]
fn no_choice_is_much_worse_than_the_best_move() {
    let computer = Computer::new(1, 4).unwrap();
    let mut thinker = Thinker::new(8, 1).unwrap();
    let limits = Limits { nodes: 40_000, ..Limits::default() };
    for &rules in Rules::ALL {
        let empty = no_book(rules);
        for (seed, book) in [(1, None), (3, Some(&empty))] {
            let mut game = Game::new(rules.start());
            for mv in play(&computer, rules, book, 4, seed) {
                let (root, past) = (game.position(), game.past());
                let best = thinker.think_afresh(root, past, &limits, &mut NoMonitor).score.get();
                let chosen = thinker.think_afresh(root, past, &limits, &mut Only(mv)).score.get();
                assert!(best - chosen <= WORSE, "{rules}: {mv:?} has {chosen}, not {best}");
                game.play(mv).unwrap();
            }
        }
    }
}
