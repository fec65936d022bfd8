//! Plays transcripts of sessions: the client's side to a server, or the server's side to a client. The file
//! `tests/data/SCRIPTS.md` describes the form of transcripts.

use crate::lines::LineEnd;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The longest time for which a replay waits for a line of the server.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Client,
    Server,
}

pub trait Peer {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits for bytes, and appends them to `to`. Returns their number, which is 0 at the end of the stream.
    fn receive(&mut self, to: &mut Vec<u8>) -> io::Result<usize>;

    /// Tells the other side that nothing more will be sent.
    fn half_close(&mut self) -> io::Result<()>;

    /// The line end of received lines, if the sent lines have the line end `sent`.
    fn line_end(&self, sent: LineEnd) -> LineEnd {
        sent
    }
}

impl Peer for TcpStream {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn receive(&mut self, to: &mut Vec<u8>) -> io::Result<usize> {
        let mut bytes = [0; 4096];
        let count = self.read(&mut bytes)?;
        to.extend(&bytes[..count]);
        Ok(count)
    }

    fn half_close(&mut self) -> io::Result<()> {
        self.shutdown(Shutdown::Write)
    }
}

pub trait Stage {
    /// Connects a further client to the server. If the server's side is played, waits until a client connects.
    fn connect(&mut self) -> io::Result<Box<dyn Peer>>;

    /// Obeys a line with the word `server` or `restart`, or with a word that only this stage knows. Refuses an unknown
    /// word.
    fn instruct(&mut self, word: &str, rest: &str) -> Result<(), String>;
}

struct Connection {
    peer: Box<dyn Peer>,
    unread: Vec<u8>,
}

struct Replay<'a> {
    role: Role,
    stage: &'a mut dyn Stage,
    connections: BTreeMap<String, Connection>,
    current: String,
    line_end: LineEnd,
}

/// Plays a transcript. An error says which line the other side did not follow, and why.
pub fn replay(text: &str, role: Role, stage: &mut dyn Stage) -> Result<(), String> {
    let (connections, current) = (BTreeMap::new(), String::new());
    let mut replay = Replay { role, stage, connections, current, line_end: LineEnd::Lf };
    // Some editors write a byte order mark at the beginning of a file.
    let text = text.trim_start_matches('\u{feff}');
    let is_played = |line: &&str| role == Role::Server || *line != "server-only";
    for (number, line) in (1..).zip(text.lines().take_while(is_played)) {
        if !line.is_empty() && !line.starts_with('#') {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            replay.play(word, rest).map_err(|fault| format!("{number}: {line}: {fault}"))?;
        }
    }
    Ok(())
}

struct Sockets<'a> {
    /// The socket for clients, if the server's side is played.
    listener: Option<TcpListener>,
    server: &'a str,
}

impl Stage for Sockets<'_> {
    fn connect(&mut self) -> io::Result<Box<dyn Peer>> {
        if let Some(listener) = &self.listener {
            return Ok(Box::new(listener.accept()?.0));
        }
        let stream = TcpStream::connect(self.server)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Box::new(stream))
    }

    fn instruct(&mut self, word: &str, _: &str) -> Result<(), String> {
        match word {
            "restart" if self.listener.is_none() => {
                Err("a server elsewhere cannot be started again".to_owned())
            }
            "server" | "restart" => Ok(()),
            _ => Err("no such word".to_owned()),
        }
    }
}

/// Plays the client's side of `file` to `server`. Without `server`, plays the server's side to clients at `bind`.
pub fn run(file: &Path, server: Option<&str>, bind: &str) -> Result<(), String> {
    let path = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{path}: {error}"))?;
    let listen = || -> io::Result<TcpListener> {
        let listener = TcpListener::bind(bind)?;
        writeln!(io::stdout(), "listening on {}: {path}", listener.local_addr()?)?;
        Ok(listener)
    };
    let (role, listener) = match server {
        Some(_) => (Role::Client, None),
        None => (Role::Server, Some(listen().map_err(|error| format!("{bind}: {error}"))?)),
    };
    let mut sockets = Sockets { listener, server: server.unwrap_or_default() };
    replay(&text, role, &mut sockets).map_err(|fault| format!("{path}:{fault}"))
}

