//! Runs the engine, and compares the processor time of each turn with the time on the game clock.
//!
//! Processor time does not pass while other programs run. So a busy machine makes no turn late.

use chuhe_core::rules::Rules;
use std::io::{self, BufReader, PipeWriter, Stdout, Write, pipe, stdin, stdout};
use std::process::exit;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// The time by which a turn may exceed its clock. Even the shortest search and its answer need about this time.
const MARGIN: Duration = Duration::from_millis(100);

/// The exit status after a turn that was too long.
const TOO_LATE: i32 = 4;

const NO_PANIC: &str = "nobody panics with the lock";

/// (processor time at the beginning, time on the clock) of the turn that is searched.
static TURN: Mutex<Option<(Duration, Duration)>> = Mutex::new(None);

/// Runs the engine. The process ends with an error when a turn exceeds its clock by more than `MARGIN`.
pub fn run() -> io::Result<()> {
    let (commands, engine) = pipe()?;
    thread::spawn(move || pass_on(engine));
    chuhe_uci::run(Rules::default(), &mut BufReader::new(commands), Answers(stdout()))
}

#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// On systems other than Unix, the time is always 0, so no turn is late.
#[cfg(not(unix))]
const fn processor_time() -> Duration {
    Duration::ZERO
}

/// Passes the standard input on to the engine, line by line. Notes each turn in `TURN`.
fn pass_on(mut engine: PipeWriter) -> io::Result<()> {
    let mut black_moves = false;
    for line in stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |word: &str| {
            let at = words.iter().position(|other| *other == word);
            &words[at.map_or(words.len(), |at| at + 1)..]
        };
        match words.first() {
            Some(&"position") => {
                let black_begins = after("fen").get(1) == Some(&"b");
                black_moves = black_begins != (after("moves").len() % 2 == 1);
            }
            Some(&"go") => {
                let clock = after(if black_moves { "btime" } else { "wtime" }).first();
                let clock = clock.and_then(|millis| millis.parse().ok()).map(Duration::from_millis);
                *TURN.lock().expect(NO_PANIC) = clock.map(|clock| (processor_time(), clock));
            }
            _ => {}
        }
        writeln!(engine, "{line}")?;
    }
    Ok(())
}

struct Answers(Stdout);

impl Write for Answers {
    /// Writes all bytes, and checks the time if a line is a `bestmove`. Each call of the engine writes whole lines.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"bestmove"))
            && let Some((begin, clock)) = TURN.lock().expect(NO_PANIC).take()
        {
            let took = processor_time().saturating_sub(begin);
            if took > clock + MARGIN {
                eprintln!("{took:?} of processor time for a turn with {clock:?} on its clock");
                exit(TOO_LATE);
            }
        }
        self.0.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
