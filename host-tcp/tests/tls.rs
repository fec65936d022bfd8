//! The server behind stunnel and HAProxy, with the keys and configurations of `docs/tls.md`. Players
//! with a certificate or a password play, and others are refused. Skipped where there is no
//! `stunnel`, `haproxy` or `openssl`, unless `CHUHE_ALL_TESTS` is set.
#![cfg(target_os = "linux")]

use chuhe_tests::served::Served;
use chuhe_tests::tcp::{Client, PATIENCE};
use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The blocks of a language in `docs/tls.md`.
fn blocks(language: &str) -> Vec<&'static str> {
    let page = include_str!("../../docs/tls.md");
    let fence = format!("```{language}\n");
    let blocks = page.split(fence.as_str()).skip(1);
    blocks.map(|block| block.split_once("```").expect("the end of a block").0).collect()
}

/// A command that is also found where only the administrator looks.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("PATH", format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default()));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// True if a program can be started.
fn is_installed(program: &str, argument: &str) -> bool {
    let found = command(program).arg(argument).status().is_ok();
    assert!(found || std::env::var_os("CHUHE_ALL_TESTS").is_none(), "{program} is not installed");
    if !found {
        eprintln!("SKIPPED: {program} is not installed");
    }
    found
}

/// A proxy, killed when it is dropped.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An address that nobody has taken. The proxies cannot be asked which one they took.
fn free_address() -> SocketAddr {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    free.expect("a port")
}

/// The folder of a test, with the server and the addresses of the proxies.
struct Site {
    folder: TempDir,
    certificates: SocketAddr,
    passwords: SocketAddr,
    haproxy: SocketAddr,
}

impl Site {
    /// Makes the keys as the page says.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for script in blocks("sh") {
            let status = command("sh").args(["-e", "-c", script]).current_dir(&folder).status();
            assert!(status.expect("a shell").success(), "{script}");
        }
        let [certificates, passwords, haproxy] = [(); 3].map(|()| free_address());
        Self { folder, certificates, passwords, haproxy }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a path in UTF-8").to_owned()
    }

    /// A configuration of the page, with the folders and addresses of this test.
    fn configuration(&self, page: &str) -> String {
        page.replace("/run/chuhe", &self.path(""))
            .replace("/etc/stunnel", &self.path(""))
            .replace("/etc/haproxy", &self.path(""))
            .replace("accept = 12443", &format!("accept = {}", self.certificates))
            .replace("accept = 12444", &format!("accept = {}", self.passwords))
            .replace("bind :12445", &format!("bind {}", self.haproxy))
            .replace(
                "connect = games.example.org:12443",
                &format!("connect = {}", self.certificates),
            )
            .replace("connect = games.example.org:12444", &format!("connect = {}", self.passwords))
    }

    /// Starts the server as the page says.
    fn serve(&self) -> Served {
        let page = include_str!("../../docs/tls.md");
        let line = page.lines().find_map(|line| line.strip_prefix("chuhe-tcp "));
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-tcp"));
        // At a TCP address, too: the test reads from the greeting that it listens.
        command.args(["--bind", "127.0.0.1:0", "--nodes", "100", "--hash", "1"]);
        command.args(["--log-level", "debug", "--home"]);
        command.arg(self.folder.path()).env_remove("CHUHE_HOME");
        command.args(self.configuration(line.expect("a line")).split(' '));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        Served::start(command)
    }

    /// Starts a proxy with a configuration.
    fn proxy(&self, program: &str, name: &str, text: &str) -> Proxy {
        fs::write(self.path(name), text).expect("a file");
        let mut command = command(program);
        if program == "haproxy" {
            command.args(["-db", "-f"]);
        }
        let child = command.arg(name).current_dir(&self.folder).spawn();
        Proxy(child.expect("it is installed"))
    }

    /// Starts stunnel in the foreground.
    fn stunnel(&self, name: &str, page: &str) -> Proxy {
        let text = format!("foreground = yes\npid =\n{}", self.configuration(page));
        self.proxy("stunnel", name, &text)
    }

    /// Starts the stunnel of a player. Returns it with the address at which scripts connect.
    fn player(&self, name: &str, page: &str) -> (Proxy, SocketAddr) {
        let address = free_address();
        let page = page.replace("127.0.0.1:12345", &address.to_string());
        let proxy = self.stunnel(name, &page);
        wait_for(address);
        (proxy, address)
    }
}

/// Waits until somebody listens at an address.
fn wait_for(address: SocketAddr) {
    let begun = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(begun.elapsed() < PATIENCE, "nobody listens at {address}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Plays a move.
fn play(address: SocketAddr) {
    let mut client = Client::connect(address);
    assert_eq!(client.ask("Move:7,7:7,4"), "True");
    assert!(client.line().starts_with("CurrentBoard:"));
    assert_eq!(client.ask("Quit"), "True");
    client.closed();
}

/// Expects that the connection ends without a reply.
fn is_refused(address: SocketAddr) {
    let mut client = Client::connect(address);
    client.send("Status\n");
    client.closed();
}

#[test]
fn players_with_a_certificate_or_a_password_play_and_others_do_not() {
    let programs = [("stunnel", "-version"), ("haproxy", "-v"), ("openssl", "version")];
    if !programs.into_iter().all(|(program, argument)| is_installed(program, argument)) {
        return;
    }
    let site = Site::new();
    let _served = site.serve();
    let [server, certificate, password] = blocks("ini")[..] else { panic!("three blocks") };
    let _stunnel = site.stunnel("server.conf", server);
    let haproxy = site.configuration(blocks("haproxy")[0]);
    let _haproxy = site.proxy("haproxy", "haproxy.cfg", &haproxy);
    [site.certificates, site.passwords, site.haproxy].into_iter().for_each(wait_for);

    let (_anna, anna) = site.player("anna.conf", certificate);
    play(anna);
    let (_berta, address) = site.player("berta.conf", password);
    play(address);
    let by_haproxy = site.configuration(certificate).replace(
        &format!("connect = {}", site.certificates),
        &format!("connect = {}", site.haproxy),
    );
    let (_carla, address) = site.player("carla.conf", &by_haproxy);
    play(address);

    // Without a certificate, with one that the authority did not sign, and with a wrong password.
    let nobody = certificate.replace("cert = anna.pem\nkey = anna.key\n", "");
    let (_nobody, address) = site.player("nobody.conf", &nobody);
    is_refused(address);
    let nobody = by_haproxy.replace("cert = anna.pem\nkey = anna.key\n", "");
    let (_nobody, address) = site.player("nobody-haproxy.conf", &nobody);
    is_refused(address);
    let forger = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=anna -keyout forged.key \
                  -out forged.pem";
    let status = command("sh").args(["-c", forger]).current_dir(&site.folder).status();
    assert!(status.expect("a shell").success());
    let forged = certificate.replace("anna.", "forged.");
    let (_forger, address) = site.player("forger.conf", &forged);
    is_refused(address);
    let wrong = format!("berta:{}\n", "0123456789abcdef".repeat(4));
    fs::write(site.path("guessed"), wrong).expect("a file");
    let guessed = password.replace("PSKsecrets = passwords", "PSKsecrets = guessed");
    let (_guesser, address) = site.player("guesser.conf", &guessed);
    is_refused(address);
    // Who comes without TLS gets nothing either.
    is_refused(site.certificates);
    // The others play on. The log has their addresses from the proxies.
    play(anna);
    let log = fs::read_to_string(site.path("logs/chess.log")).expect("a log");
    assert!(log.contains("connected from 127.0.0.1:"), "{log}");
}
