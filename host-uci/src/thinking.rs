//! Runs the search of a `go` command. The thread that reads commands controls this search.

use crate::lag::SearchTime;
use crate::lines::Console;
use crate::position::UciPosition;
use crate::protocol::{Dialect, SearchCounts, SearchInfo, best_move};
use chuhe_core::{Bound, Cluster, Limits, Monitor, Move, Score, SearchLine, fullness};
use chuhe_host::{StopToken, Thinker};
use parking_lot::{Condvar, Mutex};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) dialect: Dialect,
    pub(crate) board: UciPosition,
    pub(crate) limits: Limits,
    pub(crate) moves: Vec<Move>,
    /// The search ends when it finds a mate in at most this number of moves.
    pub(crate) mate: Option<u16>,
    pub(crate) infinite: bool,
    pub(crate) wdl: bool,
    /// The number of nodes that counts as a millisecond. If it is 0, the search uses real time.
    pub(crate) nodes_time: u64,
}

#[derive(Debug)]
pub(crate) struct SearchControl {
    asked: Instant,
    pub(crate) token: StopToken,
    /// The microseconds from `go` to the start of the clock; [`PONDERING`] before `ponderhit`.
    counts_from: AtomicU64,
    /// The microseconds from `go` to the end of the answer.
    took: AtomicU64,
    /// The longest time between two readings of the clock, in microseconds; 0 until the search has ended.
    pause: AtomicU64,
    draw: AtomicBool,
    answered: AtomicBool,
    /// True if a `stop` or `quit` ended the search before the driver executed that command.
    stopped_early: AtomicBool,
    /// Guards no data. Without this lock, a notification between the check of a condition and the wait would be lost.
    gate: Mutex<()>,
    changed: Condvar,
}

const PONDERING: u64 = u64::MAX;

impl SearchControl {
    pub(crate) fn new(asked: Instant, ponder: bool, draw: bool) -> Self {
        Self {
            asked,
            token: StopToken::default(),
            counts_from: AtomicU64::new(if ponder { PONDERING } else { 0 }),
            took: AtomicU64::new(0),
            pause: AtomicU64::new(0),
            draw: AtomicBool::new(draw),
            answered: AtomicBool::new(false),
            stopped_early: AtomicBool::new(false),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn answered() -> Self {
        Self { answered: AtomicBool::new(true), ..Self::new(Instant::now(), false, false) }
    }

    pub(crate) fn stop(&self) {
        self.token.stop();
        self.wake();
    }

    pub(crate) fn ponderhit(&self, draw: bool) {
        self.draw.fetch_or(draw, SeqCst);
        let now = self.micros();
        // A second `ponderhit` does not start the clock again.
        let _ = self.counts_from.compare_exchange(PONDERING, now, SeqCst, SeqCst);
        self.wake();
    }

    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(SeqCst)
    }

    /// Returns true once if the present `stop` has ended the answered search early. This `stop` needs no other answer.
    pub(crate) fn has_answered_stop(&self) -> bool {
        self.stopped_early.load(SeqCst) && self.token.stop()
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.counts_from.load(SeqCst) == PONDERING
    }

    pub(crate) fn time(&self) -> SearchTime {
        let took = self.took.load(SeqCst).saturating_sub(self.counts_from.load(SeqCst));
        SearchTime { took: took / 1000, pause: self.pause.load(SeqCst) / 1000 }
    }

    pub(crate) fn ended(&self) -> Instant {
        self.asked + Duration::from_micros(self.took.load(SeqCst))
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.asked.elapsed().as_micros()).unwrap_or(PONDERING - 1)
    }

    fn wake(&self) {
        drop(self.gate.lock());
        self.changed.notify_all();
    }

    fn wait(&self, infinite: bool) {
        let mut gate = self.gate.lock();
        let held = |(): &mut ()| !self.token.is_stopped() && (infinite || self.is_pondering());
        self.changed.wait_while(&mut gate, held);
    }
}

