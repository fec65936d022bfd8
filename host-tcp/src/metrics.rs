//! Counts what a server does, for Prometheus and for the command `Stats`.

use chuhe_core::SearchLine;
use chuhe_host::{Computer, VERSION, log_counts};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DropReason {
    Slow,
    Idle,
    Http,
    Shutdown,
    Broken,
    Fault,
}

impl DropReason {
    const LABELS: [&'static str; 6] = ["slow", "idle", "http", "shutdown", "broken", "fault"];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefuseReason {
    MaxClients,
    MaxClientsPerAddress,
    NoProxyHeader,
}

impl RefuseReason {
    const LABELS: [&'static str; 3] = ["max_clients", "max_clients_per_address", "no_proxy_header"];
}

/// The figures of a server. Every counter is 0 when the server starts.
#[derive(Debug)]
pub struct Metrics {
    pub clients: Gauge,
    pub connections: Counter,
    pub commands: Counter,
    pub format_errors: Counter,
    pub games: Gauge,
    pub games_begun: Counter,
    pub failed_games: Counter,
    pub kept_games: Gauge,
    pub unsaved_games: Gauge,
    /// The last known number of games in the place that `--journal` names.
    pub stored_games: Gauge,
    pub journal_faults: Counter,
    log_faults: Counter,
    log_lost: Counter,
    pub reloads: Counter,
    pub reload_faults: Counter,
    pub draining: Gauge,
    refused: [Counter; RefuseReason::LABELS.len()],
    dropped: [Counter; DropReason::LABELS.len()],
    turns: Counter,
    turn_time: Histogram,
    turn_wait: Histogram,
    pub(crate) journal_write: Histogram,
    turns_waiting: Gauge,
    turns_running: Gauge,
    numbers: Vec<(&'static str, Number)>,
    registry: Registry,
    start: Instant,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut all = Registrar::new();
        Self {
            clients: all.gauge("clients", "Clients that are connected"),
            connections: all.counter("connections", "Clients that were let in"),
            refused: all.reasons("refused", "Clients that were refused", RefuseReason::LABELS),
            dropped: all.reasons("dropped", "Clients that were dropped", DropReason::LABELS),
            commands: all.counter("commands", "Commands of clients"),
            format_errors: all.counter("format_errors", "Commands that could not be read"),
            games: all.gauge("games", "Games that exist"),
            games_begun: all.counter("games_begun", "Games that began"),
            failed_games: all.counter("failed_games", "Games that a fault of the program ended"),
            kept_games: all.gauge("kept_games", "Games that are written to a journal"),
            unsaved_games: all.gauge("unsaved_games", "Games whose journal cannot be written"),
            stored_games: all.gauge("stored_games", "Games in the folder of --journal"),
            journal_write: all
                .time("journal_write", "Time to write a change of a game to its journal"),
            journal_faults: all.counter("journal_faults", "Failed attempts to write a journal"),
            turns_waiting: all.gauge("turns_waiting", "Turns and hints that wait for a worker"),
            turns_running: all.gauge("turns_running", "Turns and hints that are searched"),
            turns: all.counter("turns", "Turns and hints that were answered"),
            turn_time: all.time("turn", "Time of the search for a turn or a hint"),
            turn_wait: all.time("turn_wait", "Time that a turn or a hint waited for its search"),
            log_faults: all.counter("log_faults", "Times that the log could not be written"),
            log_lost: all.counter("log_lost_records", "Records that the log lost"),
            reloads: all.counter("reloads", "Configurations that were read again"),
            reload_faults: all.counter("reload_faults", "Configurations that were refused"),
            draining: all.gauge("draining", "1 while the server drains"),
            numbers: all.numbers,
            registry: all.registry,
            start: Instant::now(),
        }
    }
}

impl Metrics {
    pub const fn refused(&self, reason: RefuseReason) -> &Counter {
        &self.refused[reason as usize]
    }

    pub const fn dropped(&self, reason: DropReason) -> &Counter {
        &self.dropped[reason as usize]
    }

    /// Counts an answer of the computer. Records its thinking time, and how long the request made at `asked` waited.
    pub fn count_turn(&self, answer: &SearchLine, asked: Instant) {
        let time = Duration::from_millis(answer.millis);
        self.turns.inc();
        self.turn_time.observe(time.as_secs_f64());
        self.turn_wait.observe(asked.elapsed().saturating_sub(time).as_secs_f64());
    }

    /// The reply to `Stats`: every counter and gauge, the time since the start in seconds, and the version.
    pub fn stats(&self, computer: &Computer) -> String {
        self.read_others(computer);
        let mut line = String::new();
        for (name, number) in &self.numbers {
            // Writing to a string cannot fail.
            let _ = write!(line, "{name}={number};");
        }
        let uptime = self.start.elapsed().as_secs();
        let _ = write!(line, "uptime={uptime};version={VERSION};");
        line
    }

