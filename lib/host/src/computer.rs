//! The computer player: a fixed number of threads that search, first come, first served.

use crate::answer::answer;
use crate::panics::catch;
use crate::thinker::Thinker;
use crate::variety::Variety;
use chuhe_core::AnyPosition;
use chuhe_core::{Level, Limits, Monitor, Move, Past, Report, Score, Time};
use parking_lot::{Condvar, Mutex};
use std::collections::{TryReserveError, VecDeque};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// The strength of the computer, and the limits of each of its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The level.
    pub level: Level,
    /// The longest time for a move, in milliseconds.
    pub movetime: u64,
    /// The greatest depth, in plies.
    pub depth: Option<u8>,
    /// The greatest number of positions searched for a move.
    pub nodes: Option<u64>,
}

impl Strength {
    /// The limits of a search. At the lower levels equal seeds lead to equal mistakes.
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

/// A position to search, with at least one legal move.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position.
    pub root: AnyPosition,
    /// The plies before it, as [`Game::past`](chuhe_core::Game::past) returns them.
    pub past: Vec<Past>,
    /// The limits of the search.
    pub limits: Limits,
    /// Legal moves that are not to be the answer; never all of them.
    pub excluded: Vec<Move>,
    /// A choice among good moves in the opening; `None` for the best move, whatever was played before.
    pub variety: Option<Variety>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchAnswer {
    /// The best move.
    pub best: Move,
    /// The score for the side to move.
    pub score: Score,
    /// The depth in plies.
    pub depth: u8,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time in milliseconds.
    pub millis: u64,
}

impl fmt::Display for SearchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, depth, nodes, millis, .. } = self;
        write!(f, "depth {depth}, score {score}, {nodes} nodes, {millis} ms")
    }
}

/// The reason why a search has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The position has no legal move, or every legal move is excluded.
    #[error("there is no move to find")]
    NoMove,
    /// The search panicked, which is a fault of the program.
    #[error("the search failed by a fault of the program")]
    Panicked,
}

/// The threads that search. When it is dropped, it stops every search and waits for its threads.
///
/// Each thread has a transposition table and a workspace of its own, so memory does not grow with
/// the number of games. Each search begins with both of them empty. Its answer depends on its
/// request alone, not on earlier requests.
#[derive(Debug)]
pub struct Computer {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

/// The reason why no computer player could be made.
#[derive(Debug, thiserror::Error)]
pub enum ComputerError {
    /// There is not enough memory for the tables.
    #[error("no memory for a table of {mebibytes} MiB: {error}")]
    Memory {
        /// The size asked for, of one table.
        mebibytes: usize,
        /// The error of the allocator.
        error: TryReserveError,
    },
    /// The system cannot start a thread.
    #[error("no thread for the computer player: {0}")]
    Thread(#[from] io::Error),
}

impl Computer {
    /// Starts threads, each with a table of this size; at least one thread and one mebibyte.
    ///
    /// # Errors
    /// When the system has not enough threads or memory.
    pub fn new(workers: usize, mebibytes: usize) -> Result<Self, ComputerError> {
        let mut computer = Self { queue: Arc::default(), threads: Vec::new() };
        for number in 0..workers.max(1) {
            let thinker = Thinker::new(mebibytes, 1)
                .map_err(|error| ComputerError::Memory { mebibytes, error })?;
            let queue = Arc::clone(&computer.queue);
            let thread = thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || work(&queue, thinker))?;
            computer.threads.push(thread);
        }
        Ok(computer)
    }

    /// Adds a request to the end of the queue. `answer` is called on the thread that searched, and
    /// must be brief. It is not called after the handle was dropped, but a call may be running at
    /// that moment.
    #[must_use = "dropping the handle stops the search"]
    pub fn ask(
        &self,
        request: SearchRequest,
        answer: impl FnOnce(Result<SearchAnswer, SearchError>) + Send + 'static,
    ) -> SearchHandle {
        self.ask_with_reports(request, |_| (), answer)
    }

