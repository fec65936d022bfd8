//! A virtual display on which the program runs. `xdotool` sends inputs, and ImageMagick's `import` takes pictures.

use crate::pictures::{differences, screenshot};
use chuhe_core::Square;
use chuhe_core::rules::Rules;
use chuhe_tests::display::XServer;
use chuhe_tests::programs;
use chuhe_tests::shim::Shim;
use chuhe_tests::snapshot::Picture;
use chuhe_tests::wait::{Killed, wait_for, wait_until};
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::{Point, Size};
use rustix::io::Errno;
use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// The programs that the tests start. They are in the Debian packages `xvfb`, `xdotool`, `imagemagick` and `x11-utils`.
const NEEDED: [&str; 5] = ["Xvfb", "xdotool", "import", "xprop", "xmessage"];

pub(crate) struct Display(XServer);

impl Display {
    pub(crate) fn missing() -> Option<String> {
        programs::missing(&NEEDED)
    }

    pub(crate) fn start() -> Rc<Self> {
        Rc::new(Self(XServer::start()))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0.display
    }

    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", self.name()).env_remove("WAYLAND_DISPLAY");
        command
    }

    pub(crate) fn set_density(&self, dots: &str) {
        let resources = ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER"];
        let value = format!("Xft.dpi:\t{dots}\n");
        let set = self.command("xprop").args(resources).arg(value).status();
        assert!(set.expect("xprop runs").success());
    }

    /// Returns the ids of the program's windows, one id on each line.
    fn windows(&self) -> String {
        self.xdotool(&["search", "--onlyvisible", "--name", "^Chuhe$"])
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output().expect("xdotool runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

/// The program's home folder, and a shim that makes chosen system calls fail on paths in this folder.
pub(crate) struct Home(TempDir, RefCell<Option<Shim>>);

impl Home {
    pub(crate) fn new(settings: &str) -> Rc<Self> {
        let home = Self(tempfile::tempdir().expect("a folder"), RefCell::default());
        home.write("conf/team.properties", "Teamname = test\n");
        home.write("conf/desktop.toml", &format!("sounds = false\n{settings}"));
        Rc::new(home)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    /// Writes a shell script into the folder `bin`.
    pub(crate) fn write_program(&self, name: &str, commands: &str) {
        let name = format!("bin/{name}");
        self.write(&name, &format!("#!/bin/sh\n{commands}\n"));
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.0.path().join(name), executable).expect("it is ours");
    }

    /// Makes the system calls `calls` fail for files whose path in this folder begins with `path`. This also applies to
    /// programs that start later. Writes fail only after `room` bytes were written.
    pub(crate) fn fail(&self, calls: &[&str], path: &str, errno: Errno, room: i64) {
        let folder = self.0.path();
        let mut shim = self.1.borrow_mut();
        let shim = shim.get_or_insert_with(|| Shim::new(folder, env!("CARGO_TARGET_TMPDIR")));
        shim.fail(calls, &format!("{}{path}", folder.display()), Some(errno), room);
    }

    pub(crate) fn heal(&self) {
        self.1.borrow_mut().iter_mut().for_each(Shim::heal);
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_default()
    }

    /// Returns the log of the first window, followed by the log of a second window if there is one.
    pub(crate) fn log(&self) -> String {
        ["logs/chess.log", "logs/chess-2.log"].map(|name| self.read(name)).concat()
    }

    pub(crate) fn games(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join("games")).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("a file").path());
        let is_game = |path: &PathBuf| {
            path.extension().is_some_and(|end| end == "pgn") && !path.ends_with("live.pgn")
        };
        paths.filter(is_game).filter_map(|path| fs::read_to_string(path).ok()).collect()
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

pub(crate) struct Window {
    program: Killed,
    display: Rc<Display>,
    pub(crate) home: Rc<Home>,
    id: String,
    layout: Layout,
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-desktop"));
    command.env_remove("CHUHE_HOME").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

impl Window {
    /// Starts the program, and waits for its first picture. The program looks for other programs in the folder `bin`
    /// of `home` first.
    pub(crate) fn open(display: &Rc<Display>, home: &Rc<Home>, arguments: &[&str]) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [home.path().join("bin")].into_iter().chain(std::env::split_paths(&path));
        let path = std::env::join_paths(folders).expect("a folder's name without a colon");
        let begun = home.log().matches(FIRST_PICTURE).count();
        let before = display.windows();
        let mut program = program();
        if let Some(shim) = &*home.1.borrow() {
            let (library, control) = shim.environment();
            program.env("LD_PRELOAD", library).env("CHUHE_SHIM", control);
        }
        let program = program
            .env("DISPLAY", display.name())
            .env("PATH", path)
            // Without a session bus, the tests cannot open a dialog on a real desktop.
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
            .env("LC_ALL", "C.UTF-8")
            .args(arguments)
            .arg("--home")
            .arg(home.path())
            .current_dir(home.path())
            .spawn();
        let program = Killed(program.expect("the program starts"));
        wait_until("the first picture", || home.log().matches(FIRST_PICTURE).count() > begun);
        let mut id = String::new();
        wait_until("the window", || {
            let now = display.windows();
            let new = now.lines().find(|id| before.lines().all(|known| known != *id));
            id = new.unwrap_or_default().to_owned();
            !id.is_empty()
        });
        display.xdotool(&["windowfocus", "--sync", &id]);
        let layout = Layout::new(Size::new(960, 720), BoardDesign::of(Rules::Xiangqi), false, 100);
        let (display, home) = (Rc::clone(display), Rc::clone(home));
        Self { program, display, home, id, layout }
    }

    pub(crate) fn wait_for_log(&self, text: &str) {
        wait_until(text, || self.home.log().contains(text));
    }

    fn square(&self, name: &str) -> Point {
        self.layout.grid.center(Square::from_name(name).expect("a square"))
    }

    /// Moves the pointer and presses or releases its left button, without pauses between the actions.
    fn pointer(&self, actions: &[(&str, Point)]) {
        let mut arguments: Vec<String> = Vec::new();
        for (action, at) in actions {
            let (x, y) = (at.x.to_string(), at.y.to_string());
            arguments.extend(["mousemove", "--window", &self.id, &x, &y].map(str::to_owned));
            if !action.is_empty() {
                arguments.extend([*action, "1"].map(str::to_owned));
            }
        }
        self.display.xdotool(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    }

    pub(crate) fn click(&self, square: &str) {
        let at = self.square(square);
        self.pointer(&[("mousedown", at), ("mouseup", at)]);
    }

    pub(crate) fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.square(from), self.square(to));
        let between = Point::new((from.x + to.x) / 2, (from.y + to.y) / 2);
        self.pointer(&[("mousedown", from), ("", between), ("mouseup", to)]);
    }

    /// Presses keys. If a key has a modifier, the delay between events is longer, because xdotool must not release the
    /// modifier while the program draws.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let is_held = keys.iter().any(|key| key.contains('+'));
        let mut arguments = vec!["key", "--delay", if is_held { "300" } else { "40" }];
        arguments.extend(keys);
        self.display.xdotool(&arguments);
    }

    pub(crate) fn resize(&self, width: usize, height: usize) {
        self.display.xdotool(&["windowsize", &self.id, &width.to_string(), &height.to_string()]);
    }

    pub(crate) fn size(&self) -> String {
        let told = self.display.xdotool(&["getwindowgeometry", "--shell", &self.id]);
        let [width, height] = ["WIDTH=", "HEIGHT="]
            .map(|side| told.lines().find_map(|line| line.strip_prefix(side)).unwrap_or_default());
        format!("{width}x{height}")
    }

    pub(crate) fn picture(&self) -> Picture {
        let file = self.home.path().join("window.png");
        let target = format!("png24:{}", file.display());
        let mut import = self.display.command("import");
        let status = import.args(["-window", &self.id, "-depth", "8", &target]).status();
        assert!(status.expect("import runs").success());
        Picture::read(&file)
    }

    /// Moves the pointer out of the board, so that it highlights nothing.
    pub(crate) fn leave(&self) {
        self.pointer(&[("", Point::new(2, 718))]);
    }

    /// Sends the window the message that a click on the close button of its frame would send.
    pub(crate) fn close(&self) {
        let (x11, _) = x11rb::connect(Some(self.display.name())).expect("a display");
        let atom = |name: &[u8]| x11.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let window: u32 = self.id.parse().expect("a number");
        let data = [atom(b"WM_DELETE_WINDOW"), 0, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, atom(b"WM_PROTOCOLS"), data);
        x11.send_event(false, window, EventMask::NO_EVENT, message).unwrap().check().unwrap();
    }

    pub(crate) fn drop_file(&self, name: &str) {
        let window = self.id.parse().expect("a number");
        drop_file(self.display.name(), window, &self.home.path().join(name));
    }

    pub(crate) fn wait_for_board(&self, pgn: &str) {
        self.leave();
        let expected = self.expected(pgn, "960x720");
        let field = self.layout.grid.field();
        wait_until(pgn, || differences(&self.picture(), &expected, field) == 0);
    }

    /// Draws the position after the last move of the game `pgn`, with the program's option `--screenshot`.
    pub(crate) fn expected(&self, pgn: &str, size: &str) -> Picture {
        self.home.write("game.pgn", pgn);
        let words = ["--home", ".", "--size", size, "--game", "game.pgn", "--keys", "End"];
        screenshot(self.home.path(), &self.home.path().join("shot.png"), words)
    }

    /// Waits until the program ends. If `key` is not empty, presses that key every 3 seconds: a press can get lost.
    pub(crate) fn ended_by(&mut self, key: &str) -> ExitStatus {
        let mut pressed = None;
        wait_for("the end of the program", || {
            let is_due = pressed.is_none_or(|at: Instant| at.elapsed() > Duration::from_secs(3));
            if is_due && !key.is_empty() {
                self.keys(&[key]);
                pressed = Some(Instant::now());
            }
            self.program.0.try_wait().expect("it can be asked").ok_or("it runs")
        })
    }
}

