//! Analysis: the best lines of a position. A search ends when another position comes, or after a number
//! of positions.

use crate::engine::{self, Budget, EngineError, QueryControl, start_line};
use crate::panics::catch;
use crate::thinker::Thinker;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Limits, Monitor, Move, Position, Report, Score, SearchResult};
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The most lines that an analysis shows.
pub const MAX_LINES: u8 = 5;

/// The shortest time between two reports that are taken.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The time that an engine has to end when the program ends.
const GRACE: Duration = Duration::from_millis(500);

/// The time after which a search without news tells the number of positions again.
const COUNT_INTERVAL: Duration = Duration::from_millis(250);

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The number, which comes back with each report.
    pub id: u64,
    /// The game up to the position.
    pub game: Box<Game<AnyPosition>>,
    /// The number of lines wanted, 1 to [`MAX_LINES`].
    pub lines: u8,
    /// The command line of an engine; `None` for the built-in player.
    pub engine: Option<String>,
    /// The number of positions to search; `None` searches without end. With a number the results of the
    /// built-in player on one thread depend on the request alone.
    pub positions: Option<u64>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisLine {
    /// The depth in plies.
    pub depth: u8,
    /// The score for the side to move.
    pub score: Score,
    /// The moves, the first of which is at least one.
    pub moves: Vec<Move>,
}

/// The results of an analysis so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Analysis {
    /// The lines, the best first.
    pub lines: Vec<AnalysisLine>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time in milliseconds.
    pub millis: u64,
    /// True if the search has ended.
    pub done: bool,
}

impl Analysis {
    /// Takes the line of a report of the built-in player. Returns false for a report without one.
    pub fn take(&mut self, report: &Report<'_>) -> bool {
        let (depth, score, moves) = (report.depth, report.score, report.pv.to_vec());
        let place = usize::from(report.multi_pv.max(1)) - 1;
        let has_line = !moves.is_empty();
        if has_line {
            self.put(place, AnalysisLine { depth, score, moves });
        }
        has_line
    }

    /// Puts a line in its place. The line that had the place takes that of the older line with the
    /// new first move, so that no move comes twice.
    pub fn put(&mut self, place: usize, line: AnalysisLine) {
        let same = self.lines.iter().position(|old| old.moves.first() == line.moves.first());
        match same {
            Some(old) if place < self.lines.len() => self.lines.swap(old, place),
            Some(old) => drop(self.lines.remove(old)),
            None => {}
        }
        match self.lines.get_mut(place) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
    }
}

/// A report with the number of its request: the results so far, or the reason why there are none.
pub type AnalysisReport = (u64, Result<Analysis, String>);

/// Analyses one position at a time on a thread of its own.
///
/// A new request replaces the one before. Only the newest report is kept, so that a reader that comes
/// seldom finds no queue.
///
/// ```
/// use chuhe_core::{Game, rules::Rules};
/// use chuhe_host::analysis::{Analyser, AnalysisRequest};
/// let mut analyser = Analyser::new(1, 1);
/// let game = Box::new(Game::new(Rules::Xiangqi.start()));
/// analyser.analyse(AnalysisRequest { id: 1, game, lines: 3, engine: None, positions: None });
/// let (id, report) = analyser.wait_for_report(std::time::Duration::from_secs(60)).unwrap();
/// assert_eq!(id, 1);
/// assert!(!report.unwrap().lines.is_empty());
/// ```
#[derive(Debug)]
pub struct Analyser {
    mebibytes: usize,
    threads: usize,
    desk: Arc<Desk>,
    worker: Option<Worker>,
    /// The control of the current request.
    control: QueryControl,
    /// The threads that were told to end.
    leaving: Vec<(JoinHandle<()>, QueryControl)>,
    /// The time at which the last report was taken.
    taken: Option<Instant>,
}

