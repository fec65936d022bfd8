//! Queues records for the writer, and limits their total size and their rate.
//!
//! `workshop/tests/log_queue.rs` tests the queue under many schedules of the threads.

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use log::{Level, LevelFilter};
use std::time::{Duration, Instant};

/// The greatest number of bytes of records that can wait for the writer.
pub const LOG_BUFFER: usize = 1 << 20;
/// The greatest long-term rate of records of level `info`, in bytes a second.
pub const INFO_RATE: u32 = 64 << 10;
/// The greatest long-term rate of records of the levels `warn` and `error`, in bytes a second.
pub const WARN_RATE: u32 = 16 << 10;

/// The greatest size of a burst, in seconds. A burst can have as many bytes as the rate allows in this time.
pub(super) const BURST_SECONDS: f64 = 16.0;

/// The longest wait of a `debug` record, the wait after a failed attempt, and the time between notes about losses.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LogCounts {
    /// The number of faults, such as a full disk or a moved file. A fault that lasts is counted once.
    pub faults: u64,
    pub lost: u64,
}

/// A token bucket: it fills at a steady rate, and each record takes out its length in bytes.
#[derive(Debug)]
pub(super) struct Bucket {
    rate: f64,
    balance: f64,
    filled_at: Instant,
}

impl Bucket {
    pub(super) fn new(rate: u32, now: Instant) -> Self {
        let rate = f64::from(rate);
        Self { rate, balance: rate * BURST_SECONDS, filled_at: now }
    }

    /// Takes bytes out of the bucket. If it is empty, takes nothing and returns false.
    pub(super) fn spend(&mut self, bytes: usize, now: Instant) -> bool {
        let time = now.saturating_duration_since(self.filled_at).as_secs_f64();
        self.balance = (self.balance + time * self.rate).min(self.rate * BURST_SECONDS);
        self.filled_at = now;
        let is_open = self.balance > 0.0;
        if is_open {
            self.balance -= bytes as f64;
        }
        is_open
    }
}

/// The tasks of one attempt to write, in addition to writing the records.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WriteRequest {
    pub(super) limited: u64,
    pub(super) overflowed: u64,
    pub(super) reopen: bool,
    pub(super) is_closed: bool,
}

/// A bounded buffer between the threads that log and the thread that writes. A thread that logs
/// waits only while other threads copy their records.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    filled: Condvar,
    attempted: Condvar,
}

#[derive(Debug, Default)]
struct State {
    records: Vec<u8>,
    /// The number of bytes that the writer has taken but not written.
    held: usize,
    /// One bucket for `info`, and one for `warn` and `error`, so that information never displaces warnings.
    limits: Option<[Bucket; 2]>,
    request: WriteRequest,
    /// The time of the last note about lost records; at first the start of the log.
    told: Option<Instant>,
    /// True if a record must be written at once.
    is_urgent: bool,
    /// Attempts up to this number begin at once, even while the log cannot be written.
    wanted: u64,
    /// The number of the attempt that began last.
    begun: u64,
    /// The number of the attempt that ended last; [`u64::MAX`] when the log has ended.
    ended: u64,
    counts: LogCounts,
}

impl State {
    const fn is_asked(&self) -> bool {
        self.request.is_closed || self.begun < self.wanted
    }

    const fn is_idle(&self) -> bool {
        let WriteRequest { limited, overflowed, .. } = self.request;
        self.records.is_empty() && limited + overflowed == 0 && !self.is_asked()
    }
}

impl Queue {
    /// Creates an empty queue. At the levels `debug` and `trace` the rate has no limit.
    pub(super) fn new(level: LevelFilter) -> Self {
        let now = Instant::now();
        let limits = (level <= LevelFilter::Info)
            .then(|| [INFO_RATE, WARN_RATE].map(|rate| Bucket::new(rate, now)));
        let state = State { limits, told: Some(now), ..State::default() };
        Self { state: Mutex::new(state), filled: Condvar::new(), attempted: Condvar::new() }
    }

