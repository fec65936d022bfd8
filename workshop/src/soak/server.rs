//! The server of a soak, seen from outside.

use super::stage::IDLE_SECONDS;
use super::{Plan, Usage};
use chuhe_host::{LOG_FILES, LOG_SIZE};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::{PATIENCE, scripts};
use rustix::process::Signal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};
use tempfile::TempDir;

/// The bytes by which the folder of logs may exceed its bound: a record that was being written, and
/// the note that others were lost.
const SLACK: u64 = 64 << 10;

/// The server in a home folder of its own.
pub(super) struct Server {
    /// `None` while it is being started again.
    served: Option<Served>,
    home: TempDir,
    /// The number of log files that were moved away.
    moved: u32,
}

impl Server {
    pub(super) fn start(plan: &Plan) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        for folder in ["conf", "moved"] {
            fs::create_dir(home.path().join(folder)).expect("a folder");
        }
        let maps = scripts().join("conf/team.properties");
        fs::copy(maps, home.path().join("conf/team.properties")).expect("the maps of the scripts");
        let served = Served::start(command(plan, home.path(), "127.0.0.1:0"));
        Self { served: Some(served), home, moved: 0 }
    }

    pub(super) fn pid(&self) -> u32 {
        self.served().pid()
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.served().address
    }

    fn served(&self) -> &Served {
        self.served.as_ref().expect("it runs")
    }

    /// Kills the server, and starts it again at the same address.
    pub(super) fn kill_and_restart(&mut self, plan: &Plan) {
        let address = self.address().to_string();
        drop(self.served.take());
        self.served = Some(Served::start(command(plan, self.home.path(), &address)));
    }

    fn log(&self) -> PathBuf {
        self.home.path().join("logs/chess.log")
    }

    /// Moves the log away, and waits until the server has begun another one.
    pub(super) fn move_log(&mut self) -> Result<(), String> {
        self.moved += 1;
        let moved = self.home.path().join(format!("moved/chess-{}.log", self.moved));
        let text = |error: io::Error| format!("moving the log: {error}");
        fs::rename(self.log(), moved).map_err(text)?;
        let patience = Instant::now() + PATIENCE;
        while !self.log().exists() {
            if Instant::now() > patience {
                return Err("the log was moved, and the server began no other one".to_owned());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The size of all log files that the server keeps.
    pub(super) fn log_size(&self) -> Result<u64, String> {
        let text = |error: io::Error| format!("the logs: {error}");
        let mut size = 0;
        for file in fs::read_dir(self.home.path().join("logs")).map_err(text)? {
            // A file may be renamed meanwhile.
            size += file.map_err(text)?.metadata().map_or(0, |data| data.len());
        }
        let bound = LOG_FILES as u64 * LOG_SIZE + SLACK;
        if size > bound {
            return Err(format!("the logs have {size} bytes, more than {bound}"));
        }
        Ok(size)
    }

    /// Waits until nothing is computed, and no more files and threads are there than these.
    pub(super) fn quiet(&self, most: Usage) -> Result<Usage, String> {
        let pid = self.pid();
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let ticks = processor_ticks(pid);
            thread::sleep(Duration::from_millis(500));
            let usage = Usage::of(pid);
            let busy = processor_ticks(pid) - ticks;
            if usage.files <= most.files && usage.threads <= most.threads && busy <= 1 {
                return Ok(usage);
            }
            if Instant::now() > patience {
                return Err(format!("not quiet: {usage}, {busy} ticks; at most {most}"));
            }
        }
    }

    /// Ends the server. Its logs must tell of no error, and of no connection that was still there.
    pub(super) fn end(mut self) -> Result<(), String> {
        let served = self.served.take().expect("it runs");
        let (_, status, _) = served.end_by(Signal::TERM);
        let text = |error: io::Error| format!("the logs: {error}");
        let last = fs::read_to_string(self.log()).map_err(text)?;
        if status != Some(0) || !last.trim_end().ends_with("chuhe-tcp ends") {
            return Err(format!("it ended with status {status:?}: {}", last.trim_end()));
        }
        for folder in ["logs", "moved"] {
            for file in fs::read_dir(self.home.path().join(folder)).map_err(text)? {
                let log = fs::read_to_string(file.map_err(text)?.path()).map_err(text)?;
                let is_fault =
                    |line: &&str| line.contains(" ERROR ") || line.contains("did not notice");
                if let Some(line) = log.lines().find(is_fault) {
                    return Err(line.to_owned());
                }
            }
        }
        Ok(())
    }
}

fn command(plan: &Plan, home: &Path, address: &str) -> Command {
    let mut command = Command::new(&plan.program);
    command.args(["--bind", address]);
    if !plan.as_shipped {
        command
            .args(["--log-level", "info", "--nodes", "100", "--workers", "2", "--hash", "1"])
            .args(["--idle-timeout", &IDLE_SECONDS.to_string()])
            // Those that vanished may not be gone for the server yet.
            .args(["--max-clients", &(2 * plan.clients).to_string()]);
    }
    command.arg("--journal").arg(home.join("games")).arg("--home").arg(home);
    command.env_remove("CHUHE_HOME").stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// The processor time that a process has had, in ticks of the system.
fn processor_ticks(pid: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("the server runs");
    // The name of the program stands in brackets and may hold blanks; user and system time are
    // the 12th and 13th field behind it.
    let (_, fields) = stat.rsplit_once(')').expect("/proc as Linux has it");
    fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}
