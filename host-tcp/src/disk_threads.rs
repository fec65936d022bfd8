//! Runs jobs on separate threads, because the jobs may have to wait for a disk.

use chuhe_host::catch;
use parking_lot::{Condvar, Mutex};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fmt, io, thread};

/// The number of threads that run the jobs. A disk that hangs blocks only these threads.
const THREADS: usize = 8;

/// The disk seems to hang if this many jobs wait. Then each command that needs the disk is refused at once.
const FULL: usize = 10_000;

type Job = Box<dyn FnOnce() + Send>;

/// Runs the jobs of one name in order, one at a time. Jobs of different names run in parallel.
pub(crate) struct DiskThreads(Arc<Shared>);

#[derive(Default)]
struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Default)]
struct Jobs {
    /// The waiting jobs of each name. A name whose last job is running has an empty queue.
    by_name: HashMap<String, VecDeque<Job>>,
    ready: VecDeque<String>,
    waiting: usize,
    is_closed: bool,
}

impl DiskThreads {
    pub(crate) fn new() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        for _ in 0..THREADS {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("disk".to_owned()).spawn(move || shared.work())?;
        }
        Ok(Self(shared))
    }

    /// Lets a thread run a job when all earlier jobs of the same name are done.
    pub(crate) fn submit(&self, name: &str, job: impl FnOnce() + Send + 'static) {
        let mut jobs = self.0.jobs.lock();
        jobs.waiting += 1;
        if let Some(queue) = jobs.by_name.get_mut(name) {
            queue.push_back(Box::new(job));
        } else {
            jobs.by_name.insert(name.to_owned(), VecDeque::from([Box::new(job) as Job]));
            jobs.ready.push_back(name.to_owned());
            self.0.changed.notify_all();
        }
    }

    /// Returns true if at least [`FULL`] jobs wait, so that the disk seems to hang.
    pub(crate) fn is_full(&self) -> bool {
        self.0.jobs.lock().waiting >= FULL
    }

    /// Waits until all jobs are done, but at most for `patience`. Returns false if some jobs are not done.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let mut jobs = self.0.jobs.lock();
        while !jobs.by_name.is_empty() {
            if self.0.changed.wait_until(&mut jobs, deadline).timed_out() {
                return false;
            }
        }
        true
    }
}

impl Shared {
    fn work(&self) {
        let mut jobs = self.jobs.lock();
        loop {
            let Some(name) = jobs.ready.pop_front() else {
                if jobs.is_closed {
                    return;
                }
                self.changed.wait(&mut jobs);
                continue;
            };
            if let Some(job) = jobs.by_name.get_mut(&name).and_then(VecDeque::pop_front) {
                jobs.waiting -= 1;
                drop(jobs);
                catch(job);
                jobs = self.jobs.lock();
            }
            if jobs.by_name.get(&name).is_none_or(VecDeque::is_empty) {
                jobs.by_name.remove(&name);
            } else {
                jobs.ready.push_back(name);
            }
            self.changed.notify_all();
        }
    }
}

impl Drop for DiskThreads {
    /// Lets the threads end as soon as all jobs are done.
    fn drop(&mut self) {
        self.0.jobs.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl fmt::Debug for DiskThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DiskThreads({} waiting)", self.0.jobs.lock().waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_tests::wait::PATIENCE;
    use std::sync::mpsc::channel;

    /// A job that hangs delays only the jobs of its own name.
    #[test]
    fn jobs_of_one_name_are_in_order_and_others_go_on() {
        let threads = DiskThreads::new().unwrap();
        let (thaw, frozen) = channel::<()>();
        let (done, seen) = channel();
        threads.submit("a", move || _ = frozen.recv());
        for number in 0..100 {
            let done = done.clone();
            threads.submit("a", move || done.send(("a", number)).unwrap());
        }
        for name in ["b", "c"] {
            let done = done.clone();
            threads.submit(name, || panic!("planted"));
            threads.submit(name, move || done.send((name, 0)).unwrap());
        }
        let mut others = [(); 2].map(|()| seen.recv_timeout(PATIENCE).unwrap());
        others.sort_unstable();
        assert_eq!(others, [("b", 0), ("c", 0)]);
        threads.wait(Duration::from_millis(1));
        assert!(seen.try_recv().is_err(), "the first job of a is not done");
        drop(thaw);
        threads.wait(PATIENCE);
        assert!(seen.try_iter().eq((0..100).map(|number| ("a", number))));
    }
}
