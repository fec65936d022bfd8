//! Runs searches on threads that share a queue, and other jobs on a thread with its own queue.

use crate::panics::catch;
use crate::thinker::Thinker;
use chuhe_core::{Monitor, SearchLine};
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle, Scope};
use std::time::Instant;
use std::{fmt, io};

/// Stops a search from any thread. Clones stop the same search.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_stopped: AtomicBool,
    is_cancelled: AtomicBool,
}

impl StopToken {
    /// Ends the search with its best result so far. Returns false if it was already stopped.
    pub fn stop(&self) -> bool {
        !self.0.is_stopped.swap(true, SeqCst)
    }

    /// Ends the search. Its result is not used.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, SeqCst);
        self.stop();
    }

    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(SeqCst)
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(SeqCst)
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A monitor that calls `report` with each line that the search finds, until the search is cancelled.
#[derive(Debug)]
pub struct LineMonitor<C, R> {
    /// Returns the milliseconds since the start of the search.
    pub clock: C,
    pub token: StopToken,
    pub report: R,
}

impl<C: Fn() -> u64, R: FnMut(&SearchLine)> Monitor for LineMonitor<C, R> {
    fn millis(&self) -> u64 {
        (self.clock)()
    }

    fn is_stopped(&self) -> bool {
        self.token.is_stopped()
    }

    fn report(&mut self, line: &SearchLine) {
        if !self.token.is_cancelled() {
            (self.report)(line);
        }
    }
}

/// Returns a clock that counts the milliseconds from now on.
pub(crate) fn stopwatch() -> impl Fn() -> u64 {
    let start = Instant::now();
    move || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    pub waiting: usize,
    pub running: usize,
}

/// Threads that run searches in the order of the requests. A drop cancels all searches and ends the threads.
#[derive(Debug)]
pub struct SearchThreads<'a> {
    pub(crate) queue: Arc<Queue<'a>>,
    threads: Vec<JoinHandle<()>>,
}

impl SearchThreads<'static> {
    pub fn start(thinkers: impl IntoIterator<Item = Thinker>) -> io::Result<Self> {
        let mut threads = Self { queue: Arc::default(), threads: Vec::new() };
        for (number, thinker) in thinkers.into_iter().enumerate() {
            let queue = Arc::clone(&threads.queue);
            let name = format!("search {number}");
            let thread = thread::Builder::new().name(name).spawn(move || queue.work(thinker))?;
            threads.threads.push(thread);
        }
        Ok(threads)
    }
}

impl<'a> SearchThreads<'a> {
    /// Starts one thread within a scope, so that tasks can borrow values that outlive the scope.
    pub fn scoped<'scope>(scope: &'scope Scope<'scope, '_>, thinker: Thinker) -> io::Result<Self>
    where
        'a: 'scope,
    {
        let threads = Self { queue: Arc::default(), threads: Vec::new() };
        let queue = Arc::clone(&threads.queue);
        thread::Builder::new().spawn_scoped(scope, move || queue.work(thinker))?;
        Ok(threads)
    }

    /// Adds a task to the end of the queue. If the task is cancelled while it waits, neither `search` nor `end` runs.
    /// After the search the same thread calls `end` with the result, or with `None` after a panic. During `end`,
    /// [`load`](Self::load) already counts the thread as free.
    pub fn run<T: 'a>(
        &self,
        token: &StopToken,
        search: impl FnOnce(&mut Thinker) -> T + Send + 'a,
        end: impl FnOnce(Option<T>) + Send + 'a,
    ) {
        let search = Box::new(move |thinker: &mut Thinker| -> Box<dyn FnOnce() + 'a> {
            let found = catch(|| search(&mut *thinker));
            if found.is_none() {
                thinker.forget();
            }
            Box::new(move || end(found))
        });
        self.queue.tasks.lock().waiting.push_back(Task { token: token.clone(), search });
        self.queue.changed.notify_one();
    }

    /// Adds a task to the end of the queue, and waits for its result; `None` after a panic.
    pub fn call<T: Send + 'a>(&self, act: impl FnOnce(&mut Thinker) -> T + Send + 'a) -> Option<T> {
        let (sender, result) = mpsc::channel();
        // The receiver is dropped only after the result has come, so sending does not fail.
        self.run(&StopToken::default(), act, move |found| drop(sender.send(found)));
        result.recv().ok().flatten()
    }

    pub fn load(&self) -> Load {
        let tasks = self.queue.tasks.lock();
        Load { waiting: tasks.waiting.len(), running: tasks.running.len() }
    }
}

