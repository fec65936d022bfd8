//! Tests the program in a window: inputs by pointer and keys, and the effects on pictures, log and
//! files.
#![cfg(target_os = "linux")]

mod stage;

use embedded_graphics::prelude::Point;
use stage::{Display, Home, Window, is_ready, program};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Red mates in two moves.
const MATE_IN_TWO: &str = "mate = 0,3,bb0;8,0,rj0;9,1,rj1;9,5,rb0;\n";

/// A start with two people as players.
const TWO_PEOPLE: &str = "red = \"person\"\nblack = \"person\"\n";

/// A limit with which the computer is still thinking at the next input.
const SLOW: &str = "limit = { seconds = 60 }\nblack = { computer = 9 }\n";

/// A limit with which the computer answers at once.
const QUICK: &str = "limit = { depth = 1 }\nblack = { computer = 0 }\n";

#[test]
fn a_game_is_won_by_clicks_to_the_dialog_and_the_end() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new(MATE_IN_TWO, QUICK));
    let mut window = Window::open(&display, &home, &["mate"]);
    window.click_square("b0");
    window.click_square("b8");
    window.wait_for_log("2. black d9e9", 1);
    window.click_square("a1");
    window.click_square("a9");
    window.wait_for_log("red wins: checkmate", 1);
    let pgn = "[FEN \"3k5/9/9/9/9/9/9/9/R8/1R3K3 w\"]\n1. b0b8 d9e9 2. a1a9";
    window.leave();
    let over = window.expected(pgn, "960x720", "");
    // The dialog covers the middle of the board, so that the picture differs there.
    let (from, to) = (Point::new(300, 250), Point::new(700, 450));
    window.wait_for_image("the dialog", |image| image.differences(&over, from, to) > 40_000);
    window.keys(&["Return"]);
    assert!(window.ended().success());
}

#[test]
fn a_game_is_lost_to_a_script() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new(MATE_IN_TWO, TWO_PEOPLE));
    let mut window = Window::open(&display, &home, &["mate", "--tcp", "0"]);
    let mut script = Script::connect(&window);
    assert_eq!(script.ask("Move:9,1:1,1"), "True");
    assert_eq!(script.ask("Move:8,0:0,0"), "False");
    window.click_square("d9");
    window.click_square("e9");
    window.wait_for_log("2. black d9e9", 1);
    assert_eq!(script.ask("Move:8,0:0,0"), "True");
    assert_eq!(script.line(), "win:r");
    assert_eq!(script.ask("Status"), "Status:win:r");
    window.keys(&["Return"]);
    assert!(window.ended().success());
}

#[test]
fn a_move_is_taken_back_while_the_computer_thinks() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("", SLOW));
    let mut window = Window::open(&display, &home, &[]);
    window.click_square("h2");
    window.click_square("e2");
    window.wait_for_log("1. red h2e2", 1);
    window.keys(&["u"]);
    window.wait_for_log("to ply 0", 1);
    window.drag("b2", "e2");
    window.wait_for_log("1. red b2e2", 1);
    // The computer moves at once when it is told to.
    window.keys(&["m"]);
    window.wait_for_log("2. black", 1);
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
}

#[test]
fn pieces_are_dragged_and_moved_by_keys_alone() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("", TWO_PEOPLE));
    let window = Window::open(&display, &home, &[]);
    window.drag("h2", "e2");
    window.wait_for_log("1. red h2e2", 1);
    // The cursor begins on e0.
    window.keys(&["Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Right", "Right"]);
    window.keys(&["Right", "Return", "Down", "Down", "Left", "Return"]);
    window.wait_for_log("2. black h9g7", 1);
    window.keys(&["Escape"]);
    window.leave();
    let expected = window.expected("1. h2e2 h9g7", "960x720", "");
    let field = window.layout.grid.field();
    let end = field.top_left + field.size;
    window.wait_for_image("both moves", |image| {
        image.differences(&expected, field.top_left, end) == 0
    });
}

