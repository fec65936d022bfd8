//! The computer player: a fixed number of threads that think, first come, first served.

use crate::lock;
use crate::thinker::Thinker;
use chuhe_core::AnyPosition;
use chuhe_core::{Level, Limits, Monitor, Move, Past, Report, Score, Time};
use std::collections::{TryReserveError, VecDeque};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// How well the computer plays, and what no move of it may exceed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The level.
    pub level: Level,
    /// The longest time for a move, in milliseconds.
    pub movetime: u64,
    /// The greatest depth, in plies.
    pub depth: Option<u8>,
    /// The most positions looked at for a move.
    pub nodes: Option<u64>,
}

impl Strength {
    /// The limits of a search. Equal seeds make equal faults at the lower levels.
    #[must_use]
    pub fn limits(&self, seed: u64) -> Limits {
        let unlimited = Limits::default();
        Limits {
            depth: self.depth.unwrap_or(unlimited.depth),
            nodes: self.nodes.unwrap_or(unlimited.nodes),
            time: Some(Time::per_move(self.movetime)),
            level: self.level,
            seed,
            ..unlimited
        }
    }
}

impl Default for Strength {
    /// Level 5, and at most three seconds for a move.
    fn default() -> Self {
        let level = Level::new(5).unwrap_or_default();
        Self { level, movetime: 3000, depth: None, nodes: None }
    }
}

/// What the computer is to think about: a position in which there is a legal move.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub root: AnyPosition,
    /// The plies that led to it, as [`Game::past`](chuhe_core::Game::past) has them.
    pub past: Vec<Past>,
    /// How far to think.
    pub limits: Limits,
    /// Legal moves that shall not be the answer; never all of them.
    pub unwanted: Vec<Move>,
}

/// What came of thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move.
    pub best: Move,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// How deep it was searched, in plies.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long that took, in milliseconds.
    pub millis: u64,
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, depth, nodes, millis, .. } = self;
        write!(f, "depth {depth}, score {score}, {nodes} nodes, {millis} ms")
    }
}

/// The threads that think. Dropped, it ends every search and waits for its threads.
///
/// Each thread has a table and a workspace of its own, so that memory does not grow with the
/// number of games, and begins every search with both of them empty: what it answers depends on
/// the question alone, not on what else it was asked before.
#[derive(Debug)]
pub struct Computer {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

/// Why no computer player could be made.
#[derive(Debug, thiserror::Error)]
pub enum ComputerError {
    /// There is not so much memory for tables.
    #[error("no memory for a table of {mebibytes} MiB: {error}")]
    Memory {
        /// The size asked for, of one table.
        mebibytes: usize,
        /// What the allocator says.
        error: TryReserveError,
    },
    /// The system gives no thread.
    #[error("no thread for the computer player: {0}")]
    Thread(#[from] io::Error),
}

impl Computer {
    /// So many threads with so many mebibytes of table each; at least one of both.
    ///
    /// # Errors
    /// When the system gives not so many threads or not so much memory.
    pub fn new(workers: usize, mebibytes: usize) -> Result<Self, ComputerError> {
        let mut computer = Self { queue: Arc::default(), threads: Vec::new() };
        for number in 0..workers.max(1) {
            let thinker = Thinker::new(mebibytes, 1)
                .map_err(|error| ComputerError::Memory { mebibytes, error })?;
            let queue = Arc::clone(&computer.queue);
            let thread = thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || think(&queue, thinker))?;
            computer.threads.push(thread);
        }
        Ok(computer)
    }

    /// Puts a question behind those that wait. `answer` is called on the thread that thought, and
    /// must be brief; it is not called once the ticket is dropped, but may be running just then.
    #[must_use = "a dropped ticket ends the search"]
    pub fn ask(&self, question: Question, answer: impl FnOnce(Thought) + Send + 'static) -> Ticket {
        self.ask_watched(question, |_| (), answer)
    }

