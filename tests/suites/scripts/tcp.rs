//! Scripts of `tests/data/tcp`: the automation server.

use chuhe_tests::script::{self, ScriptLine};
use chuhe_tests::tcp::{Client, Server, Setup};
use std::collections::BTreeMap;
use std::time::Duration;
use tempfile::TempDir;

pub(super) struct Session {
    clients: BTreeMap<String, Client>,
    /// Started by the first line that needs it.
    server: Option<Server>,
    setup: Setup,
    /// The folder of the journals, which is removed after the server has stopped.
    folder: TempDir,
    /// The name of the client that speaks.
    current: String,
    /// The end of each line that is sent or expected.
    line_end: &'static str,
}

impl Session {
    /// A server whose clients come through WebSockets, or as they are.
    pub(super) fn new(web: bool) -> Self {
        Self {
            setup: Setup { web, ..Setup::default() },
            folder: tempfile::tempdir().expect("a folder for journals"),
            server: None,
            clients: BTreeMap::new(),
            current: String::new(),
            line_end: "\n",
        }
    }

    /// Returns the client that speaks, which is connected when it is first needed.
    fn client(&mut self) -> &mut Client {
        let server = self.server.get_or_insert_with(|| Server::start(&self.setup));
        self.clients.entry(self.current.clone()).or_insert_with(|| server.client())
    }

    fn set(&mut self, option: &str) {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let number = || value.parse().unwrap_or_else(|_| panic!("{value} is no number"));
        let setup = &mut self.setup;
        match key {
            "map" => setup.map = Some(value.to_owned()),
            "shared" => setup.shared = true,
            "journal" => setup.journal = Some(self.folder.path().to_owned()),
            "thinking-for-ever" => setup.strength = Setup::thinking_for_ever().strength,
            "nodes" => setup.strength.nodes = Some(number()),
            "frame-idle" => setup.frame_idle = Some(Duration::from_millis(number())),
            _ => panic!("no option {key}"),
        }
    }

    /// The end of each line of the server. A message of a WebSocket counts as a line.
    fn expected_end(&self) -> &'static str {
        if self.setup.web { "\n" } else { self.line_end }
    }

    fn expect(&mut self, text: &str) {
        let line_end = self.expected_end();
        if line_end.is_empty() {
            let said = self.client().bytes(text.len());
            assert_eq!(String::from_utf8_lossy(&said), text);
        } else {
            assert_eq!(self.client().line(), format!("{text}{line_end}"));
        }
    }

    fn expect_start(&mut self, text: &str) {
        let line_end = self.expected_end();
        let line = self.client().line();
        let said = line.strip_suffix(line_end).unwrap_or_else(|| panic!("{line:?}"));
        assert!(said.starts_with(text), "{said}");
    }

    fn obey(&mut self, word: &str, rest: &str) {
        match word {
            "server" => {
                assert!(self.server.is_none(), "the server runs already");
                rest.split(' ').for_each(|option| self.set(option));
            }
            "client" => {
                rest.clone_into(&mut self.current);
                self.client();
            }
            "end" => {
                self.line_end = match rest {
                    "lf" => "\n",
                    "crlf" => "\r\n",
                    "nothing" => "",
                    _ => panic!("no such line end"),
                }
            }
            "half-close" => self.client().half_close(),
            "closed" => self.client().closed(),
            "leave" => drop(self.clients.remove(&self.current)),
            "restart" => {
                self.clients.clear();
                self.server = None;
                self.server = Some(Server::start(&self.setup));
            }
            _ => panic!("no such word"),
        }
    }
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Send(text) => {
                let bytes = [&unescaped(text), self.line_end.as_bytes()].concat();
                self.client().send(bytes);
            }
            ScriptLine::Expect(text) => self.expect(text),
            ScriptLine::ExpectStart(text) => self.expect_start(text),
            ScriptLine::Directive(word, rest) => self.obey(word, rest),
            _ => panic!("the server's scripts have no such line"),
        }
    }
}

/// The bytes of a text with the escapes of a Rust byte string.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&kind, after) = rest.split_first().expect("something escaped");
        rest = after;
        bytes.push(match kind {
            b't' => b'\t',
            b'r' => b'\r',
            b'n' => b'\n',
            b'\\' => b'\\',
            b'x' => {
                let digits = std::str::from_utf8(&rest[..2]).expect("two hexadecimal digits");
                rest = &rest[2..];
                u8::from_str_radix(digits, 16).expect("two hexadecimal digits")
            }
            _ => panic!("no escape \\{}", kind as char),
        });
    }
    bytes
}
