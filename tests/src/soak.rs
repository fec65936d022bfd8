//! The program `chuhe-tcp` for a long time under clients that behave, misbehave and vanish. Every
//! answer is checked against the rules. Memory, descriptors and threads are watched from outside.

mod clients;

use crate::served::Served;
use crate::tcp::scripts;
use clients::{Guest, Manner};
use rustix::process::Signal;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The KiB by which the resident memory may grow after the warming up.
const GROWTH: u64 = 8 << 10;

/// After this time, or a quarter of a short run, everything has been used once.
const WARMING_UP: Duration = Duration::from_secs(300);

/// A client that says nothing for so long is dropped by the server.
const IDLE_SECONDS: u64 = 30;

/// The length and the size of a soak.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program `chuhe-tcp`.
    pub program: PathBuf,
    /// The time that it takes.
    pub duration: Duration,
    /// The number of clients at a time.
    pub clients: usize,
}

/// The resources that the server took, at a moment or at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Resident memory in KiB.
    pub memory: u64,
    /// Open file descriptors.
    pub files: usize,
    /// Threads.
    pub threads: usize,
}

impl Usage {
    fn of(pid: u32) -> Self {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the server runs");
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
            number.expect("/proc as Linux has it")
        };
        let files = fs::read_dir(format!("/proc/{pid}/fd")).expect("the server runs").count();
        Self { memory: field("VmRSS:"), files, threads: field("Threads:") as usize }
    }

    fn max(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            files: self.files.max(other.files),
            threads: self.threads.max(other.threads),
        }
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory, files, threads } = self;
        write!(f, "{memory} KiB, {files} descriptors, {threads} threads")
    }
}

/// The counts of all clients together.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    answers: AtomicU64,
    connections: AtomicU64,
}

/// The figures of a run in which nothing was wrong.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Connections that clients made.
    pub connections: u64,
    /// Answers that were checked.
    pub answers: u64,
    /// Before the first client.
    pub before: Usage,
    /// The most while warming up.
    pub warming_up: Usage,
    /// The most after that.
    pub later: Usage,
    /// After the last client.
    pub after: Usage,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} connections, {} answers, all right", self.connections, self.answers)?;
        writeln!(f, "before the clients: {}", self.before)?;
        writeln!(f, "at most, warming up: {}", self.warming_up)?;
        writeln!(f, "at most, after that: {}", self.later)?;
        write!(f, "after the clients: {}", self.after)
    }
}

/// Carries a plan out on loopback, and tells of every second of it.
///
/// # Errors
/// The first thing that was wrong.
///
/// # Panics
/// When the program cannot be started or watched at all.
pub fn run(plan: &Plan, mut progress: impl FnMut(Duration, Usage)) -> Result<Report, String> {
    let files = chuhe_tcp::allow_files(2 * plan.clients as u64 + 100);
    files.map_err(|error| format!("the limit on open files: {error}"))?;
    let server = Server::start(plan);
    let pid = server.served.pid();
    let before = Usage::of(pid);
    let begun = Instant::now();
    let tally = Arc::new(Tally::default());
    let guests: Vec<_> = (0..plan.clients)
        .map(|number| server.guest(number, begun + plan.duration, &tally))
        .collect();
    let warm = WARMING_UP.min(plan.duration / 4);
    let (mut warming_up, mut later) = (Usage::default(), Usage::default());
    while begun.elapsed() < plan.duration {
        thread::sleep(Duration::from_secs(1).min(plan.duration));
        let usage = Usage::of(pid);
        let most = if begun.elapsed() < warm { &mut warming_up } else { &mut later };
        *most = most.max(usage);
        progress(begun.elapsed(), usage);
        if let Some(at) = guests.iter().position(JoinHandle::is_finished)
            && begun.elapsed() < plan.duration
        {
            return Err(format!("client {at} went wrong, see above"));
        }
    }
    for (number, guest) in guests.into_iter().enumerate() {
        guest.join().map_err(|_| format!("client {number} went wrong, see above"))?;
    }
    let after = server.quiet(before)?;
    server.end()?;
    let (connections, answers) = (tally.connections.load(Relaxed), tally.answers.load(Relaxed));
    let report = Report { connections, answers, before, warming_up, later, after };
    let grown = later.memory.saturating_sub(warming_up.memory);
    if grown > GROWTH {
        Err(format!("{report}\nthe memory grew by {grown} KiB"))
    } else {
        Ok(report)
    }
}

/// The server in a home folder of its own.
struct Server {
    served: Served,
    home: TempDir,
}

impl Server {
    fn start(plan: &Plan) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let conf = home.path().join("conf");
        fs::create_dir(&conf).expect("a folder");
        let maps = scripts().join("conf/team.properties");
        fs::copy(maps, conf.join("team.properties")).expect("the maps of the scripts");
        let mut command = Command::new(&plan.program);
        command
            .args(["--bind", "127.0.0.1:0", "--log-level", "info"])
            .args(["--nodes", "100", "--workers", "2", "--hash", "1"])
            .args(["--idle-timeout", &IDLE_SECONDS.to_string()])
            // Those that vanished may not be gone for the server yet.
            .args(["--max-clients", &(2 * plan.clients).to_string()])
            .arg("--journal")
            .arg(home.path().join("games"))
            .arg("--home")
            .arg(home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        Self { served: Served::start(command), home }
    }

    fn guest(&self, number: usize, end: Instant, tally: &Arc<Tally>) -> JoinHandle<()> {
        let guest = Guest::new(self.served.address, number, end, Arc::clone(tally));
        thread::Builder::new()
            .name(format!("client {number}"))
            .spawn(move || guest.stay(Manner::of(number)))
            .expect("a thread")
    }

    /// Waits until the server is as before the clients came: no connection open, nothing computed.
    fn quiet(&self, before: Usage) -> Result<Usage, String> {
        let pid = self.served.pid();
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let ticks = processor_ticks(pid);
            thread::sleep(Duration::from_millis(500));
            let usage = Usage::of(pid);
            let busy = processor_ticks(pid) - ticks;
            if (usage.files, usage.threads) == (before.files, before.threads) && busy <= 1 {
                return Ok(usage);
            }
            if Instant::now() > patience {
                return Err(format!("after the clients: {usage}, {busy} ticks; before: {before}"));
            }
        }
    }

    /// Ends the server; it says itself whether a connection's task was still there.
    fn end(self) -> Result<(), String> {
        let (_, status, _) = self.served.end_by(Signal::TERM);
        let log = fs::read_to_string(self.home.path().join("logs/chess.log"));
        let log = log.map_err(|error| error.to_string())?;
        if status != Some(0) || !log.trim_end().ends_with("chuhe-tcp ends") {
            return Err(format!("it ended with status {status:?}"));
        }
        match log.lines().find(|line| line.contains(" ERROR ") || line.contains("did not notice")) {
            None => Ok(()),
            Some(line) => Err(line.to_owned()),
        }
    }
}

/// The processor time that a process has had, in ticks of the system.
fn processor_ticks(pid: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("the server runs");
    // The name of the program stands in brackets and may hold blanks; user and system time are
    // the 12th and 13th field behind it.
    let (_, fields) = stat.rsplit_once(')').expect("/proc as Linux has it");
    fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// Returns the path of `chuhe-tcp` in the folder of the running program.
///
/// # Panics
/// When the system does not say which one runs.
#[must_use]
pub fn program_beside() -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    own.parent().unwrap_or(Path::new("")).join("chuhe-tcp")
}