    /// The same, and hears in between of every depth that was searched through.
    #[must_use = "a dropped ticket ends the search"]
    pub fn ask_watched(
        &self,
        question: Question,
        report: impl FnMut(&Report<'_>) + Send + 'static,
        answer: impl FnOnce(Thought) + Send + 'static,
    ) -> Ticket {
        let order = Arc::new(Order::default());
        let job = Job {
            question,
            order: Arc::clone(&order),
            report: Box::new(report),
            answer: Box::new(answer),
        };
        lock(&self.queue.waiting).jobs.push_back(job);
        self.queue.wake.notify_one();
        Ticket { order, queue: Arc::clone(&self.queue) }
    }
}

impl Computer {
    /// How many searches run at this moment.
    #[must_use]
    pub fn running(&self) -> usize {
        lock(&self.queue.waiting).running.len()
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        let jobs = {
            let mut waiting = lock(&self.queue.waiting);
            waiting.closed = true;
            for order in &waiting.running {
                order.cancel();
            }
            std::mem::take(&mut waiting.jobs)
        };
        drop(jobs);
        self.queue.wake.notify_all();
        // An answer may own the last share of the computer; its thread cannot wait for itself.
        let me = thread::current().id();
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != me) {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// A question's place in the queue. Dropped, the question is taken back: a search that runs for it
/// ends at once, and nothing is answered.
#[derive(Debug)]
pub struct Ticket {
    order: Arc<Order>,
    queue: Arc<Queue>,
}

impl Ticket {
    /// Ends the search with what it has, at once or as soon as it begins; this is still answered.
    pub fn hurry(&self) {
        self.order.hurried.store(true, Relaxed);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.order.cancel();
        let job = {
            let jobs = &mut lock(&self.queue.waiting).jobs;
            let place = jobs.iter().position(|job| Arc::ptr_eq(&job.order, &self.order));
            place.and_then(|place| jobs.remove(place))
        };
        // Only now, with the queue unlocked: what the answer holds may own another ticket.
        drop(job);
    }
}

/// What the one who asked wants by now.
#[derive(Debug, Default)]
struct Order {
    hurried: AtomicBool,
    dropped: AtomicBool,
}

impl Order {
    fn cancel(&self) {
        self.dropped.store(true, Relaxed);
        self.hurried.store(true, Relaxed);
    }
}

struct Job {
    question: Question,
    order: Arc<Order>,
    report: Box<dyn FnMut(&Report<'_>) + Send>,
    answer: Box<dyn FnOnce(Thought) + Send>,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// Never more than there are tickets.
    jobs: VecDeque<Job>,
    /// The orders being thought about, at most one a thread.
    running: Vec<Arc<Order>>,
    closed: bool,
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wait, {} run", self.jobs.len(), self.running.len())
    }
}

impl Queue {
    /// The next job, as soon as there is one; `None` when there will be no more.
    fn take(&self) -> Option<Job> {
        let waiting = lock(&self.waiting);
        let mut waiting = self
            .wake
            .wait_while(waiting, |waiting| waiting.jobs.is_empty() && !waiting.closed)
            .unwrap_or_else(PoisonError::into_inner);
        let job = waiting.jobs.pop_front().filter(|_| !waiting.closed)?;
        waiting.running.push(Arc::clone(&job.order));
        Some(job)
    }

    fn done(&self, order: &Arc<Order>) {
        lock(&self.waiting).running.retain(|running| !Arc::ptr_eq(running, order));
    }
}

/// The life of a thread.
fn think(queue: &Queue, mut thinker: Thinker) {
    while let Some(Job { question, order, report, answer }) = queue.take() {
        let Question { root, past, limits, unwanted } = question;
        let mut watch = Watch { begun: Instant::now(), order: &order, unwanted: &unwanted, report };
        let found = thinker.think_afresh(&root, &past, &limits, &mut watch);
        let millis = watch.millis();
        queue.done(&order);
        if order.dropped.load(Relaxed) {
            continue;
        }
        match found.best {
            Some(best) => answer(Thought {
                best,
                score: found.score,
                depth: found.depth,
                nodes: found.nodes,
                millis,
            }),
            None => log::error!("asked for a move where there is none: {root:?}"),
        }
    }
}

/// The real clock, and the wish of the one who asked.
struct Watch<'a> {
    begun: Instant,
    order: &'a Order,
    unwanted: &'a [Move],
    report: Box<dyn FnMut(&Report<'_>) + Send>,
}

impl Monitor for Watch<'_> {
    fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn is_stopped(&self) -> bool {
        self.order.hurried.load(Relaxed)
    }

    fn admits(&self, mv: Move) -> bool {
        !self.unwanted.contains(&mv)
    }

    fn report(&mut self, report: &Report<'_>) {
        if !self.order.dropped.load(Relaxed) {
            (self.report)(report);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Position;
    use chuhe_core::rules::Rules;
    use std::sync::mpsc;
    use std::time::Duration;

    /// Long enough for any machine; a test that waits so long has failed.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn question(nodes: u64) -> Question {
        let limits = Limits { nodes, ..Limits::default() };
        let (root, past, unwanted) = (Rules::Xiangqi.start(), Vec::new(), Vec::new());
        Question { root, past, limits, unwanted }
    }

    const FOR_EVER: u64 = u64::MAX;

    #[test]
    fn answers_come_in_the_order_of_the_questions() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let tickets: Vec<_> = (0..20)
            .map(|number| {
                let sender = sender.clone();
                computer.ask(question(100), move |thought| {
                    sender.send((number, thought)).unwrap();
                })
            })
            .collect();
        for expected in 0..20 {
            let (number, thought) = answers.recv_timeout(PATIENCE).unwrap();
            assert_eq!(number, expected);
            assert!(Rules::Xiangqi.start().is_legal(thought.best));
            assert!(thought.nodes <= 100);
        }
        drop(tickets);
    }

    #[test]
    fn an_answer_depends_on_its_question_alone() {
        let ask = |computer: &Computer, nodes| {
            let (sender, answer) = mpsc::channel();
            let ticket = computer.ask(question(nodes), move |thought| {
                sender.send(Thought { millis: 0, ..thought }).unwrap();
            });
            let thought = answer.recv_timeout(PATIENCE).unwrap();
            drop(ticket);
            thought
        };
        let (one, two) = (Computer::new(1, 1).unwrap(), Computer::new(2, 1).unwrap());
        let first = ask(&one, 3000);
        ask(&two, 5000);
        assert_eq!(ask(&two, 3000), first);
        assert_eq!(ask(&two, 3000), first);
        assert_eq!(ask(&one, 3000), first);
    }

    #[test]
    fn a_dropped_ticket_frees_its_thread_and_is_never_answered() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let (running, waiting) = (sender.clone(), sender.clone());
        let running = computer.ask(question(FOR_EVER), move |_| running.send("running").unwrap());
        let waiting = computer.ask(question(FOR_EVER), move |_| waiting.send("waiting").unwrap());
        let last = computer.ask(question(100), move |_| sender.send("last").unwrap());
        drop(waiting);
        drop(running);
        assert_eq!(answers.recv_timeout(PATIENCE), Ok("last"));
        // Every answer is gone with its sender, and none came.
        assert_eq!(answers.recv_timeout(PATIENCE), Err(mpsc::RecvTimeoutError::Disconnected));
        drop(last);
    }