impl Analyser {
    /// Creates an analyser whose built-in player gets this memory and this number of threads. Both
    /// are taken with the first request.
    #[must_use]
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        Self {
            mebibytes,
            threads,
            desk: Arc::default(),
            worker: None,
            control: QueryControl::default(),
            leaving: Vec::new(),
            taken: None,
        }
    }

    /// Analyses a position in place of the one before.
    pub fn analyse(&mut self, request: AnalysisRequest) {
        self.stop();
        let rules = request.game.position().rules();
        let player = request.engine.clone().map(|line| (line, rules));
        if self.worker.as_ref().is_none_or(|worker| worker.player != player) {
            self.dismiss();
            self.worker = Some(self.start(player));
        }
        self.desk.begin(request.id);
        if let Some(worker) = &self.worker {
            self.control = QueryControl::default();
            // A thread that has ended told why.
            let _ = worker.jobs.send(Job { request, control: self.control.clone() });
        }
    }

    /// Ends the analysis. The memory of the search is kept for the next one.
    pub fn stop(&mut self) {
        self.control.cancel();
        self.desk.clear();
    }

    /// Takes the newest report. There are at most 20 in a second.
    pub fn take_report(&mut self) -> Option<AnalysisReport> {
        if self.taken.is_some_and(|taken| taken.elapsed() < REPORT_INTERVAL) {
            return None;
        }
        let report = self.desk.take()?;
        self.taken = Some(Instant::now());
        Some(report)
    }

    /// Waits for a report; `None` if there is none within this time.
    pub fn wait_for_report(&mut self, patience: Duration) -> Option<AnalysisReport> {
        self.desk.wait(Instant::now() + patience)
    }

    fn start(&self, player: Option<(String, Rules)>) -> Worker {
        let (jobs, asked) = mpsc::channel();
        let (desk, line) = (Arc::clone(&self.desk), player.clone());
        let (mebibytes, threads) = (self.mebibytes, self.threads);
        let control = QueryControl::default();
        let life = control.clone();
        let thread = thread::spawn(move || match line {
            None => think(&asked, &desk, mebibytes, threads),
            Some((line, rules)) => ask_engine(&asked, &desk, (&line, rules), &life),
        });
        Worker { player, jobs, thread, control }
    }

    /// Ends the analysis for good. An engine that has not ended by this time is killed.
    pub fn end(&mut self, by: Instant) {
        self.control.end(by);
        self.desk.clear();
        self.worker.iter().for_each(|worker| worker.control.end(by));
        self.dismiss();
        self.leaving.iter().for_each(|(_, control)| control.end(by));
    }

    /// Lets the thread end when it can.
    fn dismiss(&mut self) {
        self.leaving.retain(|(leaving, _)| !leaving.is_finished());
        let worker = self.worker.take();
        // A start that nobody waits for any more is given up.
        self.leaving.extend(worker.map(|worker| {
            worker.control.cancel();
            (worker.thread, worker.control)
        }));
    }
}

impl Drop for Analyser {
    fn drop(&mut self) {
        self.end(Instant::now() + GRACE);
        for (thread, _) in self.leaving.drain(..) {
            // A panic of the thread was reported already.
            let _ = thread.join();
        }
    }
}

/// The thread of a player. It ends when `jobs` is dropped.
#[derive(Debug)]
struct Worker {
    /// The command line of an engine and its game; `None` for the built-in player.
    player: Option<(String, Rules)>,
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    /// The control of the engine's start and end.
    control: QueryControl,
}

/// A request, and the control that ends it.
#[derive(Debug)]
struct Job {
    request: AnalysisRequest,
    control: QueryControl,
}

impl Job {
    /// Returns whether the answer is still wanted, and there is one.
    fn is_worth_it(&self) -> bool {
        !self.control.is_cancelled() && self.request.game.position().count_moves() > 0
    }
}

/// The newest report of the current request.
#[derive(Debug, Default)]
struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct DeskState {
    current: Option<u64>,
    report: Option<AnalysisReport>,
}