impl Replay<'_> {
    fn play(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let is_client = self.role == Role::Client;
        match word {
            ">" | "<" if is_client == (word == ">") => self.send(&unescaped(rest)?),
            ">" | "<" => self.expect(&unescaped(rest)?, true),
            "<~" if is_client => self.expect(&unescaped(rest)?, false),
            "<~" => Err("only the beginning of this line is known".to_owned()),
            "client" => {
                rest.clone_into(&mut self.current);
                self.connection().map(drop)
            }
            "end" => {
                let all = [LineEnd::Lf, LineEnd::CrLf, LineEnd::Pause];
                let end = all.into_iter().find(|end| end.name() == rest);
                self.line_end = end.ok_or("no such line end")?;
                Ok(())
            }
            "half-close" if is_client => {
                self.connection()?.peer.half_close().map_err(|error| error.to_string())
            }
            "closed" if is_client => self.expect_end(),
            "half-close" | "leave" if !is_client => self.expect_end(),
            "leave" | "closed" => {
                self.connections.remove(&self.current);
                Ok(())
            }
            "server-only" => Ok(()),
            "server" | "restart" => {
                self.connections.clear();
                self.stage.instruct(word, rest)
            }
            _ => self.stage.instruct(word, rest),
        }
    }

    /// Returns the connection of the current client, which is opened at its first use.
    fn connection(&mut self) -> Result<&mut Connection, String> {
        if !self.connections.contains_key(&self.current) {
            let peer = self.stage.connect().map_err(|error| error.to_string())?;
            let connection = Connection { peer, unread: Vec::new() };
            self.connections.insert(self.current.clone(), connection);
        }
        Ok(self.connections.get_mut(&self.current).expect("it was inserted"))
    }

    fn send(&mut self, text: &[u8]) -> Result<(), String> {
        let bytes = [text, self.line_end.bytes()].concat();
        self.connection()?.peer.send(&bytes).map_err(|error| error.to_string())
    }

    fn expect(&mut self, text: &[u8], is_whole: bool) -> Result<(), String> {
        let sent = self.line_end;
        let connection = self.connection()?;
        let end = connection.peer.line_end(sent).bytes();
        let line = connection.line(end, text.len())?;
        let said = line.strip_suffix(end);
        match said {
            Some(said) if said == text || !is_whole && said.starts_with(text) => Ok(()),
            _ => Err(format!("instead came {:?}", String::from_utf8_lossy(&line))),
        }
    }

    fn expect_end(&mut self) -> Result<(), String> {
        let connection = self.connection()?;
        match connection.peer.receive(&mut connection.unread) {
            Ok(0) if connection.unread.is_empty() => Ok(()),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => Ok(()),
            Err(error) => Err(format!("the connection stays open: {}", told(&error))),
            Ok(_) => Err(format!("instead came {:?}", String::from_utf8_lossy(&connection.unread))),
        }
    }
}

impl Connection {
    /// The next line, including its line end. If `end` is empty, the line is the next `length` bytes.
    fn line(&mut self, end: &[u8], length: usize) -> Result<Vec<u8>, String> {
        loop {
            let feed = self.unread.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
            let whole = if end.is_empty() { Some(length) } else { feed };
            if let Some(whole) = whole.filter(|&whole| whole <= self.unread.len()) {
                return Ok(self.unread.drain(..whole).collect());
            }
            let fault = match self.peer.receive(&mut self.unread) {
                Ok(0) => "the end".to_owned(),
                Ok(_) => continue,
                Err(error) => told(&error),
            };
            return Err(format!("{fault} came after {:?}", String::from_utf8_lossy(&self.unread)));
        }
    }
}

/// The text of a fault of a connection. For a timeout, the text names [`PATIENCE`].
fn told(fault: &io::Error) -> String {
    match fault.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => {
            format!("nothing within {} s", PATIENCE.as_secs())
        }
        _ => fault.to_string(),
    }
}

/// Writes the bytes of a command or a line as text for a transcript.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) if !text.contains(|c: char| c == '\\' || c.is_control()) => text.to_owned(),
        _ => bytes.escape_ascii().to_string(),
    }
}

/// The bytes of `text` from a transcript, which can contain the escapes of a Rust byte string.
pub(crate) fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut rest = text.bytes();
    let mut bytes = Vec::new();
    while let Some(byte) = rest.next() {
        let byte = if byte == b'\\' { escape(&mut rest) } else { Some(byte) };
        bytes.push(byte.ok_or("no such escape")?);
    }
    Ok(bytes)
}

fn escape(rest: &mut impl Iterator<Item = u8>) -> Option<u8> {
    let kind = char::from(rest.next()?);
    let mut digit = || char::from(rest.next()?).to_digit(16);
    match kind {
        't' => Some(b'\t'),
        'r' => Some(b'\r'),
        'n' => Some(b'\n'),
        quoted @ ('\\' | '\'' | '"') => u8::try_from(quoted).ok(),
        'x' => u8::try_from(digit()? * 16 + digit()?).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_written_so_that_it_is_read_again() {
        for command in
            [b"Move:7,7:7,4" as &[u8], b"\\x00\\", b"\0\t\r\x7f\xff\xfe ", "炮：\u{85}".as_bytes()]
        {
            let text = escaped(command);
            assert_eq!(unescaped(&text).as_deref(), Ok(command), "{text}");
            assert_eq!(text.lines().collect::<Vec<_>>(), [&text]);
        }
        assert!(["\\", "\\q", "\\x1", "\\xg0"].into_iter().all(|text| unescaped(text).is_err()));
    }
}
