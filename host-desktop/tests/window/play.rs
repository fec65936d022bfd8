//! Games by mouse and by keys, the size of the window, its end and its files.

use crate::stage::{Display, Home, Window, differences, program};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::wait::wait_until;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(Display::missing(), pieces_are_moved_by_mouse_and_by_keys),
        test(Display::missing(), a_move_is_taken_back_while_the_computer_thinks),
        test(Display::missing(), a_script_and_a_person_play_to_the_dialog_and_the_end),
        test(Display::missing(), the_picture_follows_the_window_and_comes_back_when_it_was_covered),
        test(Display::missing(), a_position_set_up_by_keys_is_written_as_a_map),
        test(Display::missing(), a_game_is_there_again_after_a_crash),
        test(Display::missing(), games_that_cannot_be_written_are_written_later),
        test(Display::missing(), the_current_folder_stays_empty),
        test(Display::missing(), an_invalid_map_is_refused_in_a_dialog_and_the_program_fails),
        test(Display::missing(), a_window_is_no_larger_than_the_screen),
        test(Display::missing(), a_dense_screen_makes_the_first_window_larger),
        test(None, without_a_display_the_program_says_so_and_fails),
    ]
}

/// Red mates in two moves.
const MATE_IN_TWO: &str = "mate = 0,3,bb0;8,0,rj0;9,1,rj1;9,5,rb0;\n";

/// A start with two people as players.
pub(crate) const TWO_PEOPLE: &str = "red = \"person\"\nblack = \"person\"\n";

/// A limit with which the computer is still thinking at the next input.
const SLOW: &str = "limit = { seconds = 60 }\nblack = { computer = 9 }\n";

fn pieces_are_moved_by_mouse_and_by_keys() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    let mut window = Window::open(&display, &home, &[]);
    window.drag("h2", "e2");
    window.wait_for_log("1. red h2e2");
    // The cursor begins on e0.
    window.keys(&["Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Right", "Right"]);
    window.keys(&["Right", "Return", "Down", "Down", "Left", "Return"]);
    window.wait_for_log("2. black h9g7");
    window.keys(&["Escape"]);
    window.wait_for_board("1. h2e2 h9g7");
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
}

fn a_move_is_taken_back_while_the_computer_thinks() {
    let display = Display::start();
    let home = Home::new("", SLOW);
    let window = Window::open(&display, &home, &[]);
    window.click("h2");
    window.click("e2");
    window.wait_for_log("1. red h2e2");
    window.keys(&["u"]);
    window.wait_for_log("to ply 0");
    window.drag("b2", "e2");
    window.wait_for_log("1. red b2e2");
    // The computer moves at once when it is told to.
    window.keys(&["m"]);
    window.wait_for_log("2. black");
}

fn a_script_and_a_person_play_to_the_dialog_and_the_end() {
    let display = Display::start();
    let home = Home::new(MATE_IN_TWO, TWO_PEOPLE);
    let mut window = Window::open(&display, &home, &["mate", "--tcp", "0"]);
    let mut script = Script::connect(&window);
    assert_eq!(script.ask("Move:9,1:1,1"), "True");
    assert_eq!(script.ask("Move:8,0:0,0"), "False");
    window.wait_for_board("[FEN \"3k5/9/9/9/9/9/9/9/R8/1R3K3 w\"]\n1. b0b8");
    window.click("d9");
    window.click("e9");
    window.wait_for_log("2. black d9e9");
    assert_eq!(script.line(), "CurrentBoard:0,4,bb0;1,1,rj1;8,0,rj0;9,5,rb0;");
    assert_eq!(script.ask("Moves"), "Moves:b0b8 d9e9");
    assert_eq!(script.ask("Move:8,0:0,0"), "True");
    assert_eq!(script.line(), "win:r");
    // Quit is not what Enter does at once.
    window.keys(&["Left", "Return"]);
    assert!(window.ended().success());
}

fn the_picture_follows_the_window_and_comes_back_when_it_was_covered() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    let window = Window::open(&display, &home, &[]);
    window.wait_for_board("1.");
    let before = window.picture();
    let whole = Rectangle::new(Point::zero(), Size::new(960, 720));
    let mut cover = display
        .command("xmessage")
        .args(["-geometry", "500x400+300+300", "covered"])
        .spawn()
        .expect("xmessage runs");
    wait_until("a cover", || differences(&window.picture(), &before, whole) > 100_000);
    cover.kill().expect("it runs");
    cover.wait().expect("it ends");
    wait_until("the whole picture", || window.picture() == before);

    // A corner of the board. The panels differ, because a loaded game is shown as a study.
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

fn a_position_set_up_by_keys_is_written_as_a_map() {
    let display = Display::start();
    let home = Home::new("other = kept # as it is\n", "");
    let window = Window::open(&display, &home, &[]);
    // The generals; a red chariot on a8, another one on b0, and Red's general next to the file.
    window.keys(&["e"]);
    window.drag("e0", "f0");
    window.keys(&["Left", "Left", "Left", "Left", "Left", "shift+r"]);
    window.keys(&["Right", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "shift+r"]);
    window.keys(&["ctrl+s", "Return"]);
    window.wait_for_log("wrote map map1");
    let expected =
        "Teamname = test\nother = kept # as it is\nmap1 = 0,4,bb0;1,1,rj0;9,0,rj1;9,5,rb0;\n";
    assert_eq!(home.read("conf/team.properties"), expected);
}

