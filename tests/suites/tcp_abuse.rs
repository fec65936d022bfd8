//! The server under abuse, each kind on a real socket.

use chuhe_tcp::RefuseReason;
use chuhe_tests::random::Random;
use chuhe_tests::tcp::{Client, PATIENCE, Server, Setup};
use chuhe_tests::wait::wait_until;
use chuhe_tests::web::connect;
use socket2::SockRef;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Two servers, whose clients come as they are and through WebSockets.
fn both(setup: &Setup) -> impl Iterator<Item = Server> {
    [false, true].into_iter().map(|web| Server::start(&Setup { web, ..setup.clone() }))
}

/// The examples of the original's manual, from a client that sends no line ends and takes what one read
/// gives as an answer.
#[test]
fn each_read_gives_one_line_to_a_client_without_line_ends() {
    let server = Server::start(&Setup::new(""));
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let mut ask = |command: &str| {
        stream.write_all(command.as_bytes()).expect("a command is sent");
        let mut bytes = [0; 4096];
        let count = stream.read(&mut bytes).expect("an answer");
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    };
    // On a busy machine a read may come so late that it gives two lines.
    let is_separate = |_: &u32| {
        assert_eq!(ask("NewGame"), "True");
        if ask("Move: 7,7:7,5") != "True" {
            return false;
        }
        let board = ask("");
        assert!(board.starts_with("CurrentBoard:0,0,bj0;") && board.ends_with(';'), "{board}");
        assert_eq!(ask("RequestBoard"), board.replace("CurrentBoard", "RequestBoard"));
        assert_eq!(ask("Move: 7,7"), "CMD_FORMAT_ERROR");
        true
    };
    assert_eq!((0..20).filter(is_separate).take(3).count(), 3);
}

#[test]
fn answers_depend_on_the_seed_and_not_on_the_connection() {
    let server = Server::start(&Setup::new(""));
    let hint = |seed: u32| {
        let mut client = server.client();
        for command in ["Level:0".to_owned(), format!("Seed:{seed}")] {
            assert_eq!(client.ask(&command), "True");
        }
        client.ask("Hint")
    };
    let hints: BTreeSet<String> = (0..12).map(hint).collect();
    assert!(hints.len() > 1, "every seed gives {hints:?}");
    assert_eq!(hints, (0..12).map(hint).collect());
}

#[test]
fn a_mebibyte_without_a_line_end() {
    let server = Server::start(&Setup::new("mate --frame-idle 0"));
    let mut client = server.client();
    let kibibyte = [b'x'; 1024];
    (0..1024).for_each(|_| client.send(kibibyte));
    client.send("\nStatus\n");
    assert_eq!(client.line(), "CMD_FORMAT_ERROR\n");
    assert_eq!(client.line(), "Status:red\n");
    // And one that never ends its line at all.
    let mut client = server.client();
    (0..1024).for_each(|_| client.send(kibibyte));
    client.half_close();
    assert_eq!(client.bytes(16), b"CMD_FORMAT_ERROR");
    client.closed();
}

/// Every line gets one answer, whatever is in it: random bytes, broken UTF-8, NULs. Only the byte with
/// which TLS begins is left out.
#[test]
fn random_bytes() {
    let server = Server::start(&Setup::new("mate --frame-idle 0"));
    let mut random = Random::new(7);
    for _ in 0..20 {
        let mut client = server.client();
        let mut bytes: Vec<u8> = (0..5000).map(|_| random.below(256) as u8).collect();
        bytes.retain(|&byte| byte != 0x16);
        bytes.push(b'\n');
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        client.send(&bytes);
        for _ in 0..lines {
            assert_eq!(client.line().trim_end(), "CMD_FORMAT_ERROR");
        }
        assert_eq!(client.ask("Status"), "Status:red");
    }
}

#[test]
fn a_reset_in_mid_line_ends_the_search() {
    for server in both(&Setup::thinking_for_ever("")) {
        let mut other = server.client();
        let mut client = server.client();
        assert_eq!(client.ask("Move:7,7:7,4"), "True");
        server.wait_for_searches(1);
        client.send("Move:7,1:7");
        client.reset_when_dropped();
        drop(client);
        server.wait_for_searches(0);
        assert_eq!(other.ask("Status"), "Status:red");
    }
}

