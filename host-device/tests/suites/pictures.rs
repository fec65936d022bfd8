//! Compares the pictures of simulated displays with committed files. Each picture is first
//! compared with that of the local handheld, which is a second source.

use crate::pair::Pair;
use crate::picture::{check, check_colours};
use crate::qemu::Board;
use chuhe_core::rules::Rules;
use chuhe_device::Button;

fn button(name: &str) -> Button {
    let found = Button::ALL.into_iter().find(|button| button.name() == name);
    found.unwrap_or_else(|| panic!("{name} is no button"))
}

/// The lines of the recorded game.
fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("../pictures/game.txt").lines().filter(|line| !line.starts_with('#'))
}

/// The buttons of the recorded game.
pub(crate) fn presses() -> impl Iterator<Item = Button> {
    lines()
        .filter_map(|line| line.strip_prefix("press "))
        .flat_map(|names| names.split(' ').map(button))
}

fn every_view_is_as_committed(board: Board) {
    let mut pair = Pair::start(board);
    for line in lines() {
        match line.split_once(' ') {
            Some(("press", names)) => names.split(' ').for_each(|name| pair.press(&[button(name)])),
            Some(("picture", name)) => check(name, pair.here.picture()),
            Some(("colours", name)) => check_colours(name, &pair.here.handheld, [240; 2]),
            _ => panic!("unknown line: {line}"),
        }
    }
    assert_eq!(pair.here.handheld.rules(), Rules::Zhonggong);
}

#[test]
fn every_view_of_a_display_is_as_committed() {
    every_view_is_as_committed(Board::Lm3s6965evb);
}

#[test]
fn every_view_of_a_board_by_the_guide_is_as_committed() {
    every_view_is_as_committed(Board::Mps2);
}
