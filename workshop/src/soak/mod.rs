//! The program `chuhe-tcp` for a long time under clients that behave, misbehave and vanish. Every
//! answer is checked against the rules. Memory, descriptors and threads are watched from outside.

mod clients;
mod server;
mod stage;

use clients::{Guest, Manner};
use server::Server;
use stage::Stage;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, fs};

/// The KiB by which the resident memory may grow after the warming up.
const GROWTH: u64 = 8 << 10;

/// After this time, or a quarter of a short run, everything has been used once.
const WARMING_UP: Duration = Duration::from_secs(300);

/// The length and the size of a soak, and the accidents in it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program `chuhe-tcp`.
    pub program: PathBuf,
    /// The time that it takes.
    pub duration: Duration,
    /// The number of clients at a time.
    pub clients: usize,
    /// The server runs with its default options. Otherwise it looks at 100 positions a move, takes
    /// little memory, and drops silent clients.
    pub as_shipped: bool,
    /// The number of times that the server is killed and started again, all in the first third.
    pub kills: u32,
    /// The time after which the log is moved away, again and again; `None` for never.
    pub log_moves: Option<Duration>,
}

impl Plan {
    /// A soak without accidents, of a server that takes little.
    pub const fn new(program: PathBuf, duration: Duration, clients: usize) -> Self {
        Self { program, duration, clients, as_shipped: false, kills: 0, log_moves: None }
    }

    fn time_of_kill(&self, number: u32) -> Option<Duration> {
        (number < self.kills).then(|| self.duration * (number + 1) / (3 * self.kills))
    }
}

/// The resources that the server took, at a moment or at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Resident memory in KiB.
    pub memory: u64,
    /// Open file descriptors.
    pub files: usize,
    pub threads: usize,
}

impl Usage {
    const UNBOUNDED: Self = Self { memory: u64::MAX, files: usize::MAX, threads: usize::MAX };

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

/// The figures of a run in which nothing was wrong.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    pub connections: u64,
    pub answers: u64,
    /// Games with names that were resumed as they had been left.
    pub resumed: u64,
    /// Times that the server was killed.
    pub kills: u32,
    /// Times that the log was moved away.
    pub log_moves: u32,
    /// The most bytes in the folder of logs.
    pub log_size: u64,
    pub before: Usage,
    /// The most before the last kill, and while warming up after it.
    pub warming_up: Usage,
    /// The most after that.
    pub later: Usage,
    pub after: Usage,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { connections, answers, resumed, kills, log_moves, log_size, .. } = self;
        writeln!(f, "{connections} connections, {answers} answers, all right")?;
        writeln!(f, "{kills} kills, {resumed} named games resumed as they had been left")?;
        writeln!(f, "{log_moves} logs moved away, at most {log_size} bytes of logs")?;
        writeln!(f, "before the clients: {}", self.before)?;
        writeln!(f, "at most, warming up: {}", self.warming_up)?;
        writeln!(f, "at most, after that: {}", self.later)?;
        write!(f, "after the clients: {}", self.after)
    }
}

/// Carries a plan out on loopback, and tells of every second of it.
pub fn run(plan: &Plan, progress: impl FnMut(Duration, Usage)) -> Result<Report, String> {
    let files = chuhe_tcp::allow_files(2 * plan.clients as u64 + 100);
    files.map_err(|error| format!("the limit on open files: {error}"))?;
    let mut server = Server::start(plan);
    // A start still has a file open for a moment.
    let before = server.quiet(Usage::UNBOUNDED)?;
    let stage = Arc::new(Stage::new(server.address(), !plan.as_shipped));
    let begun = Instant::now();
    let guests: Vec<_> =
        (0..plan.clients).map(|number| guest(number, begun + plan.duration, &stage)).collect();
    let mut watch =
        Watch { begun, kills: 0, log_moves: 0, log_size: 0, most: [Usage::default(); 2] };
    watch.go(plan, &mut server, &stage, &guests, progress)?;
    for (number, guest) in guests.into_iter().enumerate() {
        guest.join().map_err(|_| format!("client {number} went wrong, see above"))?;
    }
    let after = server.quiet(before)?;
    server.end()?;
    let Watch { kills, log_moves, log_size, most: [warming_up, later], .. } = watch;
    let [connections, answers, resumed] =
        [&stage.connections, &stage.answers, &stage.resumed].map(Stage::count);
    let report = Report {
        connections,
        answers,
        resumed,
        kills,
        log_moves,
        log_size,
        before,
        warming_up,
        later,
        after,
    };
    let grown = later.memory.saturating_sub(warming_up.memory);
    if grown > GROWTH {
        Err(format!("{report}\nthe memory grew by {grown} KiB"))
    } else {
        Ok(report)
    }
}

/// The observations of a run, and the accidents that happened.
struct Watch {
    begun: Instant,
    kills: u32,
    log_moves: u32,
    log_size: u64,
    /// The most that the server took while warming up, and later.
    most: [Usage; 2],
}

impl Watch {
    /// Watches the server until the end, kills it and moves its log away as planned.
    fn go(
        &mut self,
        plan: &Plan,
        server: &mut Server,
        stage: &Stage,
        guests: &[JoinHandle<()>],
        mut progress: impl FnMut(Duration, Usage),
    ) -> Result<(), String> {
        let last_kill = plan.kills.checked_sub(1).and_then(|last| plan.time_of_kill(last));
        let last_kill = last_kill.unwrap_or_default();
        let warm = last_kill + WARMING_UP.min((plan.duration - last_kill) / 4);
        while self.begun.elapsed() < plan.duration {
            thread::sleep(Duration::from_secs(1).min(plan.duration));
            let time = self.begun.elapsed();
            if plan.time_of_kill(self.kills).is_some_and(|kill| time >= kill) {
                self.kills += 1;
                stage.change_life();
                server.kill_and_restart(plan);
                stage.change_life();
            }
            if plan.log_moves.is_some_and(|every| time >= every * (self.log_moves + 1)) {
                self.log_moves += 1;
                server.move_log()?;
            }
            self.log_size = self.log_size.max(server.log_size()?);
            let usage = Usage::of(server.pid());
            let most = &mut self.most[usize::from(time >= warm)];
            *most = most.max(usage);
            progress(time, usage);
            if let Some(at) = guests.iter().position(JoinHandle::is_finished)
                && self.begun.elapsed() < plan.duration
            {
                return Err(format!("client {at} went wrong, see above"));
            }
        }
        Ok(())
    }
}

/// Starts a client on a thread of its own.
fn guest(number: usize, end: Instant, stage: &Arc<Stage>) -> JoinHandle<()> {
    let guest = Guest::new(number, end, Arc::clone(stage));
    thread::Builder::new()
        .name(format!("client {number}"))
        .spawn(move || guest.stay(Manner::of(number)))
        .expect("a thread")
}

/// Returns the path of `chuhe-tcp` in the folder of the running program.
///
/// # Panics
/// When the system does not say which one runs.
pub fn program_beside() -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    own.parent().unwrap_or(Path::new("")).join("chuhe-tcp")
}
