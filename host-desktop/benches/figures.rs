//! Measures the window: the time to the first picture, processor time while idle, memory after a
//! few moves, and the cost of redrawing a move. Clicks are timed until their picture is shown.
//!
//! Run `cargo bench --package chuhe-desktop`. It uses the display of the environment, or else
//! starts Xvfb, and takes half a minute on two cores of Linux. With valgrind on the path it also
//! counts instructions, which do not vary between runs.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

mod clicks;
mod frames;

use chuhe_tests::display::XServer;
use chuhe_tests::wait::{Killed, wait_until};
use frames::{FRAME, SIZE, analysis_redraw, median, processor_time, redraw};
use std::error::Error;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};
use tempfile::TempDir;

/// The number of starts, of clicks, and of redrawn moves.
const STARTS: usize = 9;
const CLICKS: usize = 101;
const MOVES: u32 = 200;

/// The time for which the idle program is measured.
const IDLE: Duration = Duration::from_secs(10);

/// The number of plies that two computers play before the memory is read.
const PLIES: usize = 12;

/// The ticks per second of the clock of `/proc`, on every Linux.
const TICKS: f64 = 100.0;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    // A process whose instructions are counted.
    if let [what, times] = words.as_slice() {
        let draw = if what == "reports" { analysis_redraw } else { redraw };
        // Valgrind has no clock of a processor.
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
    let mut answers = clicks::answers(server.as_ref(), CLICKS)?;
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

/// Counts the instructions of a process with this number of redraws or reports.
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

/// The program on a display, with its own home folder.
struct Window {
    program: Killed,
    home: TempDir,
    first_picture: Duration,
}

impl Window {
    /// Starts the program with some settings, on the display of the environment or of a server, and waits
    /// for its first picture.
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

    /// Waits until a text appears in the log.
    fn wait_for(&self, text: &str) {
        let log = self.home.path().join("logs").join("chess.log");
        wait_until(text, || fs::read_to_string(&log).unwrap_or_default().contains(text));
    }

    /// The processor time of the program in seconds.
    fn processor_time(&self) -> Result<f64, Box<dyn Error>> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.0.id()))?;
        // The name in parentheses may contain anything; the 12th and 13th field follow it.
        let (_, fields) = stat.rsplit_once(')').ok_or("no name")?;
        let ticks: Result<Vec<f64>, _> =
            fields.split_whitespace().skip(11).take(2).map(str::parse).collect();
        Ok(ticks?.iter().sum::<f64>() / TICKS)
    }

    /// The memory of the program in MiB.
    fn memory(&self) -> Result<f64, Box<dyn Error>> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.0.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        Ok(kib / 1024.0)
    }
}
