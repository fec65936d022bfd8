//! Measures in half a minute the numbers that the README states. Uses the display that `DISPLAY` names, or else Xvfb.
//! If valgrind is installed, also counts instructions, because their number does not vary between runs.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

mod frames;

use chuhe_core::Square;
use chuhe_core::rules::Rules;
use chuhe_tests::display::XServer;
use chuhe_tests::wait::{Killed, wait_until};
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::Size;
use frames::{FRAME, SIZE, analysis_redraw, median, processor_time, redraw};
use std::error::Error;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, ImageFormat,
    MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

const STARTS: usize = 9;
const CLICKS: usize = 101;
const MOVES: u32 = 200;

/// The time for which the idle program is measured.
const IDLE: Duration = Duration::from_secs(10);

const PLIES: usize = 12;

/// The clock ticks in a second. `/proc` gives processor time in ticks. Every Linux has 100 of them in a second.
const TICKS: f64 = 100.0;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    // The benchmark starts itself under Valgrind with two arguments. Such a process only draws.
    if let [what, times] = words.as_slice() {
        let draw = if what == "reports" { analysis_redraw } else { redraw };
        // Valgrind counts instructions, so no time is measured.
        draw(times.parse()?, || Duration::ZERO);
        return Ok(());
    }
    let is_given = env::var_os("DISPLAY").is_some_and(|name| !name.is_empty());
    let server = (!is_given).then(XServer::start);
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(Window::open(server.as_ref(), "")?.first_picture);
    }
    println!("start to first picture: {:.0?}, median of {STARTS}", median(&mut starts));

    let window = Window::open(server.as_ref(), "")?;
    let before = window.processor_time()?;
    sleep(IDLE);
    let busy = window.processor_time()? - before;
    println!("idle: {:.1} % of a processor", 100.0 * busy / IDLE.as_secs_f64());
    let mut answers = answers(server.as_ref(), CLICKS)?;
    println!("click to picture: {:.1?}, median of {CLICKS}", median(&mut answers));
    println!("click to picture: {:.1?} at most", answers[CLICKS - 1]);
    drop(window);

    let players = "red = { computer = 5 }\nblack = { computer = 5 }\nlimit = { depth = 6 }\n";
    let window = Window::open(server.as_ref(), players)?;
    window.wait_for(&format!(": {PLIES}. "));
    println!("memory after {PLIES} plies, less the hash table: {:.1} MiB", window.memory()? - 1.0);
    drop(window);

    let redrawn = redraw(MOVES, processor_time);
    println!("a move's redraw: {redrawn:.2?} of a processor, median of {MOVES}");
    let report = analysis_redraw(MOVES, processor_time);
    println!("a report of five lines: {report:.2?} of a processor, median of {MOVES}");
    for (what, name) in [("a move's redraw", "redraws"), ("a report of five lines", "reports")] {
        match (instructions(name, 1), instructions(name, 11)) {
            (Some(one), Some(eleven)) if eleven > one => {
                let millions = (eleven - one) as f64 / 10.0 / 1e6;
                println!("{what}: {millions:.1} million instructions");
            }
            _ => println!("{what}: not counted in instructions, for want of valgrind"),
        }
    }
    match report < FRAME {
        true => Ok(()),
        false => Err("a report of five lines takes longer than a picture may".into()),
    }
}

