//! Runs the bench: searches of fixed positions. Their total node count serves as a checksum of the search.

use crate::lines::Console;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{BENCH_POSITIONS, Limits, Monitor};
use chuhe_host::{Networks, Thinker};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The usual depth of the bench, and the size of the table in MiB. The node count for these values is in
/// `tests/data/bench.csv`. The bench takes one to three seconds, as OpenBench requires when it measures speed.
const DEPTH: u8 = 14;
const HASH: usize = 1;

/// Searches the fixed positions, and prints the total time, nodes and speed. A stopped bench prints no totals.
pub(crate) fn bench(
    depth: Option<u8>,
    networks: Networks,
    console: &Console<impl Write>,
) -> io::Result<()> {
    let mut thinker = Thinker::new(HASH, 1)?;
    thinker.set_networks(networks);
    let limits = Limits { depth: depth.unwrap_or(DEPTH), ..Limits::default() };
    let begun = Instant::now();
    let mut monitor = BenchMonitor { console, begun, nodes: 0, last_report: begun };
    for text in BENCH_POSITIONS {
        let root = Fen::read(Rules::default(), text).expect("the positions are valid").position;
        thinker.clear();
        monitor.nodes += thinker.think(&root, &[], &limits, &mut monitor).nodes;
        if monitor.is_stopped() {
            return Ok(());
        }
    }
    let (nodes, millis) = (monitor.nodes, monitor.millis().max(1));
    let per_second = u128::from(nodes) * 1000 / u128::from(millis);
    console.write_line(format_args!(
        "Total time (ms) : {millis}\nNodes searched  : {nodes}\nNodes/second    : {per_second}"
    ));
    Ok(())
}

struct BenchMonitor<'a, W> {
    console: &'a Console<W>,
    begun: Instant,
    nodes: u64,
    last_report: Instant,
}

impl<W: Write> Monitor for BenchMonitor<'_, W> {
    fn millis(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn is_stopped(&self) -> bool {
        self.console.pending_stops.any_stop() || self.console.is_broken()
    }

    fn progress(&mut self, nodes: u64) {
        const REPORT_INTERVAL: Duration = Duration::from_secs(1);
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            self.console.write_line(format_args!("info nodes {}", self.nodes + nodes));
            self.last_report = Instant::now();
        }
    }
}
