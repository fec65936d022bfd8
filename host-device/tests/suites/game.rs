//! Plays games with the buttons of the simulated board, and wins one against the computer.

use crate::pair::{LocalHandheld, Pair};
use crate::qemu::Board;
use chuhe_core::rules::Rules;
use chuhe_core::{
    Cluster, EndReason, Kind, Level, Limits, NoMonitor, Piece, Position, Side, Square, Workspace,
    search,
};
use chuhe_device::Button::{Down, Left, Right, Select, Up};
use chuhe_device::{Handheld, Person, Settings, SmallWork};

#[test]
fn a_game_is_won_by_the_buttons() {
    let mut pair = Pair::start(Board::Lm3s6965evb);
    // These buttons choose the lowest level in the menu.
    pair.press(&[Up, Select, Up, Up, Left, Left, Left, Down, Down, Select]);
    assert_eq!(pair.here.handheld.settings().level, Level::MIN);

    // This search plays for the person. It is stronger than the lowest level.
    let table: Vec<Cluster> = (0..4096).map(|_| Cluster::new()).collect();
    let mut workspace = Box::<Workspace>::default();
    let limits = Limits { depth: 6, ..Limits::default() };
    let ending = loop {
        let game = pair.here.handheld.game();
        if let Some(ending) = game.ending() {
            break ending;
        }
        let past = game.past();
        let found = search(game.position(), past, &limits, &table, &mut *workspace, &mut NoMonitor);
        pair.play(found.best().expect("the game goes on"));
        assert!(pair.here.handheld.game().moves().len() < 200, "a level that low is beaten");
    };
    assert_eq!((ending.winner, ending.reason), (Some(Side::Red), EndReason::Checkmate));
    let (used, size) = pair.stack;
    assert!(used < size, "the stack overflowed: {used} of {size} bytes");
    println!("{} plies, stack {used} of {size} bytes", pair.here.handheld.game().moves().len());
}

#[test]
fn a_level_searches_as_on_a_pc() {
    let mut pair = Pair::start(Board::Lm3s6965evb);
    // The level goes down from 3 to 0, then to 9 and 8, because the levels form a ring.
    pair.press(&[Up, Select, Up, Up, Left, Left, Left, Left, Left, Down, Down, Select]);
    assert_eq!(pair.here.handheld.settings().level.get(), 8);
    // The middle soldier moves. On this machine no time passes during the search, so no time limit ends the search.
    pair.press(&[Up, Up, Select, Up, Select]);
    assert_eq!(pair.here.handheld.game().moves().len(), 2);
}

/// Returns a square by its name, in which ranks count from 0.
fn square(name: &str) -> Square {
    Square::from_name(name).expect("a square")
}

#[test]
fn an_exchange_is_made_by_the_buttons() {
    let mut pair = Pair::start(Board::Lm3s6965evb);
    // These buttons begin a game of Zhonggong between two people.
    pair.press(&[Up, Select, Up, Left, Up, Up, Up, Right, Up, Up, Up, Select]);
    assert_eq!(pair.here.handheld.rules(), Rules::Zhonggong);

    // A soldier goes to the last rank, and is exchanged for an enemy soldier.
    let names = "a2 a3 c6 b6 a3 a4 b6 c6 a4 a5 c6 b6 a5 a6 b6 c6 a6 a7 c6 b6 a7 a8 b6 c6 a8 c6";
    for name in names.split(' ') {
        pair.press(&pair.here.buttons_to_choose(square(name)));
    }
    // On this machine both soldiers are gone. Each `press` also compared the pictures of both handhelds.
    let game = pair.here.handheld.game();
    assert_eq!(game.moves().len(), 13);
    assert!(["a8", "c6"].iter().all(|name| game.position().piece_at(square(name)).is_none()));
}

#[test]
fn a_pawn_of_chess_becomes_a_queen_by_the_buttons() {
    let (rules, person) = (Rules::Chess, Person::PlaysBoth);
    let settings = Settings { rules, person, ..Settings::default() };
    let mut here = LocalHandheld::with(Handheld::new(settings), Box::<SmallWork>::default());
    for name in "a1 a3 b6 b4 a3 b4 h6 h4 b4 b5 h4 h3 b5 a6 h3 h2 a6 b7".split(' ') {
        here.press(&here.buttons_to_choose(square(name)));
    }
    let queen = Piece::new(Side::WHITE, Kind::Queen);
    assert_eq!(here.handheld.game().position().piece_at(square("b7")), Some(queen));
}