    /// Adds a request as [`ask`](Self::ask) does. `report` is called after every depth.
    #[must_use = "dropping the handle stops the search"]
    pub fn ask_with_reports(
        &self,
        request: SearchRequest,
        report: impl FnMut(&Report<'_>) + Send + 'static,
        answer: impl FnOnce(Result<SearchAnswer, SearchError>) + Send + 'static,
    ) -> SearchHandle {
        let flags = Arc::new(StopFlags::default());
        let job = Job {
            request,
            flags: Arc::clone(&flags),
            report: Box::new(report),
            answer: Box::new(answer),
        };
        self.queue.jobs.lock().waiting.push_back(job);
        self.queue.wake.notify_one();
        SearchHandle { flags, queue: Arc::clone(&self.queue) }
    }

    /// The number of searches that run at this moment.
    #[must_use]
    pub fn running(&self) -> usize {
        self.load().running
    }

    /// The number of requests at this moment.
    #[must_use]
    pub fn load(&self) -> Load {
        let jobs = self.queue.jobs.lock();
        Load { waiting: jobs.waiting.len(), running: jobs.running.len() }
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        let waiting = {
            let mut jobs = self.queue.jobs.lock();
            jobs.is_closed = true;
            jobs.running.iter().for_each(|flags| flags.cancel());
            std::mem::take(&mut jobs.waiting)
        };
        drop(waiting);
        self.queue.wake.notify_all();
        // An answer may own the last share of the computer; its thread cannot wait for itself.
        let me = thread::current().id();
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != me) {
            // A panic was reported where it happened.
            let _ = thread.join();
        }
    }
}

/// The number of requests to a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The requests in the queue.
    pub waiting: usize,
    /// The searches that run.
    pub running: usize,
}

/// A request in the queue or in work. When it is dropped, the request is withdrawn: a running
/// search stops at once, and `answer` is not called.
#[derive(Debug)]
pub struct SearchHandle {
    flags: Arc<StopFlags>,
    queue: Arc<Queue>,
}

impl SearchHandle {
    /// Stops the search with the best move so far, at once or as soon as it begins. `answer` is
    /// still called.
    pub fn stop(&self) {
        self.flags.is_stopped.store(true, Relaxed);
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.flags.cancel();
        let job = {
            let waiting = &mut self.queue.jobs.lock().waiting;
            let place = waiting.iter().position(|job| Arc::ptr_eq(&job.flags, &self.flags));
            place.and_then(|place| waiting.remove(place))
        };
        // The queue is unlocked first, because the callbacks may own another handle.
        drop(job);
    }
}

/// The flags by which a handle stops its search.
#[derive(Debug, Default)]
struct StopFlags {
    is_stopped: AtomicBool,
    /// The answer is not wanted either.
    is_cancelled: AtomicBool,
}

impl StopFlags {
    fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
        self.is_stopped.store(true, Relaxed);
    }
}

struct Job {
    request: SearchRequest,
    flags: Arc<StopFlags>,
    report: Box<dyn FnMut(&Report<'_>) + Send>,
    answer: Box<dyn FnOnce(Result<SearchAnswer, SearchError>) + Send>,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    wake: Condvar,
}

#[derive(Default)]
struct Jobs {
    /// Each of these jobs has a handle.
    waiting: VecDeque<Job>,
    /// The flags of the running searches, at most one a thread.
    running: Vec<Arc<StopFlags>>,
    is_closed: bool,
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wait, {} run", self.waiting.len(), self.running.len())
    }
}

impl Queue {
    /// Waits for the next job; `None` when the computer is dropped.
    fn take(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock();
        self.wake.wait_while(&mut jobs, |jobs| jobs.waiting.is_empty() && !jobs.is_closed);
        let job = jobs.waiting.pop_front().filter(|_| !jobs.is_closed)?;
        jobs.running.push(Arc::clone(&job.flags));
        Some(job)
    }

    fn finish(&self, flags: &Arc<StopFlags>) {
        self.jobs.lock().running.retain(|running| !Arc::ptr_eq(running, flags));
    }
}

/// The body of a thread. A panic of a search or of a callback ends that search alone.
fn work(queue: &Queue, mut thinker: Thinker) {
    while let Some(Job { request, flags, report, answer }) = queue.take() {
        let found = catch(|| search(&mut thinker, &request, &flags, report)).unwrap_or_else(|| {
            // The workspace may be half changed. The table is valid whatever it holds.
            thinker.set_threads(1);
            Err(SearchError::Panicked)
        });
        queue.finish(&flags);
        if flags.is_cancelled.load(Relaxed) {
            continue;
        }
        catch(|| answer(found));
    }
}