#[test]
fn the_picture_follows_the_window_and_comes_back_when_it_was_covered() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("", TWO_PEOPLE));
    let window = Window::open(&display, &home, &[]);
    window.leave();
    let whole = Point::new(960, 720);
    let before = window.expected("1.", "960x720", "");
    window.wait_for_image("the start", |image| {
        image.differences(&before, Point::new(0, 100), Point::new(600, 600)) == 0
    });
    let before = window.image();
    let mut cover = display
        .command("xmessage")
        .args(["-geometry", "500x400+300+300", "covered"])
        .spawn()
        .expect("xmessage runs");
    window.wait_for_image("a cover", |image| {
        image.differences(&before, Point::zero(), whole) > 100_000
    });
    cover.kill().expect("it runs");
    cover.wait().expect("it ends");
    window.wait_for_image("the whole picture", |image| *image == before);

    for (width, height) in [(1100, 860), (400, 800), (320, 240)] {
        window.resize(width, height);
        let expected = window.expected("1.", &format!("{width}x{height}"), "");
        let (from, to) = (Point::new(0, 60), Point::new(300, 200));
        window.wait_for_image("the other size", |image| {
            (image.width, image.height) == (width, height)
                && image.differences(&expected, from, to) == 0
        });
    }
}

#[test]
fn a_position_is_set_up_and_loads_as_a_map() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("other = kept # as it is\n", QUICK));
    let mut window = Window::open(&display, &home, &[]);
    // The generals; a red chariot on a8, another one on b0, and Red's general next to the file.
    window.keys(&["e"]);
    window.drag("e0", "f0");
    window.keys(&["Left", "Left", "Left", "Left", "Left", "shift+r"]);
    window.keys(&["Right", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "shift+r"]);
    window.keys(&["ctrl+s", "Return"]);
    window.wait_for_log("wrote map map1", 1);
    let properties = home.read("conf/team.properties");
    let expected =
        "Teamname = test\nother = kept # as it is\nmap1 = 0,4,bb0;1,1,rj0;9,0,rj1;9,5,rb0;\n";
    assert_eq!(properties, expected);
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());

    let mut window = Window::open(&display, &home, &["map1"]);
    window.click_square("a0");
    window.click_square("a9");
    window.wait_for_log("red wins: checkmate", 1);
    window.keys(&["Return"]);
    assert!(window.ended().success());
}

#[test]
fn a_game_is_there_again_after_a_crash() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("", TWO_PEOPLE));
    let mut window = Window::open(&display, &home, &[]);
    window.click_square("h2");
    window.click_square("e2");
    window.wait_for_log("1. red h2e2", 1);
    window.click_square("h9");
    window.click_square("g7");
    window.wait_for_log("2. black h9g7", 1);
    stage::wait_for("the saved game", || home.read("games/autosave.pgn").contains("H9-G7"));
    window.kill();
    drop(window);
    let window = Window::open(&display, &home, &[]);
    window.click_square("h0");
    window.click_square("g2");
    window.wait_for_log("3. red h0g2", 1);
}

#[test]
fn an_invalid_map_is_refused_in_a_dialog_and_the_program_fails() {
    if !is_ready() {
        return;
    }
    let maps = "bad = 0,4,bb0;0,3,bx0;9,5,rb0;\n";
    let (display, home) = (Display::start(), Home::new(maps, ""));
    let mut window = Window::open(&display, &home, &["bad"]);
    window.wait_for_log("Invalid map: bad", 1);
    window.keys(&["Return"]);
    assert!(!window.ended().success());
}

