//! Wins a game against the computer by pressing buttons on the simulated board.

use crate::pair::{LocalHandheld, Pair};
use crate::qemu::Board;
use chuhe_core::notation::Exchange;
use chuhe_core::rules::Rules;
use chuhe_core::{
    AnyPosition, Cluster, EndReason, Kind, Level, Limits, Move, MoveKind, NoMonitor, Piece,
    Position, Side, Square, Workspace, search,
};
use chuhe_device::Button::{Down, Left, Right, Select, Up};
use chuhe_device::{Handheld, Person, Settings, SmallWork};

#[test]
fn a_game_is_won_by_the_buttons() {
    let mut pair = Pair::start(Board::Lm3s6965evb);
    // The lowest level.
    pair.press(&[Up, Select, Up, Up, Left, Left, Left, Down, Down, Select]);
    assert_eq!(pair.here.handheld.settings().level, Level::MIN);

    // A player that is stronger than the lowest level.
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
    // The level goes down from 3, past 0 to 8. Then the middle soldier moves.
    pair.press(&[Up, Select, Up, Up, Left, Left, Left, Left, Left, Down, Down, Select]);
    assert_eq!(pair.here.handheld.settings().level.get(), 8);
    // The handheld on this machine has no limit of time.
    pair.press(&[Up, Up, Select, Up, Select]);
    assert_eq!(pair.here.handheld.game().moves().len(), 2);
}

/// Returns an exchange if there is one. Otherwise Red advances its most advanced soldier, and Black
/// plays its first move without a capture.
fn move_towards_exchange(position: &AnyPosition) -> Move {
    let moves = position.legal_moves();
    let exchanges = |mv: &&Move| Exchange::of(position, **mv).is_some();
    if let Some(mv) = moves.iter().find(exchanges) {
        return *mv;
    }
    let forward = |mv: &&Move| {
        let MoveKind::Normal { from, to, .. } = mv.kind() else { return false };
        let soldier = position.piece_at(from).is_some_and(|piece| piece.kind() == Kind::Soldier);
        position.side() == Side::Red && soldier && to.rank() > from.rank()
    };
    let quiet = |mv: &&Move| position.captured(**mv).is_none();
    let step = moves.iter().filter(forward).max_by_key(|mv| mv.to().map(Square::rank));
    *step.or_else(|| moves.iter().find(quiet)).expect("the game goes on")
}

#[test]
fn an_exchange_is_made_by_the_buttons() {
    let mut pair = Pair::start(Board::Lm3s6965evb);
    // Zhonggong between two people.
    pair.press(&[Up, Select, Up, Left, Up, Up, Up, Right, Up, Up, Up, Select]);
    assert_eq!(pair.here.handheld.rules(), Rules::Zhonggong);

    let exchange = loop {
        let position = pair.here.handheld.game().position().clone();
        let mv = move_towards_exchange(&position);
        pair.play(mv);
        assert_eq!(pair.here.handheld.game().moves().last(), Some(&mv));
        if let Some(exchange) = Exchange::of(&position, mv) {
            break exchange;
        }
        assert!(pair.here.handheld.game().moves().len() < 60, "a soldier comes through");
    };
    // What was given up and what it bought have left the board, here and, as `play` compares, there.
    let after = pair.here.handheld.game().position();
    assert_eq!(after.piece_at(exchange.victim), None);
    assert!(exchange.soldiers.into_iter().all(|soldier| after.piece_at(soldier).is_none()));
}

/// Ranks count from 0.
#[test]
fn a_pawn_of_chess_becomes_a_queen_by_the_buttons() {
    let settings = Settings { rules: Rules::Chess, person: Person::PlaysBoth, ..Settings::new() };
    let mut here = LocalHandheld::with(Handheld::new(settings), Box::<SmallWork>::default());
    let square = |name| Square::from_name(name).expect("a square");
    for name in "a1 a3 b6 b4 a3 b4 h6 h4 b4 b5 h4 h3 b5 a6 h3 h2 a6 b7".split(' ') {
        here.press(&here.buttons_to_choose(square(name)));
    }
    let queen = Piece::new(Side::WHITE, Kind::Queen);
    assert_eq!(here.handheld.game().position().piece_at(square("b7")), Some(queen));
}
