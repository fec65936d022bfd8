//! Runs the program `chuhe-tcp` as a child process of a test.

use crate::tcp::Client;
use crate::wait::{Killed, wait_for};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, read_to_string};
use std::net::SocketAddr;
use std::process::{ChildStdout, Command, ExitStatus};

/// A running server. Dropping it kills the process by SIGKILL.
#[derive(Debug)]
pub struct Served {
    pub address: SocketAddr,
    /// The line that the server prints when it begins to listen.
    pub greeting: String,
    child: Killed,
    stdout: BufReader<ChildStdout>,
}

impl Served {
    /// Starts a server, whose standard output must be piped, and waits until it listens.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut greeting = String::new();
        stdout.read_line(&mut greeting).expect("a line");
        let address = greeting
            .strip_prefix("listening on ")
            .and_then(|rest| rest.split_once(": "))
            .and_then(|(address, _)| address.parse().ok());
        let Some(address) = address else {
            let errors = child.stderr.take().and_then(|errors| read_to_string(errors).ok());
            panic!("{greeting:?} {}", errors.unwrap_or_default());
        };
        Self { child: Killed(child), address, greeting, stdout }
    }

    pub fn client(&self) -> Client {
        Client::connect(self.address)
    }

    /// The next line of the server's output, with the line end.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("a line");
        assert!(line.ends_with('\n'), "{line:?}");
        line
    }

    pub fn pid(&self) -> u32 {
        self.child.0.id()
    }

    pub fn process(&self) -> Pid {
        Pid::from_child(&self.child.0)
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.process(), signal).expect("it runs");
    }

    /// Sends a signal and waits for the end. Returns the exit status, and the standard error, empty if it is not piped.
    pub fn end_by(mut self, signal: Signal) -> (Option<i32>, String) {
        self.signal(signal);
        let status = self.wait();
        let errors =
            self.child.0.stderr.take().map(|errors| read_to_string(errors).expect("UTF-8"));
        (status.code(), errors.unwrap_or_default())
    }

    pub fn wait(&mut self) -> ExitStatus {
        wait_for("the end", || self.child.0.try_wait().expect("a child").ok_or("it runs"))
    }
}