#[test]
fn whoever_leaves_or_thinks_again_stops_the_search() {
    let server = Server::start(&Setup::thinking_for_ever(""));
    for last in ["Undo", "NewGame", "NewGame:mate", "Quit", ""] {
        let mut client = server.client();
        assert_eq!(client.ask("Move:7,7:7,4"), "True");
        server.wait_for_searches(1);
        if last.is_empty() {
            drop(client);
        } else {
            assert_eq!(client.ask(last), "True");
        }
        server.wait_for_searches(0);
    }
    // A hint is cut short by the end of what the client sends, and still answered.
    let mut client = server.client();
    client.send("Hint\n");
    server.wait_for_searches(1);
    client.half_close();
    assert!(client.line().starts_with("Hint:"));
    client.closed();
}

/// Sends commands and never reads until the server gives up; others are served meanwhile.
#[test]
fn a_reader_that_never_reads() {
    for server in both(&Setup { write_timeout: Duration::from_millis(300), ..Setup::new("") }) {
        let mut other = server.client();
        let mut client = server.client();
        let commands = client.encoded(&b"RequestBoard\n".repeat(1000));
        let begun = Instant::now();
        let error = loop {
            if let Err(error) = client.stream.write_all(&commands) {
                break error;
            }
            assert_eq!(other.ask("Status"), "Status:red");
            assert!(begun.elapsed() < PATIENCE, "the server goes on taking commands");
        };
        let is_end = matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe);
        assert!(is_end, "{error}");
        assert_eq!(other.ask("Status"), "Status:red");
    }
}

/// Of those who watch a game, one does not read; it is dropped, and the others miss nothing.
#[test]
fn a_watcher_that_never_reads() {
    let setup = Setup {
        write_timeout: Duration::from_secs(3600),
        ..Setup::new("manual --shared --max-clients 2 --nodes 1")
    };
    for server in both(&setup) {
        let deaf = server.client();
        SockRef::from(&deaf.stream).set_recv_buffer_size(4096).expect("a socket");
        let mut player = server.client();
        assert_eq!(player.ask("Status"), "Status:red");
        // Counted, not timed: a board is some 300 bytes, and far fewer of them fill every buffer. That
        // there is room for another client tells that it is gone; its own end may never hear of it.
        let mut boards = 0;
        while server.client().ask("Status") == "SERVER_BUSY" {
            for _ in 0..500 {
                player.send("Move:9,8:8,8\n");
                assert_eq!(player.line(), "True\n");
                assert!(player.line().starts_with("CurrentBoard:"));
                assert_eq!(player.ask("NewGame"), "True");
            }
            boards += 500;
            assert!(boards < 40_000, "the deaf watcher is kept for ever");
        }
        assert_eq!(player.ask("Status"), "Status:red");
    }
}

#[test]
fn a_thousand_pipelined_commands() {
    for server in both(&Setup::new("mate")) {
        let mut client = server.client();
        client.send("Status\nMove:1,0\nRequestBoard\nMove:1,0:1,0\n".repeat(250));
        for _ in 0..250 {
            assert_eq!(client.line(), "Status:red\n");
            assert_eq!(client.line(), "CMD_FORMAT_ERROR\n");
            assert_eq!(client.line(), "RequestBoard:0,4,bb0;1,0,rj0;2,8,rj1;9,3,rb0;\n");
            assert_eq!(client.line(), "False\n");
        }
    }
}

/// Clients beyond the room of a server are told so and go. There is room again when one has left.
fn has_room_for(count: usize, options: &str, reason: RefuseReason) {
    for server in both(&Setup::new(options)) {
        let mut clients: Vec<Client> = (0..count).map(|_| server.client()).collect();
        for client in &mut clients {
            assert_eq!(client.ask("Status"), "Status:red");
        }
        for _ in 0..20 {
            // Whether it has sent something or not.
            for said in ["", "Status\n"] {
                let mut refused = server.client();
                refused.send_if_open(said);
                assert_eq!(refused.line(), "SERVER_BUSY\n");
                refused.closed();
            }
        }
        for client in &mut clients {
            assert_eq!(client.ask("Status"), "Status:red");
        }
        assert_eq!(server.metrics.refused(reason).get(), 40);
        clients.pop();
        wait_for_room(&server, "");
    }
}

#[test]
fn twice_the_client_limit() {
    has_room_for(20, "--max-clients 20", RefuseReason::MaxClients);
}

#[test]
fn one_address_has_room_for_its_clients_only() {
    has_room_for(2, "--max-clients-per-address 2", RefuseReason::MaxClientsPerAddress);
}

/// Waits until a client is let in again.
fn wait_for_room(server: &Server, begin: &str) {
    wait_until("room for a client", || {
        let mut client = server.client();
        client.send_if_open(format!("{begin}Status\n"));
        let reply = client.line();
        assert!(matches!(reply.as_str(), "Status:red\n" | "SERVER_BUSY\n"), "{reply}");
        reply == "Status:red\n"
    });
}