pub(crate) fn think(
    thinker: &mut Thinker,
    task: &Task,
    control: &SearchControl,
    console: &Console<impl Write>,
) {
    let table = thinker.table();
    let mut monitor = SearchMonitor {
        task,
        control,
        console,
        table: &table,
        last_report: Instant::now(),
        last_look: control.micros(),
        pause: 0,
        nodes: 0,
        told: 0,
        mate_found: false,
    };
    let (position, past) = (task.board.position(), task.board.past());
    let found = thinker.think(position, past, &task.limits, &mut monitor);
    control.pause.store(monitor.pause, SeqCst);
    // A search that ends within a depth has searched more nodes than it last reported, so it reports again.
    if found.nodes > monitor.told {
        monitor.tell(&found, Bound::Exact);
    }
    control.wait(task.infinite);
    let draw = control.draw.load(SeqCst) && found.score <= Score::DRAW;
    let answer = best_move(task.dialect, &task.board.write_line(&found.pv), draw);
    control.answered.store(true, SeqCst);
    console.write_line(answer);
    control.took.store(control.micros(), SeqCst);
}

struct SearchMonitor<'a, W> {
    task: &'a Task,
    control: &'a SearchControl,
    console: &'a Console<W>,
    table: &'a [Cluster],
    last_report: Instant,
    /// The microseconds from `go` to the last reading of the clock.
    last_look: u64,
    /// The longest time between two clock readings, in microseconds. It is long if other programs delay the search.
    pause: u64,
    nodes: u64,
    told: u64,
    mate_found: bool,
}

impl<W: Write> SearchMonitor<'_, W> {
    /// True in UCI from two seconds after `go` on. The details are bounds and root moves, for which UCCI has no words.
    fn tells_details(&self) -> bool {
        const LONG: Duration = Duration::from_secs(2);
        self.task.dialect == Dialect::Uci && self.control.asked.elapsed() >= LONG
    }

    fn tell(&mut self, line: &SearchLine, bound: Bound) {
        let task = self.task;
        self.console.write_line(SearchInfo {
            dialect: task.dialect,
            is_one_of_several: task.limits.multi_pv > 1,
            line,
            bound,
            wdl: task.wdl.then(|| task.board.attackers()),
            counts: self.counts(line.nodes),
            moves: &task.board.write_line(&line.pv),
        });
        self.last_report = Instant::now();
        self.told = line.nodes;
    }

    fn counts(&self, nodes: u64) -> SearchCounts {
        SearchCounts { nodes, micros: self.control.micros(), hashfull: fullness(self.table) }
    }
}

impl<W: Write> Monitor for SearchMonitor<'_, W> {
    fn millis(&self) -> u64 {
        if let Some(millis) = self.nodes.checked_div(self.task.nodes_time) {
            return if self.control.is_pondering() { 0 } else { millis };
        }
        // During pondering, `counts_from` is the largest number, so the difference is 0.
        self.control.micros().saturating_sub(self.control.counts_from.load(SeqCst)) / 1000
    }

    fn is_stopped(&self) -> bool {
        if self.mate_found || self.control.token.is_stopped() || self.console.is_broken() {
            return true;
        }
        let urgent = self.console.pending_stops.any();
        self.control.stopped_early.fetch_or(urgent, SeqCst);
        urgent
    }

    fn admits(&self, mv: Move) -> bool {
        self.task.moves.contains(&mv)
    }

    fn progress(&mut self, nodes: u64) {
        self.nodes = nodes;
        let now = self.control.micros();
        self.pause = self.pause.max(now - self.last_look);
        self.last_look = now;
        const REPORT_INTERVAL: Duration = Duration::from_secs(1);
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            self.console.write_line(format_args!("info {}", self.counts(nodes)));
            self.last_report = Instant::now();
        }
    }

    fn root_move(&mut self, depth: u8, number: u8, mv: Move) {
        if self.tells_details() {
            let mv = self.task.board.write(mv);
            self.console.write_line(format_args!(
                "info depth {depth} currmove {mv} currmovenumber {number}"
            ));
        }
    }

    fn bound(&mut self, line: &SearchLine, bound: Bound) {
        if self.tells_details() {
            self.tell(line, bound);
        }
    }

    fn report(&mut self, line: &SearchLine) {
        self.nodes = line.nodes;
        self.tell(line, Bound::Exact);
        // A mate counts only in the best line, because a worse line possibly ends with a mate of the side to move.
        let mate = line.score.mate_distance().filter(|_| line.multi_pv == 1);
        if let (Some(moves), Some(plies)) = (self.task.mate, mate) {
            self.mate_found |= plies.unsigned_abs().div_ceil(2) <= moves;
        }
    }
}