    #[test]
    fn no_more_searches_run_than_there_are_threads() {
        let computer = Computer::new(2, 1).unwrap();
        let (sender, begun) = mpsc::channel();
        let mut tickets: Vec<_> = (0..4)
            .map(|number| {
                let sender = sender.clone();
                let report = move |report: &Report<'_>| {
                    if report.depth == 1 {
                        sender.send(number).unwrap();
                    }
                };
                computer.ask_watched(question(FOR_EVER), report, |_| panic!("no answer"))
            })
            .collect();
        let mut first = [(); 2].map(|()| begun.recv_timeout(PATIENCE).unwrap());
        first.sort_unstable();
        assert_eq!(first, [0, 1]);
        assert_eq!(computer.running(), 2);
        // The next begins where one ends.
        drop(tickets.remove(0));
        assert_eq!(begun.recv_timeout(PATIENCE), Ok(2));
        assert_eq!(computer.running(), 2);
        drop(tickets);
    }

    #[test]
    fn a_hurried_search_answers_with_what_it_has() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let ticket = computer.ask(question(FOR_EVER), move |thought| sender.send(thought).unwrap());
        ticket.hurry();
        let thought = answers.recv_timeout(PATIENCE).unwrap();
        assert!(Rules::Xiangqi.start().is_legal(thought.best));
    }

    #[test]
    fn unwanted_moves_are_not_the_answer_and_every_depth_is_reported() {
        let computer = Computer::new(1, 1).unwrap();
        let ask = |unwanted: Vec<Move>| {
            let (sender, news) = mpsc::channel();
            let reports = sender.clone();
            let ticket = computer.ask_watched(
                Question { unwanted, ..question(3000) },
                move |report| reports.send(Err(report.depth)).unwrap(),
                move |thought| sender.send(Ok(thought)).unwrap(),
            );
            let mut depths = Vec::new();
            let thought = loop {
                match news.recv_timeout(PATIENCE).unwrap() {
                    Ok(thought) => break thought,
                    Err(depth) => depths.push(depth),
                }
            };
            drop(ticket);
            assert_eq!(depths, (1..=thought.depth).collect::<Vec<_>>());
            thought.best
        };
        let best = ask(Vec::new());
        let second = ask(vec![best]);
        assert_ne!(second, best);
        assert!(![best, second].contains(&ask(vec![best, second])));
    }

    #[test]
    fn a_dropped_computer_ends_its_searches() {
        let computer = Computer::new(2, 1).unwrap();
        let tickets: Vec<_> =
            (0..5).map(|_| computer.ask(question(FOR_EVER), |_| panic!("no answer"))).collect();
        drop(computer);
        drop(tickets);
    }
}
