//! Sounds: a recorder stands in place of the player.

use crate::play::TWO_PEOPLE;
use crate::stage::{Display, Home, Window};
use chuhe_app::sound::{Sound, wav};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::wait::wait_until;
use std::fs;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(Display::missing(), each_sound_has_a_player_of_its_own),
        test(Display::missing(), a_game_is_heard_move_by_move),
        test(Display::missing(), a_player_that_fails_gives_way_to_the_next),
        test(Display::missing(), silence_is_kept_when_sounds_are_off),
    ]
}

/// Red takes, gives check twice and mates; Black's general goes out of the way.
const SONG: &str = "song = 0,3,bb0;4,2,bz0;8,0,rj0;9,2,rj1;9,5,rb0;\n";

/// A home where sounds are on, and a player writes down the name of the file that it is given. It
/// keeps a copy of the file, and ends as told.
fn recorded(maps: &str, player: &str, end: &str) -> Home {
    let home = Home::new(maps, "");
    home.write("conf/desktop.toml", TWO_PEOPLE);
    record(&home, player, end);
    home
}

fn record(home: &Home, player: &str, end: &str) {
    let folder = home.path().display();
    let recorder = format!(
        "#!/bin/sh\nfor last; do :; done\nname=\"$(basename \"$last\" .wav)\"\n\
         cp \"$last\" '{folder}'/\"$name\"\necho \"$name\" >> '{folder}/heard'\n{end}\n"
    );
    home.write_program(player, &recorder);
}

/// The program starts a player for each sound and never waits for it.
fn each_sound_has_a_player_of_its_own() {
    let display = Display::start();
    let home = recorded("", "pw-play", "exec sleep 600");
    let window = Window::open(&display, &home, &[]);
    window.click("h2");
    window.click("e2");
    wait_until("the move", || home.read("heard") == "Move\n");
    window.click("e2");
    wait_until("the refusal", || home.read("heard") == "Move\nRefusal\n");
}

/// A game with every sound: each is heard at its move, and is the sound of its name.
fn a_game_is_heard_move_by_move() {
    let display = Display::start();
    let home = recorded(SONG, "pw-play", "");
    let window = Window::open(&display, &home, &["song"]);
    let mut played = String::new();
    for (from, to, sound) in [
        ("c0", "c5", Sound::Capture),
        ("d9", "e9", Sound::Move),
        ("a1", "a9", Sound::Check),
        ("e9", "e8", Sound::Move),
        ("a9", "b8", Sound::Refusal),
        ("c5", "c8", Sound::Check),
        ("e8", "e7", Sound::Move),
        ("a9", "a7", Sound::End),
    ] {
        window.click(from);
        window.click(to);
        played += &format!("{sound:?}\n");
        wait_until("a sound", || home.read("heard") == played);
    }
    for sound in Sound::ALL {
        let file = fs::read(home.path().join(format!("{sound:?}"))).expect("it was heard");
        assert!(file == wav(sound), "{sound:?}");
    }
}

/// A player that is there but does not work gives way to the next one. The sound that it was given is
/// lost.
fn a_player_that_fails_gives_way_to_the_next() {
    let display = Display::start();
    let home = recorded("", "pw-play", "exit 1");
    record(&home, "paplay", "exit 1");
    record(&home, "aplay", "");
    let window = Window::open(&display, &home, &[]);
    let mut heard = String::new();
    for (from, to) in [("h2", "e2"), ("h9", "g7"), ("h0", "g2"), ("i9", "h9")] {
        window.click(from);
        window.click(to);
        heard += "Move\n";
        wait_until("a sound", || home.read("heard") == heard);
    }
    assert!(home.path().join("Move").exists());
}

/// Switched off, nothing is heard. The moves are there all the same.
fn silence_is_kept_when_sounds_are_off() {
    let display = Display::start();
    let home = recorded("", "pw-play", "");
    home.write("conf/desktop.toml", &format!("sounds = false\n{TWO_PEOPLE}"));
    let mut window = Window::open(&display, &home, &[]);
    window.click("h2");
    window.click("e2");
    window.click("e2");
    window.click("h9");
    window.click("g7");
    window.wait_for_log("2. black h9g7");
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
    assert_eq!(home.read("heard"), "");
}
