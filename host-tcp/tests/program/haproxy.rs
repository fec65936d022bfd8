//! Tests two servers behind HAProxy: both get games, and no named game is lost when one server drains and ends.

use crate::home::{Home, end, play};
use crate::proxy::{self, free_address};
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::{Killed, wait_until};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr};
use std::os::unix::net::UnixStream;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(missing(&["haproxy"]), games_are_spread_and_outlive_a_drained_server),
        test(missing(&["haproxy"]), all_clients_of_a_game_find_its_server),
    ]
}

/// Sends a command to the stats socket of HAProxy, and returns the answer.
fn tell(home: &Home, command: &str) -> io::Result<String> {
    let mut socket = UnixStream::connect(home.path("admin.sock"))?;
    socket.write_all(format!("{command}\n").as_bytes())?;
    socket.shutdown(Shutdown::Write)?;
    io::read_to_string(socket)
}

/// Starts a server that keeps games in a folder. A client recognizes the server by the start position of `map`.
fn server(home: &Home, map: &str, games: &Home) -> Served {
    let games = games.text("");
    let options = [map, "--proxy-protocol", "--nodes", "100", "--log-level", "debug"];
    home.start(&[&options[..], &["--fsync", "never", "--journal", &games]].concat())
}

/// The reply of server one to `RequestBoard` before the first move.
const SHUFFLE: &str = "RequestBoard:0,3,bb0;3,3,rz0;9,2,rx0;9,4,rb0;";

/// Two servers that share a folder of games, behind HAProxy with the configuration from the README.
struct Site {
    homes: [Home; 2],
    games: Home,
    one: Served,
    two: Served,
    address: SocketAddr,
    _proxy: Killed,
}

impl Site {
    fn new() -> Self {
        let homes = [(), ()].map(|()| Home::of_scripts());
        let games = Home::empty();
        let one = server(&homes[0], "shuffle", &games);
        let two = server(&homes[1], "manual", &games);
        let address = free_address();
        let manual = include_str!("../../README.md");
        let (_, after) = manual.split_once("```haproxy\n").expect("a configuration");
        let configuration = after.split_once("```").expect("its end").0;
        let text = configuration
            .replace("127.0.0.1:12345", &address.to_string())
            .replace("127.0.0.1:12346", &one.address.to_string())
            .replace("127.0.0.1:12347", &two.address.to_string())
            .replace("/run/haproxy", &games.text(""));
        fs::write(games.path("haproxy.cfg"), text).expect("a file");
        let proxy = proxy::start("haproxy", games.folder(), "haproxy.cfg", None);
        wait_until("both servers are up, as HAProxy sees them", || {
            let stat = tell(&games, "show stat").unwrap_or_default();
            let is_up = |name: &str| {
                let mut lines = stat.lines().filter(|line| line.starts_with(name));
                lines.any(|line| line.split(',').any(|field| field == "UP"))
            };
            ["games,one,", "games,two,"].into_iter().all(is_up)
        });
        Self { homes, games, one, two, address, _proxy: proxy }
    }
}

/// Tests that all spellings of a game's name lead to the same server, and that both servers get games.
fn all_clients_of_a_game_find_its_server() {
    let site = Site::new();
    let mut starts = BTreeSet::new();
    for number in 0..30 {
        let mut first = Client::connect(site.address);
        assert_eq!(first.ask(&format!("Name:Game-{number}")), "True");
        let moves = first.ask("LegalMoves");
        starts.insert(moves.clone());
        for command in ["Resume:game-", "resume: GAME-"] {
            let mut next = Client::connect(site.address);
            assert_eq!(next.ask(&format!("{command}{number}")), "True", "{command}{number}");
            assert_eq!(next.ask("LegalMoves"), moves);
        }
    }
    assert_eq!(starts.len(), 2, "the games are on both servers: {starts:?}");
}

fn games_are_spread_and_outlive_a_drained_server() {
    let Site { homes, games, one, two: _two, address, _proxy } = Site::new();

    // Clients connect until each server has at least two games. A client's board shows which server has its game.
    let mut on_one = Vec::new();
    let mut on_two = Vec::new();
    for _ in 0..32 {
        let mut client = Client::connect(address);
        let is_on_one = client.ask("RequestBoard") == SHUFFLE;
        if is_on_one { &mut on_one } else { &mut on_two }.push(client);
        if on_one.len() >= 2 && on_two.len() >= 2 {
            break;
        }
    }
    assert!(on_one.len() >= 2 && on_two.len() >= 2, "games are on both servers");
    play(&mut on_one[0], "9,2:7,0");
    assert_eq!(on_one[0].ask("Name:lunch"), "True");

    // Server one drains: HAProxy sends no new client to it, but its clients play on.
    tell(&games, "set server games/one state drain").expect("HAProxy listens");
    let mut newcomer = Client::connect(address);
    assert!(newcomer.ask("RequestBoard") != SHUFFLE, "it is on server two");
    play(&mut on_one[0], "7,0:9,2");
    play(&mut on_one[1], "9,2:7,0");
    assert_eq!(newcomer.ask("Resume:lunch"), "Moved", "server one plays it still");
    let moves = on_one[0].ask("Moves");

    // Server one ends. A client that connects again plays on at server two.
    end(one);
    let log = homes[0].log();
    let own = on_one[0].stream.local_addr().expect("an address");
    assert!(log.contains(&format!("connected from {own}")), "the log has the client's: {log}");
    on_one.iter_mut().for_each(Client::closed);
    let mut again = Client::connect(address);
    assert_eq!(again.ask("Resume:lunch"), "True");
    assert_eq!(again.ask("Moves"), moves);
    play(&mut again, "9,2:7,0");
    for client in &mut on_two {
        assert_eq!(client.ask("Status"), "Status:red", "nothing happened to the others");
    }
}
