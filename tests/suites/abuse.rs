//! Tests that the server withstands abuse on real sockets: by clients, through its page and through WebSockets.

use chuhe_tcp::RefuseReason;
use chuhe_tests::random::Random;
use chuhe_tests::rows;
use chuhe_tests::script::number;
use chuhe_tests::tcp::{Client, PATIENCE, Server, Setup};
use chuhe_tests::wait::wait_until;
use chuhe_tests::web::{
    CLOSE, PING, PONG, WebSocket, answer, connect, connect_from, frame, request, response,
};
use socket2::SockRef;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Starts two servers: clients connect to the first over TCP, and to the second through WebSockets.
fn both(setup: &Setup) -> impl Iterator<Item = Server> {
    [false, true].into_iter().map(|web| Server::start(&Setup { web, ..setup.clone() }))
}

/// Tests the examples of the original manual.
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
    // This client never ends its line.
    let mut client = server.client();
    (0..1024).for_each(|_| client.send(kibibyte));
    client.half_close();
    assert_eq!(client.bytes(16), b"CMD_FORMAT_ERROR");
    client.closed();
}

/// Every line of random bytes gets one answer. The byte 0x16 is left out, because TLS begins with it.
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
    // When the client closes its sending side, the search for a hint ends, and the hint is still sent.
    let mut client = server.client();
    client.send("Hint\n");
    server.wait_for_searches(1);
    client.half_close();
    assert!(client.line().starts_with("Hint:"));
    client.closed();
}

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

/// A client that watches a game never reads. The server drops this client, and the player misses no line.
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
        // The test counts boards instead of time, because speed varies. A board has about 300 bytes, so far fewer than
        // 40,000 boards fill all buffers. Room for another client shows that the watcher was dropped.
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

#[test]
fn a_server_and_an_address_have_room_for_their_clients_only() {
    for (count, option, reason) in [
        (20, "--max-clients", RefuseReason::MaxClients),
        (2, "--max-clients-per-address", RefuseReason::MaxClientsPerAddress),
    ] {
        for server in both(&Setup::new(&format!("{option} {count}"))) {
            let is_served = |client: &mut Client| assert_eq!(client.ask("Status"), "Status:red");
            let mut clients: Vec<Client> = (0..count).map(|_| server.client()).collect();
            clients.iter_mut().for_each(is_served);
            for _ in 0..20 {
                // A client that sends nothing is refused with the same line as a client that sends a command.
                for said in ["", "Status\n"] {
                    let mut refused = server.client();
                    refused.send_if_open(said);
                    assert_eq!(refused.line(), "SERVER_BUSY\n");
                    refused.closed();
                }
            }
            clients.iter_mut().for_each(is_served);
            assert_eq!(server.metrics.refused(reason).get(), 40, "{option}");
            clients.pop();
            wait_for_room(&server, "");
        }
    }
}

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
    // This header names the address of the first client. It is sent byte by byte.
    let mut second = server.client();
    header(1).bytes().for_each(|byte| second.send_if_open([byte]));
    assert_eq!(second.line(), "SERVER_BUSY\n");
    second.closed();
    // Of these three clients, two have other addresses. The header of the second is longer than one read of the server.
    // The third is the proxy itself, with a header of version 2.
    let long = "PROXY TCP6 2001:db8:1111:2222:3333:4444:5555:6666 2001:db8:1111:2222:3333:4444:5555:7777 8080 12345\r\n";
    let own = b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
    for begin in [header(2).as_bytes(), long.as_bytes(), own] {
        let mut client = server.client();
        client.send([begin, b"Status\n"].concat());
        assert_eq!(client.line(), "Status:red\n");
    }
    // Without a header of the proxy, the server carries out no command and sends nothing.
    let mut bare = server.client();
    bare.send_if_open("Status\nStatus\n");
    bare.closed();
    drop(first);
    wait_for_room(&server, &header(1));
}

/// New connections without a proxy header displace the oldest ones without it, so they never fill the server.
#[test]
fn connections_without_a_header_take_no_place() {
    let server = Server::start(&Setup::new("--proxy-protocol --max-clients 1"));
    let mut silent: Vec<TcpStream> = (0..300).map(|_| connect(server.address)).collect();
    let mut client = server.client();
    client.send("PROXY UNKNOWN\r\nStatus\n");
    assert_eq!(client.line(), "Status:red\n");
    // The oldest connections are closed at once.
    assert_eq!(silent[0].read(&mut [0]).expect("an end"), 0);
    assert_eq!(client.ask("Ping"), "Pong");
}

