//! Tests the addresses and sockets at which the program listens.

use crate::home::{Home, end, piped, tell};
use crate::proxy::free_address;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::wait_for;
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::process::Command;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(
            TcpListener::bind("[::1]:0").err().map(|_| "IPv6".to_owned()),
            an_address_of_ipv6_leaves_ipv4_to_another_one_with_its_port,
        ),
        #[cfg(target_os = "linux")]
        test(None, a_crowd_that_comes_at_once_waits_in_the_accept_queue),
        test(
            missing(&["systemd-socket-activate"]),
            sockets_of_a_service_manager_take_the_place_of_the_options,
        ),
    ]
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
        let served = Served::start(home.command_at(&binds.join(",")));
        for own in ["127.0.0.1", "[::1]"] {
            let address = format!("{own}:{}", ports[1]).parse().expect("an address");
            assert_eq!(Client::connect(address).ask("Status"), "Status:red", "{binds:?}");
        }
        end(served);
    }
}

/// Suspends the program while many clients connect, so that the system must queue the clients.
#[cfg(target_os = "linux")]
fn a_crowd_that_comes_at_once_waits_in_the_accept_queue() {
    use rustix::process::Signal;
    let home = Home::of_scripts();
    let served = home.start(&[]);
    served.signal(Signal::STOP);
    let longest = std::fs::read_to_string("/proc/sys/net/core/somaxconn").expect("a limit");
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
    let program = home.command_at("192.0.2.1:1");
    let mut manager = Command::new("systemd-socket-activate");
    // The manager does not accept port 0, so the test chooses a free port.
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
