//! A thread that owns a queue of jobs.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// A thread with a queue of jobs. Dropping it waits until the thread has ended.
#[derive(Debug)]
pub struct Worker<Job> {
    /// `None` once no further job can come, which ends the thread.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl<Job: Send + 'static> Worker<Job> {
    /// Starts the thread. It ends when `work` returns, which receives jobs until there are no more.
    pub fn start(work: impl FnOnce(&Receiver<Job>) + Send + 'static) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel();
        let thread = thread::Builder::new().spawn(move || work(&queue))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Adds a job. Nothing happens if the thread has ended.
    pub fn send(&self, job: Job) {
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// Ends the queue after its last job.
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
        // A panic of the thread was reported already.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