const FIRST_PICTURE: &str = "first picture";

/// Offers the window a text, which it must refuse. Then drops a file on the window, and waits until it has the file.
fn drop_file(display: &str, window: u32, file: &Path) {
    let (x11, number) = x11rb::connect(Some(display)).expect("a display");
    let atom = |name: &str| {
        x11.intern_atom(false, name.as_bytes()).unwrap().reply().expect("an atom").atom
    };
    let [selection, uris, proxies] = ["XdndSelection", "text/uri-list", "XdndProxy"].map(atom);
    let (source, root) = (x11.generate_id().unwrap(), x11.setup().roots[number].root);
    let kind = WindowClass::INPUT_ONLY;
    let look = CreateWindowAux::new();
    x11.create_window(0, source, root, 0, 0, 1, 1, 0, kind, 0, &look).unwrap();
    x11.set_selection_owner(source, selection, x11rb::CURRENT_TIME).unwrap();
    let proxy_of = |window| {
        let read = x11.get_property(false, window, proxies, AtomEnum::WINDOW, 0, 1).unwrap();
        read.reply().ok().and_then(|it| it.value32()?.next()).ok_or("no proxy")
    };
    let proxy = wait_for("a window that takes files", || proxy_of(window));
    assert_eq!(proxy_of(proxy), Ok(proxy), "a proxy names itself");
    let tell = |what, data: [u32; 5]| {
        let message = ClientMessageEvent::new(32, window, atom(what), data);
        x11.send_event(false, proxy, EventMask::NO_EVENT, message).unwrap();
        x11.flush().unwrap();
    };
    let next = |what: &str| {
        wait_for(what, || x11.poll_for_event().expect("a connection").ok_or("no event"))
    };
    let answer = |what| match next(what) {
        Event::ClientMessage(message) if message.type_ == atom(what) => message.data.as_data32(),
        other => panic!("not {what}: {other:?}"),
    };
    // The window refuses the first offer, which has only text. The second offer gives its type in the property
    // `XdndTypeList`, as an offer with more than three types must. The third offer gives its type in the message.
    x11.change_property32(PropMode::REPLACE, source, atom("XdndTypeList"), AtomEnum::ATOM, &[uris])
        .unwrap();
    for (flags, kind, is_taken) in [(0, atom("text/plain"), 0), (1, 0, 1), (0, uris, 1)] {
        tell("XdndEnter", [source, 5 << 24 | flags, kind, 0, 0]);
        tell("XdndPosition", [source, 0, 0, 0, atom("XdndActionCopy")]);
        assert_eq!(answer("XdndStatus")[..2], [window, is_taken]);
    }
    tell("XdndDrop", [source, 0, 0, 0, 0]);
    let Event::SelectionRequest(asked) = next("a question for the file") else { panic!("another") };
    assert_eq!((asked.selection, asked.target), (selection, uris));
    let list = uri_list(file);
    let (to, place) = (asked.requestor, asked.property);
    x11.change_property8(PropMode::REPLACE, to, place, uris, list.as_bytes()).unwrap();
    let told = SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        property: place,
        ..SelectionNotifyEvent::default()
    };
    x11.send_event(false, to, EventMask::NO_EVENT, told).unwrap();
    x11.flush().unwrap();
    assert_eq!(answer("XdndFinished")[..2], [window, 1]);
}

fn uri_list(file: &Path) -> String {
    let name = |byte: &u8| match byte {
        b'/' | b'.' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let name: String = file.as_os_str().as_encoded_bytes().iter().map(name).collect();
    format!("# from a file manager\r\nfile://localhost{name}\r\n")
}