fn a_game_is_there_again_after_a_crash() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    let mut window = Window::open(&display, &home, &[]);
    window.click("h2");
    window.click("e2");
    wait_until("the saved game", || home.games().iter().any(|game| game.contains("H2-E2")));
    window.kill();
    drop(window);
    let mut window = Window::open(&display, &home, &[]);
    window.click("h9");
    window.click("g7");
    window.wait_for_log("2. black h9g7");
    // A second window knows nothing of this game, and has one of its own.
    let mut second = Window::open(&display, &home, &[]);
    second.wait_for_log("another window uses");
    second.click("b2");
    second.click("e2");
    wait_until("the second game", || home.games().len() == 2);
    second.keys(&["ctrl+q"]);
    assert!(second.ended().success());
    window.kill();
    let mut games = home.games();
    games.sort_by_key(String::len);
    assert!(games[0].contains("B2-E2"));
    assert!(games[1].contains("H2-E2 H9-G7"));
    let last = home.read("games/last-game");
    assert!(home.read(&format!("games/{}", last.trim())).contains("H9-G7"));
}

/// A file stands in place of the folder of games, as nothing can be written to a disk that is full.
fn games_that_cannot_be_written_are_written_later() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    let mut window = Window::open(&display, &home, &[]);
    window.click("h2");
    window.click("e2");
    wait_until("the first move", || home.games().iter().any(|game| game.contains("H2-E2")));
    let (games, aside) = (home.path().join("games"), home.path().join("aside"));
    std::fs::rename(&games, &aside).expect("it can be renamed");
    std::fs::write(&games, "").expect("it can be written");
    window.click("h9");
    window.click("g7");
    window.wait_for_log("the game goes on and is tried again");
    std::fs::remove_file(&games).expect("it is there");
    std::fs::rename(&aside, &games).expect("it can be renamed");
    window.wait_for_log("all games are written again");
    assert_eq!(home.games().len(), 1);
    assert!(home.games()[0].contains("H2-E2 H9-G7"));
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
}

/// Without `--home` the files are in the folders of the person, and nothing is written elsewhere.
fn the_current_folder_stays_empty() {
    let display = Display::start();
    let (home, elsewhere) = (Home::new("", TWO_PEOPLE), Home::new("", ""));
    std::fs::remove_dir_all(elsewhere.path().join("conf")).expect("it is there");
    let mut program = program()
        .env("DISPLAY", display.name())
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path().join("data"))
        .current_dir(elsewhere.path())
        .spawn()
        .expect("the program starts");
    wait_until("the log", || home.read("data/chuhe/logs/chess.log").contains("first picture"));
    program.kill().expect("it runs");
    program.wait().expect("it ends");
    let left = std::fs::read_dir(elsewhere.path()).expect("a folder").count();
    assert_eq!(left, 0);
}

fn an_invalid_map_is_refused_in_a_dialog_and_the_program_fails() {
    let display = Display::start();
    let home = Home::new("bad = 0,4,bb0;0,3,bx0;9,5,rb0;\n", "");
    let mut window = Window::open(&display, &home, &["bad"]);
    window.wait_for_log("Invalid map: bad");
    window.keys(&["Return"]);
    assert!(!window.ended().success());
}

fn a_window_is_no_larger_than_the_screen() {
    let display = Display::start();
    let home = Home::new("", "window = [16384, 16384]\n");
    let window = Window::open_as_it_likes(&display, &home, &[]);
    assert_eq!(window.size(), (1280, 1024));
}

fn a_dense_screen_makes_the_first_window_larger() {
    let display = Display::start();
    let home = Home::new("", "");
    std::fs::remove_file(home.path().join("conf/desktop.toml")).expect("it was written");
    let resources = ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER"];
    let set = display.command("xprop").args(resources).arg("Xft.dpi:\t120\n").status();
    assert!(set.expect("xprop runs").success());
    let mut window = Window::open_as_it_likes(&display, &home, &[]);
    assert_eq!(window.size(), (1200, 900));
    window.resize(800, 600);
    wait_until("the settings", || home.read("conf/desktop.toml").contains("window = [800"));
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
    // The player's choice has priority.
    let window = Window::open_as_it_likes(&display, &home, &[]);
    assert_eq!(window.size(), (800, 600));
}

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
        window.wait_for_log("listening on ");
        let log = window.home.read("logs/chess.log");
        let (_, behind) = log.rsplit_once("listening on ").expect("an address");
        let address = behind.split_whitespace().next().expect("an address");
        let address: SocketAddr = address.trim_end_matches([':', ',']).parse().expect("an address");
        let stream = TcpStream::connect(address).expect("the server listens");
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
