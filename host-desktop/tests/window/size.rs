//! Tests the size and the picture of the window, and its start without a display.

use crate::pictures::differences;
use crate::stage::{Display, Home, Window, program};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::wait::{Killed, wait_until};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(Display::missing(), the_picture_follows_the_window_and_comes_back_when_it_was_covered),
        test(Display::missing(), the_current_folder_stays_empty),
        test(None, without_a_display_the_program_says_so_and_fails),
    ]
}

const TWO_PEOPLE: &str = "red = \"person\"\nblack = \"person\"\n";

fn the_picture_follows_the_window_and_comes_back_when_it_was_covered() {
    let display = Display::start();
    let home = Home::new(TWO_PEOPLE);
    let window = Window::open(&display, &home, &["--size", "960x720"]);
    window.wait_for_board("1.");
    let before = window.picture();
    let whole = Rectangle::new(Point::zero(), Size::new(960, 720));
    let place = ["-geometry", "500x400+300+300", "covered"];
    let cover = display.command("xmessage").args(place).spawn();
    let cover = Killed(cover.expect("xmessage runs"));
    wait_until("a cover", || differences(&window.picture(), &before, whole) > 100_000);
    drop(cover);
    wait_until("the whole picture", || window.picture() == before);

    // Only a corner of the board is compared, because the panels differ: the expected picture shows a study.
    let corner = Rectangle::new(Point::new(0, 60), Size::new(170, 140));
    for (width, height) in [(1100, 860), (400, 800), (320, 240)] {
        window.resize(width, height);
        let expected = window.expected("1.", &format!("{width}x{height}"));
        wait_until("the other size", || {
            let picture = window.picture();
            (picture.width, picture.height) == (width, height)
                && differences(&picture, &expected, corner) == 0
        });
    }
}

/// Without `--home`, and with an empty `CHUHE_HOME`, the program writes only to the person's own folders.
fn the_current_folder_stays_empty() {
    let display = Display::start();
    let (home, elsewhere) = (Home::new(TWO_PEOPLE), Home::new(""));
    std::fs::remove_dir_all(elsewhere.path().join("conf")).expect("it is there");
    let program = program()
        .env("DISPLAY", display.name())
        .env("CHUHE_HOME", "")
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path().join("data"))
        .current_dir(elsewhere.path())
        .spawn();
    let program = Killed(program.expect("the program starts"));
    wait_until("the log", || home.read("data/chuhe/logs/chess.log").contains("first picture"));
    drop(program);
    let left = std::fs::read_dir(elsewhere.path()).expect("a folder").count();
    assert_eq!(left, 0);
}

fn without_a_display_the_program_says_so_and_fails() {
    let home = Home::new("");
    let wayland = if cfg!(feature = "wayland") {
        "WAYLAND_DISPLAY is wayland-4095"
    } else {
        "this is Wayland without Xwayland"
    };
    let cases: [(&[(&str, &str)], &str); 3] = [
        (&[], "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (&[("DISPLAY", ":4095")], "DISPLAY is :4095"),
        (&[("WAYLAND_DISPLAY", "wayland-4095")], wayland),
    ];
    for (variables, missing) in cases {
        let mut command = program();
        command.envs(variables.iter().copied());
        let output = command.arg("--home").arg(home.path()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success());
        assert!(said.starts_with("chuhe-desktop: no window: "), "{said}");
        assert!(said.contains(missing), "{said}");
    }
}
