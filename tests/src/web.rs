//! The client's side of a WebSocket. It can also send invalid bytes, which no library does.

use crate::wait::PATIENCE;
use socket2::{Domain, Socket, Type};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

/// The first byte of a frame with a whole text message.
pub const TEXT: u8 = 0x81;
pub const CLOSE: u8 = 0x88;
/// The first byte of a ping. The other side answers with [`PONG`].
pub const PING: u8 = 0x89;
pub const PONG: u8 = 0x8a;

/// The key and its answer in the example of RFC 6455.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// The mask of each frame that is sent.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// The bytes of a frame that a client sends. The first byte is its kind, such as [`TEXT`].
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..126 => bytes.push(0x80 | length as u8),
        length @ 126..0x1_0000 => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// The frames of a text: one for each line.
pub fn lines(text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.flat_map(|line| frame(TEXT, line.strip_suffix(b"\n").unwrap_or(line))).collect()
}

/// The request for a WebSocket, in which headers in `others` replace those of the same name.
pub fn request(address: SocketAddr, others: &[(&str, &str)]) -> String {
    let (host, origin) = (address.to_string(), format!("http://{address}"));
    let mut headers = vec![
        ("Host", host.as_str()),
        ("Origin", &origin),
        ("Connection", "keep-alive, Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", KEY),
    ];
    for &(name, value) in others {
        headers.retain(|(known, _)| *known != name);
        headers.push((name, value));
    }
    let headers: String = headers
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    format!("GET /ws HTTP/1.1\r\n{headers}\r\n")
}

pub fn connect(address: SocketAddr) -> TcpStream {
    connect_from([127, 0, 0, 1], address)
}

pub fn connect_from(host: [u8; 4], address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.bind(&SocketAddr::from((host, 0)).into()).expect("an address of this machine");
    socket.connect(&address.into()).expect("a server");
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    stream
}

pub fn response(address: SocketAddr, request: &[u8]) -> String {
    answer(connect(address), request)
}

/// Sends a request on a connection and returns the whole response.
pub fn answer(mut stream: TcpStream, request: &[u8]) -> String {
    // The write may fail, because the server may refuse a request before it has read all of it.
    let _ = stream.write_all(request);
    let mut response = Vec::new();
    if let Err(error) = stream.read_to_end(&mut response) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
    }
    String::from_utf8_lossy(&response).into_owned()
}

/// The received bytes of an incomplete frame, the code of the received close frame, and the number of pongs.
#[derive(Debug, Default)]
pub struct WebSocket {
    bytes: Vec<u8>,
    pub code: Option<u16>,
    pub pongs: usize,
}

impl WebSocket {
    pub fn open(stream: &mut TcpStream) -> Self {
        let address = stream.peer_addr().expect("a socket");
        stream.write_all(request(address, &[]).as_bytes()).expect("a server");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a response");
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).expect("the server speaks UTF-8").to_lowercase();
        let accept = format!("sec-websocket-accept: {}\r\n", ACCEPT.to_lowercase());
        assert!(head.starts_with("http/1.1 101") && head.contains(&accept), "{head}");
        Self::default()
    }

    /// Takes received bytes, and returns the complete lines. `None`: the WebSocket is closed.
    pub fn receive(&mut self, bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
        self.bytes.extend(bytes);
        let mut lines = Vec::new();
        while let Some((first, payload)) = self.take_frame() {
            match first {
                TEXT if payload.contains(&b'\n') => {
                    return Err(io::Error::other("a message of two lines"));
                }
                TEXT => {
                    lines.extend(payload);
                    lines.push(b'\n');
                }
                PONG => self.pongs += 1,
                CLOSE => {
                    let code = payload.first_chunk().copied().map(u16::from_be_bytes);
                    self.code = Some(code.unwrap_or(1005));
                }
                _ => return Err(io::Error::other(format!("a frame {first:x}"))),
            }
        }
        Ok((self.code.is_none() || !lines.is_empty()).then_some(lines))
    }

    fn take_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (head, length) = match *self.bytes.get(1)? {
            126 => (4, u16::from_be_bytes(*self.bytes.get(2..)?.first_chunk()?).into()),
            length => (2, usize::from(length)),
        };
        if self.bytes.len() < head + length {
            return None;
        }
        let frame: Vec<u8> = self.bytes.drain(..head + length).collect();
        Some((frame[0], frame[head..].to_vec()))
    }
}
