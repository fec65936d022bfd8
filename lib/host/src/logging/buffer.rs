//! The records on their way to the writer.

use parking_lot::{Condvar, Mutex};
use std::mem;
use std::time::{Duration, Instant};

/// The greatest number of bytes that wait for the writer.
pub const LOG_BUFFER: usize = 1 << 20;

/// The time after which a record of level `debug` or `trace` is written.
const DELAY: Duration = Duration::from_secs(1);

/// Records that were not written, by reason.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Lost {
    /// Too many came in a second.
    pub(super) limited: u64,
    /// The buffer was full.
    pub(super) overflowed: u64,
}

/// The orders and records for one attempt to write.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// The records that were lost; given once a second at most.
    pub(super) lost: Lost,
    /// The file must be opened again.
    pub(super) reopen: bool,
    /// The log ends.
    pub(super) is_closed: bool,
}

/// A bounded buffer between the threads that log and the one that writes. A thread that logs waits for
/// nothing but the copying of other records.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    state: Mutex<State>,
    filled: Condvar,
    attempted: Condvar,
}

#[derive(Debug, Default)]
struct State {
    records: Vec<u8>,
    /// The time when the oldest record came.
    waiting_since: Option<Instant>,
    /// A record must be written at once.
    is_urgent: bool,
    lost: Lost,
    lost_since: Option<Instant>,
    reopen: bool,
    is_closed: bool,
    /// Attempts to write up to this number begin at once, even while the log cannot be written.
    wanted: u64,
    /// The number of attempts that have been made.
    attempts: u64,
    /// Everything is written, or the log has ended.
    is_done: bool,
}

impl Buffer {
    /// Appends a record. Returns false if there is no room for it.
    pub(super) fn append(&self, record: &[u8], is_urgent: bool) -> bool {
        let mut state = self.state.lock();
        if state.is_closed || state.records.len() + record.len() > LOG_BUFFER {
            state.lost.overflowed += 1;
            state.lost_since.get_or_insert_with(Instant::now);
            return false;
        }
        state.records.extend_from_slice(record);
        state.is_done = false;
        let is_first = state.waiting_since.is_none();
        if is_first {
            state.waiting_since = Some(Instant::now());
        }
        // The writer needs to be woken once: when it can begin to wait, and when it must write.
        let is_due = is_urgent || state.records.len() > LOG_BUFFER / 2;
        let wake = is_first || (is_due && !state.is_urgent);
        state.is_urgent |= is_due;
        drop(state);
        if wake {
            self.filled.notify_one();
        }
        true
    }

    /// Counts a record that came too fast.
    pub(super) fn limit(&self) {
        let mut state = self.state.lock();
        state.lost.limited += 1;
        let is_first = state.lost_since.is_none();
        if is_first {
            state.lost_since = Some(Instant::now());
        }
        drop(state);
        if is_first {
            self.filled.notify_one();
        }
    }

    /// Waits until there is something to do, and takes it. `batch` gets the records if it is empty. With
    /// `retry`, an earlier batch could not be written, and the records wait until then.
    pub(super) fn take(&self, batch: &mut Vec<u8>, retry: Option<Instant>) -> Order {
        let mut state = self.state.lock();
        loop {
            match state.next_attempt(retry) {
                Next::Now => break,
                Next::At(time) if time <= Instant::now() => break,
                Next::At(time) => drop(self.filled.wait_until(&mut state, time)),
                Next::Never => self.filled.wait(&mut state),
            }
        }
        if batch.is_empty() {
            mem::swap(batch, &mut state.records);
            state.waiting_since = None;
            state.is_urgent = false;
        }
        let is_lost_due = state.lost_since.is_some_and(|since| since + DELAY <= Instant::now());
        let lost = if retry.is_none() && (is_lost_due || state.is_closed) {
            state.lost_since = None;
            mem::take(&mut state.lost)
        } else {
            Lost::default()
        };
        Order { lost, reopen: mem::take(&mut state.reopen), is_closed: state.is_closed }
    }

    /// Says that an attempt was made, and if it left nothing.
    pub(super) fn attempted(&self, is_all: bool) {
        let mut state = self.state.lock();
        state.attempts += 1;
        state.is_done = is_all && state.records.is_empty();
        drop(state);
        self.attempted.notify_all();
    }

    /// Returns true if no record waits.
    pub(super) fn is_empty(&self) -> bool {
        self.state.lock().records.is_empty()
    }

