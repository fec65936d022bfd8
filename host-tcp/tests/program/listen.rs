//! The program at its addresses: several at once, Unix sockets, warnings, crowds.

use crate::home::{Home, end, ended, piped, program, tell};
use crate::proxy::free_address;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::wait_for;
#[cfg(target_os = "linux")]
use rustix::process::Signal;
use rustix::process::getgid;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(None, a_server_listens_at_several_addresses),
        test(
            TcpListener::bind("[::1]:0").err().map(|_| "IPv6".to_owned()),
            an_address_of_ipv6_leaves_ipv4_to_another_one_with_its_port,
        ),
        test(None, only_the_file_of_a_dead_socket_is_replaced),
        test(None, a_page_for_browsers_is_served_next_to_the_scripts),
        test(None, every_client_that_is_refused_reads_so),
        #[cfg(target_os = "linux")]
        test(None, a_crowd_that_comes_at_once_waits_in_the_accept_queue),
        test(
            missing(&["systemd-socket-activate"]),
            sockets_of_a_service_manager_take_the_place_of_the_options,
        ),
    ]
}

/// The program on a map of one move, at these addresses alone.
fn command(home: &Home, addresses: &[&str]) -> Command {
    let mut command = program();
    command.args(["mate", "--workers", "1", "--nodes", "100", "--log-level", "debug", "--home"]);
    command.arg(home.folder()).args(addresses);
    command
}

fn a_server_listens_at_several_addresses() {
    let home = Home::of_scripts();
    let path = home.path("chuhe.sock");
    let unix = format!("unix:{}", path.display());
    let rights = ["--socket-mode", "0620", "--socket-group", &getgid().as_raw().to_string()];
    let addresses = ["--bind", "127.0.0.1:0,127.0.0.1:0", "--bind", &unix];
    let addresses = [&addresses[..], &rights].concat();
    let mut served = Served::start(command(&home, &addresses));
    let second = served.line();
    let second = second.strip_prefix("listening on ").and_then(|rest| rest.split_once(": "));
    let second = second.and_then(|(address, _)| address.parse().ok()).expect("an address");
    assert_eq!(served.client().ask("Status"), "Status:red");
    assert_eq!(Client::connect(second).ask("Status"), "Status:red");
    assert!(second != served.address, "{second}");
    assert!(served.line().starts_with(&format!("listening on {unix}: map mate")));
    assert_eq!(tell(&path, "Move:2,8:0,8").expect("an answer"), "True");
    let file = fs::metadata(&path).expect("a file");
    assert_eq!((file.mode() & 0o777, file.gid()), (0o620, getgid().as_raw()));
    assert_eq!(end(served), "");
    assert!(!path.exists(), "the socket's file is removed");
    let log = home.log();
    assert!(log.contains("connected from a Unix socket"), "{log}");
}

fn an_address_of_ipv6_leaves_ipv4_to_another_one_with_its_port() {
    let home = Home::of_scripts();
    let [one, other] = [(); 2].map(|()| free_address().port());
    let names = ["0.0.0.0", "127.0.0.1", "[::]"];
    for (first, second, ports) in
        [(0, 2, [one, one]), (2, 0, [one, one]), (1, 2, [one, one]), (0, 2, [one, other])]
    {
        let binds =
            [format!("{}:{}", names[first], ports[0]), format!("{}:{}", names[second], ports[1])];
        let served = Served::start(command(&home, &["--bind", &binds[0], "--bind", &binds[1]]));
        for own in ["127.0.0.1", "[::1]"] {
            let address = format!("{own}:{}", ports[1]).parse().expect("an address");
            assert_eq!(Client::connect(address).ask("Status"), "Status:red", "{binds:?}");
        }
        end(served);
    }
}

fn only_the_file_of_a_dead_socket_is_replaced() {
    let home = Home::of_scripts();
    let path = home.path("chuhe.sock");
    let unix = format!("unix:{}", path.display());
    let start = || command(&home, &["--bind", "127.0.0.1:0", "--bind", &unix]);
    let fault = || {
        let (_, errors, status) = ended(&mut start());
        assert_eq!(status, Some(1));
        errors
    };
    let text = format!("chuhe-tcp: cannot listen at {unix}: ");
    // Somebody listens there.
    let other = UnixListener::bind(&path).expect("a path");
    assert_eq!(fault(), format!("{text}another program listens there\n"));
    assert!(path.exists());
    // Nobody does any more, as after a kill.
    drop(other);
    let mut served = Served::start(start());
    served.line();
    assert_eq!(tell(&path, "Status").expect("an answer"), "Status:red");
    // Somebody else replaced it, so it is not removed at the end.
    fs::remove_file(&path).expect("a file");
    fs::write(&path, "").expect("a file");
    end(served);
    assert!(path.exists());
    assert_eq!(fault(), format!("{text}a file that is no socket is there\n"));
}

