//! The life of the program `chuhe-tcp`: ready, reloaded, drained, ended.
#![cfg(unix)]

use chuhe_tests::served::Served;
use chuhe_tests::tcp::{Client, PATIENCE};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_chuhe-tcp");

/// A search that never ends by itself.
const FOR_EVER: [&str; 6] = ["--level", "9", "--movetime", "3600000", "--workers", "1"];

/// A home folder with these maps.
fn home(maps: &str) -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join("conf")).expect("a folder");
    write_maps(home.path(), maps);
    home
}

fn write_maps(home: &Path, maps: &str) {
    let text = format!("Teamname = Chuhe\n{maps}\n");
    fs::write(home.join("conf/team.properties"), text).expect("a file");
}

fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("--home").arg(home).args(["--bind", "127.0.0.1:0"]).args(arguments);
    command.env_remove("CHUHE_HOME");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn send(served: &Served, signal: Signal) {
    let pid = i32::try_from(served.pid()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(pid, signal).expect("it runs");
}

/// Waits until the log has a text this often.
fn wait_for_log(home: &Path, text: &str, times: usize) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let log = fs::read_to_string(home.join("logs/chess.log")).unwrap_or_default();
        if log.matches(text).count() >= times {
            return;
        }
        assert!(Instant::now() < deadline, "{text:?} is not in the log:\n{log}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Hints, moves of the computer and commands that wait are answered; no game begins.
#[test]
fn a_drained_server_answers_what_is_due() {
    let home = home("");
    let served = Served::start(command(home.path(), &[&FOR_EVER[..], &["--drain", "2"]].concat()));
    let (mut thinks, mut asks, mut idle) = (served.client(), served.client(), served.client());
    assert_eq!(idle.ask("Status"), "Status:red");
    assert_eq!(thinks.ask("Move:7,7:7,4"), "True");
    assert_eq!(asks.ask("Status"), "Status:red");
    asks.send("Hint\nPing\nNewGame\nName:x\nResume:x\nStatus\n");
    let address = served.address;
    let (_, status, errors) = served.end_by(Signal::TERM);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(TcpStream::connect(address).is_err(), "nobody listens");
    idle.closed();
    assert!(thinks.line().starts_with("CurrentBoard:"));
    thinks.closed();
    assert!(asks.line().starts_with("Hint:"));
    for reply in ["Pong", "False", "False", "False", "Status:red"] {
        assert_eq!(asks.line().trim_end(), reply);
    }
    asks.closed();
}

#[test]
fn a_second_signal_ends_at_once_and_loses_no_kept_move() {
    let (home, games) = (home(""), tempfile::tempdir().expect("a folder"));
    let folder = games.path().to_str().expect("a path in UTF-8");
    let more = ["--drain", "86400", "--journal", folder];
    let served = Served::start(command(home.path(), &[&FOR_EVER[..], &more].concat()));
    let mut client = served.client();
    assert_eq!(client.ask("Name:lunch"), "True");
    assert_eq!(client.ask("Move:7,7:7,4"), "True");
    send(&served, Signal::TERM);
    wait_for_log(home.path(), "SIGTERM: the server ends", 1);
    // It goes on for the client that waits.
    assert_eq!(client.ask("Status"), "Status:black");
    let (_, status, _) = served.end_by(Signal::INT);
    assert_eq!(status, Some(0));
    client.closed();
    let journal = fs::read_to_string(games.path().join("game-lunch.journal")).expect("a journal");
    assert!(journal.ends_with("\nh2e2\n"), "{journal}");
}

#[test]
fn signals_without_a_meaning_change_nothing() {
    let home = home("");
    let served = Served::start(command(home.path(), &[]));
    let mut client = served.client();
    for (signal, name) in [(Signal::USR1, "SIGUSR1"), (Signal::USR2, "SIGUSR2")] {
        send(&served, signal);
        wait_for_log(home.path(), &format!("{name} means nothing"), 1);
        assert_eq!(client.ask("Status"), "Status:red");
    }
}

/// New games begin on the new maps, and games that have begun go on. A broken file changes nothing.
#[test]
fn sighup_reads_the_maps_and_opens_the_log_again() {
    const ROOKS: &str = "rooks = 0,4,bb0;0,0,bj0;9,3,rb0;9,0,rj0;";
    let home = home(ROOKS);
    let served = Served::start(command(home.path(), &["rooks"]));
    let mut early = served.client();
    let before = early.ask("RequestBoard");
    let logs = home.path().join("logs");
    let mut reloads = 0;
    let mut reload = |maps: &str, record: &str| {
        write_maps(home.path(), maps);
        fs::rename(logs.join("chess.log"), logs.join("old.log")).expect("a log");
        send(&served, Signal::HUP);
        wait_for_log(home.path(), record, 1);
        reloads += 1;
        reloads
    };
    let new = "rooks = 0,4,bb0;0,8,bj0;9,3,rb0;9,8,rj0;\nmore = 0,4,bb0;9,3,rb0;9,0,rj0;";
    reload(new, "team.properties: 2 maps");
    assert_eq!(early.ask("RequestBoard"), before);
    let after = "RequestBoard:0,4,bb0;0,8,bj0;9,3,rb0;9,8,rj0;";
    assert_eq!(served.client().ask("RequestBoard"), after);
    for (broken, fault) in [
        ("none.turn = red", "line 2: none.turn is set, but there is no map none"),
        ("more = 0,4,bb0;9,3,rb0;", "no map rooks: "),
        ("rooks = 0,3,bx0;0,4,bb0;9,4,rb0;", "bx0 at 0,3"),
        ("rooks = \\u12", "line 2: no character after"),
    ] {
        reload(broken, fault);
        wait_for_log(home.path(), "the maps stay as they are", 1);
        assert_eq!(served.client().ask("RequestBoard"), after, "{broken}");
        assert_eq!(early.ask("NewGame:more"), "True");
    }
    let stats = early.ask("Stats");
    assert!(stats.contains(";reloads=1;reload_faults=4;"), "{stats}");
    assert_eq!(served.end_by(Signal::TERM).1, Some(0));
}

/// A service of `Type=notify-reload` with a watchdog.
#[cfg(target_os = "linux")]
#[test]
fn systemd_hears_of_every_phase() {
    use std::os::unix::net::UnixDatagram;
    let home = home("");
    let socket = home.path().join("notify");
    let manager = UnixDatagram::bind(&socket).expect("a socket");
    manager.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let wait_for = |state: &str| loop {
        let mut bytes = [0; 1024];
        let count = manager.recv(&mut bytes).expect("a state");
        let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
        if text.lines().any(|line| line.starts_with(state)) {
            return text;
        }
    };
    let mut command = command(home.path(), &[]);
    command.env("NOTIFY_SOCKET", &socket).env("WATCHDOG_USEC", "200000");
    let served = Served::start(command);
    let ready = wait_for("READY=1");
    assert!(ready.contains("STATUS=listening on 127.0.0.1:"), "{ready}");
    wait_for("WATCHDOG=1");
    send(&served, Signal::HUP);
    assert!(wait_for("RELOADING=1").contains("MONOTONIC_USEC="));
    wait_for("READY=1");
    assert_eq!(served.end_by(Signal::TERM).1, Some(0));
    wait_for("STOPPING=1");
}

#[test]
fn without_time_to_drain_all_ends_at_once() {
    let home = home("");
    let served = Served::start(command(home.path(), &[&FOR_EVER[..], &["--drain", "0"]].concat()));
    let mut clients: Vec<Client> = (0..20).map(|_| served.client()).collect();
    clients.iter_mut().for_each(|client| assert_eq!(client.ask("Move:7,7:7,4"), "True"));
    assert_eq!(served.end_by(Signal::TERM).1, Some(0));
    clients.iter_mut().for_each(Client::closed);
}
