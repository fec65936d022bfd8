//! A virtual display with the program, driven by `xdotool` and read by ImageMagick's `import`.

use chuhe_core::Square;
use chuhe_core::rules::Rules;
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::{Point, Size};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The timeout of all waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// The seconds for which a button is held: longer than the interval between two polls, even on a
/// busy machine.
const CLICK: &str = "0.2";

/// The programs that the tests need, with their Debian packages.
const NEEDED: [(&str, &str); 4] =
    [("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("import", "imagemagick"), ("xprop", "x11-utils")];

/// Returns true if all programs are available, and prints those that are missing. With
/// `CHUHE_ALL_TESTS` in the environment, a missing program is a failure.
pub(crate) fn is_ready() -> bool {
    let found = |program: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    };
    let missing: Vec<_> =
        NEEDED.iter().filter(|(program, _)| !found(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return true;
    }
    let note = format!("apt-get install {}", missing.join(" "));
    assert!(std::env::var_os("CHUHE_ALL_TESTS").is_none(), "missing: {note}");
    eprintln!("\n*** SKIPPED: the window is not tested; {note} ***\n");
    false
}

/// Waits until a condition is true.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what} did not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A virtual display.
pub(crate) struct Display {
    server: Child,
    name: String,
}

impl Display {
    pub(crate) fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
            .arg("-noreset")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let output = server.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut number).expect("a display's number");
        Self { server, name: format!(":{}", number.trim()) }
    }

    /// Creates a command that runs on this display.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        command
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output().expect("xdotool runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A home folder of the program.
pub(crate) struct Home(TempDir);

impl Home {
    /// Creates a home with maps, without sounds, and with short searches.
    pub(crate) fn new(maps: &str, settings: &str) -> Self {
        let home = Self(tempfile::tempdir().expect("a folder"));
        home.write("conf/team.properties", &format!("Teamname = test\n{maps}"));
        home.write("conf/desktop.toml", &format!("sounds = false\n{settings}"));
        home
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_default()
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// A picture with three bytes per pixel.
#[derive(PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pixels: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a picture of {}x{}", self.width, self.height)
    }
}

impl Image {
    /// Reads a picture in portable pixmap format from the output of a command.
    fn from_ppm(bytes: &[u8]) -> Option<Self> {
        // P6, width, height and largest value, with a blank after each.
        let mut end = 0;
        let mut fields = Vec::new();
        while fields.len() < 4 {
            let start = end;
            end += bytes.get(start..)?.iter().position(u8::is_ascii_whitespace)?;
            fields.push(std::str::from_utf8(&bytes[start..end]).ok()?);
            end += 1;
        }
        let [_, width, height, _] = fields[..] else { return None };
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        Some(Self { width, height, pixels: bytes[end..].to_vec() })
    }

    pub(crate) fn pixel(&self, at: Point) -> [u8; 3] {
        let start = 3 * (at.y as usize * self.width + at.x as usize);
        [self.pixels[start], self.pixels[start + 1], self.pixels[start + 2]]
    }

    /// Counts the pixels of an area that differ.
    pub(crate) fn differences(&self, other: &Self, from: Point, to: Point) -> usize {
        let rows = from.y..to.y;
        rows.flat_map(|y| (from.x..to.x).map(move |x| Point::new(x, y)))
            .filter(|&at| self.pixel(at) != other.pixel(at))
            .count()
    }
}

/// The program on a display.
pub(crate) struct Window<'a> {
    display: &'a Display,
    program: Child,
    pub(crate) home: &'a Home,
    id: String,
    pub(crate) layout: Layout,
}

/// Creates the program's command, without a display.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-desktop"));
    command.env_remove("CHUHE_HOME").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

impl<'a> Window<'a> {
    /// Starts the program in a window of the usual size, and waits for its first picture.
    pub(crate) fn open(display: &'a Display, home: &'a Home, arguments: &[&str]) -> Self {
        Self::open_as_it_likes(display, home, &[arguments, &["--size", "960x720"]].concat())
    }

    /// Starts the program in a window of its own size. Programs in the home's folder `bin` are
    /// found before those of the system.
    pub(crate) fn open_as_it_likes(
        display: &'a Display,
        home: &'a Home,
        arguments: &[&str],
    ) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [home.path().join("bin")].into_iter().chain(std::env::split_paths(&path));
        let path = std::env::join_paths(folders).expect("a folder's name without a colon");
        let begun = home.read(LOG).matches(FIRST_PICTURE).count();
        let program = program()
            .env("DISPLAY", &display.name)
            .env("PATH", path)
            .args(arguments)
            .arg("--home")
            .arg(home.path())
            .spawn()
            .expect("the program starts");
        wait_for("the first picture", || home.read(LOG).matches(FIRST_PICTURE).count() > begun);
        let id = display.xdotool(&["search", "--sync", "--onlyvisible", "--name", "^Chuhe$"]);
        display.xdotool(&["windowfocus", "--sync", &id]);
        let layout = Layout::new(Size::new(960, 720), BoardDesign::of(Rules::Xiangqi), false, 100);
        Self { display, program, home, id, layout }
    }

    /// Waits until a text has appeared in the log `times` times.
    pub(crate) fn wait_for_log(&self, text: &str, times: usize) {
        wait_for(text, || self.home.read(LOG).matches(text).count() >= times);
    }

    pub(crate) fn square(&self, name: &str) -> Point {
        self.layout.grid.center(Square::from_name(name).expect("a square"))
    }

    fn pointer(&self, actions: &[(&str, Point)]) {
        let mut arguments: Vec<String> = Vec::new();
        for (action, at) in actions {
            let (x, y) = (at.x.to_string(), at.y.to_string());
            arguments.extend(["mousemove", "--window", &self.id, &x, &y].map(str::to_owned));
            arguments.extend(["sleep", CLICK].map(str::to_owned));
            if !action.is_empty() {
                arguments.extend([*action, "1", "sleep", CLICK].map(str::to_owned));
            }
        }
        self.display.xdotool(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    }

    pub(crate) fn click(&self, at: Point) {
        self.pointer(&[("mousedown", at), ("mouseup", at)]);
    }

    pub(crate) fn click_square(&self, name: &str) {
        self.click(self.square(name));
    }

    pub(crate) fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.square(from), self.square(to));
        let between = Point::new((from.x + to.x) / 2, (from.y + to.y) / 2);
        self.pointer(&[("mousedown", from), ("", between), ("mouseup", to)]);
    }

    /// Moves the pointer out of the window, so that nothing is highlighted.
    pub(crate) fn leave(&self) {
        self.pointer(&[("", Point::new(2, 718))]);
    }

    pub(crate) fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["key", "--delay", "40"];
        arguments.extend(keys);
        self.display.xdotool(&arguments);
    }

    pub(crate) fn resize(&self, width: usize, height: usize) {
        self.display.xdotool(&["windowsize", &self.id, &width.to_string(), &height.to_string()]);
    }

    /// The width and the height of the window.
    pub(crate) fn size(&self) -> (usize, usize) {
        let told = self.display.xdotool(&["getwindowgeometry", "--shell", &self.id]);
        let side = |name: &str| {
            let line = told.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|value| value.parse().ok()).expect("a number of pixels")
        };
        (side("WIDTH="), side("HEIGHT="))
    }

    /// Takes a screenshot of the window.
    pub(crate) fn image(&self) -> Image {
        let output = self
            .display
            .command("import")
            .args(["-window", &self.id, "-depth", "8", "ppm:-"])
            .output()
            .expect("import runs");
        Image::from_ppm(&output.stdout).expect("a picture")
    }

    /// Waits until the window shows a picture.
    pub(crate) fn wait_for_image(&self, what: &str, is_so: impl Fn(&Image) -> bool) {
        wait_for(what, || is_so(&self.image()));
    }

    /// Draws the picture of a game with the program's own screenshot.
    pub(crate) fn expected(&self, pgn: &str, size: &str, keys: &str) -> Image {
        let folder = tempfile::tempdir().expect("a folder");
        let (game, shot) = (folder.path().join("game.pgn"), folder.path().join("shot.png"));
        fs::write(&game, pgn).expect("it can be written");
        let mut command = program();
        command.arg("--home").arg(self.home.path()).args(["--size", size]);
        command.arg("--screenshot").arg(&shot).arg("--game").arg(&game);
        if !keys.is_empty() {
            command.args(["--keys", keys]);
        }
        assert!(command.status().expect("the program runs").success());
        let output = Command::new("convert")
            .arg(&shot)
            .args(["-depth", "8", "ppm:-"])
            .output()
            .expect("convert");
        Image::from_ppm(&output.stdout).expect("a picture")
    }

    pub(crate) fn kill(&mut self) {
        self.program.kill().expect("it runs");
        self.program.wait().expect("it ends");
    }

    /// Waits for the program to end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let mut status = None;
        wait_for("the end of the program", || {
            status = self.program.try_wait().expect("it can be asked");
            status.is_some()
        });
        status.expect("it ended")
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const LOG: &str = "logs/chess.log";
const FIRST_PICTURE: &str = "first picture";