impl Desk {
    fn begin(&self, id: u64) {
        *self.state.lock() = DeskState { current: Some(id), report: None };
    }

    fn clear(&self) {
        *self.state.lock() = DeskState::default();
    }

    fn take(&self) -> Option<AnalysisReport> {
        self.state.lock().report.take()
    }

    fn wait(&self, deadline: Instant) -> Option<AnalysisReport> {
        let mut state = self.state.lock();
        let _ = self.changed.wait_while_until(&mut state, |state| state.report.is_none(), deadline);
        state.report.take()
    }

    /// Replaces the report, unless its request was replaced.
    fn tell(&self, id: u64, report: Result<Analysis, String>) {
        let mut state = self.state.lock();
        if state.current == Some(id) {
            state.report = Some((id, report));
            self.changed.notify_all();
        }
    }
}

/// The built-in player: analyses position after position.
fn think(asked: &Receiver<Job>, desk: &Desk, mebibytes: usize, threads: usize) {
    let thinker = Thinker::new(mebibytes, threads);
    let mut thinker = match thinker {
        Ok(thinker) => thinker,
        Err(error) => return fail_all(asked, desk, &error.to_string()),
    };
    for job in asked.iter().filter(Job::is_worth_it) {
        let game = &job.request.game;
        let (root, past, positions) = (game.position(), game.past(), job.request.positions);
        let nodes = positions.unwrap_or(u64::MAX);
        let limits =
            Limits { nodes, multi_pv: job.request.lines, contempt: 0, ..Limits::default() };
        let mut monitor = JobMonitor::new(&job, desk);
        let search = || match positions {
            Some(_) => thinker.think_afresh(root, past, &limits, &mut monitor),
            None => thinker.think(root, past, &limits, &mut monitor),
        };
        match catch(search) {
            Some(found) => monitor.end(&found),
            None => {
                // The workspace may be half changed. The table is valid whatever it holds.
                thinker.set_threads(threads);
                desk.tell(job.request.id, Err("a fault of Chuhe".to_owned()));
            }
        }
    }
}

/// Answers each further request with the reason why there is no analysis.
fn fail_all(asked: &Receiver<Job>, desk: &Desk, why: &str) {
    for job in asked {
        desk.tell(job.request.id, Err(why.to_owned()));
    }
}

/// The monitor of the built-in search.
struct JobMonitor<'a> {
    job: &'a Job,
    desk: &'a Desk,
    begun: Instant,
    told: Instant,
    analysis: Analysis,
}

impl<'a> JobMonitor<'a> {
    fn new(job: &'a Job, desk: &'a Desk) -> Self {
        let now = Instant::now();
        Self { job, desk, begun: now, told: now, analysis: Analysis::default() }
    }

    fn tell(&mut self, nodes: u64) {
        self.told = Instant::now();
        (self.analysis.nodes, self.analysis.millis) = (nodes, self.millis());
        self.desk.tell(self.job.request.id, Ok(self.analysis.clone()));
    }

    /// Tells the end of the search. A search too short for a line has its best move.
    fn end(&mut self, found: &SearchResult) {
        let (depth, score) = (found.depth, found.score);
        if self.analysis.lines.is_empty() {
            let line = |mv| AnalysisLine { depth, score, moves: vec![mv] };
            self.analysis.lines.extend(found.best.map(line));
        }
        self.analysis.done = true;
        self.tell(found.nodes);
    }
}

impl Monitor for JobMonitor<'_> {
    fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn is_stopped(&self) -> bool {
        self.job.control.is_cancelled()
    }

    fn progress(&mut self, nodes: u64) {
        if !self.analysis.lines.is_empty() && self.told.elapsed() >= COUNT_INTERVAL {
            self.tell(nodes);
        }
    }

    fn report(&mut self, report: &Report<'_>) {
        if self.analysis.take(report) {
            self.tell(report.nodes);
        }
    }
}

