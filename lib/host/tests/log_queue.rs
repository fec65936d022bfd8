//! The queue of the log under many schedules of its threads. Here no wait ends by its time, so a wake-up
//! that is forgotten stops all threads, which `shuttle` reports with the seed of the schedule.

#[path = "../src/logging/queue.rs"]
#[allow(dead_code, reason = "the writer asks for more than the records")]
pub mod queue;

// The queue imports these in place of those of `parking_lot`.
extern crate self as parking_lot;

use log::{Level, LevelFilter};
use queue::{LOG_BUFFER, Order, Queue};
use shuttle::rand::Rng;
use shuttle::sync::Arc;
use shuttle::thread;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

#[derive(Debug)]
pub struct Mutex<T>(shuttle::sync::Mutex<T>);

#[derive(Debug)]
pub struct MutexGuard<'a, T>(Option<shuttle::sync::MutexGuard<'a, T>>);

#[derive(Debug)]
pub struct Condvar(shuttle::sync::Condvar);

impl<T> Mutex<T> {
    const fn new(value: T) -> Self {
        Self(shuttle::sync::Mutex::new(value))
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard(Some(self.0.lock().unwrap()))
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().unwrap()
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().unwrap()
    }
}

impl Condvar {
    const fn new() -> Self {
        Self(shuttle::sync::Condvar::new())
    }

    fn wait_while<T>(&self, guard: &mut MutexGuard<'_, T>, condition: impl FnMut(&mut T) -> bool) {
        let waiting = guard.0.take().unwrap();
        guard.0 = Some(self.0.wait_while(waiting, condition).unwrap());
    }

    fn wait_while_for<T>(
        &self,
        guard: &mut MutexGuard<'_, T>,
        condition: impl FnMut(&mut T) -> bool,
        _: Duration,
    ) {
        self.wait_while(guard, condition);
    }

    fn notify_one(&self) {
        self.0.notify_one();
    }

    fn notify_all(&self) {
        self.0.notify_all();
    }
}

/// Writes records until the log ends. Attempts fail as this tells. Returns what was written.
fn write(queue: &Queue, written: &Mutex<String>, mut fails: impl FnMut() -> bool) {
    let (mut batch, mut is_broken) = (Vec::new(), false);
    loop {
        let Order { is_closed, .. } = queue.take(&mut batch, is_broken);
        is_broken = fails() && !is_closed;
        if !is_broken {
            written.lock().push_str(std::str::from_utf8(&batch).unwrap());
            batch.clear();
        }
        queue.end_attempt(batch.len());
        if is_closed {
            queue.end();
            return;
        }
    }
}

/// Plays threads that log against the writer. Each record is written once, in the order of its thread,
/// or counted as lost. Returns the count.
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
                // A record of level `debug` alone wakes nobody at once.
                let level = if number == 0 { Level::Debug } else { Level::Info };
                queue.append(level, &line(name, number));
            }
            queue.flush(Duration::MAX);
            let is_there = |number| written.lock().contains(&line(name, number));
            let there = (0..records).filter(|&number| is_there(number)).count() as u64;
            assert!(may_fail || there + queue.counts().lost >= records as u64);
        })
    };
    let logging: Vec<_> = (0..threads).map(logging).collect();
    logging.into_iter().for_each(|thread| thread.join().unwrap());
    queue.close(Duration::MAX);
    writer.join().unwrap();
    let written = written.lock();
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

/// A record of level `info` after one of level `debug` is written although nobody asks.
fn wait_for_a_record() {
    let queue = Arc::new(Queue::new(LevelFilter::Debug));
    let written = Arc::new((Mutex::new(0), Condvar::new()));
    let writer = {
        let (queue, written) = (Arc::clone(&queue), Arc::clone(&written));
        thread::spawn(move || {
            let mut batch = Vec::new();
            while !queue.take(&mut batch, false).is_closed {
                *written.0.lock() += batch.len();
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
        written.1.wait_while(&mut written.0.lock(), |count| *count < expected);
    }
    queue.close(Duration::MAX);
    writer.join().unwrap();
}

/// The number of schedules for each case.
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