/// While a client does not read, the server reads no more of its commands. Later the client gets all replies.
#[test]
fn a_reader_that_pauses_holds_the_server_back() {
    /// More bytes than all buffers on the way can hold.
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

/// The system probes a silent connection, so the server notices a client that vanished.
#[cfg(target_os = "linux")]
#[test]
fn the_system_probes_silent_connections() {
    for server in both(&Setup::new("mate")) {
        let mut client = server.client();
        assert_eq!(client.ask("Status"), "Status:red");
        let own = client.stream.local_addr().expect("an address").port();
        let ports =
            [server.web.unwrap_or(server.address).port(), own].map(|port| format!(":{port:04X}"));
        // Timer 2 is that of the probes. Until the client's system has acknowledged the reply, another timer runs.
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
        wait_until("the end of the searches", || computer.load().running == 0);
        clients.iter_mut().for_each(Client::closed);
    }
}

fn server() -> Server {
    Server::start(&Setup { web: true, ..Setup::new("mate") })
}

fn page(server: &Server) -> SocketAddr {
    server.web.expect("a page")
}

fn filled(text: &str, server: &Server) -> String {
    let page = page(server);
    let text = text.replace("{here}", &page.to_string());
    let text = text.replace("{port}", &page.port().to_string());
    let text = text.replace("{other}", &server.address.port().to_string());
    let text = text.replace("{long}", &"a".repeat(20_000));
    text.replace(r"\r", "\r").replace(r"\n", "\n").replace(r"\0", "\0")
}

/// Reads the frames of a row: for each, its first byte in hexadecimal and a text. Each character of the text is one
/// byte, and a final `{N}` stands for N spaces. After the word `bytes`, bare bytes follow in hexadecimal.
fn frames(text: &str) -> Vec<u8> {
    let frame_of = |text: &str| {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let byte = |text| u8::from_str_radix(text, 16).expect("a byte");
        if first == "bytes" {
            return rest.split(' ').map(byte).collect();
        }
        let (start, spaces) = rest.split_once('{').unwrap_or((rest, "0}"));
        let start = start.replace(r"\r", "\r");
        let mut payload: Vec<u8> = start.chars().map(|sign| sign as u8).collect();
        payload.resize(payload.len() + number::<usize>(spaces.trim_end_matches('}')), b' ');
        frame(byte(first), &payload)
    };
    text.split(" + ").flat_map(frame_of).collect()
}

fn status(address: SocketAddr, request: &[u8]) -> String {
    response(address, request).split(' ').nth(1).unwrap_or("none").to_owned()
}

#[test]
fn a_page_is_served_to_whom_it_is_for() {
    let server = server();
    let address = page(&server);
    for (at, [expected, request]) in rows("web_requests.txt") {
        let bytes = filled(&request, &server).into_bytes();
        assert_eq!(status(address, &bytes), expected, "{at}");
    }
    let get = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let head = response(address, get.as_bytes()).to_lowercase();
    for header in ["frame-ancestors 'none'", "nosniff", "no-referrer"] {
        assert!(head.contains(header), "{head}");
    }
    assert_eq!(server.metrics.connections.get(), 0, "none of them is a client");
}

#[test]
fn only_the_own_page_opens_a_web_socket() {
    let server = server();
    let address = page(&server);
    for (at, [expected, headers]) in rows("web_sockets.txt") {
        let headers = filled(&headers, &server);
        let others = headers.split(", ").filter_map(|it| it.split_once(':'));
        let others: Vec<_> = others.map(|(name, value)| (name, value.trim())).collect();
        // If the server has opened a WebSocket, this frame closes it.
        let text = request(address, &others);
        let bytes = match expected.as_str() {
            "101" => [text.as_bytes(), &frame(CLOSE, &[])].concat(),
            _ => text.into_bytes(),
        };
        assert_eq!(status(address, &bytes), expected, "{at}");
    }
    assert_eq!(server.client().ask("Status"), "Status:red");
}

#[test]
fn whoever_breaks_the_protocol_of_web_sockets_is_disconnected() {
    let server = server();
    let mut other = server.client();
    for (at, [text, code]) in rows("web_frames_wrong.txt") {
        let mut client = server.client();
        assert_eq!(client.ask("Status"), "Status:red");
        // If bytes follow the wrong frame, the server must still close the connection without a reset.
        let all = [frames(&text), vec![0; 1 << 14]].concat();
        client.stream.write_all(&all).expect("the server takes it");
        client.closed();
        assert_eq!(client.stream.read(&mut [0]).ok(), Some(0), "{at}");
        assert_eq!(client.web.and_then(|web| web.code), code.parse().ok(), "{at}");
        assert_eq!(other.ask("Status"), "Status:red");
    }
}

#[test]
fn a_message_is_a_line() {
    let server = server();
    let mut client = server.client();
    for (at, [text, reply]) in rows("web_frames.txt") {
        let bytes = frames(&text);
        // The frames are sent first byte by byte, then all at once.
        for size in [1, bytes.len()] {
            bytes.chunks(size).for_each(|part| client.stream.write_all(part).expect("a server"));
            assert_eq!(client.line(), format!("{reply}\n"), "{at}");
        }
    }
    assert_eq!(client.web.as_ref().map(|web| web.pongs), Some(2));
    assert_eq!(client.ask("Quit"), "True");
    client.closed();
    assert_eq!(client.web.and_then(|web| web.code), Some(1005), "without a code");
}

/// A client that never reads sends pings and pongs. Other clients are still served.
#[test]
fn a_flood_of_pings_holds_nobody_up() {
    let server = server();
    let mut other = server.client();
    let mut client = server.client();
    let pings = [frame(PING, &[b'a'; 125]), frame(PONG, b"")].concat().repeat(100);
    client.stream.set_write_timeout(Some(Duration::from_millis(200))).expect("a socket");
    for _ in 0..300 {
        if client.stream.write_all(&pings).is_err() {
            break;
        }
        assert_eq!(other.ask("Status"), "Status:red");
    }
    drop(client);
    assert_eq!(other.ask("Status"), "Status:red");
}

/// Connections that send nothing, or half a request, take all places of an address. Other addresses are still served.
#[test]
fn slow_requests_are_cut_off_and_others_are_served() {
    let server = server();
    let address = page(&server);
    let mut playing = server.client();
    let mut slow: Vec<TcpStream> = (0..80).map(|_| connect(address)).collect();
    for stream in slow.iter_mut().step_by(2) {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("a socket");
    }
    assert_eq!(playing.ask("Status"), "Status:red");
    assert_eq!(Client::connect(server.address).ask("Status"), "Status:red");
    let get = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    assert_eq!(response(address, get.as_bytes()), "", "its address has no further place");
    let other = answer(connect_from([127, 0, 0, 2], address), get.as_bytes());
    assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
    for stream in slow {
        // The server closes the connection, perhaps with status 408.
        let rest = answer(stream, b"");
        assert!(rest.is_empty() || rest.starts_with("HTTP/1.1 408"), "{rest:?}");
    }
}

#[test]
fn thousands_that_vanish_leave_nothing_behind() {
    let server = server();
    let address = page(&server);
    let text = request(address, &[]);
    for round in 0..2000 {
        let mut stream = connect(address);
        let sent = match round % 4 {
            0 => &text[..0],
            1 => &text[..text.len() / 2],
            _ => &text,
        };
        stream.write_all(sent.as_bytes()).expect("a server");
        if round % 4 == 3 {
            stream.read_exact(&mut [0; 12]).expect("a response");
        }
    }
    wait_until("the end of all clients", || server.metrics.clients.get() == 0);
    assert_eq!(server.client().ask("Status"), "Status:red");
}

#[test]
fn a_proxy_tells_for_whom_a_browser_connects() {
    let line = "--proxy-protocol --max-clients-per-address 1";
    let server = Server::start(&Setup { web: true, ..Setup::new(line) });
    let address = page(&server);
    let open = |host: u8| {
        let mut client = Client::connect(address);
        client.send(format!("PROXY TCP4 203.0.113.{host} 127.0.0.1 8080 80\r\n"));
        client.web = Some(WebSocket::open(&mut client.stream));
        client
    };
    let mut first = open(1);
    assert_eq!(first.ask("Ping"), "Pong");
    assert_eq!(open(1).line(), "SERVER_BUSY\n");
    assert_eq!(open(2).ask("Ping"), "Pong");
    // Without a header of the proxy, the server sends nothing.
    assert_eq!(response(address, request(address, &[]).as_bytes()), "");
}
