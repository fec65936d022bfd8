//! Two servers behind HAProxy: games are spread, a server is drained and then goes, and no game
//! breaks. Skipped where there is no `haproxy`, unless `CHUHE_ALL_TESTS` is set.
#![cfg(unix)]

use chuhe_tests::served::Served;
use chuhe_tests::tcp::{Client, PATIENCE, scripts};
use rustix::process::Signal;
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The configuration that `host-tcp/README.md` tells.
fn configuration() -> &'static str {
    let manual = include_str!("../README.md");
    let (_, after) = manual.split_once("```haproxy\n").expect("a configuration");
    after.split_once("```").expect("its end").0
}

/// HAProxy with the configuration of the manual and addresses of this test.
struct Proxy {
    child: Child,
    address: SocketAddr,
    folder: TempDir,
}

impl Proxy {
    /// `None` where there is no HAProxy.
    fn start(one: SocketAddr, two: SocketAddr) -> Option<Self> {
        // Debian has it where only the administrator looks.
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let folder = tempfile::tempdir().expect("a folder");
        // HAProxy cannot be asked which port it took, so a free one is looked for.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.expect("a port");
        let text = configuration()
            .replace("127.0.0.1:12345", &address.to_string())
            .replace("127.0.0.1:12346", &one.to_string())
            .replace("127.0.0.1:12347", &two.to_string())
            .replace("/run/haproxy", folder.path().to_str().expect("a path in UTF-8"));
        fs::write(folder.path().join("haproxy.cfg"), text).expect("a file");
        let child = Command::new("haproxy")
            .args(["-db", "-f", "haproxy.cfg"])
            .env("PATH", path)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .spawn();
        match child {
            Ok(child) => Some(Self { child, address, folder }),
            Err(error) => {
                let note = format!("haproxy cannot be started: {error}");
                assert!(std::env::var_os("CHUHE_ALL_TESTS").is_none(), "{note}");
                eprintln!("SKIPPED: {note}");
                None
            }
        }
    }

    /// Waits until both servers are up, as HAProxy sees them.
    fn wait(&mut self) {
        let begun = Instant::now();
        let is_up = |name: &str, stat: &str| {
            let mut lines = stat.lines().filter(|line| line.starts_with(name));
            lines.any(|line| line.split(',').any(|field| field == "UP"))
        };
        loop {
            let stat = self.tell("show stat").unwrap_or_default();
            if ["games,one,", "games,two,"].iter().all(|name| is_up(name, &stat)) {
                break;
            }
            let ended = self.child.try_wait().expect("a child");
            assert!(ended.is_none() && begun.elapsed() < PATIENCE, "HAProxy does not serve");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Says something to the stats socket; gives the answer.
    fn tell(&self, command: &str) -> std::io::Result<String> {
        let mut socket = UnixStream::connect(self.folder.path().join("admin.sock"))?;
        socket.write_all(format!("{command}\n").as_bytes())?;
        socket.shutdown(Shutdown::Write)?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer)?;
        Ok(answer)
    }

    fn client(&self) -> Client {
        Client::connect(self.address)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that keeps games in a folder, on a map that tells it from others.
fn server(home: &Path, map: &str, games: &Path) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-tcp"));
    command.args([map, "--bind", "127.0.0.1:0", "--proxy-protocol", "--nodes", "100"]);
    command.args(["--workers", "1", "--log-level", "debug", "--home"]);
    command.arg(home).arg("--journal").arg(games).env_remove("CHUHE_HOME");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Served::start(command)
}

/// The board of server one before the first move.
const SHUFFLE: &str = "RequestBoard:0,3,bb0;3,3,rz0;9,2,rx0;9,4,rb0;";

/// Red moves, and the computer answers.
fn play(client: &mut Client, step: &str) {
    assert_eq!(client.ask(&format!("Move:{step}")), "True");
    assert!(client.line().starts_with("CurrentBoard:"));
}

#[test]
fn games_are_spread_and_outlive_a_drained_server() {
    let homes = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    for home in &homes {
        fs::create_dir(home.path().join("conf")).expect("a folder");
        fs::copy(scripts().join("conf/team.properties"), home.path().join("conf/team.properties"))
            .expect("the maps of the scripts");
    }
    let games = tempfile::tempdir().expect("a folder");
    let one = server(homes[0].path(), "shuffle", games.path());
    let two = server(homes[1].path(), "manual", games.path());
    let Some(mut proxy) = Proxy::start(one.address, two.address) else { return };
    proxy.wait();

    // Two games each: the board tells where.
    let mut on_one = Vec::new();
    let mut on_two = Vec::new();
    for _ in 0..4 {
        let mut client = proxy.client();
        let is_on_one = client.ask("RequestBoard") == SHUFFLE;
        if is_on_one { &mut on_one } else { &mut on_two }.push(client);
    }
    assert_eq!((on_one.len(), on_two.len()), (2, 2));
    play(&mut on_one[0], "9,2:7,0");
    assert_eq!(on_one[0].ask("Name:lunch"), "True");

    // Server one is to go: nobody new comes to it, and those who are there play on.
    proxy.tell("set server games/one state drain").expect("HAProxy listens");
    let mut newcomer = proxy.client();
    assert!(newcomer.ask("RequestBoard") != SHUFFLE, "it is on server two");
    play(&mut on_one[0], "7,0:9,2");
    play(&mut on_one[1], "9,2:7,0");
    assert_eq!(newcomer.ask("Resume:lunch"), "False", "server one plays it still");
    let moves = on_one[0].ask("Moves");

    // It ends; whoever comes again is on server two, and goes on there.
    assert_eq!(one.end_by(Signal::TERM).1, Some(0));
    let log = fs::read_to_string(homes[0].path().join("logs/chess.log")).expect("a log");
    let address = on_one[0].stream.local_addr().expect("an address");
    assert!(log.contains(&format!("connected from {address}")), "the log has the client's: {log}");
    on_one.iter_mut().for_each(Client::closed);
    let mut again = proxy.client();
    assert_eq!(again.ask("Resume:lunch"), "True");
    assert_eq!(again.ask("Moves"), moves);
    play(&mut again, "9,2:7,0");
    for client in &mut on_two {
        assert_eq!(client.ask("Status"), "Status:red", "nothing happened to the others");
    }
}
