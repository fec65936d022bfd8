//! Drives browsers by the DevTools protocol, and starts Chromium.

use chuhe_tests::wait::Killed;
use serde_json::{Value, json};
use std::env;
use std::fmt::Debug;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest time that a test waits for one answer of the browser.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// The keys that have names: the name, the code in Windows, and the character that means the key in WebDriver.
pub(crate) const KEYS: [(&str, u8, char); 16] = [
    ("Tab", 9, '\u{e004}'),
    ("Enter", 13, '\u{e006}'),
    ("Shift", 16, '\u{e008}'),
    ("Control", 17, '\u{e009}'),
    ("Escape", 27, '\u{e00c}'),
    (" ", 32, ' '),
    ("PageUp", 33, '\u{e00e}'),
    ("PageDown", 34, '\u{e00f}'),
    ("End", 35, '\u{e010}'),
    ("Home", 36, '\u{e011}'),
    ("ArrowLeft", 37, '\u{e012}'),
    ("ArrowUp", 38, '\u{e013}'),
    ("ArrowRight", 39, '\u{e014}'),
    ("ArrowDown", 40, '\u{e015}'),
    ("Delete", 46, '\u{e017}'),
    ("Meta", 91, '\u{e03d}'),
];

/// A shell command that starts the browser. The test's pipes become the browser's file descriptors 3 and 4.
const START: &str = "exec \"$@\" 3<&0 4>&1 0</dev/null 1>&2";

/// The value that a browser returns, or an error message.
pub(crate) type Answer = Result<Value, String>;

/// A browser that is driven by the DevTools protocol.
pub(crate) trait Browser: Debug + Send {
    /// Calls a method of the protocol in a session, or in the browser itself for `None`. Returns the result.
    fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Answer;

    /// Waits for an event of a session, or of the browser itself, and returns the values of the event.
    fn wait_for(&mut self, session: Option<&str>, event: &str) -> Answer;

    /// The received events that no test has taken yet.
    fn events(&mut self) -> &mut Vec<Value>;

    /// Removes all received events with the name `event` of a session, or of the browser itself. Returns their values.
    fn take(&mut self, session: Option<&str>, event: &str) -> Vec<Value> {
        let is_taken = |message: &mut Value| {
            message["method"] == event && message["sessionId"].as_str() == session
        };
        let taken = self.events().extract_if(.., is_taken);
        taken.map(|mut message| message["params"].take()).collect()
    }
}

/// Chromium without a screen, with an empty profile.
#[derive(Debug)]
pub(crate) struct Chromium {
    /// The main process of the browser. The other processes end with this one.
    _child: Killed,
    requests: ChildStdin,
    messages: Receiver<Value>,
    /// The received events that no test has taken yet.
    events: Vec<Value>,
    last: u64,
    /// The folder of the profile, which is removed when this value is dropped.
    _profile: TempDir,
}

impl Chromium {
    /// Starts the program that the environment variable `CHROMIUM` names, or `chromium` if the variable is not set.
    pub(crate) fn start() -> Result<Box<dyn Browser>, String> {
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", &program])
            .args(["--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu"])
            .args(["--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("sh: {error}"))?;
        let requests = child.stdin.take().ok_or("no input")?;
        let output = child.stdout.take().ok_or("no output")?;
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            let told = BufReader::new(output).split(0).map_while(Result::ok);
            let mut values = told.map_while(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
            values.try_for_each(|value| sender.send(value))
        });
        let events = Vec::new();
        let mut browser =
            Self { _child: Killed(child), requests, messages, events, last: 0, _profile: profile };
        let version = browser.call(None, "Browser.getVersion", json!({}));
        version.map_err(|error| format!("{program} does not start: {error}"))?;
        Ok(Box::new(browser))
    }

    fn next(&self, end: Instant, what: &str) -> Answer {
        let left = end.saturating_duration_since(Instant::now());
        self.messages.recv_timeout(left).map_err(|error| format!("{what}: {error}"))
    }
}

impl Browser for Chromium {
    fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Answer {
        self.last += 1;
        let id = self.last;
        let mut request = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            request["sessionId"] = session.into();
        }
        let mut bytes = request.to_string().into_bytes();
        bytes.push(0);
        let sent = self.requests.write_all(&bytes).and_then(|()| self.requests.flush());
        sent.map_err(|error| format!("{method}: {error}"))?;
        let end = Instant::now() + PATIENCE;
        loop {
            let mut message = self.next(end, method)?;
            if message["id"] == id {
                return match message["error"]["message"].as_str() {
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(message["result"].take()),
                };
            }
            self.events.push(message);
        }
    }

    fn wait_for(&mut self, session: Option<&str>, event: &str) -> Answer {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(values) = self.take(session, event).pop() {
                return Ok(values);
            }
            let message = self.next(end, event)?;
            self.events.push(message);
        }
    }

    fn events(&mut self) -> &mut Vec<Value> {
        &mut self.events
    }
}