/// An engine: analyses position after position.
fn ask_engine(
    asked: &Receiver<Job>,
    desk: &Desk,
    (line, rules): (&str, Rules),
    control: &QueryControl,
) {
    // A person looks at no position longer.
    const LONG: Duration = Duration::from_secs(365 * 24 * 3600);
    let mut engine = match start_line(line, rules, control) {
        Ok(engine) => engine,
        Err(why) => return fail_all(asked, desk, &why),
    };
    for job in asked.iter().filter(Job::is_worth_it) {
        let AnalysisRequest { id, game, lines, positions, .. } = &job.request;
        let budget = Budget { multi_pv: *lines, nodes: *positions, ..Budget::default() };
        let begun = Instant::now();
        let mut analysis = Analysis::default();
        let mut told = |info: &engine::Info| {
            analysis.millis = begun.elapsed().as_millis() as u64;
            analysis.nodes = info.nodes.unwrap_or(analysis.nodes);
            let depth = info.depth.and_then(|depth| u8::try_from(depth).ok()).unwrap_or_default();
            let (Some(score), moves) = (info.score, info.moves.clone()) else { return };
            let place = usize::from(info.place);
            if !moves.is_empty() && place < usize::from(*lines) {
                analysis.put(place, AnalysisLine { depth, score, moves });
                desk.tell(*id, Ok(analysis.clone()));
            }
        };
        let answer = engine.think(game, &budget, begun + LONG, &job.control, &mut told);
        let why = match answer {
            Err(EngineError::Cancelled) => continue,
            // An engine may end a search by itself, when it has found a mate.
            Ok(_) if !analysis.lines.is_empty() => {
                desk.tell(*id, Ok(Analysis { done: true, ..analysis }));
                continue;
            }
            Ok(_) => "shows no analysis".to_owned(),
            Err(error) => error.to_string(),
        };
        log::error!("{line}: {why}");
        desk.tell(*id, Err(why.clone()));
        return fail_all(asked, desk, &why);
    }
    engine.quit();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long enough for any machine; a test that waits so long has failed.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn request(id: u64, plies: usize) -> AnalysisRequest {
        let mut game = Box::new(Game::new(Rules::Xiangqi.start()));
        for _ in 0..plies {
            let mv = game.position().legal_moves()[0];
            game.play(mv).unwrap();
        }
        AnalysisRequest { id, game, lines: 3, engine: None, positions: None }
    }

    fn line(first: &str, depth: u8) -> AnalysisLine {
        AnalysisLine { depth, score: Score::DRAW, moves: vec![first.parse().unwrap()] }
    }

    #[test]
    fn the_last_of_a_thousand_positions_is_analysed_by_one_thread() {
        let mut analyser = Analyser::new(1, 1);
        for id in 0..1000 {
            analyser.analyse(request(id, id as usize % 7));
        }
        let (id, report) = analyser.wait_for_report(PATIENCE).unwrap();
        assert_eq!(id, 999);
        assert!(!report.unwrap().lines.is_empty());
        assert!(analyser.leaving.is_empty());
        // The desk belongs to the analyser and to one thread.
        assert_eq!(Arc::strong_count(&analyser.desk), 2);
        let desk = Arc::clone(&analyser.desk);
        drop(analyser);
        assert_eq!(Arc::strong_count(&desk), 1, "the thread has ended");
    }

    #[test]
    fn a_stopped_analysis_tells_nothing() {
        let mut analyser = Analyser::new(1, 1);
        analyser.analyse(request(1, 0));
        assert!(analyser.wait_for_report(PATIENCE).is_some());
        analyser.stop();
        assert_eq!(analyser.take_report(), None);
        analyser.analyse(request(2, 1));
        assert_eq!(analyser.wait_for_report(PATIENCE).unwrap().0, 2);
    }

    #[test]
    fn all_lines_wanted_come_and_no_move_comes_twice() {
        let mut analyser = Analyser::new(1, 1);
        analyser.analyse(AnalysisRequest { lines: MAX_LINES, ..request(1, 0) });
        loop {
            let lines = analyser.wait_for_report(PATIENCE).unwrap().1.unwrap().lines;
            let mut firsts: Vec<Move> = lines.iter().map(|line| line.moves[0]).collect();
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), lines.len());
            if lines.len() == usize::from(MAX_LINES) && lines[4].depth > 2 {
                break;
            }
        }
    }

    #[test]
    fn a_number_of_positions_ends_a_search_and_gives_equal_results() {
        let mut ends = Vec::new();
        for id in 0..2 {
            let mut analyser = Analyser::new(1, 1);
            // What was searched before makes no difference.
            for plies in 0..id {
                analyser.analyse(request(9, plies));
                assert!(analyser.wait_for_report(PATIENCE).is_some());
            }
            analyser.analyse(AnalysisRequest { positions: Some(2_000), ..request(id as u64, 3) });
            let end = loop {
                let (_, report) = analyser.wait_for_report(PATIENCE).unwrap();
                let report = report.unwrap();
                if report.done {
                    break report;
                }
            };
            ends.push((end.lines, end.nodes));
        }
        assert!(!ends[0].0.is_empty());
        assert_eq!(ends[0], ends[1]);
    }

    #[test]
    fn a_stop_costs_at_most_128_positions() {
        /// Stops the search with its first report of depth 4.
        struct Stopper<'a>(JobMonitor<'a>, u64);
        impl Monitor for Stopper<'_> {
            fn millis(&self) -> u64 {
                self.0.millis()
            }
            fn is_stopped(&self) -> bool {
                self.0.is_stopped()
            }
            fn report(&mut self, report: &Report<'_>) {
                self.0.report(report);
                if report.depth == 4 && self.1 == 0 {
                    self.1 = report.nodes;
                    self.0.job.control.cancel();
                }
            }
        }
        let job = Job { request: request(1, 0), control: QueryControl::default() };
        let desk = Desk::default();
        let mut stopper = Stopper(JobMonitor::new(&job, &desk), 0);
        let mut thinker = Thinker::new(1, 1).unwrap();
        let root = job.request.game.position();
        let SearchResult { nodes, .. } = thinker.think(root, &[], &Limits::default(), &mut stopper);
        assert!(nodes - stopper.1 <= 128, "{nodes} after {}", stopper.1);
    }

    #[test]
    fn a_new_line_takes_its_place_and_pushes_no_other_out() {
        let mut analysis = Analysis::default();
        for (place, first) in [(0, "h2e2"), (1, "b2e2"), (2, "h0g2")] {
            analysis.put(place, line(first, 1));
        }
        analysis.put(0, line("h0g2", 2));
        analysis.put(1, line("h2e2", 2));
        let expected = [line("h0g2", 2), line("h2e2", 2), line("b2e2", 1)];
        assert_eq!(analysis.lines, expected);
        // A line whose place is beyond the end comes last.
        analysis.put(7, line("b0c2", 2));
        assert_eq!(analysis.lines[3], line("b0c2", 2));
    }

    #[test]
    fn an_engine_that_cannot_be_started_is_told_and_the_built_in_player_takes_over() {
        let mut analyser = Analyser::new(1, 1);
        let engine = Some("/nowhere/engine".to_owned());
        for id in 1..3 {
            analyser.analyse(AnalysisRequest { engine: engine.clone(), ..request(id, 0) });
            let (told, report) = analyser.wait_for_report(PATIENCE).unwrap();
            assert_eq!(told, id);
            assert!(report.unwrap_err().contains("cannot be started"));
        }
        analyser.analyse(request(3, 0));
        assert!(analyser.wait_for_report(PATIENCE).unwrap().1.is_ok());
    }
}
