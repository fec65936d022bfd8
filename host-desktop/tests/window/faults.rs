//! The window while the disk is full, the home folder cannot be written, or its files are broken.

use crate::play::TWO_PEOPLE;
use crate::stage::{Display, Home, Window, differences};
use chuhe_app::app_error::AppError;
use chuhe_app::player::PlayerSetting;
use chuhe_app::screen::Screen;
use chuhe_app::settings::Settings;
use chuhe_app::{App, AppEvent, Note, Press, Target};
use chuhe_core::Square;
use chuhe_core::rules::Rules;
use chuhe_host::Map;
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::snapshot::Picture;
use chuhe_tests::wait::wait_until;
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use rustix::io::Errno;
use std::path::Path;
use std::time::Duration;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(Display::missing(), a_full_disk_is_told_and_no_game_is_lost),
        test(Display::missing(), a_home_that_cannot_be_written_is_told_at_the_start),
        test(Display::missing(), settings_that_cannot_be_written_are_written_later),
        test(Display::missing(), broken_settings_are_told_and_kept),
        test(Display::missing(), an_index_that_cannot_be_read_is_told_and_read_later),
    ]
}

/// The calls that change files.
const WRITING: [&str; 4] = ["write", "create", "mkdir", "rename"];

/// The state that the window should show: two people, moves by clicks, and errors.
struct Expected {
    app: App,
    now: Duration,
}

impl Expected {
    fn new() -> Self {
        Self::with(Settings { black: PlayerSetting::Person, ..Settings::default() })
    }

    fn with(settings: Settings) -> Self {
        let mut app = App::new(settings, vec![Map::standard(Rules::Xiangqi)], 0, None, 1);
        app.cx_mut().window = Some([960, 720]);
        Self { app, now: Duration::ZERO }
    }

    /// Handles an event, and comes to rest.
    fn on(&mut self, event: AppEvent) {
        self.now += Duration::from_secs(10);
        drop(self.app.on(event, self.now));
    }

    fn click(&mut self, square: &str) {
        let target = Square::from_name(square).map(Target::Square);
        self.on(AppEvent::Pressed(target, (0, 0)));
        self.on(AppEvent::Released(target, (0, 0)));
    }

    fn key(&mut self, name: &str) {
        self.on(AppEvent::Key(Press::named(name).expect("a key")));
    }

    /// Games cannot be written to a folder.
    fn refuse(&mut self, folder: &Path, errno: Errno) {
        let error = std::io::Error::from_raw_os_error(errno.raw_os_error());
        self.on(AppEvent::Stored(Err(AppError::file(folder, error))));
    }

    fn picture(&mut self) -> Picture {
        self.on(AppEvent::Tick);
        let mut screen = Screen::new(&self.app, [960, 720]);
        screen.draw(&self.app);
        let (pixels, [width, height]) = screen.pixels();
        Picture { width, height, pixels: pixels.to_vec() }
    }

    /// Waits until the window shows this state in an area.
    fn wait(&mut self, window: &Window<'_>, area: Rectangle) {
        window.leave();
        let expected = self.picture();
        wait_until("the picture", || differences(&window.picture(), &expected, area) == 0);
    }
}

/// The size of the window.
const SIZE: Size = Size::new(960, 720);

/// The middle of the window, where a dialog tells of an error.
const DIALOG: Rectangle = Rectangle::new(Point::new(280, 300), Size::new(400, 120));

/// The status line.
fn status() -> Rectangle {
    Layout::new(SIZE, BoardDesign::of(Rules::Xiangqi), false, 100).status
}

