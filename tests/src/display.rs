//! Starts an X server that needs no screen.

use crate::wait::Killed;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// An X server. Dropping it kills the process.
#[derive(Debug)]
pub struct XServer {
    /// The value for the variable `DISPLAY`.
    pub display: String,
    _server: Killed,
}

impl XServer {
    pub fn start() -> Self {
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
            .arg("-noreset")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut number).expect("a display's number");
        Self { display: format!(":{}", number.trim()), _server: Killed(child) }
    }
}
