//! The bench: a fixed set of searches, whose node count is the checksum of the search.

use crate::inbox::PendingStops;
use crate::output::Output;
use chuhe_core::{Cluster, Monitor, Workspace, bench as count};
use std::io::Write;
use std::time::{Duration, Instant};

/// The depth, and the number of clusters of the table, for which the count is recorded. It takes one
/// to three seconds, as OpenBench wants it for its measure of a machine's speed.
const DEPTH: u8 = 14;
const SLOTS: usize = 1 << 14;

/// Searches the fixed positions, and prints the total number of nodes unless it is stopped.
pub(crate) fn bench(depth: Option<u8>, pending_stops: &PendingStops, output: &Output<impl Write>) {
    let table: Vec<Cluster> = (0..SLOTS).map(|_| Cluster::new()).collect();
    let mut workspace = Box::<Workspace>::default();
    let begun = Instant::now();
    let mut monitor =
        BenchMonitor { pending_stops, output, begun, before: 0, nodes: 0, last_report: begun };
    let counted = count(depth.unwrap_or(DEPTH), &table, &mut *workspace, &mut monitor);
    let Some(nodes) = counted else { return };
    let millis = monitor.millis().max(1);
    let per_second = u128::from(nodes) * 1000 / u128::from(millis);
    output.write_line(format_args!(
        "Total time (ms) : {millis}\nNodes searched  : {nodes}\nNodes/second    : {per_second}"
    ));
}

/// The monitor of the bench's searches.
struct BenchMonitor<'a, W> {
    pending_stops: &'a PendingStops,
    output: &'a Output<W>,
    begun: Instant,
    /// The nodes of the earlier searches, and of the current one.
    before: u64,
    nodes: u64,
    /// The time of the last output.
    last_report: Instant,
}

impl<W: Write> Monitor for BenchMonitor<'_, W> {
    fn millis(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn is_stopped(&self) -> bool {
        self.pending_stops.any() || self.output.is_broken()
    }

    fn progress(&mut self, nodes: u64) {
        const REPORT_INTERVAL: Duration = Duration::from_secs(1);
        if nodes < self.nodes {
            self.before += self.nodes;
        }
        self.nodes = nodes;
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            self.output.write_line(format_args!("info nodes {}", self.before + nodes));
            self.last_report = Instant::now();
        }
    }
}
