//! Measures the window: the time to the first picture, processor time while idle, memory after a
//! few moves, and the cost of redrawing a move.
//!
//! Run `cargo bench --package chuhe-desktop`. It uses the display of the environment, or else
//! starts Xvfb, and takes half a minute on two cores of Linux. With valgrind on the path it also
//! counts instructions, which do not vary between runs.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

use chuhe_app::player::PlayerSetting;
use chuhe_app::screen::Screen;
use chuhe_app::settings::Settings;
use chuhe_app::{App, AppEvent, Effect, Press, Target};
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position, Score, Square};
use chuhe_host::Map;
use chuhe_host::analysis::{Analysis, AnalysisLine};
use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SIZE: [usize; 2] = [960, 720];

/// The number of starts, and of redrawn moves.
const STARTS: usize = 9;
const MOVES: u32 = 200;

/// The time for which the idle program is measured.
const IDLE: Duration = Duration::from_secs(10);

/// The number of plies that two computers play before the memory is read.
const PLIES: usize = 12;

/// The ticks per second of the clock of `/proc`, on every Linux.
const TICKS: f64 = 100.0;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if let [redraws, times] = words.as_slice()
        && redraws == "redraws"
    {
        redraw(times.parse()?);
        return Ok(());
    }
    let display = Display::find()?;
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(Window::open(&display, "")?.first_picture);
    }
    println!("start to first picture: {:.0?}, median of {STARTS}", median(&mut starts));

    let window = Window::open(&display, "")?;
    let before = window.processor_time()?;
    sleep(IDLE);
    let busy = window.processor_time()? - before;
    println!("idle: {:.1} % of a processor", 100.0 * busy / IDLE.as_secs_f64());
    drop(window);

    let players = "red = { computer = 5 }\nblack = { computer = 5 }\nlimit = { depth = 6 }\n";
    let window = Window::open(&display, players)?;
    window.wait_for(&format!("  {PLIES}. "))?;
    println!("memory after {PLIES} plies, less the hash table: {:.1} MiB", window.memory()? - 1.0);
    drop(window);

    println!("a move's redraw: {:.2?}, median of {MOVES}", redraw(MOVES));
    println!("a report of five lines: {:.2?}, median of {MOVES}", analysis_redraw(MOVES));
    match (instructions(1), instructions(11)) {
        (Some(one), Some(eleven)) => {
            let millions = (eleven - one) as f64 / 10.0 / 1e6;
            println!("a move's redraw: {millions:.1} million instructions");
        }
        _ => println!("a move's redraw: not counted in instructions, for want of valgrind"),
    }
    Ok(())
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Plays moves between two people and draws the picture after each. Returns the time per move.
fn redraw(times: u32) -> Duration {
    let settings = Settings { black: PlayerSetting::Person, ..Settings::default() };
    let mut app = App::new(settings, vec![Map::standard(Rules::Xiangqi)], 0, None, 1);
    let mut screen = Screen::new(&app, SIZE);
    screen.draw(&app);
    let mut now = Duration::ZERO;
    let mut on = |app: &mut App, event: AppEvent| {
        now += Duration::from_secs(1);
        drop(app.on(event, now));
    };
    let undo = Press::named("U").expect("a key");
    let mut spent: Vec<Duration> = (0..times)
        .map(|_| {
            for square in ["h2", "e2"] {
                let target = Square::from_name(square).map(Target::Square);
                on(&mut app, AppEvent::Pressed(target, (0, 0)));
                on(&mut app, AppEvent::Released(target, (0, 0)));
            }
            let start = Instant::now();
            screen.draw(&app);
            let spent = start.elapsed();
            on(&mut app, AppEvent::Key(undo));
            spent
        })
        .collect();
    median(&mut spent)
}

