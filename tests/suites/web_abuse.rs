//! The page of the server and its WebSockets under abuse. What both kinds of clients can do is in
//! `tcp_abuse`.

use chuhe_tests::rows;
use chuhe_tests::tcp::{Client, Server, Setup};
use chuhe_tests::wait::wait_until;
use chuhe_tests::web::{
    BINARY, CLOSE, PING, PONG, TEXT, WebSocket, answer, connect, connect_from, frame, request,
    response,
};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

fn server() -> Server {
    Server::start(&Setup { web: true, ..Setup::new("mate") })
}

fn page(server: &Server) -> SocketAddr {
    server.web.expect("a page")
}

/// Fills in the addresses of a server, a long text, and the signs of its escapes.
fn filled(text: &str, server: &Server) -> String {
    let page = page(server);
    let text = text.replace("{here}", &page.to_string());
    let text = text.replace("{port}", &page.port().to_string());
    let text = text.replace("{other}", &server.address.port().to_string());
    let text = text.replace("{long}", &"a".repeat(20_000));
    text.replace(r"\r", "\r").replace(r"\n", "\n").replace(r"\0", "\0")
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
        // The end tells a server that gave a WebSocket to go.
        let text = request(address, &others);
        let bytes = match expected.as_str() {
            "101" => [text.as_bytes(), &frame(CLOSE, &[])].concat(),
            _ => text.into_bytes(),
        };
        assert_eq!(status(address, &bytes), expected, "{at}");
    }
    assert_eq!(server.client().ask("Status"), "Status:red");
}

/// A WebSocket that the server closes, with the code that it says.
#[test]
fn whoever_breaks_the_protocol_of_web_sockets_is_disconnected() {
    let server = server();
    let mut other = server.client();
    let long = [b' '; 2000];
    // Its length is told, and the rest never comes.
    let head =
        |length: u64| [&[TEXT, 0x80 | 127] as &[u8], &length.to_be_bytes(), b"mask"].concat();
    let rows: [(&str, Vec<u8>, u16); 12] = [
        ("a binary message", frame(BINARY, b"Status"), 1003),
        ("no mask", b"\x81\x06Status".to_vec(), 1002),
        ("a reserved kind", frame(0x83, b"Status"), 1002),
        ("a reserved bit", frame(0xc1, b"Status"), 1002),
        ("a continuation of nothing", frame(0x80, b"Status"), 1002),
        ("a message within another", [frame(0x01, b"Sta"), frame(TEXT, b"tus")].concat(), 1002),
        ("a long ping", frame(PING, &[0; 126]), 1002),
        ("a ping in pieces", frame(0x09, b"a"), 1002),
        ("no text", frame(TEXT, b"Status\xff"), 1007),
        ("a message of 4097 bytes", head(4097), 1009),
        ("a message of an exbibyte", head(1 << 60), 1009),
        (
            "too many pieces",
            [frame(0x01, &long), frame(0, &long), frame(0x80, &long[..97])].concat(),
            1009,
        ),
    ];
    for (name, bytes, code) in rows {
        let mut client = server.client();
        assert_eq!(client.ask("Status"), "Status:red");
        // What is sent behind it does not reset the connection.
        let all = [bytes, vec![0; 1 << 14]].concat();
        client.stream.write_all(&all).expect("the server takes it");
        client.closed();
        assert_eq!(client.stream.read(&mut [0]).ok(), Some(0), "{name}");
        assert_eq!(client.web.and_then(|web| web.code), Some(code), "{name}");
        assert_eq!(other.ask("Status"), "Status:red");
    }
}

#[test]
fn a_message_is_a_line() {
    let server = server();
    let mut client = server.client();
    let overlong = [b' '; 4096];
    let in_pieces: Vec<u8> = b"Status".iter().flat_map(|&byte| frame(0, &[byte])).collect();
    let rows = [
        ("plain", frame(TEXT, b"Status"), "Status:red\n"),
        ("with a line end", frame(TEXT, b"Status\r\n"), "Status:red\n"),
        ("two lines", frame(TEXT, b"Ping\nStatus"), "CMD_FORMAT_ERROR\n"),
        ("empty", frame(TEXT, b""), "CMD_FORMAT_ERROR\n"),
        ("256 bytes", frame(TEXT, format!("{:256}", "Ping").as_bytes()), "Pong\n"),
        ("257 bytes", frame(TEXT, format!("{:257}", "Ping").as_bytes()), "CMD_FORMAT_ERROR\n"),
        ("4096 bytes", frame(TEXT, &overlong), "CMD_FORMAT_ERROR\n"),
        (
            "in pieces, and a ping between them",
            [frame(0x01, b""), frame(PING, b"a"), in_pieces, frame(0x80, b"")].concat(),
            "Status:red\n",
        ),
    ];
    for (name, bytes, reply) in rows {
        // However the bytes are cut.
        for size in [1, bytes.len()] {
            bytes.chunks(size).for_each(|part| client.stream.write_all(part).expect("a server"));
            assert_eq!(client.line(), reply, "{name}");
        }
    }
    assert_eq!(client.web.as_ref().map(|web| web.pongs), Some(2));
    assert_eq!(client.ask("Quit"), "True");
    client.closed();
    assert_eq!(client.web.and_then(|web| web.code), Some(1005), "without a code");
}

/// Pings are answered, as long as somebody reads the answers. Unasked pongs are no news.
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

/// All places of an address are taken by connections that send nothing, or a head without its end.
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
        // It ends, with or without a word.
        let rest = answer(stream, b"");
        assert!(rest.is_empty() || rest.starts_with("HTTP/1.1 408"), "{rest:?}");
    }
}

/// Thousands that come and go, at every stage of a connection, leave nothing behind.
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
    // Without a header nothing is said.
    assert_eq!(response(address, request(address, &[]).as_bytes()), "");
}
