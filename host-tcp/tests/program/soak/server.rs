//! Starts, kills and watches the server of a soak.

use super::clients::IDLE_SECONDS;
use super::{Plan, Usage};
use crate::home::Home;
use crate::proxy::free_address;
use chuhe_host::{LOG_FILES, LOG_SIZE};
use chuhe_tests::served::Served;
use chuhe_tests::wait::wait_until;
use procfs::process::Process;
use rustix::process::Signal;
use std::process::Stdio;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The allowed bytes above the size limit of the logs: for a record that is being written, and a note of lost records.
const SLACK: u64 = 64 << 10;

pub(super) struct Server {
    pub(super) served: Served,
    home: Home,
    moved: u32,
}

impl Server {
    pub(super) fn start(plan: &Plan) -> Self {
        let home = Home::of_scripts();
        fs::create_dir(home.path("moved")).expect("a folder");
        Self { served: serve(plan, &home, &free_address().to_string()), home, moved: 0 }
    }

    pub(super) fn process(&self) -> Process {
        Process::new(self.served.pid() as i32).expect("it runs")
    }

    pub(super) fn kill_and_restart(&mut self, plan: &Plan) {
        self.served.signal(Signal::KILL);
        self.served.wait();
        self.served = serve(plan, &self.home, &self.served.address.to_string());
    }

    /// Moves the log away, and waits until the server has begun a new log file.
    pub(super) fn move_log(&mut self) {
        self.moved += 1;
        let (log, moved) = (self.home.path("logs/chess.log"), format!("moved/{}.log", self.moved));
        fs::rename(&log, self.home.path(&moved)).expect("a log");
        wait_until("another log", || log.exists());
    }

    pub(super) fn log_size(&self) -> u64 {
        let files = fs::read_dir(self.home.path("logs")).expect("a folder");
        // A file can be renamed before its size is read. It then counts as empty.
        let size = files.map(|file| file.expect("a file").metadata().map_or(0, |data| data.len()));
        let (size, bound) = (size.sum(), LOG_FILES as u64 * LOG_SIZE + SLACK);
        assert!(size <= bound, "the logs have {size} bytes, more than {bound}");
        size
    }

    /// Waits until the server is idle, with no more open files and threads than `most`.
    pub(super) fn quiet(&self, most: Usage) -> Usage {
        let process = self.process();
        // The processor time of the server so far, in ticks of the system.
        let ticks = || process.stat().map(|stat| stat.utime + stat.stime).expect("it runs");
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let before = ticks();
            thread::sleep(Duration::from_millis(500));
            let (usage, busy) = (Usage::of(&process), ticks() - before);
            if usage.files <= most.files && usage.threads <= most.threads && busy <= 1 {
                return usage;
            }
            assert!(Instant::now() < patience, "not quiet: {usage}, {busy} ticks; at most {most}");
        }
    }

    /// Ends the server, whose logs must contain no error, and no warning of clients that did not leave.
    pub(super) fn end(self) {
        let (status, _) = self.served.end_by(Signal::TERM);
        let last = self.home.log();
        let is_whole = status == Some(0) && last.trim_end().ends_with("chuhe-tcp ends");
        assert!(is_whole, "it ended with status {status:?}: {}", last.trim_end());
        for folder in ["logs", "moved"] {
            for file in fs::read_dir(self.home.path(folder)).expect("a folder") {
                let log = fs::read_to_string(file.expect("a file").path()).expect("a log");
                let is_fault =
                    |line: &&str| line.contains(" ERROR ") || line.contains("did not notice");
                assert_eq!(log.lines().find(is_fault), None);
            }
        }
    }
}

fn serve(plan: &Plan, home: &Home, address: &str) -> Served {
    let mut command = home.command_at(address);
    if !plan.as_shipped {
        command
            .args(["--log-level", "info", "--nodes", "100", "--workers", "2", "--hash", "1"])
            .args(["--idle-timeout", &IDLE_SECONDS.to_string()])
            // The server counts a vanished client for a while, so its limit is twice the number of clients.
            .args(["--max-clients", &(2 * plan.clients).to_string()]);
    }
    command.arg("--journal").arg(home.path("games")).stderr(Stdio::inherit());
    Served::start(command)
}