    /// Locks the state, also after a panic of another thread: no panic leaves the state half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn append(&self, level: Level, record: &str) {
        let mut guard = self.lock();
        let state = &mut *guard;
        // Two records wake the writer: the first one in an idle queue, and the first one that must be written at once.
        let (was_idle, was_urgent) = (state.is_idle(), state.is_urgent);
        let bucket = usize::from(level <= Level::Warn);
        let is_open = |limits: &mut [Bucket; 2]| limits[bucket].spend(record.len(), Instant::now());
        let length = state.held + state.records.len() + record.len();
        if !state.limits.as_mut().is_none_or(is_open) {
            state.request.limited += 1;
            state.counts.lost += 1;
        } else if state.request.is_closed || length > LOG_BUFFER {
            state.request.overflowed += 1;
            state.counts.lost += 1;
        } else {
            state.records.extend_from_slice(record.as_bytes());
            state.is_urgent |= level <= Level::Info || length > LOG_BUFFER / 2;
        }
        let wake = was_idle || (state.is_urgent && !was_urgent);
        drop(guard);
        if wake {
            self.filled.notify_one();
        }
    }

    /// Waits for work and takes it. The records are appended to `batch`. While the log is broken, this method also
    /// waits a second between two attempts.
    pub(super) fn take(&self, batch: &mut Vec<u8>, is_broken: bool) -> WriteRequest {
        let must_wait = |state: &mut State| !is_broken && state.is_idle();
        let state = self.filled.wait_while(self.lock(), must_wait);
        let may_wait = |state: &mut State| !state.is_asked() && (is_broken || !state.is_urgent);
        let state = state.unwrap_or_else(PoisonError::into_inner);
        let waited = self.filled.wait_timeout_while(state, PAUSE, may_wait);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.begun += 1;
        state.is_urgent = false;
        batch.append(&mut state.records);
        state.held = batch.len();
        let request = state.request;
        state.request.reopen = false;
        let is_told = state.told.is_some_and(|told| told.elapsed() < PAUSE);
        if is_broken || (is_told && !request.is_closed) {
            return WriteRequest { limited: 0, overflowed: 0, ..request };
        }
        state.told = Some(Instant::now());
        (state.request.limited, state.request.overflowed) = (0, 0);
        request
    }

    /// Ends the current attempt, which has left `held` bytes in the batch.
    pub(super) fn end_attempt(&self, held: usize) {
        let mut state = self.lock();
        state.held = held;
        state.ended = state.begun;
        drop(state);
        self.attempted.notify_all();
    }

    pub(super) fn end(&self) {
        self.lock().ended = u64::MAX;
        self.attempted.notify_all();
    }

    pub(super) fn counts(&self) -> LogCounts {
        self.lock().counts
    }

    pub(super) fn count_fault(&self) {
        self.lock().counts.faults += 1;
    }

    pub(super) fn count_lost(&self, records: u64) {
        self.lock().counts.lost += records;
    }

    /// Asks for an attempt that opens the file again.
    pub(super) fn reopen(&self) {
        let mut state = self.lock();
        state.request.reopen = true;
        self.attempt(&mut state);
    }

    /// Waits until an attempt to write the earlier records has ended, but at most for the time `patience`.
    pub(super) fn flush(&self, patience: Duration) {
        let mut state = self.lock();
        let goal = self.attempt(&mut state);
        drop(self.attempted.wait_timeout_while(state, patience, |state| state.ended < goal));
    }

    /// Refuses further records, and waits until the log has ended, but at most for the time `patience`.
    pub(super) fn close(&self, patience: Duration) {
        let mut state = self.lock();
        state.request.is_closed = true;
        self.attempt(&mut state);
        drop(self.attempted.wait_timeout_while(state, patience, |state| state.ended < u64::MAX));
    }

    /// Asks for an attempt that begins at once, and returns its number.
    fn attempt(&self, state: &mut State) -> u64 {
        state.wanted = state.begun + 1;
        self.filled.notify_one();
        state.wanted
    }
}
