//! Runs the program with a temporary home folder.

use chuhe_tests::served::Served;
use chuhe_tests::tcp::{Client, PATIENCE, scripts};
use chuhe_tests::wait::wait_until;
use rustix::process::Signal;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A command that runs the program with pipes for its output.
pub(crate) fn program() -> Command {
    piped(Command::new(env!("CARGO_BIN_EXE_chuhe-tcp")))
}

/// Gives a command pipes for its output, an empty input, and an environment without `CHUHE_HOME`.
pub(crate) fn piped(mut command: Command) -> Command {
    command.env_remove("CHUHE_HOME").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program until it ends by itself. Returns its standard output, its standard error and its exit status.
pub(crate) fn ended(command: &mut Command) -> (String, String, Option<i32>) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program speaks UTF-8");
    (text(stdout), text(stderr), status.code())
}

pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn empty() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn of_scripts() -> Self {
        let home = Self::empty();
        fs::create_dir(home.path("conf")).expect("a folder");
        let maps = scripts().join("conf/team.properties");
        fs::copy(maps, home.path("conf/team.properties")).expect("the maps of the scripts");
        home
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file in this folder as text, for a command-line option.
    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().expect("a path in UTF-8")
    }

    pub(crate) fn run(&self, commands: &str) {
        let mut shell = Command::new("sh");
        let (_, errors, status) = ended(shell.args(["-ec", commands]).current_dir(self.folder()));
        assert_eq!(status, Some(0), "{commands}: {errors}");
    }

    pub(crate) fn command(&self, options: &[&str]) -> Command {
        let mut command = self.command_at("127.0.0.1:0");
        command.args(options);
        command
    }

    pub(crate) fn command_at(&self, address: &str) -> Command {
        let mut command = program();
        command.arg("--home").arg(self.folder()).args(["--bind", address]);
        command
    }

    pub(crate) fn start(&self, options: &[&str]) -> Served {
        Served::start(self.command(options))
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.path("logs/chess.log")).unwrap_or_default()
    }

    pub(crate) fn wait_for_log(&self, text: &str) {
        wait_until(text, || self.log().contains(text));
    }
}

/// Ends a program with SIGTERM, and asserts that its exit status is 0. Returns its standard error.
pub(crate) fn end(served: Served) -> String {
    let (status, errors) = served.end_by(Signal::TERM);
    assert_eq!(status, Some(0), "{errors}");
    errors
}

/// Sends a line to the program that listens at a Unix socket. Returns the first line of its answer.
pub(crate) fn tell(path: &Path, text: &str) -> io::Result<String> {
    let mut stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(format!("{text}\r\n").as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

/// Plays a move of Red, and reads the answer of the computer.
pub(crate) fn play(client: &mut Client, step: &str) {
    assert_eq!(client.ask(&format!("Move:{step}")), "True");
    assert!(client.line().starts_with("CurrentBoard:"));
}

/// Asserts that a record of the log begins with its time, names the program, and has no control characters.
pub(crate) fn assert_whole(record: &str) {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let time = record.get(..23).map(|time| time.replace(is_digit, "0"));
    let pid = record.get(36..).and_then(|rest| rest.strip_prefix("chuhe-tcp["));
    let is_named = pid.is_some_and(|pid| pid.starts_with(is_digit) && pid.contains("]: "));
    assert!(time.as_deref() == Some("0000-00-00T00:00:00.000") && is_named, "{record}");
    // Without optimisation, as in tests, a loop over bytes is several times faster than a loop over characters.
    let has_control = match record.is_ascii() {
        true => record.bytes().any(|byte| byte.is_ascii_control()),
        false => record.contains(char::is_control),
    };
    assert!(!has_control, "{record}");
}