impl Drop for SearchThreads<'_> {
    fn drop(&mut self) {
        let waiting = {
            let mut tasks = self.queue.tasks.lock();
            tasks.is_closed = true;
            tasks.running.iter().for_each(StopToken::cancel);
            std::mem::take(&mut tasks.waiting)
        };
        drop(waiting);
        self.queue.changed.notify_all();
        // One of the threads can run this code, in the `end` of a task. A thread cannot wait for itself.
        let me = thread::current().id();
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != me) {
            // The panic hook has already reported any panic of the thread.
            let _ = thread.join();
        }
    }
}

/// A closure that runs a search. It returns another closure, which calls `end` with the result.
type Search<'a> = Box<dyn FnOnce(&mut Thinker) -> Box<dyn FnOnce() + 'a> + Send + 'a>;

struct Task<'a> {
    token: StopToken,
    search: Search<'a>,
}

#[derive(Default)]
pub(crate) struct Queue<'a> {
    tasks: Mutex<Tasks<'a>>,
    changed: Condvar,
}

#[derive(Default)]
struct Tasks<'a> {
    waiting: VecDeque<Task<'a>>,
    /// The tokens of the running tasks, at most one for each thread.
    running: Vec<StopToken>,
    is_closed: bool,
}

impl fmt::Debug for Queue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

impl<'a> Queue<'a> {
    /// Cancels a task. If the task still waits, it is dropped at once.
    pub(crate) fn withdraw(&self, token: &StopToken) {
        token.cancel();
        let task = {
            let waiting = &mut self.tasks.lock().waiting;
            let place = waiting.iter().position(|task| task.token.is(token));
            place.and_then(|place| waiting.remove(place))
        };
        // The queue must be unlocked here, because the task may own a value whose drop locks the queue.
        drop(task);
    }

    /// Runs tasks on one thread until the queue is closed. A panic ends only the task in which it happens.
    fn work(&self, mut thinker: Thinker) {
        while let Some(Task { token, search }) = self.take() {
            let end = (!token.is_cancelled()).then(|| search(&mut thinker));
            self.tasks.lock().running.retain(|running| !running.is(&token));
            end.and_then(catch);
        }
    }

    fn take(&self) -> Option<Task<'a>> {
        let mut tasks = self.tasks.lock();
        self.changed.wait_while(&mut tasks, |tasks| tasks.waiting.is_empty() && !tasks.is_closed);
        let task = tasks.waiting.pop_front().filter(|_| !tasks.is_closed)?;
        tasks.running.push(task.token.clone());
        Some(task)
    }
}

/// A thread with a queue of jobs. Dropping it waits until the thread has ended.
#[derive(Debug)]
pub struct Worker<Job> {
    /// The sender of jobs; `None` after the queue is closed. The thread then ends after the last job in the queue.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl<Job: Send + 'static> Worker<Job> {
    /// Starts a thread that runs `work`. The receiver yields jobs until the worker is closed or dropped.
    pub fn start(work: impl FnOnce(&Receiver<Job>) + Send + 'static) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel();
        let thread = thread::Builder::new().spawn(move || work(&queue))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Adds a job. If the thread has ended, the job is dropped.
    pub fn send(&self, job: Job) {
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Closes the queue. The thread still receives the jobs that are already in the queue.
    pub fn close(&mut self) {
        self.jobs = None;
    }

    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl<Job> Drop for Worker<Job> {
    fn drop(&mut self) {
        self.jobs = None;
        // The panic hook has already reported any panic of the thread.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
