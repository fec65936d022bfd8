//! Tests the server behind stunnel and HAProxy, with the keys and configurations of `docs/tls.md`. Only players with a
//! certificate or a password can play.

use crate::home::{Home, piped, play};
use crate::proxy::{self, User, free_address};
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::{Killed, wait_for};
use std::fs;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::process::Command;

pub(crate) fn tests() -> Vec<Trial> {
    let missing = || missing(&["stunnel", "haproxy", "openssl"]);
    let two_users = test(missing(), a_proxy_of_another_user_connects_and_nobody_else);
    let is_root = rustix::process::geteuid().is_root();
    vec![
        test(missing(), players_with_a_certificate_or_a_password_play_and_others_do_not),
        if is_root { two_users } else { two_users.with_kind("only root").with_ignored_flag(true) },
    ]
}

/// The system users who run the server, the proxies, and a stranger's proxy. The socket is open to the server's group.
const SERVER: User = User { number: 54_001, group: None };
const PROXY: User = User { number: 54_002, group: Some(SERVER.number) };
const STRANGER: User = User { number: 54_003, group: None };

/// The code blocks of `docs/tls.md` whose language is `language`, such as `sh`.
fn blocks(language: &str) -> Vec<&'static str> {
    let page = include_str!("../../../docs/tls.md");
    let fence = format!("```{language}\n");
    let blocks = page.split(fence.as_str()).skip(1);
    blocks.map(|block| block.split_once("```").expect("the end of a block").0).collect()
}

/// The folder of a test, the addresses of its proxies, and the users of its programs.
struct Site {
    home: Home,
    certificates: SocketAddr,
    passwords: SocketAddr,
    haproxy: SocketAddr,
    /// The users who run the server and the proxies; `None` if the user of the test runs both.
    users: Option<[User; 2]>,
}

impl Site {
    /// Makes the keys and the folder of the socket as `docs/tls.md` says.
    fn new(users: Option<[User; 2]>) -> Self {
        let home = Home::empty();
        blocks("sh").into_iter().for_each(|script| home.run(script));
        let rights =
            |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
        let folders = ["run", "logs"].map(|name| home.path(name));
        folders.iter().for_each(|folder| fs::create_dir(folder).expect("a folder"));
        rights(&folders[0], 0o750).expect("a folder of the test");
        if let Some([server, proxy]) = users {
            for file in fs::read_dir(home.folder()).expect("the files") {
                chown(file.expect("a file").path(), Some(proxy.number), None).expect("root");
            }
            for folder in folders {
                chown(folder, Some(server.number), Some(server.number)).expect("root");
            }
            rights(home.folder(), 0o755).expect("a folder of the test");
        }
        let [certificates, passwords, haproxy] = [(); 3].map(|()| free_address());
        Self { home, certificates, passwords, haproxy, users }
    }

    /// Puts the folders and addresses of this test into `page`, a configuration from `docs/tls.md`.
    fn configuration(&self, page: &str) -> String {
        page.replace("/run/chuhe", &self.home.text("run"))
            .replace("/etc/stunnel", &self.home.text(""))
            .replace("/etc/haproxy", &self.home.text(""))
            .replace("accept = 12443", &format!("accept = {}", self.certificates))
            .replace("accept = 12444", &format!("accept = {}", self.passwords))
            .replace("bind :12445", &format!("bind {}", self.haproxy))
            .replace("games.example.org:12443", &self.certificates.to_string())
            .replace("games.example.org:12444", &self.passwords.to_string())
    }

    fn serve(&self) -> Served {
        let page = include_str!("../../../docs/tls.md");
        let line = page.lines().find_map(|line| line.strip_prefix("chuhe-tcp "));
        // The server also listens at a TCP address, because `Served::start` waits for a line with such an address.
        let mut command = self.home.command(&["--nodes", "100", "--hash", "1"]);
        command.args(["--log-level", "debug"]);
        command.args(self.configuration(line.expect("a line")).split(' '));
        if let Some([server, _]) = self.users {
            // The user of the server possibly has no access to the folder of the program, so the test runs a copy.
            let program = self.home.path("chuhe-tcp");
            fs::copy(command.get_program(), &program).expect("a file");
            let mut copy = Command::new(program);
            copy.args(command.get_args());
            command = piped(server.command(&copy));
        }
        Served::start(command)
    }

    fn proxy(&self, program: &str, name: &str, text: &str, user: Option<User>) -> Killed {
        fs::write(self.home.path(name), text).expect("a file");
        proxy::start(program, self.home.folder(), name, user)
    }