#[test]
fn a_proxy_tells_for_whom_it_connects() {
    let header = |host: u8| format!("PROXY TCP4 203.0.113.{host} 127.0.0.1 8080 12345\r\n");
    let server = Server::start(&Setup::new("--proxy-protocol --max-clients-per-address 1"));
    let mut first = server.client();
    first.send(format!("{}Status\n", header(1)));
    assert_eq!(first.line(), "Status:red\n");
    // In pieces, and from the same address.
    let mut second = server.client();
    header(1).bytes().for_each(|byte| second.send_if_open([byte]));
    assert_eq!(second.line(), "SERVER_BUSY\n");
    second.closed();
    // From other addresses, one by a header that is read in two parts; and the proxy's own connection, by version 2.
    let long = "PROXY TCP6 2001:db8:1111:2222:3333:4444:5555:6666 2001:db8:1111:2222:3333:4444:5555:7777 8080 12345\r\n";
    let own = b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
    for begin in [header(2).as_bytes(), long.as_bytes(), own] {
        let mut client = server.client();
        client.send([begin, b"Status\n"].concat());
        assert_eq!(client.line(), "Status:red\n");
    }
    // Without a header nothing is obeyed and nothing is said.
    let mut bare = server.client();
    bare.send_if_open("Status\nStatus\n");
    bare.closed();
    drop(first);
    wait_for_room(&server, &header(1));
}

/// Of silent connections the oldest make room, however many come.
#[test]
fn connections_without_a_header_take_no_place() {
    let server = Server::start(&Setup::new("--proxy-protocol --max-clients 1"));
    let mut silent: Vec<TcpStream> = (0..300).map(|_| connect(server.address)).collect();
    let mut client = server.client();
    client.send("PROXY UNKNOWN\r\nStatus\n");
    assert_eq!(client.line(), "Status:red\n");
    // The first ones are closed at once, the others when their time is over.
    assert_eq!(silent[0].read(&mut [0]).expect("an end"), 0);
    assert_eq!(client.ask("Ping"), "Pong");
}

/// While a client does not read, the server reads no more of its commands, and keeps no more replies
/// than its bound. Later the client gets them all.
#[test]
fn a_reader_that_pauses_holds_the_server_back() {
    /// More than all buffers of the system on the way take.
    const MOST: usize = 32 << 20;
    let setup = Setup { write_timeout: Duration::from_secs(3600), ..Setup::new("mate") };
    for server in both(&setup) {
        let mut client = server.client();
        SockRef::from(&client.stream).set_send_buffer_size(1 << 16).expect("a socket");
        client.stream.set_write_timeout(Some(Duration::from_secs(2))).expect("a socket");
        let commands = client.encoded(&b"RequestBoard\n".repeat(1000));
        let (mut sent, length) = (0, commands.len() / 1000);
        let error = loop {
            match client.stream.write(&commands[sent % length..]) {
                Ok(count) => sent += count,
                Err(error) => break error,
            }
            assert!(sent < MOST, "the server reads on");
        };
        assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
        for _ in 0..sent / length {
            assert_eq!(client.line(), "RequestBoard:0,4,bb0;1,0,rj0;2,8,rj1;9,3,rb0;\n");
        }
    }
}

/// The system probes a silent connection, so that a client that vanished without a word is noticed.
#[cfg(target_os = "linux")]
#[test]
fn the_system_probes_silent_connections() {
    for server in both(&Setup::new("mate")) {
        let mut client = server.client();
        assert_eq!(client.ask("Status"), "Status:red");
        let own = client.stream.local_addr().expect("an address").port();
        let ports =
            [server.web.unwrap_or(server.address).port(), own].map(|port| format!(":{port:04X}"));
        // Timer 2 is the one of the probes. Another one runs until the client's system has taken the reply.
        let is_probed = || {
            let table = std::fs::read_to_string("/proc/net/tcp").expect("a table of connections");
            let mut fields = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            let served =
                fields.find(|line| line[1].ends_with(&ports[0]) && line[2].ends_with(&ports[1]));
            served.is_some_and(|line| line[5].starts_with("02:"))
        };
        wait_until("a probe of the connection", is_probed);
    }
}

#[test]
fn stopping_ends_searches_and_connections() {
    for server in both(&Setup::thinking_for_ever("--workers 2")) {
        let mut clients: Vec<Client> = (0..10).map(|_| server.client()).collect();
        for client in &mut clients {
            assert_eq!(client.ask("Move:7,7:7,4"), "True");
        }
        server.wait_for_searches(2);
        let computer = Arc::clone(&server.computer);
        drop(server);
        wait_until("the end of the searches", || computer.running() == 0);
        clients.iter_mut().for_each(Client::closed);
    }
}