/// Clicks on a cannon `clicks` times. In turn, a click chooses the cannon and the next click cancels the choice.
/// Returns the time from each click to the new picture.
fn answers(server: Option<&XServer>, clicks: usize) -> Result<Vec<Duration>, Box<dyn Error>> {
    let (x11, number) = x11rb::connect(server.map(|server| server.display.as_str()))?;
    let root = x11.setup().roots[number].root;
    let is_ours = |window: &u32| {
        let name = x11.get_property(false, *window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 16);
        name.is_ok_and(|it| it.reply().is_ok_and(|name| name.value == b"Chuhe"))
    };
    let windows = x11.query_tree(root)?.reply()?.children;
    let window = windows.into_iter().find(is_ours).ok_or("no window of Chuhe")?;
    let [width, height] = SIZE.map(|side| side as u32);
    let design = BoardDesign::of(Rules::Xiangqi);
    let grid = Layout::new(Size::new(width, height), design, false, 100).grid;
    let place = grid.center(Square::from_name("h2").ok_or("no square")?);
    let [x, y] = [place.x, place.y].map(|side| side as i16);
    let field = || {
        let (form, all) = (ImageFormat::Z_PIXMAP, u32::MAX);
        let reply = x11.get_image(form, window, x - 40, y - 40, 80, 80, all)?.reply();
        Ok::<_, Box<dyn Error>>(reply?.data)
    };
    let pointer = |what, button| -> Result<(), Box<dyn Error>> {
        x11.xtest_fake_input(what, button, 0, root, x, y, 0)?;
        Ok(x11.flush()?)
    };
    let at = x11.translate_coordinates(window, root, x, y)?.reply()?;
    x11.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, root, at.dst_x, at.dst_y, 0)?.check()?;
    let mut spent = Vec::new();
    let mut before = field()?;
    for _ in 0..clicks {
        let start = Instant::now();
        pointer(BUTTON_PRESS_EVENT, 1)?;
        pointer(BUTTON_RELEASE_EVENT, 1)?;
        wait_until("another picture", || field().expect("a picture") != before);
        spent.push(start.elapsed());
        // The next click comes only after the picture no longer changes.
        wait_until("a picture that stays", || {
            let now = field().expect("a picture");
            std::mem::replace(&mut before, now.clone()) == now
        });
    }
    Ok(spent)
}

fn instructions(what: &str, times: u32) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe().ok()?)
        .args([what, &times.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, count) = said.split_once("Collected :")?;
    count.split_whitespace().next()?.parse().ok()
}

struct Window {
    program: Killed,
    home: TempDir,
    first_picture: Duration,
}

impl Window {
    /// Starts the program on `server`, or else on the display that `DISPLAY` names. Waits for the first picture.
    fn open(server: Option<&XServer>, settings: &str) -> Result<Self, Box<dyn Error>> {
        let home = tempfile::tempdir()?;
        let conf = home.path().join("conf");
        fs::create_dir(&conf)?;
        fs::write(conf.join("team.properties"), "Teamname = figures\n")?;
        fs::write(conf.join("desktop.toml"), format!("sounds = false\n{settings}"))?;
        let start = Instant::now();
        let program = Command::new(env!("CARGO_BIN_EXE_chuhe-desktop"))
            .envs(server.map(|server| ("DISPLAY", &server.display)))
            .args(["--hash", "1", "--size", &format!("{}x{}", SIZE[0], SIZE[1]), "--home"])
            .arg(home.path())
            .spawn()?;
        let program = Killed(program);
        let mut window = Self { program, home, first_picture: Duration::ZERO };
        window.wait_for("first picture");
        window.first_picture = start.elapsed();
        Ok(window)
    }

    fn wait_for(&self, text: &str) {
        let log = self.home.path().join("logs").join("chess.log");
        wait_until(text, || fs::read_to_string(&log).unwrap_or_default().contains(text));
    }

    /// The processor time that the program has used, in seconds.
    fn processor_time(&self) -> Result<f64, Box<dyn Error>> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.0.id()))?;
        // The name can contain spaces and parentheses. After it, the 12th and 13th fields are processor times.
        let (_, fields) = stat.rsplit_once(')').ok_or("no name")?;
        let ticks: Result<Vec<f64>, _> =
            fields.split_whitespace().skip(11).take(2).map(str::parse).collect();
        Ok(ticks?.iter().sum::<f64>() / TICKS)
    }

    /// The memory that the program occupies in RAM, in MiB.
    fn memory(&self) -> Result<f64, Box<dyn Error>> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.0.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        Ok(kib / 1024.0)
    }
}
