//! Tests clocks on a board whose time the test sets.

use crate::pair::LocalHandheld;
use crate::picture::{check, check_colours};
use chuhe_core::played::Clocks;
use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Level, Move, Position, Side};
use chuhe_device::Button::{Down, Right, Select, Up};
use chuhe_device::{CLOCKS, Handheld, Person, Row, Settings, SmallWork};

fn clocked(settings: Settings, clocks: Clocks, moves: &[Move]) -> LocalHandheld {
    let moves = moves.iter().copied().map(Some);
    let handheld = Handheld::restored(settings, Rules::Xiangqi, 1, clocks, moves);
    LocalHandheld::with(handheld.expect("the moves are legal"), Box::<SmallWork>::default())
}

fn five_minutes() -> LocalHandheld {
    let settings = Settings { clock: CLOCKS[1], person: Person::PlaysBoth, ..Settings::default() };
    clocked(settings, Clocks::new([CLOCKS[1]; 2]), &[])
}

fn left(game: &LocalHandheld) -> [u64; 2] {
    let left = |side| game.handheld.clocks().left(side, game.hardware.millis);
    Side::ALL.map(|side| left(side).expect("a limit"))
}

#[test]
fn a_clock_shows_each_second_until_its_flag_falls() {
    let mut game = five_minutes();
    // The first move, that of the middle soldier, takes no time from a clock.
    game.press(&[Up, Up, Up, Select, Up]);
    assert_eq!(game.wait(10_000), 0, "no clock runs");
    game.press(&[Select]);
    assert_eq!(game.wait(3_500), 3, "a picture a second");
    // The game pauses while the menu is open.
    game.press(&[Select]);
    assert_eq!((game.handheld.menu(), game.wait(60_000)), (Some(Row::Back), 0));
    game.press(&[Select]);
    assert_eq!(left(&game), [300_000, 296_500]);
    assert_eq!(game.wait(296_500), 296);
    assert!(game.handheld.game().ending().is_none(), "some time is left");
    game.wait(1);
    let ending = game.handheld.game().ending().expect("the flag has fallen");
    assert_eq!((ending.winner, ending.reason), (Some(Side::Red), EndReason::Time));
    let logged = game.logged();
    assert_eq!(logged.iter().filter(|line| line.starts_with("red wins: ")).count(), 1);
    assert!(!game.handheld.can(Row::Undo), "the time of the game is used up");
    assert_eq!(game.wait(10_000), 0, "no clock runs");
}

#[test]
fn a_new_game_has_the_clocks_of_the_menu() {
    let mut game = five_minutes();
    game.press(&[Up, Select, Up, Up, Up]);
    assert_eq!(game.handheld.menu(), Some(Row::Clock));
    game.press(&[Right]);
    assert_eq!(left(&game), [300_000; 2], "the game goes on with its own clocks");
    game.press(&[Up, Up, Up, Up, Select]);
    assert_eq!(left(&game), [600_000; 2]);
    // The middle soldier of each side moves. Each move after the first one adds five seconds.
    game.press(&[Up, Up, Up, Select, Up]);
    game.press(&[Select, Up, Up, Select, Down]);
    game.wait(2_000);
    game.press(&[Select]);
    assert_eq!(left(&game), [600_000, 603_000]);
}

#[test]
fn the_computer_keeps_to_its_clock() {
    let level = Level::MAX;
    let settings = Settings { level, person: Person::Plays(Side::Red), ..Settings::default() };
    let mut game = clocked(settings, Clocks::with_left([CLOCKS[1]; 2], [300_000, 30_000]), &[]);
    // As on a small board, drawing a picture takes 250 ms, and searching 128 positions takes 40 ms.
    game.hardware.delays = [250, 40];
    let ending = loop {
        if let Some(ending) = game.handheld.game().ending() {
            break ending;
        }
        if !game.handheld.is_to_think() {
            let mv = game.handheld.game().position().legal_moves()[0];
            game.handheld.play(mv);
        }
        game.step();
    };
    assert_eq!((ending.winner, ending.reason), (Some(Side::Black), EndReason::Checkmate));
    assert!(left(&game)[1] < 15_000, "the computer thinks: {:?}", left(&game));
}

#[test]
fn clocks_are_drawn_as_committed() {
    let capture = Move::from_name("h2h9").expect("a move");
    for (name, left, flipped, size) in [
        ("clocks-square", [598_001, 300_000], false, [240, 240]),
        ("clocks-wide", [1_799_000, 9_300], true, [320, 240]),
    ] {
        let settings = Settings { flipped, ..Settings::default() };
        let game = clocked(settings, Clocks::with_left([CLOCKS[3]; 2], left), &[capture]);
        check_colours(name, &game.handheld, size);
        check(&format!("{name}-small"), game.picture());
    }
}