/// A page next to the address for scripts, with the same games. It is gone when the server ends.
fn a_page_for_browsers_is_served_next_to_the_scripts() {
    let home = Home::of_scripts();
    let options =
        ["--bind", "0.0.0.0:0", "--web", "0.0.0.0:0", "--metrics", "0.0.0.0:0", "--shared"];
    let (_, errors, status) = ended(&mut command(&home, &options));
    let page = home.path("page");
    assert_eq!(status, Some(1), "{errors}");
    let named = format!("chuhe-tcp: the folder of the page, {}: ", page.display());
    assert!(errors.contains(&named) && errors.contains("--web-root"), "{errors}");
    fs::create_dir(&page).expect("a folder");
    fs::write(page.join("index.html"), "<!DOCTYPE html>").expect("a file");
    let mut served = Served::start(command(&home, &options));
    let line = served.line();
    let port = line.trim_end().strip_prefix("page for browsers: http://0.0.0.0:");
    let port = port.and_then(|rest| rest.strip_suffix('/')).expect("a port");
    let address = format!("127.0.0.1:{port}").parse().expect("an address");
    let (mut script, served_at) = (served.client(), served.address.to_string());
    assert_eq!(script.ask("Status"), "Status:red");
    let mut browser = Client::connect_to_web(address);
    assert_eq!(browser.ask("Move:2,8:0,8"), "True");
    assert_eq!(browser.line(), "win:r\n");
    assert!(script.line().starts_with("CurrentBoard:"));
    assert_eq!(script.line(), "win:r\n");
    let errors = end(served);
    assert_eq!(errors.lines().count(), 3, "{errors}");
    assert!(errors.contains("whoever reaches this address can read the figures"), "{errors}");
    for address in [served_at, format!("0.0.0.0:{port}")] {
        let warning = format!("{address}: no passwords");
        assert!(errors.contains(&warning) && home.log().contains(&warning), "{errors}");
    }
    browser.closed();
    assert!(TcpListener::bind(address).is_ok(), "the address is free again");
}

/// All that wait read it, also when they have sent something and read late.
fn every_client_that_is_refused_reads_so() {
    let home = Home::of_scripts();
    let options = ["--bind", "127.0.0.1:0", "--max-clients", "1"];
    let served = Served::start(command(&home, &options));
    let mut first = served.client();
    assert_eq!(first.ask("Status"), "Status:red");
    let mut crowd: Vec<Client> = (0..1024).map(|_| served.client()).collect();
    for client in crowd.iter_mut().step_by(2) {
        client.send_if_open("Status\n");
    }
    for client in &mut crowd {
        assert_eq!(client.line(), "SERVER_BUSY\n");
        client.closed();
    }
    assert_eq!(first.ask("Status"), "Status:red");
}

/// The system takes them while the program, which is stopped, accepts nobody.
#[cfg(target_os = "linux")]
fn a_crowd_that_comes_at_once_waits_in_the_accept_queue() {
    let home = Home::of_scripts();
    let served = Served::start(command(&home, &["--bind", "127.0.0.1:0"]));
    served.signal(Signal::STOP);
    let longest = fs::read_to_string("/proc/sys/net/core/somaxconn").expect("a limit");
    let longest: usize = longest.trim().parse().expect("a number");
    let mut crowd: Vec<Client> = (0..longest.min(600)).map(|_| served.client()).collect();
    served.signal(Signal::CONT);
    for client in &mut crowd {
        assert_eq!(client.ask("Status"), "Status:red");
    }
}

/// The service manager opens the sockets, and starts the program when the first client comes.
fn sockets_of_a_service_manager_take_the_place_of_the_options() {
    let home = Home::of_scripts();
    let path = home.path("chuhe.sock");
    let program = command(&home, &["--bind", "192.0.2.1:1"]);
    let mut manager = Command::new("systemd-socket-activate");
    // The manager takes no port 0, so a free one is looked for.
    manager.args(["-l", &free_address().to_string(), "-l"]).arg(&path);
    manager.arg(program.get_program()).args(program.get_args());
    let answer = std::thread::scope(|scope| {
        let client = scope.spawn(|| {
            wait_for("somebody who listens", || UnixStream::connect(&path));
            tell(&path, "Status").expect("an answer")
        });
        let mut served = Served::start(piped(manager));
        assert!(served.line().contains(&format!("unix:{}", path.display())));
        assert_eq!(served.client().ask("Status"), "Status:red");
        let answer = client.join().expect("an answer");
        end(served);
        answer
    });
    assert_eq!(answer, "Status:red");
    assert!(path.exists(), "it is the manager's");
}
