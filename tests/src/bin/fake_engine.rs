//! An engine for tests. The first argument of the program chooses how the engine behaves or misbehaves.

#![forbid(unsafe_code)]

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Position};
use std::env::args;
use std::io::{self, BufReader, Write, stdin, stdout};
use std::net::{Shutdown, TcpStream};
use std::process::{Command, Stdio, exit};
use std::{fs, mem, thread};

fn main() {
    let behaviour = args().nth(1).unwrap_or_default();
    let argument = args().nth(2).unwrap_or_default();
    match behaviour.as_str() {
        "chuhe" => chuhe_uci::run(Rules::default(), &mut BufReader::new(stdin()), stdout())
            .unwrap_or_default(),
        "chuhe-watched" => chuhe_tests::watched::run().unwrap_or_default(),
        "relay" => relay(&argument).expect("the test answers"),
        "sleep" => sleep(),
        "mute" => while line().is_some() {},
        "dies-at-once" => exit(3),
        "lines" | "lines-slip" => lines(&behaviour, &argument),
        "cecp" => cecp(),
        _ => uci(&behaviour, &argument),
    }
}

/// Connects to a test. Copies the standard input to the test, and the test's bytes to the standard output.
fn relay(address: &str) -> io::Result<()> {
    let connection = TcpStream::connect(address)?;
    let mut other_end = connection.try_clone()?;
    thread::spawn(move || {
        let copied = io::copy(&mut stdin(), &mut other_end);
        copied.and_then(|_| other_end.shutdown(Shutdown::Write))
    });
    io::copy(&mut &connection, &mut stdout()).map(|_| ())
}

fn sleep() -> ! {
    loop {
        thread::park();
    }
}

fn line() -> Option<String> {
    let mut line = String::new();
    let read = stdin().read_line(&mut line).unwrap_or(0);
    (read > 0).then(|| line.trim().to_owned())
}

fn say(text: &str) {
    if writeln!(stdout(), "{text}").and_then(|()| stdout().flush()).is_err() {
        exit(0);
    }
}

fn names(position: &AnyPosition) -> impl Iterator<Item = String> {
    let name = move |mv| notation::write(Style::Coordinates, position, mv).to_string();
    position.legal_moves().into_iter().map(name)
}

/// The legal move whose name is first in alphabetical order, so the order of the generated moves does not matter.
fn first_move(position: &AnyPosition) -> String {
    names(position).min().unwrap_or_default()
}

fn play(position: &mut AnyPosition, text: &str) -> bool {
    let read = notation::read_any(text, position);
    if let Ok(mv) = read {
        *position = position.play(mv);
    }
    read.is_ok()
}

/// Writes a move with ranks counted from 1: `h3e3` for `h2e2`.
fn from_one(text: &str) -> String {
    let up = |c: char| c.to_digit(10).map_or(c.to_string(), |rank| (rank + 1).to_string());
    text.chars().map(up).collect()
}

/// Writes a move with ranks counted from 0: `h2e2` for `h3e3`. The result is empty if the move is illegal.
fn from_zero(text: &str, position: &AnyPosition) -> String {
    names(position).find(|name| from_one(name) == text).unwrap_or_default()
}

fn uci(behaviour: &str, argument: &str) {
    let mut position = Rules::Xiangqi.start();
    let mut games = 0;
    while let Some(line) = line() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => {
                say("id name Fake\noption name Hash type spin default 1 min 1 max 9\nuciok");
                if behaviour == "deaf" {
                    sleep();
                }
            }
            Some("ucinewgame") => games += 1,
            Some("isready") if behaviour == "one-game" && games > 1 => {}
            Some("isready") => say("readyok"),
            Some("position") => {
                position = Rules::Xiangqi.start();
                for text in words.skip_while(|word| *word != "moves").skip(1) {
                    let plain = match behaviour {
                        "from-one" => from_zero(text, &position),
                        _ => text.to_owned(),
                    };
                    if !play(&mut position, &plain) {
                        say(&format!("info string cannot read {text}"));
                    }
                }
            }
            Some("go") if !line.ends_with("depth 1") || behaviour == "from-one" => {
                go(behaviour, argument, &position);
            }
            // A driver first asks for depth 1, to find out whether ranks are counted from 0 or 1.
            Some("go") => say(&format!("bestmove {}", first_move(&position))),
            Some("stop") if behaviour == "late" => {
                say(&format!("bestmove {}", first_move(&position)));
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

fn go(behaviour: &str, argument: &str, position: &AnyPosition) {
    let best = first_move(position);
    match behaviour {
        "late" | "hang" => {}
        "crash" => {
            eprintln!("out of ideas");
            exit(3);
        }
        "flood" => loop {
            say("info string more and more");
        },
        "endless-line" => {
            while stdout().write_all(&[b'x'; 4096]).is_ok() {}
            exit(0);
        }
        "illegal" => say("bestmove a0a9"),
        #[cfg(unix)]
        "closes" => {
            let mut deaf = Command::new("sh");
            deaf.args(["-c", "exec >&-; exec sleep 60"]);
            panic!("{}", std::os::unix::process::CommandExt::exec(&mut deaf));
        }
        "no-move" => say("bestmove (none)"),
        "from-one" => say(&format!("bestmove {}", from_one(&best))),
        "stray" | "stray-apart" => {
            let program = std::env::current_exe().expect("a program has a path");
            let mut stray = Command::new(program);
            #[cfg(unix)]
            if behaviour == "stray-apart" {
                std::os::unix::process::CommandExt::process_group(&mut stray, 0);
            }
            let stray = stray.arg("sleep").stdin(Stdio::null()).spawn().expect("a stray");
            if !argument.is_empty() {
                fs::write(argument, stray.id().to_string()).expect("a file for the number");
            }
            exit(0);
        }
        _ => say(&format!("info depth 3 score cp 7 nodes 9 pv {best}\nbestmove {best}")),
    }
}

fn cecp() {
    let mut position = Rules::Xiangqi.start();
    while let Some(line) = line() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "protover" => {
                say("feature myname=\"Fake C\" variants=\"normal,xiangqi\" usermove=1 ping=1");
                say("feature setboard=0 done=1");
            }
            "ping" => say(&format!("pong {rest}")),
            "uci" | "ucci" => say(&format!("Error (unknown command): {word}")),
            "new" => position = Rules::Xiangqi.start(),
            "usermove" => {
                play(&mut position, rest);
            }
            "go" => {
                let best = first_move(&position);
                play(&mut position, &best);
                say(&format!("  2 -15 3 99 {best}\nmove {best}"));
            }
            "quit" => return,
            _ => {}
        }
    }
}

fn lines(behaviour: &str, side: &str) {
    let mut position = Rules::Xiangqi.start();
    let mut own_turn = side == "red";
    let mut slips = behaviour == "lines-slip";
    loop {
        if own_turn {
            if mem::take(&mut slips) {
                say("what now?");
                if line().as_deref() != Some(".") {
                    return;
                }
            }
            let best = first_move(&position);
            play(&mut position, &best);
            say(&best);
        } else {
            let Some(text) = line() else { return };
            if !play(&mut position, &text) {
                return;
            }
        }
        own_turn = !own_turn;
    }
}
