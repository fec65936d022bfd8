//! Compares the pictures of the simulated display with committed files. Each picture is first
//! compared with that of the local handheld, which is a second source.

use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Ending, Side, Square};
use chuhe_device::{Button, Row};
use chuhe_device_tests::{Pair, THUMB_V7M, build, check};

fn squares(names: &[&str]) -> Vec<Square> {
    names.iter().map(|name| Square::from_name(name).expect("a square")).collect()
}

#[test]
fn every_view_is_as_committed() {
    let firmware = build(THUMB_V7M, "chuhe-lm3s6965evb", "lm3s6965evb");
    let mut pair = Pair::start("lm3s6965evb", &firmware);
    check("start", pair.here.picture());
    pair.choose(squares(&["h2"]));
    check("cannon-chosen", pair.here.picture());
    pair.press(&[Button::Select, Button::Down]);

    // Two people play.
    pair.focus(Row::Person);
    check("menu", pair.here.picture());
    pair.press(&[Button::Left, Button::Down, Button::Select]);

    // The shortest mate: a cannon on the last rank, and the general's advisors block its escape.
    pair.choose(squares(&["b2", "c2", "b7", "c7", "c2", "c6", "f9", "e8"]));
    check("before-mate", pair.here.picture());
    pair.choose(squares(&["c6", "c9"]));
    let ending = pair.here.handheld().game().ending();
    assert_eq!(ending, Some(Ending::win(Side::Red, EndReason::Checkmate)));
    check("mate", pair.here.picture());

    // Zhonggong, with Black at the bottom.
    pair.press(&[Button::Down]);
    pair.focus(Row::Flip);
    pair.press(&[Button::Select]);
    pair.focus(Row::Rules);
    pair.press(&[Button::Right]);
    pair.press(&[Button::Up, Button::Up, Button::Up, Button::Select]);
    assert_eq!(pair.here.handheld().rules(), Rules::Zhonggong);
    pair.press(&[Button::Up]);
    check("zhonggong", pair.here.picture());
}
