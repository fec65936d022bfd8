//! Tests the program from its start to its end: help, figures, service manager, a whole game.

use crate::home::{Home, end, ended, program};
use chuhe_core::{Limits, NoMonitor};
use chuhe_host::{Team, Thinker};
use chuhe_tcp::options::Options;
use chuhe_tests::player::Player;
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::replies;
use chuhe_tests::web::response;
use clap::CommandFactory;
use std::net::SocketAddr;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(None, help_names_every_option_and_exit_status),
        test(None, the_program_serves_its_figures_over_http),
        #[cfg(target_os = "linux")]
        test(None, systemd_hears_of_every_phase),
        test(None, a_script_plays_mymap_to_the_end),
    ]
}

fn help_names_every_option_and_exit_status() {
    let (help, errors, status) = ended(program().arg("--help"));
    assert_eq!((errors.as_str(), status), ("", Some(0)));
    let names = Options::command();
    let names = names.get_arguments().filter_map(|arg| arg.get_long()).map(|it| format!("--{it}"));
    let words = ["[MAP]", "[default: 127.0.0.1:12345]", "always, second, never", "CHUHE_HOME"];
    for word in names.chain(words.map(str::to_owned)).chain(["Exit status:".to_owned()]) {
        assert!(help.contains(&word), "{word} is missing:\n{help}");
    }
}

fn the_program_serves_its_figures_over_http() {
    let home = Home::of_scripts();
    let served = home.start(&["--metrics", "127.0.0.1:0"]);
    home.wait_for_log("workers\n");
    let log = home.log();
    let address = log.split_once("figures over HTTP at ").expect("an address").1;
    let address: SocketAddr = address.lines().next().expect("a line").parse().expect("an address");
    let mut client = served.client();
    assert_eq!(client.ask("Status"), "Status:red");
    assert_eq!(client.ask("NewGame"), "True");
    let text = response(address, b"GET /metrics HTTP/1.0\r\n\r\n");
    for figure in ["chuhe_clients 1", "chuhe_games_begun_total 2", "chuhe_draining 0"] {
        assert!(text.contains(&format!("\n{figure}\n")), "{text}");
    }
}

/// Acts as systemd for a service of `Type=notify-reload` with a watchdog.
#[cfg(target_os = "linux")]
fn systemd_hears_of_every_phase() {
    use chuhe_tests::served::Served;
    use chuhe_tests::tcp::PATIENCE;
    use rustix::process::Signal;
    use std::os::unix::net::UnixDatagram;
    let home = Home::of_scripts();
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

/// Plays Red on the map `mymap` against the computer until one side has won. After a draw, plays a new game and
/// searches more positions for each move.
fn a_script_plays_mymap_to_the_end() {
    let home = Home::of_scripts();
    let options = ["mymap", "--level", "0", "--workers", "1"];
    let served = home.start(&options);
    let map = Team::load(home.folder()).expect("the maps").map("mymap").expect("a map");
    let (number, player) = (1..=5)
        .map(|number| {
            let mut player = Player::new(served.client(), map.game());
            play_to_the_end(&mut player, 20_000 * number);
            (number, player)
        })
        .find(|(_, player)| player.game.ending().is_some_and(|ending| ending.winner.is_some()))
        .expect("one of five games is won");
    let pid = served.pid();
    end(served);
    let log = home.log();
    for (ply, _) in (1..).zip(player.game.moves()) {
        let record = format!(" INFO  chuhe-tcp[{pid}]: game {number}: {ply}. ");
        assert!(log.contains(&record), "ply {ply}");
    }
    assert!(log.contains(" wins after "), "{log}");
}

/// Plays Red to the end of the game, with a search of `nodes` positions for each move.
fn play_to_the_end(player: &mut Player, nodes: u64) {
    let mut thinker = Thinker::new(4, 1).expect("memory");
    player.compare();
    while player.game.ending().is_none() {
        let limits = Limits { nodes, ..Limits::default() };
        let game = &player.game;
        let found = thinker.think(game.position(), game.past(), &limits, &mut NoMonitor);
        player.play(found.best().expect("a move, as the game is not over"));
        let board = format!("RequestBoard:{}", replies::board(&player.game));
        player.expect("RequestBoard", &board);
        assert!(player.game.moves().len() < 600, "it takes for ever");
    }
    player.compare();
    player.expect("Move:0,0:0,1", "False");
}
