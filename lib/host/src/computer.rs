//! The computer player: it answers requests for moves on a fixed number of threads.

use crate::search_request::{SearchError, SearchRequest};
use crate::search_thread::{LineMonitor, Load, Queue, SearchThreads, StopToken, stopwatch};
use crate::thinker::Thinker;
use chuhe_core::SearchLine;
use std::io;
use std::sync::Arc;

/// A fixed number of threads that search. Each thread has its own table and workspace, so memory does
/// not grow with the number of games. Each search begins with an empty table and workspace, so its
/// result depends only on the request. Dropping the computer stops every search and waits for the threads.
#[derive(Debug)]
pub struct Computer(SearchThreads<'static>);

#[derive(Debug, thiserror::Error)]
pub enum ComputerError {
    #[error("no memory for a table of {mebibytes} MiB: {error}")]
    Memory { mebibytes: usize, error: io::Error },
    #[error("no thread for the computer player: {0}")]
    Thread(#[from] io::Error),
}

impl Computer {
    /// Starts `workers` threads, each with a table of `mebibytes` MiB. For both numbers, 0 means 1.
    pub fn new(workers: usize, mebibytes: usize) -> Result<Self, ComputerError> {
        let thinkers = (0..workers.max(1)).map(|_| Thinker::new(mebibytes, 1));
        let thinkers: Result<Vec<_>, _> = thinkers.collect();
        let thinkers = thinkers.map_err(|error| ComputerError::Memory { mebibytes, error })?;
        Ok(Self(SearchThreads::start(thinkers)?))
    }

    /// Adds a request to the end of the queue. The thread that searched calls `answer`, which must return quickly.
    /// After the handle is dropped, no call of `answer` begins, but a call that began earlier may still run. The line
    /// that `answer` gets contains at least one move.
    #[must_use = "dropping the handle stops the search"]
    pub fn ask(
        &self,
        request: SearchRequest,
        answer: impl FnOnce(Result<SearchLine, SearchError>) + Send + 'static,
    ) -> SearchHandle {
        self.ask_with_reports(request, |_| (), answer)
    }

    /// Adds a request as [`ask`](Self::ask) does. The thread calls `report` after every depth.
    #[must_use = "dropping the handle stops the search"]
    pub fn ask_with_reports(
        &self,
        request: SearchRequest,
        report: impl FnMut(&SearchLine) + Send + 'static,
        answer: impl FnOnce(Result<SearchLine, SearchError>) + Send + 'static,
    ) -> SearchHandle {
        let token = StopToken::default();
        let (searching, ended) = (token.clone(), token.clone());
        let search = move |thinker: &mut Thinker| {
            let mut monitor = LineMonitor { clock: stopwatch(), token: searching, report };
            request.search(thinker, &mut monitor)
        };
        self.0.run(&token, search, move |found| {
            if !ended.is_cancelled() {
                answer(found.unwrap_or(Err(SearchError::Panicked)));
            }
        });
        SearchHandle { token, queue: Arc::clone(&self.0.queue) }
    }

    pub fn load(&self) -> Load {
        self.0.load()
    }
}

/// The handle of a request that waits or runs. Dropping it withdraws the request: a running search
/// stops at once, and `answer` is not called.
#[derive(Debug)]
pub struct SearchHandle {
    token: StopToken,
    queue: Arc<Queue<'static>>,
}

impl SearchHandle {
    /// Stops the search, which answers with its best move so far. A request that still waits is answered in its turn.
    pub fn stop(&self) {
        self.token.stop();
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.queue.withdraw(&self.token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PATIENCE;
    use chuhe_core::rules::Rules;
    use chuhe_core::{Game, Limits, Move, Position};
    use std::sync::mpsc;

    fn request(nodes: u64) -> SearchRequest {
        let limits = Limits { nodes, ..Limits::default() };
        SearchRequest::new(Game::new(Rules::Xiangqi.start()), limits)
    }

    const FOR_EVER: u64 = u64::MAX;

    #[test]
    fn a_dropped_computer_has_ended_its_threads() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, begun) = mpsc::channel();
        let owned = Arc::new(());
        let (first, second) = (Arc::clone(&owned), Arc::clone(&owned));
        let report = move |_: &SearchLine| sender.send(()).unwrap_or_default();
        let _running = computer.ask_with_reports(request(FOR_EVER), report, move |_| drop(first));
        let _waiting = computer.ask(request(FOR_EVER), move |_| drop(second));
        begun.recv_timeout(PATIENCE).unwrap();
        assert_eq!(computer.load(), Load { waiting: 1, running: 1 });
        drop(computer);
        assert_eq!(Arc::strong_count(&owned), 1, "no thread holds an answer any more");
    }

    #[test]
    fn answers_come_in_the_order_of_the_questions() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let _handles: Vec<_> = (0..20)
            .map(|number| {
                let sender = sender.clone();
                computer.ask(request(100), move |answer| sender.send((number, answer)).unwrap())
            })
            .collect();
        for expected in 0..20 {
            let (number, answer) = answers.recv_timeout(PATIENCE).unwrap();
            assert_eq!(number, expected);
            let answer = answer.unwrap();
            assert!(Rules::Xiangqi.start().is_legal(answer.best().unwrap()));
            assert!(answer.nodes <= 100);
        }
    }

    #[test]
    fn an_answer_depends_on_its_question_alone() {
        let ask = |computer: &Computer, nodes| {
            let (sender, answer) = mpsc::channel();
            let _handle = computer.ask(request(nodes), move |answer| {
                sender.send(SearchLine { millis: 0, ..answer.unwrap() }).unwrap();
            });
            answer.recv_timeout(PATIENCE).unwrap()
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
        let _last = computer.ask(request(100), move |_| sender.send("last").unwrap());
        drop(waiting);
        drop(running);
        assert_eq!(answers.recv_timeout(PATIENCE), Ok("last"));
        // All senders are dropped, so the channel is closed. The error also shows that no other answer was sent.
        assert_eq!(answers.recv_timeout(PATIENCE), Err(mpsc::RecvTimeoutError::Disconnected));
    }

    #[test]
    fn no_more_searches_run_than_there_are_threads() {
        let computer = Computer::new(2, 1).unwrap();
        let (sender, begun) = mpsc::channel();
        let mut handles: Vec<_> = (0..4)
            .map(|number| {
                let sender = sender.clone();
                let report = move |report: &SearchLine| {
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
        assert_eq!(computer.load().running, 2);
        // When a search ends, the next search begins.
        drop(handles.remove(0));
        assert_eq!(begun.recv_timeout(PATIENCE), Ok(2));
        assert_eq!(computer.load().running, 2);
    }

    #[test]
    fn a_stopped_search_answers_with_what_it_has() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let handle = computer.ask(request(FOR_EVER), move |answer| sender.send(answer).unwrap());
        handle.stop();
        let answer = answers.recv_timeout(PATIENCE).unwrap().unwrap();
        assert!(Rules::Xiangqi.start().is_legal(answer.best().unwrap()));
    }

    #[test]
    fn excluded_moves_are_not_the_answer_and_every_depth_is_reported() {
        let computer = Computer::new(1, 1).unwrap();
        let ask = |excluded: Vec<Move>| {
            let (sender, messages) = mpsc::channel();
            let reports = sender.clone();
            let _handle = computer.ask_with_reports(
                SearchRequest { excluded, ..request(3000) },
                move |report| reports.send(Err(report.depth)).unwrap(),
                move |answer| sender.send(Ok(answer.unwrap())).unwrap(),
            );
            let mut depths = Vec::new();
            let answer = loop {
                match messages.recv_timeout(PATIENCE).unwrap() {
                    Ok(answer) => break answer,
                    Err(depth) => depths.push(depth),
                }
            };
            assert_eq!(depths, (1..=answer.depth).collect::<Vec<_>>());
            answer.best().unwrap()
        };
        let best = ask(Vec::new());
        let second = ask(vec![best]);
        assert_ne!(second, best);
        assert!(![best, second].contains(&ask(vec![best, second])));
    }

    #[test]
    fn a_panic_ends_its_search_alone() {
        let computer = Computer::new(1, 1).unwrap();
        let (sender, answers) = mpsc::channel();
        let ask = |request, report: fn(&SearchLine)| {
            let sender = sender.clone();
            computer.ask_with_reports(request, report, move |answer| sender.send(answer).unwrap())
        };
        let expected = || answers.recv_timeout(PATIENCE).unwrap().map(|answer| answer.nodes);
        let _well = ask(request(100), |_| ());
        let nodes = expected();
        assert!(nodes.is_ok());
        let _searching = ask(request(FOR_EVER), |report| {
            assert!(report.depth < 3, "a panic of the search");
        });
        assert_eq!(expected(), Err(SearchError::Panicked));
        let _answering = computer.ask(request(100), |_| panic!("a panic of the answer"));
        let _again = ask(request(100), |_| ());
        assert_eq!(expected(), nodes);
        let all = chuhe_core::Position::legal_moves(&Rules::Xiangqi.start()).to_vec();
        let _none = ask(SearchRequest { excluded: all, ..request(100) }, |_| ());
        assert_eq!(expected(), Err(SearchError::NoMove));
        assert_eq!(computer.load().running, 0);
    }
}