    /// Takes the number of the records that nobody will write any more.
    pub(super) fn give_up(&self) -> u64 {
        count(&mem::take(&mut self.state.lock().records))
    }

    /// Says that the log has ended.
    pub(super) fn end(&self) {
        self.state.lock().is_done = true;
        self.attempted.notify_all();
    }

    /// Opens the file again at the next attempt, which begins at once.
    pub(super) fn reopen(&self) {
        let mut state = self.state.lock();
        state.reopen = true;
        state.wanted = state.attempts + 1;
        drop(state);
        self.filled.notify_one();
    }

    /// Waits until the records of before are written, or could not be, or the time is over.
    pub(super) fn flush(&self, patience: Duration) {
        self.wait(self.state.lock(), patience);
    }

    /// Takes no more records, and waits as [`Buffer::flush`] does.
    pub(super) fn close(&self, patience: Duration) {
        let mut state = self.state.lock();
        // The writer has one more attempt to make, unless the log has ended already.
        state.is_done &= state.is_closed;
        state.is_closed = true;
        self.wait(state, patience);
    }

    fn wait(&self, mut state: parking_lot::MutexGuard<'_, State>, patience: Duration) {
        // An attempt that is being made may have begun before the last record came.
        let goal = state.attempts + 2;
        state.wanted = goal;
        self.filled.notify_one();
        let end = Instant::now() + patience;
        while !state.is_done && (state.is_closed || state.attempts < goal) {
            if self.attempted.wait_until(&mut state, end).timed_out() {
                break;
            }
        }
    }
}

impl State {
    /// Returns the time of the next attempt to write.
    fn next_attempt(&self, retry: Option<Instant>) -> Next {
        if self.is_closed || self.attempts < self.wanted {
            return Next::Now;
        }
        if let Some(retry) = retry {
            return Next::At(retry);
        }
        if self.is_urgent {
            return Next::Now;
        }
        let since = [self.waiting_since, self.lost_since].into_iter().flatten().min();
        since.map_or(Next::Never, |since| Next::At(since + DELAY))
    }
}

/// The time of the next attempt to write.
enum Next {
    Now,
    At(Instant),
    Never,
}

/// The number of records, each of which is a line.
pub(super) fn count(records: &[u8]) -> u64 {
    records.iter().filter(|&&byte| byte == b'\n').count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_to_write_has_its_time() {
        let (now, later) = (Instant::now(), Instant::now() + Duration::from_secs(9));
        let waiting = || State { waiting_since: Some(now), ..State::default() };
        for (state, retry, expected) in [
            (State::default(), None, None),
            (waiting(), None, Some(now + DELAY)),
            (State { lost_since: Some(later), ..State::default() }, None, Some(later + DELAY)),
            (State { lost_since: Some(later), ..waiting() }, None, Some(now + DELAY)),
            (State { is_urgent: true, ..waiting() }, Some(later), Some(later)),
            (waiting(), Some(later), Some(later)),
        ] {
            match (state.next_attempt(retry), expected) {
                (Next::At(time), Some(expected)) if time == expected => {}
                (Next::Never, None) => {}
                (_, expected) => panic!("{state:?}, {retry:?}: not {expected:?}"),
            }
        }
        for state in [
            State { is_closed: true, ..State::default() },
            State { attempts: 4, wanted: 5, ..State::default() },
        ] {
            assert!(matches!(state.next_attempt(None), Next::Now), "{state:?}");
            assert!(matches!(state.next_attempt(Some(later)), Next::Now), "{state:?}");
        }
        let urgent = State { is_urgent: true, ..waiting() };
        assert!(matches!(urgent.next_attempt(None), Next::Now));
    }

    #[test]
    fn more_than_half_a_buffer_is_written_at_once() {
        let buffer = Buffer::default();
        let half = vec![b'x'; LOG_BUFFER / 2];
        assert!(buffer.append(&half, false));
        assert!(!buffer.state.lock().is_urgent);
        assert!(buffer.append(b"y", false));
        assert!(buffer.state.lock().is_urgent);
        assert!(buffer.append(&half[1..], false), "there is room for it");
        assert!(!buffer.append(b"z", true));
        assert_eq!(buffer.state.lock().lost, Lost { limited: 0, overflowed: 1 });
        let mut batch = Vec::new();
        buffer.take(&mut batch, None);
        assert_eq!(batch.len(), LOG_BUFFER);
        assert!(buffer.append(b"z", false));
        assert!(!buffer.state.lock().is_urgent);
    }
}