/// Finds the answer to a request, and reports each depth until the search is cancelled.
fn search(
    thinker: &mut Thinker,
    request: &SearchRequest,
    flags: &StopFlags,
    report: Box<dyn FnMut(&Report<'_>) + Send>,
) -> Result<SearchAnswer, SearchError> {
    answer(thinker, request, &mut JobMonitor { start: Instant::now(), flags, report })
}

/// The monitor of a search: it reads the real clock and the flags of the handle.
struct JobMonitor<'a> {
    start: Instant,
    flags: &'a StopFlags,
    report: Box<dyn FnMut(&Report<'_>) + Send>,
}

impl Monitor for JobMonitor<'_> {
    fn millis(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn is_stopped(&self) -> bool {
        self.flags.is_stopped.load(Relaxed)
    }

    fn report(&mut self, report: &Report<'_>) {
        if !self.flags.is_cancelled.load(Relaxed) {
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

    fn request(nodes: u64) -> SearchRequest {
        let limits = Limits { nodes, ..Limits::default() };
        let (root, past, excluded) = (Rules::Xiangqi.start(), Vec::new(), Vec::new());
        SearchRequest { root, past, limits, excluded, variety: None }
    }

    const FOR_EVER: u64 = u64::MAX;

    #[test]
    fn a_strength_sets_the_limits_that_it_names() {
        let level = Level::new(3).unwrap();
        let strength = Strength { level, movetime: 70, depth: Some(4), nodes: Some(900) };
        let free = Strength { depth: None, nodes: None, ..strength };
        let time = Some(Time::per_move(70));
        let expected = Limits { level, time, seed: 5, ..Limits::default() };
        assert_eq!(free.limits(5), expected);
        assert_eq!(strength.limits(5), Limits { depth: 4, nodes: 900, ..expected });
    }

    #[test]
    fn an_answer_tells_depth_score_nodes_and_time() {
        let best = Rules::Xiangqi.start().legal_moves()[0];
        let answer = SearchAnswer { best, score: Score::DRAW, depth: 2, nodes: 30, millis: 4 };
        assert_eq!(answer.to_string(), "depth 2, score +0.00, 30 nodes, 4 ms");
    }

    #[test]
    fn a_dropped_computer_has_ended_its_threads() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, begun) = mpsc::channel();
        let owned = Arc::new(());
        let (first, second) = (Arc::clone(&owned), Arc::clone(&owned));
        let report = move |_: &Report<'_>| sender.send(()).unwrap_or_default();
        let running = computer.ask_with_reports(request(FOR_EVER), report, move |_| drop(first));
        let waiting = computer.ask(request(FOR_EVER), move |_| drop(second));
        begun.recv_timeout(PATIENCE).unwrap();
        assert_eq!(computer.load(), Load { waiting: 1, running: 1 });
        drop(computer);
        assert_eq!(Arc::strong_count(&owned), 1, "no thread holds an answer any more");
        drop((running, waiting));
    }

    #[test]
    fn answers_come_in_the_order_of_the_questions() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let handles: Vec<_> = (0..20)
            .map(|number| {
                let sender = sender.clone();
                computer.ask(request(100), move |answer| {
                    sender.send((number, answer)).unwrap();
                })
            })
            .collect();
        for expected in 0..20 {
            let (number, answer) = answers.recv_timeout(PATIENCE).unwrap();
            assert_eq!(number, expected);
            let answer = answer.unwrap();
            assert!(Rules::Xiangqi.start().is_legal(answer.best));
            assert!(answer.nodes <= 100);
        }
        drop(handles);
    }

    #[test]
    fn an_answer_depends_on_its_question_alone() {
        let ask = |computer: &Computer, nodes| {
            let (sender, answer) = mpsc::channel();
            let handle = computer.ask(request(nodes), move |answer| {
                sender.send(SearchAnswer { millis: 0, ..answer.unwrap() }).unwrap();
            });
            let answer = answer.recv_timeout(PATIENCE).unwrap();
            drop(handle);
            answer
        };
        let (one, two) = (Computer::new(1, 1).unwrap(), Computer::new(2, 1).unwrap());
        let first = ask(&one, 3000);
        ask(&two, 5000);
        assert_eq!(ask(&two, 3000), first);
        assert_eq!(ask(&two, 3000), first);
        assert_eq!(ask(&one, 3000), first);
    }

    #[test]
    fn a_dropped_handle_frees_its_thread_and_is_never_answered() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let (running, waiting) = (sender.clone(), sender.clone());
        let running = computer.ask(request(FOR_EVER), move |_| running.send("running").unwrap());
        let waiting = computer.ask(request(FOR_EVER), move |_| waiting.send("waiting").unwrap());
        let last = computer.ask(request(100), move |_| sender.send("last").unwrap());
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
        let mut handles: Vec<_> = (0..4)
            .map(|number| {
                let sender = sender.clone();
                let report = move |report: &Report<'_>| {
                    if report.depth == 1 {
                        sender.send(number).unwrap();
                    }
                };
                computer.ask_with_reports(request(FOR_EVER), report, |_| panic!("no answer"))
            })
            .collect();
        let mut first = [(); 2].map(|()| begun.recv_timeout(PATIENCE).unwrap());
        first.sort_unstable();
        assert_eq!(first, [0, 1]);
        assert_eq!(computer.running(), 2);
        // The next begins where one ends.
        drop(handles.remove(0));
        assert_eq!(begun.recv_timeout(PATIENCE), Ok(2));
        assert_eq!(computer.running(), 2);
        drop(handles);
    }

    #[test]
    fn a_stopped_search_answers_with_what_it_has() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let handle = computer.ask(request(FOR_EVER), move |answer| sender.send(answer).unwrap());
        handle.stop();
        let answer = answers.recv_timeout(PATIENCE).unwrap().unwrap();
        assert!(Rules::Xiangqi.start().is_legal(answer.best));
    }

    #[test]
    fn excluded_moves_are_not_the_answer_and_every_depth_is_reported() {
        let computer = Computer::new(1, 1).unwrap();
        let ask = |excluded: Vec<Move>| {
            let (sender, news) = mpsc::channel();
            let reports = sender.clone();
            let handle = computer.ask_with_reports(
                SearchRequest { excluded, ..request(3000) },
                move |report| reports.send(Err(report.depth)).unwrap(),
                move |answer| sender.send(Ok(answer.unwrap())).unwrap(),
            );
            let mut depths = Vec::new();
            let answer = loop {
                match news.recv_timeout(PATIENCE).unwrap() {
                    Ok(answer) => break answer,
                    Err(depth) => depths.push(depth),
                }
            };
            drop(handle);
            assert_eq!(depths, (1..=answer.depth).collect::<Vec<_>>());
            answer.best
        };
        let best = ask(Vec::new());
        let second = ask(vec![best]);
        assert_ne!(second, best);
        assert!(![best, second].contains(&ask(vec![best, second])));
    }

    #[test]
    fn a_dropped_computer_ends_its_searches() {
        let computer = Computer::new(2, 1).unwrap();
        let handles: Vec<_> =
            (0..5).map(|_| computer.ask(request(FOR_EVER), |_| panic!("no answer"))).collect();
        drop(computer);
        drop(handles);
    }
    /// The panics stand on the standard error output of the test.
    #[test]
    fn a_panic_ends_its_search_alone() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let ask = |request, report: fn(&Report<'_>)| {
            let sender = sender.clone();
            computer.ask_with_reports(request, report, move |answer| sender.send(answer).unwrap())
        };
        let expected = || answers.recv_timeout(PATIENCE).unwrap().map(|answer| answer.nodes);
        let well = ask(request(100), |_| ());
        let nodes = expected();
        assert!(nodes.is_ok());
        let searching = ask(request(FOR_EVER), |report| {
            assert!(report.depth < 3, "a panic of the search");
        });
        assert_eq!(expected(), Err(SearchError::Panicked));
        let answering = computer.ask(request(100), |_| panic!("a panic of the answer"));
        let again = ask(request(100), |_| ());
        assert_eq!(expected(), nodes);
        let all = chuhe_core::Position::legal_moves(&Rules::Xiangqi.start()).to_vec();
        let none = ask(SearchRequest { excluded: all, ..request(100) }, |_| ());
        assert_eq!(expected(), Err(SearchError::NoMove));
        assert_eq!(computer.running(), 0);
        drop([well, searching, answering, again, none]);
    }
}
