//! Tests the computer's choices in the opening: they differ by the seed, and none is bad.

use chuhe_core::rules::Rules;
use chuhe_core::{Game, Level, Limits, Monitor, Move, NoMonitor};
use chuhe_host::{BookChoice, Computer, SearchRequest, Thinker, Variety};
use chuhe_tests::rounds;
use std::collections::BTreeSet;
use std::sync::mpsc;

/// The largest allowed loss of a chosen move against the best move, in hundredths of a soldier. A longer search scores
/// both. Its scores differ from those of the computer's search, so the loss can exceed the computer's margin.
const WORSE: i16 = 100;

fn play(
    computer: &Computer,
    rules: Rules,
    book: &BookChoice,
    plies: usize,
    seed: u64,
) -> Vec<Move> {
    let mut game = Game::new(rules.start());
    for ply in 0..plies {
        let level = Level::new(5).unwrap();
        let limits = Limits { level, seed: seed + ply as u64, ..Limits::default() };
        let variety = Some(Variety { book: book.clone(), ply });
        let request = SearchRequest { variety, ..SearchRequest::new(game.clone(), limits) };
        let (sender, answer) = mpsc::channel();
        let search = computer.ask(request, move |found| sender.send(found).unwrap());
        game.play(answer.recv().unwrap().unwrap().best().unwrap()).unwrap();
        drop(search);
    }
    game.moves().to_vec()
}

#[test]
fn seeds_give_different_games_and_one_seed_gives_one() {
    let computer = Computer::new(1, 4).unwrap();
    let by_book = Rules::ALL.iter().map(|&rules| (rules, BookChoice::BuiltIn, 8, rounds(16)));
    let without = (Rules::Xiangqi, BookChoice::Off, 6, 6);
    for (rules, book, plies, seeds) in by_book.chain([without]) {
        let game = |seed| play(&computer, rules, &book, plies, 1000 * u64::from(seed));
        let games: Vec<Vec<Move>> = (0..seeds).map(game).collect();
        assert_eq!(games[0], game(0), "{rules}");
        let different = games.iter().collect::<BTreeSet<_>>().len();
        assert!(2 * different >= games.len(), "{rules}: {different} games of {seeds}");
    }
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
        for (seed, book) in [(1, BookChoice::BuiltIn), (3, BookChoice::Off)] {
            let mut game = Game::new(rules.start());
            for mv in play(&computer, rules, &book, 4, seed) {
                let (root, past) = (game.position(), game.past());
                let best = thinker.think_afresh(root, past, &limits, &mut NoMonitor).score.get();
                let chosen = thinker.think_afresh(root, past, &limits, &mut Only(mv)).score.get();
                assert!(best - chosen <= WORSE, "{rules}: {mv:?} has {chosen}, not {best}");
                game.play(mv).unwrap();
            }
        }
    }
}