    fn stunnel(&self, name: &str, page: &str, user: Option<User>) -> Killed {
        let text = format!("foreground = yes\npid =\n{}", self.configuration(page));
        self.proxy("stunnel", name, &text, user)
    }

    fn proxies(&self) -> [Killed; 2] {
        let user = self.users.map(|[_, proxy]| proxy);
        let haproxy = self.configuration(blocks("haproxy")[0]);
        let proxies = [
            self.stunnel("server.conf", blocks("ini")[0], user),
            self.proxy("haproxy", "haproxy.cfg", &haproxy, user),
        ];
        [self.certificates, self.passwords, self.haproxy].into_iter().for_each(listens);
        proxies
    }

    /// Changes `certificate`, the configuration of a player, so that the player connects to HAProxy instead of stunnel.
    fn by_haproxy(&self, certificate: &str) -> String {
        let [stunnel, haproxy] =
            [self.certificates, self.haproxy].map(|address| format!("connect = {address}"));
        self.configuration(certificate).replace(&stunnel, &haproxy)
    }

    /// Starts stunnel for a player. Returns the process, and the address to which the player connects.
    fn player(&self, name: &str, page: &str) -> (Killed, SocketAddr) {
        let address = free_address();
        let page = page.replace("127.0.0.1:12345", &address.to_string());
        let proxy = self.stunnel(name, &page, None);
        listens(address);
        (proxy, address)
    }
}

fn listens(address: SocketAddr) {
    wait_for(format!("{address}"), || TcpStream::connect(address));
}

fn plays(address: SocketAddr) {
    let mut client = Client::connect(address);
    play(&mut client, "7,7:7,4");
    assert_eq!(client.ask("Quit"), "True");
    client.closed();
}

/// Expects that the proxy resets the connection, or that the connection ends without a reply.
fn is_refused(address: SocketAddr) {
    let mut client = match Client::try_connect(address) {
        Err(error) if error.kind() == ErrorKind::ConnectionReset => return,
        client => client.expect("a proxy"),
    };
    client.send_if_open("Status\n");
    client.closed();
}

fn players_with_a_certificate_or_a_password_play_and_others_do_not() {
    let site = Site::new(None);
    let _served = site.serve();
    let _proxies = site.proxies();
    let [_, certificate, password] = blocks("ini")[..] else { panic!("three blocks") };
    let by_haproxy = site.by_haproxy(certificate);
    let players =
        [("anna.conf", certificate), ("berta.conf", password), ("carla.conf", &by_haproxy)]
            .map(|(name, text)| site.player(name, text));
    players.iter().for_each(|(_, address)| plays(*address));

    // Strangers have no certificate, a certificate that the authority did not sign, or a wrong password.
    let forger = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=anna -keyout forged.key \
                  -out forged.pem";
    site.home.run(forger);
    let wrong = format!("berta:{}\n", "0123456789abcdef".repeat(4));
    fs::write(site.home.path("guessed"), wrong).expect("a file");
    let keys = "cert = anna.pem\nkey = anna.key\n";
    for (name, text) in [
        ("nobody.conf", certificate.replace(keys, "")),
        ("nobody-haproxy.conf", by_haproxy.replace(keys, "")),
        ("forger.conf", certificate.replace("anna.", "forged.")),
        ("guesser.conf", password.replace("PSKsecrets = passwords", "PSKsecrets = guessed")),
    ] {
        let (_stranger, address) = site.player(name, &text);
        is_refused(address);
    }
    // A client without TLS gets no reply either.
    is_refused(site.certificates);
    // The players can still play. The log names the players' own addresses, because the proxies pass these on.
    plays(players[0].1);
    let log = site.home.log();
    assert!(log.contains("connected from 127.0.0.1:"), "{log}");
}

fn a_proxy_of_another_user_connects_and_nobody_else() {
    let site = Site::new(Some([SERVER, PROXY]));
    let _served = site.serve();
    let _proxies = site.proxies();
    let certificate = blocks("ini")[1];
    for (name, configuration) in
        [("anna.conf", certificate), ("carla.conf", &site.by_haproxy(certificate))]
    {
        let (_player, address) = site.player(name, configuration);
        plays(address);
    }
    let address = free_address();
    let text = format!(
        "defaults\n mode tcp\n timeout connect 1s\n timeout client 9s\n timeout server 9s\n\
         listen games\n bind {address}\n server one unix@{} send-proxy-v2\n",
        site.home.text("run/tcp.sock")
    );
    let _stranger = site.proxy("haproxy", "stranger.cfg", &text, Some(STRANGER));
    listens(address);
    is_refused(address);
}
