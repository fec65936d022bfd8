//! The life of the program: ready, reloaded, drained, ended.

use crate::home::{FOR_EVER, Home, end};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::served::Served;
#[cfg(target_os = "linux")]
use chuhe_tests::tcp::PATIENCE;
use rustix::process::Signal;
use std::fs;
use std::net::TcpStream;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(None, a_second_signal_ends_at_once_and_loses_no_kept_move),
        test(None, signals_without_a_meaning_change_nothing),
        test(None, sighup_reads_the_maps_and_opens_the_log_again),
        test(None, maps_that_hang_hold_nobody_up),
        #[cfg(target_os = "linux")]
        test(None, systemd_hears_of_every_phase),
    ]
}

fn a_second_signal_ends_at_once_and_loses_no_kept_move() {
    let home = Home::with("");
    let folder = home.text("games");
    let more = ["--drain", "86400", "--journal", &folder];
    let served = home.start(&[&FOR_EVER[..], &more].concat());
    let (mut client, mut idle) = (served.client(), served.client());
    assert_eq!(idle.ask("Status"), "Status:red");
    assert_eq!(client.ask("Name:lunch"), "True");
    assert_eq!(client.ask("Move:7,7:7,4"), "True");
    served.signal(Signal::TERM);
    home.wait_for_log("SIGTERM: the server ends");
    idle.closed();
    assert!(TcpStream::connect(served.address).is_err(), "nobody listens");
    // It goes on for the client that waits.
    assert_eq!(client.ask("Status"), "Status:black");
    let (status, _) = served.end_by(Signal::INT);
    assert_eq!(status, Some(0));
    client.closed();
    let journal = fs::read_to_string(home.path("games/game-lunch.journal")).expect("a journal");
    // The search that was cut off may have answered.
    assert!(journal.contains("\nh2e2\n"), "{journal}");
}

fn signals_without_a_meaning_change_nothing() {
    let home = Home::with("");
    let served = home.start(&[]);
    let mut client = served.client();
    for (signal, name) in [(Signal::USR1, "SIGUSR1"), (Signal::USR2, "SIGUSR2")] {
        served.signal(signal);
        home.wait_for_log(&format!("{name} means nothing"));
        assert_eq!(client.ask("Status"), "Status:red");
    }
}

/// New games begin on the new maps, and games that have begun go on. A broken file changes nothing.
fn sighup_reads_the_maps_and_opens_the_log_again() {
    const ROOKS: &str = "rooks = 0,4,bb0;0,0,bj0;9,3,rb0;9,0,rj0;";
    let home = Home::with(ROOKS);
    let served = home.start(&["rooks"]);
    let mut early = served.client();
    let before = early.ask("RequestBoard");
    let logs = home.path("logs");
    let reload = |maps: &str, record: &str| {
        home.write_maps(maps);
        fs::rename(logs.join("chess.log"), logs.join("old.log")).expect("a log");
        served.signal(Signal::HUP);
        home.wait_for_log(record);
    };
    let new = "rooks = 0,4,bb0;0,8,bj0;9,3,rb0;9,8,rj0;\nmore = 0,4,bb0;9,3,rb0;9,0,rj0;";
    reload(new, "team.properties: 2 maps");
    assert_eq!(early.ask("RequestBoard"), before);
    let after = "RequestBoard:0,4,bb0;0,8,bj0;9,3,rb0;9,8,rj0;";
    assert_eq!([early.ask("NewGame"), early.ask("RequestBoard")], ["True", after]);
    assert_eq!(served.client().ask("RequestBoard"), after);
    for (broken, fault) in [
        ("none.turn = red", "line 2: none.turn is set, but there is no map none"),
        ("more = 0,4,bb0;9,3,rb0;", "no map rooks: "),
        ("rooks = 0,3,bx0;0,4,bb0;9,4,rb0;", "bx0 at 0,3"),
        ("rooks = \\u12", "line 2: no character after"),
    ] {
        reload(broken, fault);
        home.wait_for_log("the maps stay as they are");
        assert_eq!(served.client().ask("RequestBoard"), after, "{broken}");
        assert_eq!(early.ask("NewGame:more"), "True");
    }
    let stats = early.ask("Stats");
    assert!(stats.contains(";reloads=1;reload_faults=4;"), "{stats}");
    end(served);
}

/// A pipe that nobody writes to stands for a file on a disk that does not answer.
fn maps_that_hang_hold_nobody_up() {
    let home = Home::with("");
    let served = home.start(&[]);
    let mut client = served.client();
    home.run("rm conf/team.properties && mkfifo conf/team.properties");
    served.signal(Signal::HUP);
    served.signal(Signal::USR1);
    home.wait_for_log("SIGUSR1 means nothing");
    assert_eq!(client.ask("NewGame"), "True");
    end(served);
}

/// A service of `Type=notify-reload` with a watchdog.
#[cfg(target_os = "linux")]
fn systemd_hears_of_every_phase() {
    use std::os::unix::net::UnixDatagram;
    let home = Home::with("");
    let socket = home.path("notify");
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
    let mut command = home.command(&[]);
    command.env("NOTIFY_SOCKET", &socket).env("WATCHDOG_USEC", "200000");
    let served = Served::start(command);
    let ready = wait_for("READY=1");
    assert!(ready.contains("STATUS=listening on 127.0.0.1:"), "{ready}");
    wait_for("WATCHDOG=1");
    served.signal(Signal::HUP);
    assert!(wait_for("RELOADING=1").contains("MONOTONIC_USEC="));
    wait_for("READY=1");
    end(served);
    wait_for("STOPPING=1");
}
