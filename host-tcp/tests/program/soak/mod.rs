//! Runs the program for a long time with clients that behave, misbehave and vanish. Checks every answer against the
//! rules. Watches memory, descriptors and threads of the program.
//!
//! `CHUHE_SOAK="--minutes 30 --clients 500" cargo test --release -p chuhe-tcp --test program soak` soaks the program
//! for half an hour.

mod clients;
mod server;

use chuhe_tests::programs::{Trial, test};
use chuhe_tests::runs_all;
use clap::Parser;
use clients::{Guest, Stage};
use procfs::process::Process;
use server::Server;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, fmt};

pub(crate) fn tests() -> Vec<Trial> {
    vec![test(None, clients_that_behave_misbehave_and_vanish_leave_nothing_behind)]
}

/// The allowed growth of the resident memory after the warming up, in KiB.
const GROWTH: u64 = 8 << 10;

/// The longest warming up after the start or the last kill. In a short run, a quarter of the remaining time is enough.
const WARMING_UP: Duration = Duration::from_secs(300);

/// The length and the size of a soak, and the accidents in it.
#[derive(Parser, Debug)]
#[command(no_binary_name = true)]
struct Plan {
    #[arg(long)]
    minutes: f64,
    #[arg(long)]
    clients: usize,
    /// The server runs with its default options. Otherwise it looks at 100 positions a move, takes
    /// little memory, and drops silent clients.
    #[arg(long)]
    as_shipped: bool,
    /// The number of times that the server is killed and started again, all in the first third.
    #[arg(long, default_value_t = 0)]
    kills: u32,
    /// The seconds after which the log is moved away, again and again; 0 for never.
    #[arg(long, default_value_t = 0)]
    move_log: u32,
}

impl Plan {
    fn duration(&self) -> Duration {
        Duration::from_secs_f64(60.0 * self.minutes)
    }

    fn time_of_kill(&self, number: u32) -> Option<Duration> {
        (number < self.kills).then(|| self.duration() * (number + 1) / (3 * self.kills))
    }
}

fn clients_that_behave_misbehave_and_vanish_leave_nothing_behind() {
    let plan = |line: &str| Plan::parse_from(line.split_whitespace());
    if let Ok(line) = env::var("CHUHE_SOAK") {
        return eprintln!("{}", run(&plan(&line)));
    }
    if runs_all() {
        let report = run(&plan("--minutes 0.17 --clients 50"));
        assert!(report.answers > 1000, "{report}");
    }
    let report = run(&plan("--minutes 0.17 --clients 50 --kills 3 --move-log 3"));
    assert!(report.kills == 3 && report.resumed > 0 && report.log_moves > 0, "{report}");
}

/// The resources that the server uses at one moment, or the maximum of each resource during a period.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    /// Resident memory in KiB.
    memory: u64,
    files: usize,
    threads: u64,
}

impl Usage {
    const UNBOUNDED: Self = Self { memory: u64::MAX, files: usize::MAX, threads: u64::MAX };

    fn of(process: &Process) -> Self {
        let status = process.status().expect("the server runs");
        let files = process.fd_count().expect("the server runs");
        let memory = status.vmrss.expect("/proc as Linux has it");
        Self { memory, files, threads: status.threads }
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

#[derive(Debug, Default)]
struct Report {
    connections: u64,
    answers: u64,
    resumed: u64,
    kills: u32,
    log_moves: u32,
    /// The greatest total size of the logs, in bytes.
    log_size: u64,
    before: Usage,
    /// The greatest usage until the server is warm again after the last kill.
    warming_up: Usage,
    /// The greatest usage after the warming up.
    later: Usage,
    after: Usage,
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

/// Runs the server and the clients of a plan on this machine, and prints the server's usage each minute.
fn run(plan: &Plan) -> Report {
    chuhe_tcp::allow_files(2 * plan.clients as u64 + 100).expect("a limit on open files");
    let mut server = Server::start(plan);
    // A server that starts has one more file open for a moment, so this call waits until the server is idle.
    let before = server.quiet(Usage::UNBOUNDED);
    let stage = Arc::new(Stage::new(server.served.address, !plan.as_shipped));
    let begun = Instant::now();
    let start = |number| Guest::start(number, begun + plan.duration(), Arc::clone(&stage));
    let guests: Vec<_> = (0..plan.clients).map(start).collect();
    let mut report = Report { before, ..Report::default() };
    report.watch(plan, begun, &mut server, &stage, &guests);
    for (number, guest) in guests.into_iter().enumerate() {
        guest.join().unwrap_or_else(|_| panic!("client {number} went wrong, see above"));
    }
    report.after = server.quiet(before);
    server.end();
    [report.connections, report.answers, report.resumed] =
        [&stage.connections, &stage.answers, &stage.resumed].map(|count| count.load(Relaxed));
    let grown = report.later.memory.saturating_sub(report.warming_up.memory);
    assert!(grown <= GROWTH, "{report}\nthe memory grew by {grown} KiB");
    report
}

impl Report {
    /// Watches the server until the end of the soak. Meanwhile kills the server and moves its log away, as planned.
    fn watch(
        &mut self,
        plan: &Plan,
        begun: Instant,
        server: &mut Server,
        stage: &Stage,
        guests: &[JoinHandle<()>],
    ) {
        let duration = plan.duration();
        let last_kill = plan.kills.checked_sub(1).and_then(|last| plan.time_of_kill(last));
        let last_kill = last_kill.unwrap_or_default();
        let warm = last_kill + WARMING_UP.min((duration - last_kill) / 4);
        let every = Duration::from_secs(plan.move_log.into());
        let mut minute = 0;
        while begun.elapsed() < duration {
            thread::sleep(Duration::from_secs(1).min(duration));
            let time = begun.elapsed();
            if plan.time_of_kill(self.kills).is_some_and(|kill| time >= kill) {
                self.kills += 1;
                stage.change_life();
                server.kill_and_restart(plan);
                stage.change_life();
            }
            if !every.is_zero() && time >= every * (self.log_moves + 1) {
                self.log_moves += 1;
                server.move_log();
            }
            self.log_size = self.log_size.max(server.log_size());
            let usage = Usage::of(&server.process());
            let most = if time >= warm { &mut self.later } else { &mut self.warming_up };
            *most = most.max(usage);
            if time.as_secs() / 60 > minute {
                minute = time.as_secs() / 60;
                eprintln!("{minute} min: {usage}");
            }
            let ended = guests.iter().position(JoinHandle::is_finished);
            let is_early = ended.is_some() && begun.elapsed() < duration;
            assert!(!is_early, "client {ended:?} went wrong, see above");
        }
    }
}