    /// All figures in the text format of OpenMetrics.
    pub fn exposition(&self, computer: &Computer) -> Result<String, fmt::Error> {
        self.read_others(computer);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// Copies the figures that the computer and the log count.
    fn read_others(&self, computer: &Computer) {
        let load = computer.load();
        let gauge = |count| i64::try_from(count).unwrap_or(i64::MAX);
        self.turns_waiting.set(gauge(load.waiting));
        self.turns_running.set(gauge(load.running));
        let log = log_counts();
        self.log_faults.inner().store(log.faults, Ordering::Relaxed);
        self.log_lost.inner().store(log.lost, Ordering::Relaxed);
    }
}

/// Raises a gauge by 1 until the guard is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[derive(Debug)]
enum Number {
    Gauge(Gauge),
    Counters(Vec<Counter>),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gauge(gauge) => write!(f, "{}", gauge.get()),
            Self::Counters(counters) => {
                write!(f, "{}", counters.iter().map(Counter::get).sum::<u64>())
            }
        }
    }
}

/// Registers each figure under its name, for Prometheus and for `Stats`.
struct Registrar {
    registry: Registry,
    numbers: Vec<(&'static str, Number)>,
}

impl Registrar {
    fn new() -> Self {
        let mut registry = Registry::default();
        let start = Gauge::<f64, AtomicU64>::default();
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        start.set(since.as_secs_f64());
        let (name, help) = ("process_start_time", "Start of the program since 1970");
        registry.register_with_unit(name, help, Unit::Seconds, start);
        let version = Info::new([("version", VERSION)]);
        registry.register("chuhe_build", "Version of the program", version);
        #[cfg(target_os = "linux")]
        registry.register_collector(Box::new(crate::process::ProcessFigures));
        Self { registry, numbers: Vec::new() }
    }

    fn gauge(&mut self, name: &'static str, help: &'static str) -> Gauge {
        let gauge = Gauge::default();
        self.registry.register(format!("chuhe_{name}"), help, gauge.clone());
        self.numbers.push((name, Number::Gauge(gauge.clone())));
        gauge
    }

    fn counter(&mut self, name: &'static str, help: &'static str) -> Counter {
        let counter = Counter::default();
        self.registry.register(format!("chuhe_{name}"), help, counter.clone());
        self.numbers.push((name, Number::Counters(vec![counter.clone()])));
        counter
    }

    /// Registers a counter for each reason. The reply to `Stats` tells the sum of these counters.
    fn reasons<const N: usize>(
        &mut self,
        name: &'static str,
        help: &'static str,
        labels: [&'static str; N],
    ) -> [Counter; N] {
        let family = Family::<[(&str, &str); 1], Counter>::default();
        let counters = labels.map(|label| family.get_or_create_owned(&[("reason", label)]));
        self.registry.register(format!("chuhe_{name}"), help, family);
        self.numbers.push((name, Number::Counters(counters.to_vec())));
        counters
    }

    /// Registers a histogram of times from 1 ms to 16 s. The reply to `Stats` contains no histograms.
    fn time(&mut self, name: &str, help: &str) -> Histogram {
        let histogram = Histogram::new(exponential_buckets(0.001, 2.0, 15));
        let name = format!("chuhe_{name}");
        self.registry.register_with_unit(name, help, Unit::Seconds, histogram.clone());
        histogram
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::rules::Rules;
    use chuhe_core::{Game, Limits};
    use chuhe_host::SearchRequest;

    #[test]
    fn turns_are_counted_while_they_wait_and_run() {
        let (metrics, computer) = (Metrics::default(), Computer::new(1, 1).unwrap());
        let root = Rules::Xiangqi.start();
        let (sender, begun) = std::sync::mpsc::channel();
        let turns = [(); 3].map(|()| {
            let request = SearchRequest::new(Game::new(root.clone()), Limits::default());
            let sender = sender.clone();
            let report = move |_: &SearchLine| sender.send(()).unwrap_or_default();
            computer.ask_with_reports(request, report, |_| ())
        });
        begun.recv_timeout(Duration::from_secs(60)).unwrap();
        let text = metrics.exposition(&computer).unwrap();
        assert!(text.contains("\nchuhe_turns_running 1\n"), "{text}");
        assert!(text.contains("\nchuhe_turns_waiting 2\n"), "{text}");
        drop(turns);
    }

    #[test]
    fn reasons_are_labels_for_prometheus_and_a_sum_for_stats() {
        let (metrics, computer) = (Metrics::default(), Computer::new(1, 1).unwrap());
        metrics.clients.set(i64::MAX);
        metrics.commands.inc_by(u64::MAX);
        metrics.dropped(DropReason::Slow).inc_by(2);
        metrics.dropped(DropReason::Broken).inc();
        let stats = metrics.stats(&computer);
        let text = metrics.exposition(&computer).unwrap();
        assert!(stats.len() < 1024, "{} bytes", stats.len());
        assert!(stats.contains(";dropped=3;"), "{stats}");
        assert!(text.contains("chuhe_dropped_total{reason=\"slow\"} 2\n"), "{text}");
        assert!(text.contains(&format!("chuhe_build_info{{version=\"{VERSION}\"}} 1\n")), "{text}");
        assert!(text.contains("\nprocess_start_time_seconds "), "{text}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_process_is_measured_as_the_system_does() {
        let text = Metrics::default().exposition(&Computer::new(1, 1).unwrap()).unwrap();
        let figure = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
        };
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        assert_eq!(Some(figure("process_max_fds") as u64), limit);
        assert!(figure("process_open_fds") >= 3.0, "{text}");
        assert!(figure("process_threads") >= 2.0, "{text}");
        assert!(figure("process_resident_memory_bytes") > 1e6, "{text}");
        assert!(figure("process_cpu_seconds_total") < 3600.0, "{text}");
    }
}
