//! A game against the computer, won by pressing buttons on the simulated board.

use chuhe_core::{Limits, Reason, Side, Slot, Unwatched, Workspace, search};
use chuhe_device::{Button, Row};
use chuhe_device_tests::{Pair, THUMB_V7M, build};

#[test]
fn a_game_is_won_by_the_buttons() {
    let firmware = build(THUMB_V7M, "chuhe-lm3s6965evb", "lm3s6965evb");
    let mut pair = Pair::start("lm3s6965evb", &firmware);

    // The menu, its level turned down to the lowest.
    pair.press(&[Button::Up, Button::Select]);
    assert_eq!(pair.here.handheld().menu(), Some(Row::Back));
    pair.press(&[Button::Up, Button::Up]);
    for _ in 0..pair.here.handheld().settings().level.get() {
        pair.press(&[Button::Left]);
    }
    pair.press(&[Button::Down, Button::Down, Button::Select]);

    // A better player than the lowest level.
    let table: Vec<Slot> = (0..4096).map(|_| Slot::new()).collect();
    let mut workspace = Box::<Workspace>::default();
    let limits = Limits { depth: 6, ..Limits::default() };
    let ending = loop {
        let game = pair.here.handheld().game();
        if let Some(ending) = game.ending() {
            break ending;
        }
        let past = game.past();
        let found = search(game.position(), past, &limits, &table, &mut workspace, &mut Unwatched);
        pair.play(found.best.expect("the game goes on"));
        assert!(pair.here.handheld().game().moves().len() < 200, "a level that low is beaten");
    };
    assert_eq!(ending.winner, Some(Side::Red));
    assert_eq!(ending.reason, Reason::Checkmate);
    let (used, size) = pair.stack;
    assert!(used < size, "the stack overflowed: {used} of {size} bytes");
    println!("{} plies, stack {used} of {size} bytes", pair.here.handheld().game().moves().len());
}
