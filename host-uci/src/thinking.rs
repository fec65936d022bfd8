//! A search on its own thread, and how the thread that reads commands governs it.

use crate::board::Board;
use crate::inbox::PendingStops;
use crate::output::Output;
use crate::protocol::{BestMove, Dialect, SearchCounts, SearchInfo};
use chuhe_core::{Cluster, Limits, Monitor, Move, Report, Score, fullness};
use chuhe_host::Thinker;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What to think about, and how.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) dialect: Dialect,
    pub(crate) board: Board,
    pub(crate) limits: Limits,
    /// The moves that may be made.
    pub(crate) moves: Vec<Move>,
    /// Whether a mate in so many moves is all that is wanted.
    pub(crate) mate: Option<u16>,
    /// Whether the answer waits for `stop`.
    pub(crate) infinite: bool,
    pub(crate) wdl: bool,
}

/// The wishes of the other program while there is thinking.
#[derive(Debug)]
pub(crate) struct SearchControl {
    asked: Instant,
    stop: AtomicBool,
    /// When time began to count, in microseconds since the question; [`PONDERING`] before.
    counts_from: AtomicU64,
    draw: AtomicBool,
    answered: AtomicBool,
    /// It was ended by a `stop` or `quit` that had been read, but not been obeyed.
    stopped_early: AtomicBool,
    /// Guards nothing but the moment between looking and waiting.
    gate: Mutex<()>,
    changed: Condvar,
}

/// Stands for a time that has not begun to count.
const PONDERING: u64 = u64::MAX;

impl SearchControl {
    pub(crate) fn new(asked: Instant, ponder: bool, draw: bool) -> Self {
        Self {
            asked,
            stop: AtomicBool::new(false),
            counts_from: AtomicU64::new(if ponder { PONDERING } else { 0 }),
            draw: AtomicBool::new(draw),
            answered: AtomicBool::new(false),
            stopped_early: AtomicBool::new(false),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, SeqCst);
        self.wake();
    }

    pub(crate) fn ponderhit(&self, draw: bool) {
        self.draw.fetch_or(draw, SeqCst);
        let now = self.micros();
        // Only the first hit counts.
        let _ = self.counts_from.compare_exchange(PONDERING, now, SeqCst, SeqCst);
        self.wake();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }

    /// Whether the answer was given, or is on its way out.
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(SeqCst)
    }

    /// Whether it was a `stop` to come that ended the thinking. It has its answer then; the next
    /// one has none.
    pub(crate) fn has_answered_stop(&self) -> bool {
        self.stopped_early.load(SeqCst) && !self.stop.swap(true, SeqCst)
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.counts_from.load(SeqCst) == PONDERING
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.asked.elapsed().as_micros()).unwrap_or(PONDERING - 1)
    }

    fn wake(&self) {
        drop(self.gate.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Holds the answer back as long as the protocol asks for that.
    fn wait(&self, infinite: bool) {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let held = |(): &mut ()| !self.is_stopped() && (infinite || self.is_pondering());
        drop(self.changed.wait_while(gate, held).unwrap_or_else(PoisonError::into_inner));
    }
}

/// Thinks, tells what it thinks, and answers.
pub(crate) fn think(
    thinker: &mut Thinker,
    task: &Task,
    control: &SearchControl,
    pending_stops: &PendingStops,
    output: &Output<impl Write>,
) {
    let table = thinker.table();
    let mut monitor = SearchMonitor {
        task,
        control,
        pending_stops,
        output,
        table: &table,
        last_report: Instant::now(),
        mate_found: false,
    };
    let (position, past) = (task.board.position(), task.board.past());
    let found = thinker.think(position, past, &task.limits, &mut monitor);
    control.wait(task.infinite);
    let mut line = task.board.write_line(&found.pv).into_iter();
    let answer = BestMove {
        dialect: task.dialect,
        best: line.next().filter(|_| found.best.is_some()),
        ponder: line.next(),
        draw: control.draw.load(SeqCst) && found.score <= Score::DRAW,
    };
    control.answered.store(true, SeqCst);
    output.write_line(answer);
}

/// The search's view of the outside.
struct SearchMonitor<'a, W> {
    task: &'a Task,
    control: &'a SearchControl,
    pending_stops: &'a PendingStops,
    output: &'a Output<W>,
    table: &'a [Cluster],
    /// When something was told last.
    last_report: Instant,
    mate_found: bool,
}

impl<W: Write> SearchMonitor<'_, W> {
    fn counts(&self, nodes: u64) -> SearchCounts {
        SearchCounts { nodes, micros: self.control.micros(), hashfull: fullness(self.table) }
    }
}

impl<W: Write> Monitor for SearchMonitor<'_, W> {
    fn millis(&self) -> u64 {
        // While it ponders, the time at which it began lies ahead.
        self.control.micros().saturating_sub(self.control.counts_from.load(SeqCst)) / 1000
    }

    fn is_stopped(&self) -> bool {
        if self.mate_found || self.control.is_stopped() || self.output.is_broken() {
            return true;
        }
        let urgent = self.pending_stops.any();
        self.control.stopped_early.fetch_or(urgent, SeqCst);
        urgent
    }

    fn admits(&self, mv: Move) -> bool {
        self.task.moves.contains(&mv)
    }

    fn progress(&mut self, nodes: u64) {
        const REPORT_INTERVAL: Duration = Duration::from_secs(1);
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            self.output.write_line(format_args!("info {}", self.counts(nodes)));
            self.last_report = Instant::now();
        }
    }

    fn report(&mut self, report: &Report<'_>) {
        let task = self.task;
        self.output.write_line(SearchInfo {
            dialect: task.dialect,
            number: (task.limits.multi_pv > 1).then_some(report.multi_pv),
            depth: report.depth,
            deepest: report.seldepth,
            score: report.score,
            wdl: task.wdl.then(|| task.board.attackers()),
            counts: self.counts(report.nodes),
            line: &task.board.write_line(report.pv),
        });
        self.last_report = Instant::now();
        if let (Some(moves), Some(plies)) = (task.mate, report.score.mate_distance()) {
            self.mate_found |= plies.unsigned_abs().div_ceil(2) <= moves;
        }
    }
}