/// Draws the picture after each report of an analysis with five lines. Returns the time per report.
fn analysis_redraw(times: u32) -> Duration {
    let settings = Settings { analysis_lines: 5, ..Settings::default() };
    let mut app = App::new(settings, vec![Map::standard(Rules::Xiangqi)], 0, None, 1);
    let mut screen = Screen::new(&app, SIZE);
    let switch = Press::named("L").expect("a key");
    let effects = app.on(AppEvent::Key(switch), Duration::ZERO);
    let id = effects.into_iter().find_map(|effect| match effect {
        Effect::Analyse(Some(request)) => Some(request.id),
        _ => None,
    });
    let first = Rules::Xiangqi.start().legal_moves();
    let mut spent: Vec<Duration> = (0..times)
        .map(|nodes| {
            let line = |number: usize| AnalysisLine {
                depth: 20,
                score: Score::new(nodes as i16 - number as i16),
                moves: moves_from(first[number]),
            };
            let lines = (0..5).map(line).collect();
            let analysis = Analysis { lines, nodes: nodes.into(), millis: 1, done: false };
            let report = AppEvent::Analysed(id.unwrap_or_default(), Ok(analysis));
            let start = Instant::now();
            drop(app.on(report, Duration::from_millis(nodes.into())));
            screen.draw(&app);
            start.elapsed()
        })
        .collect();
    median(&mut spent)
}

/// A line of twenty moves.
fn moves_from(first: Move) -> Vec<Move> {
    let mut position = Rules::Xiangqi.start().play(first);
    let next = |_| {
        let mv = position.legal_moves()[0];
        position = position.play(mv);
        mv
    };
    std::iter::once(first).chain((1..20).map(next)).collect()
}

/// Counts the instructions of a process with this number of redraws.
fn instructions(redraws: u32) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe().ok()?)
        .args(["redraws", &redraws.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, count) = said.split_once("Collected :")?;
    count.split_whitespace().next()?.parse().ok()
}

/// The display of the environment, or a new one.
struct Display {
    name: String,
    server: Option<Child>,
}

impl Display {
    fn find() -> Result<Self, Box<dyn Error>> {
        if let Some(name) = env::var("DISPLAY").ok().filter(|name| !name.is_empty()) {
            return Ok(Self { name, server: None });
        }
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("no DISPLAY, and no Xvfb: {error}"))?;
        let mut number = String::new();
        let output = server.stdout.take().expect("its output is piped");
        BufReader::new(output).read_line(&mut number)?;
        Ok(Self { name: format!(":{}", number.trim()), server: Some(server) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            // The process may have ended already.
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// The program on a display, with its own home folder.
struct Window {
    home: TempDir,
    program: Child,
    first_picture: Duration,
}

impl Window {
    /// Starts the program with some settings, and waits for its first picture.
    fn open(display: &Display, settings: &str) -> Result<Self, Box<dyn Error>> {
        let home = tempfile::tempdir()?;
        let conf = home.path().join("conf");
        fs::create_dir(&conf)?;
        fs::write(conf.join("team.properties"), "Teamname = figures\n")?;
        fs::write(conf.join("desktop.toml"), format!("sounds = false\n{settings}"))?;
        let start = Instant::now();
        let program = Command::new(env!("CARGO_BIN_EXE_chuhe-desktop"))
            .env("DISPLAY", &display.name)
            .args(["--hash", "1", "--size", &format!("{}x{}", SIZE[0], SIZE[1]), "--home"])
            .arg(home.path())
            .spawn()?;
        let mut window = Self { home, program, first_picture: Duration::ZERO };
        window.wait_for("first picture")?;
        window.first_picture = start.elapsed();
        Ok(window)
    }

    /// Waits until a text appears in the log.
    fn wait_for(&self, text: &str) -> Result<(), Box<dyn Error>> {
        let log = self.home.path().join("logs").join("chess.log");
        let start = Instant::now();
        while !fs::read_to_string(&log).unwrap_or_default().contains(text) {
            if start.elapsed() > Duration::from_secs(60) {
                return Err(format!("{text:?} does not come").into());
            }
            sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// The processor time of the program in seconds.
    fn processor_time(&self) -> Result<f64, Box<dyn Error>> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.id()))?;
        // The name in parentheses may contain anything; the 12th and 13th field follow it.
        let (_, fields) = stat.rsplit_once(')').ok_or("no name")?;
        let ticks: Result<Vec<f64>, _> =
            fields.split_whitespace().skip(11).take(2).map(str::parse).collect();
        Ok(ticks?.iter().sum::<f64>() / TICKS)
    }

    /// The memory of the program in MiB.
    fn memory(&self) -> Result<f64, Box<dyn Error>> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        Ok(kib / 1024.0)
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