fn a_full_disk_is_told_and_no_game_is_lost() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    // A few bytes of the first game still find room, and none of the later ones.
    home.fail(&["write"], "/games/", Errno::NOSPC, 40);
    let mut window = Window::open(&display, &home, &[]);
    let mut expected = Expected::new();
    for square in ["h2", "e2"] {
        window.click(square);
        expected.click(square);
    }
    window.wait_for_log("No space left on device (os error 28); the game goes on and is tried");
    expected.refuse(&home.path().join("games"), Errno::NOSPC);
    expected.wait(&window, DIALOG);
    window.keys(&["Return"]);
    expected.key("Enter");
    expected.wait(&window, status());
    for square in ["h9", "g7", "h0", "g2", "i9", "h9"] {
        window.click(square);
        expected.click(square);
    }
    window.wait_for_log("4. black i9h9");
    expected.wait(&window, status());
    assert!(home.games().is_empty(), "nothing is half written: {:?}", home.games());
    // The person is asked before the moves are lost.
    window.keys(&["ctrl+q"]);
    expected.on(AppEvent::Closed);
    expected.wait(&window, DIALOG);
    window.keys(&["Escape"]);
    home.heal();
    window.wait_for_log("all games are written again");
    assert_eq!(home.games().len(), 1);
    assert!(home.games()[0].contains("1. H2-E2 H9-G7\n2. H0-G2 I9-H9"), "{:?}", home.games());
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
    assert!(home.read("games/last-game").ends_with(".pgn\n"));
}

fn a_home_that_cannot_be_written_is_told_at_the_start() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    for folder in ["/conf", "/games"] {
        home.fail(&WRITING, folder, Errno::ROFS, 0);
    }
    let mut window = Window::open(&display, &home, &[]);
    let mut expected = Expected::new();
    expected.refuse(home.path(), Errno::ROFS);
    expected.wait(&window, DIALOG);
    window.keys(&["Return"]);
    expected.key("Enter");
    for square in ["h2", "e2"] {
        window.click(square);
        expected.click(square);
    }
    expected.wait(&window, status());
    home.heal();
    window.wait_for_log("all games are written again");
    assert!(home.games()[0].contains("H2-E2"));
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
}

fn settings_that_cannot_be_written_are_written_later() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    home.fail(&["write"], "/conf/desktop.toml", Errno::NOSPC, 0);
    let mut window = Window::open(&display, &home, &[]);
    let before = home.read("conf/desktop.toml");
    window.keys(&["ctrl+plus"]);
    window.wait_for_log("desktop.toml: No space left on device (os error 28); the settings are");
    assert_eq!(home.read("conf/desktop.toml"), before, "the old settings are whole");
    home.heal();
    window.wait_for_log("the settings are written again");
    assert_ne!(home.read("conf/desktop.toml"), before);
    window.keys(&["Return"]);
    window.keys(&["ctrl+q"]);
    assert!(window.ended().success());
}

fn broken_settings_are_told_and_kept() {
    let display = Display::start();
    let home = Home::new("", "");
    home.write("conf/desktop.toml", "red = \"person\"\nblack = [");
    let window = Window::open(&display, &home, &[]);
    window.wait_for_log("the settings are broken, set aside as ");
    assert_eq!(home.read("conf/desktop.toml.broken"), "red = \"person\"\nblack = [");
    let mut expected = Expected::with(Settings::default());
    let kept = home.path().join("conf/desktop.toml.broken").display().to_string();
    expected.app.cx_mut().note = Note::SettingsBroken(kept);
    expected.wait(&window, status());
}

fn an_index_that_cannot_be_read_is_told_and_read_later() {
    let display = Display::start();
    let home = Home::new("", TWO_PEOPLE);
    home.fail(&["open"], "/library.sqlite", Errno::ACCESS, 0);
    let window = Window::open(&display, &home, &[]);
    window.click("h2");
    window.click("e2");
    wait_until("the game", || home.games().len() == 1);
    window.keys(&["ctrl+o"]);
    window.wait_for_log("library.sqlite: unable to open database file");
    window.keys(&["Escape"]);
    home.heal();
    window.keys(&["ctrl+o"]);
    let index = home.path().join("library.sqlite");
    wait_until("the index", || std::fs::metadata(&index).is_ok_and(|file| file.len() > 0));
    window.keys(&["Escape"]);
    window.click("h9");
    window.click("g7");
    window.wait_for_log("2. black h9g7");
}
