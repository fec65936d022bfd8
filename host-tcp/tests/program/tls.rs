//! The server behind stunnel and HAProxy, with the keys and configurations of `docs/tls.md`. Players
//! with a certificate or a password play, and others are refused.

use crate::home::{Home, play};
use crate::proxy::{Proxy, command, free_address};
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::wait_for;
use std::fs;
use std::net::{SocketAddr, TcpStream};

pub(crate) fn tests() -> Vec<Trial> {
    vec![test(
        missing(&["stunnel", "haproxy", "openssl"]),
        players_with_a_certificate_or_a_password_play_and_others_do_not,
    )]
}

/// The blocks of a language in `docs/tls.md`.
fn blocks(language: &str) -> Vec<&'static str> {
    let page = include_str!("../../../docs/tls.md");
    let fence = format!("```{language}\n");
    let blocks = page.split(fence.as_str()).skip(1);
    blocks.map(|block| block.split_once("```").expect("the end of a block").0).collect()
}

/// The folder of a test, with the server and the addresses of the proxies.
struct Site {
    home: Home,
    certificates: SocketAddr,
    passwords: SocketAddr,
    haproxy: SocketAddr,
}

impl Site {
    /// Makes the keys as the page says.
    fn new() -> Self {
        let home = Home::empty();
        for script in blocks("sh") {
            let mut shell = command("sh");
            let status = shell.args(["-e", "-c", script]).current_dir(home.folder()).status();
            assert!(status.expect("a shell").success(), "{script}");
        }
        let [certificates, passwords, haproxy] = [(); 3].map(|()| free_address());
        Self { home, certificates, passwords, haproxy }
    }

    /// A configuration of the page, with the folders and addresses of this test.
    fn configuration(&self, page: &str) -> String {
        page.replace("/run/chuhe", &self.home.text(""))
            .replace("/etc/stunnel", &self.home.text(""))
            .replace("/etc/haproxy", &self.home.text(""))
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
        let page = include_str!("../../../docs/tls.md");
        let line = page.lines().find_map(|line| line.strip_prefix("chuhe-tcp "));
        // At a TCP address, too: the test reads from the greeting that it listens.
        let mut command = self.home.command(&["--nodes", "100", "--hash", "1"]);
        command.args(["--log-level", "debug"]);
        command.args(self.configuration(line.expect("a line")).split(' '));
        Served::start(command)
    }

    /// Starts a proxy with a configuration.
    fn proxy(&self, program: &str, name: &str, text: &str) -> Proxy {
        fs::write(self.home.path(name), text).expect("a file");
        Proxy::start(program, self.home.folder(), name)
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
        listens(address);
        (proxy, address)
    }
}

/// Waits until somebody listens at an address.
fn listens(address: SocketAddr) {
    wait_for(format!("{address}"), || TcpStream::connect(address));
}

/// Connects and plays a move.
fn plays(address: SocketAddr) {
    let mut client = Client::connect(address);
    play(&mut client, "7,7:7,4");
    assert_eq!(client.ask("Quit"), "True");
    client.closed();
}

/// Expects that the connection ends without a reply.
fn is_refused(address: SocketAddr) {
    let mut client = Client::connect(address);
    client.send("Status\n");
    client.closed();
}

fn players_with_a_certificate_or_a_password_play_and_others_do_not() {
    let site = Site::new();
    let _served = site.serve();
    let [server, certificate, password] = blocks("ini")[..] else { panic!("three blocks") };
    let _stunnel = site.stunnel("server.conf", server);
    let haproxy = site.configuration(blocks("haproxy")[0]);
    let _haproxy = site.proxy("haproxy", "haproxy.cfg", &haproxy);
    [site.certificates, site.passwords, site.haproxy].into_iter().for_each(listens);

    let (_anna, anna) = site.player("anna.conf", certificate);
    plays(anna);
    let (_berta, address) = site.player("berta.conf", password);
    plays(address);
    let by_haproxy = site.configuration(certificate).replace(
        &format!("connect = {}", site.certificates),
        &format!("connect = {}", site.haproxy),
    );
    let (_carla, address) = site.player("carla.conf", &by_haproxy);
    plays(address);

    // Without a certificate, with one that the authority did not sign, and with a wrong password.
    let nobody = certificate.replace("cert = anna.pem\nkey = anna.key\n", "");
    let (_nobody, address) = site.player("nobody.conf", &nobody);
    is_refused(address);
    let nobody = by_haproxy.replace("cert = anna.pem\nkey = anna.key\n", "");
    let (_nobody, address) = site.player("nobody-haproxy.conf", &nobody);
    is_refused(address);
    let forger = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=anna -keyout forged.key \
                  -out forged.pem";
    let status = command("sh").args(["-c", forger]).current_dir(site.home.folder()).status();
    assert!(status.expect("a shell").success());
    let forged = certificate.replace("anna.", "forged.");
    let (_forger, address) = site.player("forger.conf", &forged);
    is_refused(address);
    let wrong = format!("berta:{}\n", "0123456789abcdef".repeat(4));
    fs::write(site.home.path("guessed"), wrong).expect("a file");
    let guessed = password.replace("PSKsecrets = passwords", "PSKsecrets = guessed");
    let (_guesser, address) = site.player("guesser.conf", &guessed);
    is_refused(address);
    // Who comes without TLS gets nothing either.
    is_refused(site.certificates);
    // The others play on. The log has their addresses from the proxies.
    plays(anna);
    let log = site.home.log();
    assert!(log.contains("connected from 127.0.0.1:"), "{log}");
}