#[test]
fn a_driven_game_is_seen_and_a_person_plays_on() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("", TWO_PEOPLE));
    let window = Window::open(&display, &home, &["--tcp", "0"]);
    window.leave();
    let mut script = Script::connect(&window);
    assert_eq!(script.ask("Move:7,7:7,4"), "True");
    let field = window.layout.grid.field();
    let end = field.top_left + field.size;
    let expected = window.expected("1. h2e2", "960x720", "");
    window.wait_for_image("the script's move", |image| {
        image.differences(&expected, field.top_left, end) == 0
    });
    window.click_square("h9");
    window.click_square("g7");
    window.wait_for_log("2. black h9g7", 1);
    let board = script.ask("RequestBoard");
    assert!(board.contains("2,6,bm1;"), "{board}");
    window.click_square("h0");
    window.click_square("g2");
    window.wait_for_log("3. red h0g2", 1);
    assert_eq!(script.ask("Moves"), "Moves:h2e2 h9g7 h0g2");
    assert_eq!(script.ask("Undo"), "True");
    assert_eq!(script.ask("Moves"), "Moves:h2e2 h9g7");
}

/// A sound player that writes down its arguments and does not end. The program starts a player for
/// each sound and never waits for it.
#[test]
fn what_happens_is_heard() {
    use std::os::unix::fs::PermissionsExt;
    if !is_ready() {
        return;
    }
    let maps = "sounds = 0,3,bb0;4,0,bz0;8,0,rj0;9,1,rj1;9,5,rb0;\n";
    let (display, home) = (Display::start(), Home::new(maps, ""));
    home.write("conf/desktop.toml", TWO_PEOPLE);
    let heard = home.path().join("heard");
    let player =
        format!("#!/bin/sh\nbasename \"$1\" .wav >> '{}'\nexec sleep 600\n", heard.display());
    home.write("bin/pw-play", &player);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(home.path().join("bin/pw-play"), executable).expect("it is ours");

    let mut window = Window::open(&display, &home, &["sounds"]);
    let mut expected = String::new();
    let mut hears = |sound: &str| {
        expected += &format!("{sound}\n");
        stage::wait_for(sound, || home.read("heard") == expected);
    };
    window.click_square("b0");
    window.click_square("b9");
    hears("Check");
    window.click_square("d9");
    window.click_square("d8");
    hears("Move");
    window.click_square("d8");
    hears("Refusal");
    window.click_square("a1");
    window.click_square("a5");
    hears("Capture");
    window.click_square("d8");
    window.click_square("e8");
    hears("Move");
    window.keys(&["g", "Return"]);
    hears("End");
    window.keys(&["Return"]);
    assert!(window.ended().success());
}

#[test]
fn a_dense_screen_makes_the_first_window_larger() {
    if !is_ready() {
        return;
    }
    let (display, home) = (Display::start(), Home::new("", ""));
    std::fs::remove_file(home.path().join("conf/desktop.toml")).expect("it was written");
    let resources = ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER"];
    let set = display.command("xprop").args(resources).arg("Xft.dpi:\t120\n").status();
    assert!(set.expect("xprop runs").success());
    let mut window = Window::open_as_it_likes(&display, &home, &[]);
    assert_eq!(window.size(), (1200, 900));
    window.resize(800, 600);
    stage::wait_for("the settings", || home.read("conf/desktop.toml").contains("window = [800"));
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
    // The player's choice has priority.
    let window = Window::open_as_it_likes(&display, &home, &[]);
    assert_eq!(window.size(), (800, 600));
}

#[test]
fn without_a_display_the_program_says_so_and_fails() {
    let home = Home::new("", "");
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

/// A client that drives the game.
struct Script(BufReader<TcpStream>);

impl Script {
    /// Connects to the address in the log.
    fn connect(window: &Window<'_>) -> Self {
        window.wait_for_log("listening on ", 1);
        let log = window.home.read("logs/chess.log");
        let (_, behind) = log.rsplit_once("listening on ").expect("an address");
        let address = behind.split_whitespace().next().expect("an address");
        let address: SocketAddr = address.trim_end_matches([':', ',']).parse().expect("an address");
        let stream = TcpStream::connect(address).expect("somebody listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        Self(BufReader::new(stream))
    }

    fn ask(&mut self, command: &str) -> String {
        self.0.get_mut().write_all(format!("{command}\n").as_bytes()).expect("it is read");
        self.line()
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.by_ref().read_line(&mut line).expect("an answer");
        line.trim_end().to_owned()
    }
}
