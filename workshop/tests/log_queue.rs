//! Tests the queue of the log under many schedules of its threads. With `shuttle` no wait times out. So a
//! forgotten wake-up stops all threads, and `shuttle` reports the seed of the schedule.

#[path = "../../lib/host/src/logging/queue.rs"]
#[allow(dead_code, reason = "the writer asks for more than the records")]
pub mod queue;

use log::{Level, LevelFilter};
use queue::{LOG_BUFFER, Queue, WriteRequest};
use shuttle::rand::Rng;
// The queue takes `Mutex` and `Condvar` from the module `sync` that is imported here, instead of from `std`.
use shuttle::sync::{self, Arc, Condvar, Mutex};
use shuttle::thread;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Writes records to `written` until the log ends. Each attempt but the last fails if `fails` returns true.
fn write(queue: &Queue, written: &Mutex<String>, mut fails: impl FnMut() -> bool) {
    let (mut batch, mut is_broken) = (Vec::new(), false);
    loop {
        let WriteRequest { is_closed, .. } = queue.take(&mut batch, is_broken);
        is_broken = fails() && !is_closed;
        if !is_broken {
            written.lock().unwrap().push_str(std::str::from_utf8(&batch).unwrap());
            batch.clear();
        }
        queue.end_attempt(batch.len());
        if is_closed {
            queue.end();
            return;
        }
    }
}

/// Runs threads that log, and a writer. Checks that each record is either written once, in the order of its
/// thread, or counted as lost. Returns the number of lost records.
fn play(threads: usize, records: usize, length: usize, may_fail: bool) -> u64 {
    let queue = Arc::new(Queue::new(LevelFilter::Debug));
    let written = Arc::new(Mutex::new(String::new()));
    let writer = {
        let (queue, written) = (Arc::clone(&queue), Arc::clone(&written));
        let fails = move || may_fail && shuttle::rand::thread_rng().gen_bool(0.5);
        thread::spawn(move || write(&queue, &written, fails))
    };
    let line = move |name, number| format!("{name} {}{number}\n", "0".repeat(length));
    let logging = |name| {
        let (queue, written) = (Arc::clone(&queue), Arc::clone(&written));
        thread::spawn(move || {
            for number in 0..records {
                // A record of level `debug` is not urgent: the writer waits for more records before it writes.
                let level = if number == 0 { Level::Debug } else { Level::Info };
                queue.append(level, &line(name, number));
            }
            queue.flush(Duration::MAX);
            let is_there = |number| written.lock().unwrap().contains(&line(name, number));
            let there = (0..records).filter(|&number| is_there(number)).count() as u64;
            assert!(may_fail || there + queue.counts().lost >= records as u64);
        })
    };
    let logging: Vec<_> = (0..threads).map(logging).collect();
    logging.into_iter().for_each(|thread| thread.join().unwrap());
    queue.close(Duration::MAX);
    writer.join().unwrap();
    let written = written.lock().unwrap();
    for name in 0..threads {
        let own = written.lines().filter_map(|line| line.strip_prefix(&format!("{name} ")));
        let numbers: Vec<usize> = own.map(|number| number.parse().unwrap()).collect();
        assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
    }
    let there = written.lines().count() as u64;
    let lost = queue.counts().lost;
    assert_eq!(there + lost, (threads * records) as u64);
    lost
}

/// Checks that a record of level `info` after one of level `debug` is written without a flush.
fn wait_for_a_record() {
    let queue = Arc::new(Queue::new(LevelFilter::Debug));
    let written = Arc::new((Mutex::new(0), Condvar::new()));
    let writer = {
        let (queue, written) = (Arc::clone(&queue), Arc::clone(&written));
        thread::spawn(move || {
            let mut batch = Vec::new();
            while !queue.take(&mut batch, false).is_closed {
                *written.0.lock().unwrap() += batch.len();
                written.1.notify_all();
                batch.clear();
                queue.end_attempt(0);
            }
            queue.end();
        })
    };
    for expected in [2, 4] {
        queue.append(Level::Debug, "d");
        queue.append(Level::Info, "i");
        let count = written.0.lock().unwrap();
        drop(written.1.wait_while(count, |count| *count < expected).unwrap());
    }
    queue.close(Duration::MAX);
    writer.join().unwrap();
}

const SCHEDULES: usize = 2_000;

#[test]
fn a_record_is_written_once_under_every_schedule() {
    shuttle::check_random(|| assert_eq!(play(3, 3, 1, false), 0), SCHEDULES);
    shuttle::check_pct(|| assert_eq!(play(2, 4, 1, false), 0), SCHEDULES, 3);
}

#[test]
fn the_writer_is_woken_by_a_record_that_cannot_wait() {
    shuttle::check_random(wait_for_a_record, SCHEDULES);
}

#[test]
fn a_log_that_fails_now_and_then_loses_nothing() {
    shuttle::check_random(|| assert_eq!(play(2, 3, 1, true), 0), SCHEDULES);
}

#[test]
fn records_beyond_the_buffer_are_counted() {
    static LOST: AtomicU64 = AtomicU64::new(0);
    let fill = || {
        LOST.fetch_add(play(2, 2, LOG_BUFFER / 3, false), Relaxed);
    };
    shuttle::check_random(fill, SCHEDULES / 20);
    assert!(LOST.load(Relaxed) > 0, "the buffer was never full");
}
