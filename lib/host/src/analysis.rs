//! Finds the best lines of moves in a position, with the built-in player or an external engine.

use crate::engine::{self, Budget, EngineError, QueryControl, start_line};
use crate::panics::catch;
use crate::search_thread::{SearchThreads, StopToken, Worker, stopwatch};
use crate::thinker::Thinker;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Limits, Monitor, Position, SearchLine};
use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use std::{io, iter};

pub const MAX_LINES: u8 = 5;

/// The shortest time between two reports of [`Analyser::take_report`].
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The time from the drop of the analyser until its engine is killed, unless the engine ends earlier.
const GRACE: Duration = Duration::from_millis(500);

/// The least time between two reports, in milliseconds, if no line of moves has changed.
const COUNT_INTERVAL: u64 = 250;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnalysisRequest {
    pub id: u64,
    #[serde(with = "crate::game_text")]
    pub game: Box<Game<AnyPosition>>,
    /// The number of lines of moves to find, 1 to [`MAX_LINES`].
    pub lines: u8,
    /// The command line of an engine; `None` for the built-in player.
    pub engine: Option<String>,
    /// The number of positions to search; `None` searches without end. If there is a number, the results
    /// of the built-in player on one thread depend only on the request.
    pub positions: Option<u64>,
}

impl AnalysisRequest {
    /// Analyses the game's position with the built-in player. Returns the best line of moves.
    pub fn search(&self, thinker: &mut Thinker, monitor: &mut dyn Monitor) -> SearchLine {
        let (root, past) = (self.game.position(), self.game.past());
        let nodes = self.positions.unwrap_or(u64::MAX);
        let limits = Limits { nodes, multi_pv: self.lines, contempt: 0, ..Limits::default() };
        match self.positions {
            Some(_) => thinker.think_afresh(root, past, &limits, monitor),
            None => thinker.think(root, past, &limits, monitor),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// The lines of moves, the best first. No line is empty. The first line has the newest `nodes` and `millis`.
    pub lines: Vec<SearchLine>,
    pub done: bool,
}

impl Analysis {
    /// Puts a line in the place that its `multi_pv` gives. An older line with the same first move is
    /// removed. The line that stood in the new line's place then moves to the place of the removed line.
    pub fn put(&mut self, line: SearchLine) {
        let (nodes, millis) = (line.nodes, line.millis);
        let place = usize::from(line.multi_pv.max(1)) - 1;
        let same = self.lines.iter().position(|old| old.best() == line.best());
        match same {
            Some(old) if place < self.lines.len() => self.lines.swap(old, place),
            Some(old) => drop(self.lines.remove(old)),
            None => {}
        }
        match self.lines.get_mut(place) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
        self.count(nodes, millis);
    }

    /// Sets the number of positions and the milliseconds of the first line.
    pub fn count(&mut self, nodes: u64, millis: u64) {
        let first = self.lines.first_mut();
        first.into_iter().for_each(|line| (line.nodes, line.millis) = (nodes, millis));
    }
}

/// The monitor of an analysis by the built-in player. It collects the lines, and calls `tell` with them.
#[derive(Debug)]
pub struct AnalysisMonitor<C, T> {
    clock: C,
    token: StopToken,
    interval: u64,
    tell: T,
    analysis: Analysis,
    told: Option<u64>,
    is_new: bool,
}

impl<C: Fn() -> u64, T: FnMut(&Analysis)> AnalysisMonitor<C, T> {
    /// Creates a monitor that calls `tell` at most once per `interval`. Both `clock` and `interval` count milliseconds.
    pub fn new(clock: C, token: StopToken, interval: u64, tell: T) -> Self {
        let analysis = Analysis::default();
        Self { clock, token, interval, tell, analysis, told: None, is_new: false }
    }

    /// Ends the analysis, and returns its lines. If no line was reported, `found` becomes the only line.
    pub fn end(mut self, found: SearchLine) -> Analysis {
        let (nodes, millis) = (found.nodes, found.millis);
        if self.analysis.lines.is_empty() && !found.pv.is_empty() {
            self.analysis.lines.push(found);
        }
        self.analysis.count(nodes, millis);
        Analysis { done: true, ..self.analysis }
    }

    fn tell(&mut self, nodes: u64) {
        let now = (self.clock)();
        let since = self.told.map_or(u64::MAX, |told| now.saturating_sub(told));
        let pause = if self.is_new { self.interval } else { COUNT_INTERVAL };
        if since >= pause && !self.analysis.lines.is_empty() {
            (self.told, self.is_new) = (Some(now), false);
            self.analysis.count(nodes, now);
            (self.tell)(&self.analysis);
        }
    }
}

impl<C: Fn() -> u64, T: FnMut(&Analysis)> Monitor for AnalysisMonitor<C, T> {
    fn millis(&self) -> u64 {
        (self.clock)()
    }

    fn is_stopped(&self) -> bool {
        self.token.is_stopped()
    }

    fn progress(&mut self, nodes: u64) {
        self.tell(nodes);
    }

    fn report(&mut self, line: &SearchLine) {
        if !line.pv.is_empty() {
            self.analysis.put(line.clone());
            self.is_new = true;
            self.tell(line.nodes);
        }
    }
}

/// A report `(id, result)`: the `id` of its request, and the lines so far or the reason of a failure.
pub type AnalysisReport = (u64, Result<Analysis, EngineError>);

/// Analyses one position at a time on a thread of its own.
///
/// A new request replaces the earlier request. Only the newest report is kept, so a slow reader never
/// gets an old report.
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
    mailbox: Arc<Mailbox>,
    built_in: Option<SearchThreads<'static>>,
    engine: Option<EngineThread>,
    /// Cancels the current request.
    control: QueryControl,
    /// The threads of engines that were told to end.
    leaving: Vec<EngineThread>,
    taken: Option<Instant>,
}

impl Analyser {
    /// Creates an analyser. The first request without an engine allocates the memory and starts the
    /// threads of the built-in player.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        Self {
            mebibytes,
            threads,
            mailbox: Arc::default(),
            built_in: None,
            engine: None,
            control: QueryControl::default(),
            leaving: Vec::new(),
            taken: None,
        }
    }

    /// Sets the memory in MiB and the threads of the built-in player. If either changes, the analysis ends.
    pub fn resize(&mut self, mebibytes: usize, threads: usize) {
        if (self.mebibytes, self.threads) != (mebibytes, threads) {
            *self = Self::new(mebibytes, threads);
        }
    }

    pub fn analyse(&mut self, request: AnalysisRequest) {
        self.stop();
        self.control = QueryControl::default();
        let id = request.id;
        self.mailbox.reset(Some(id));
        let asked = match &request.engine {
            None => self.ask_built_in(request),
            Some(line) => {
                let player = (line.clone(), request.game.position().rules());
                self.ask_engine(player, request)
            }
        };
        if let Err(error) = asked {
            self.mailbox.put(id, Err(EngineError::start("Chuhe", &error)));
        }
    }

    fn ask_built_in(&mut self, request: AnalysisRequest) -> io::Result<()> {
        self.dismiss();
        if self.built_in.is_none() {
            self.built_in = Some(self.start_built_in()?);
        }
        let (token, mailbox) = (self.control.token(), Arc::clone(&self.mailbox));
        let id = request.id;
        let search = move |thinker: &mut Thinker| {
            let tell = |analysis: &Analysis| mailbox.put(id, Ok(analysis.clone()));
            let mut monitor = AnalysisMonitor::new(stopwatch(), token, 0, tell);
            let found = request.search(thinker, &mut monitor);
            // A position without a legal move gets no report.
            found.best().map(|_| monitor.end(found))
        };
        let mailbox = Arc::clone(&self.mailbox);
        let end = move |found: Option<Option<Analysis>>| match found {
            Some(analysis) => analysis.into_iter().for_each(|it| mailbox.put(id, Ok(it))),
            None => mailbox.put(id, Err(EngineError::Panic)),
        };
        if let Some(built_in) = &self.built_in {
            built_in.run(&self.control.token(), search, end);
        }
        Ok(())
    }

    /// Starts the built-in player. The player's thread allocates the table, so the caller does not wait for it.
    fn start_built_in(&self) -> io::Result<SearchThreads<'static>> {
        let threads = SearchThreads::start([Thinker::new(1, self.threads)?])?;
        let mebibytes = self.mebibytes;
        let grow = move |thinker: &mut Thinker| {
            if let Err(error) = thinker.set_hash(mebibytes) {
                log::error!("no memory for a table of {mebibytes} MiB: {error}");
            }
        };
        threads.run(&StopToken::default(), grow, |_| ());
        Ok(threads)
    }

    fn ask_engine(&mut self, player: (String, Rules), request: AnalysisRequest) -> io::Result<()> {
        self.built_in = None;
        if self.engine.as_ref().is_none_or(|engine| engine.player != player) {
            self.dismiss();
            self.engine = Some(EngineThread::start(player, Arc::clone(&self.mailbox))?);
        }
        if let Some(engine) = &self.engine {
            // If the engine has failed, its thread answers with the reason.
            engine.worker.send((request, self.control.clone()));
        }
        Ok(())
    }

    /// Ends the analysis. The built-in player keeps its table for the next analysis.
    pub fn stop(&mut self) {
        self.control.cancel();
        self.mailbox.reset(None);
    }

    /// Takes the newest report; `None` if there is no new report, or if a report was taken less than 50 ms ago.
    pub fn take_report(&mut self) -> Option<AnalysisReport> {
        if self.taken.is_some_and(|taken| taken.elapsed() < REPORT_INTERVAL) {
            return None;
        }
        let report = self.mailbox.state.lock().report.take()?;
        self.taken = Some(Instant::now());
        Some(report)
    }

    pub fn wait_for_report(&mut self, patience: Duration) -> Option<AnalysisReport> {
        let Mailbox { state, changed } = &*self.mailbox;
        let (mut state, deadline) = (state.lock(), Instant::now() + patience);
        let _ = changed.wait_while_until(&mut state, |state| state.report.is_none(), deadline);
        state.report.take()
    }

    /// Ends the analysis for good. An engine that still runs at the time `by` is killed.
    pub fn end(&mut self, by: Instant) {
        self.control.end(by);
        self.stop();
        self.engine.iter().for_each(|engine| engine.life.end(by));
        self.dismiss();
        self.leaving.iter().for_each(|leaving| leaving.life.end(by));
    }

    /// Tells the engine and its thread to end, and does not wait for them.
    fn dismiss(&mut self) {
        self.leaving.retain(|leaving| !leaving.worker.is_finished());
        if let Some(mut engine) = self.engine.take() {
            engine.worker.close();
            // If the engine is still starting, the next statement cancels the start.
            engine.life.cancel();
            self.leaving.push(engine);
        }
    }
}

impl Drop for Analyser {
    fn drop(&mut self) {
        self.end(Instant::now() + GRACE);
    }
}

#[derive(Debug, Default)]
struct Mailbox {
    state: Mutex<Newest>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Newest {
    current: Option<u64>,
    report: Option<AnalysisReport>,
}

impl Mailbox {
    /// Drops the report. After this call, only reports of the request `current` are kept.
    fn reset(&self, current: Option<u64>) {
        *self.state.lock() = Newest { current, report: None };
    }

    /// Replaces the stored report with `report`, if `id` is the current request.
    fn put(&self, id: u64, report: Result<Analysis, EngineError>) {
        let mut state = self.state.lock();
        if state.current == Some(id) {
            state.report = Some((id, report));
            self.changed.notify_all();
        }
    }
}

type EngineJob = (AnalysisRequest, QueryControl);

#[derive(Debug)]
struct EngineThread {
    /// The command line of the engine, and the rules of the games that it analyses.
    player: (String, Rules),
    worker: Worker<EngineJob>,
    /// Cancels the start of the engine, and limits the time that the engine may take to end.
    life: QueryControl,
}

impl EngineThread {
    fn start(player: (String, Rules), mailbox: Arc<Mailbox>) -> io::Result<Self> {
        let life = QueryControl::default();
        let ((line, rules), control) = (player.clone(), life.clone());
        let worker = Worker::start(move |asked| {
            tell_failure(asked, &mailbox, |asked| {
                analyse_by_engine(asked, &mailbox, (&line, rules), &control)
            });
        })?;
        Ok(Self { player, worker, life })
    }
}

/// Runs `analyse` on the jobs. If `analyse` fails, the last request and all later requests get the reason as answer.
fn tell_failure(
    asked: &Receiver<EngineJob>,
    mailbox: &Mailbox,
    analyse: impl FnOnce(&mut dyn Iterator<Item = EngineJob>) -> Result<(), EngineError>,
) {
    let last = Cell::new(None);
    let mut noted = iter::from_fn(|| {
        let job = asked.recv().ok()?;
        last.set(Some(job.0.id));
        Some(job)
    });
    let ended = catch(|| analyse(&mut noted));
    if let Err(why) = ended.unwrap_or(Err(EngineError::Panic)) {
        let further = asked.iter().map(|(request, _)| request.id);
        last.get().into_iter().chain(further).for_each(|id| mailbox.put(id, Err(why.clone())));
    }
}

fn analyse_by_engine(
    asked: &mut dyn Iterator<Item = EngineJob>,
    mailbox: &Mailbox,
    (line, rules): (&str, Rules),
    life: &QueryControl,
) -> Result<(), EngineError> {
    // A search needs a deadline. A year is enough, because nobody analyses a position for longer.
    const LONG: Duration = Duration::from_secs(365 * 24 * 3600);
    let mut engine = start_line(line, rules, life)?;
    for (AnalysisRequest { id, game, lines, positions, .. }, control) in asked {
        if control.is_cancelled() || game.position().count_moves() == 0 {
            continue;
        }
        let budget = Budget { multi_pv: lines, nodes: positions, ..Budget::default() };
        let clock = stopwatch();
        let mut analysis = Analysis::default();
        let mut told = |info: &engine::Info| {
            let mut line = info.search_line(clock());
            let last = analysis.lines.first().map_or(0, |first| first.nodes);
            line.nodes = info.nodes.unwrap_or(last);
            if info.score.is_some() && !line.pv.is_empty() && info.place < lines {
                analysis.put(line);
                mailbox.put(id, Ok(analysis.clone()));
            }
        };
        let answer = engine.think(&game, &budget, Instant::now() + LONG, &control, &mut told);
        let why = match answer {
            Err(EngineError::Cancelled) => continue,
            // An engine may end its search by itself, for example when it has found a mate.
            Ok(_) if !analysis.lines.is_empty() => {
                mailbox.put(id, Ok(Analysis { done: true, ..analysis }));
                continue;
            }
            Ok(_) => EngineError::NoAnalysis,
            Err(error) => error,
        };
        log::error!("{line}: {why}");
        return Err(why);
    }
    engine.quit();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PATIENCE;
    use chuhe_core::Move;

    fn request(id: u64, plies: usize) -> AnalysisRequest {
        let mut game = Game::new(Rules::Xiangqi.start());
        (0..plies).for_each(|_| game.play(game.position().legal_moves()[0]).unwrap());
        AnalysisRequest { id, game: Box::new(game), lines: 3, engine: None, positions: None }
    }

    fn line(multi_pv: u8, first: &str, depth: u8) -> SearchLine {
        let pv = [Move::from_name(first).unwrap()].into_iter().collect();
        SearchLine { multi_pv, depth, pv, ..SearchLine::default() }
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
        let mailbox = Arc::clone(&analyser.mailbox);
        drop(analyser);
        assert_eq!(Arc::strong_count(&mailbox), 1, "the thread has ended");
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
    fn a_panic_of_an_engines_thread_is_told() {
        let (mailbox, (sender, asked)) = (Mailbox::default(), std::sync::mpsc::channel());
        sender.send((request(1, 0), QueryControl::default())).unwrap();
        drop(sender);
        mailbox.reset(Some(1));
        tell_failure(&asked, &mailbox, |asked| panic!("of the test: {:?}", asked.next()));
        let told = mailbox.state.lock().report.take();
        assert_eq!(told, Some((1, Err(EngineError::Panic))));
    }

    /// The system refuses to start a thread with a stack as large as `STACK` says.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_the_system_refuses_is_told_of() {
        const STACK: [&str; 2] = ["RUST_MIN_STACK", "1152921504606846976"];
        if std::env::var(STACK[0]).is_ok_and(|size| size == STACK[1]) {
            for engine in [None, Some("/none".to_owned())] {
                let mut analyser = Analyser::new(1, 1);
                analyser.analyse(AnalysisRequest { engine, ..request(1, 0) });
                let (_, report) = analyser.wait_for_report(PATIENCE).unwrap();
                assert!(report.unwrap_err().to_string().contains("os error"));
            }
            return;
        }
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "analysis::tests::a_thread_that_the_system_refuses_is_told_of"]);
        let output = again.env(STACK[0], STACK[1]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }

    #[test]
    fn all_lines_wanted_come_and_no_move_comes_twice() {
        let mut analyser = Analyser::new(1, 1);
        analyser.analyse(AnalysisRequest { lines: MAX_LINES, ..request(1, 0) });
        loop {
            let lines = analyser.wait_for_report(PATIENCE).unwrap().1.unwrap().lines;
            let mut firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
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
            // Earlier analyses must not change the result.
            for plies in 0..id {
                analyser.analyse(request(9, plies));
                assert!(analyser.wait_for_report(PATIENCE).is_some());
            }
            analyser.analyse(AnalysisRequest { positions: Some(2_000), ..request(id as u64, 3) });
            let report = || analyser.wait_for_report(PATIENCE).unwrap().1.unwrap();
            let end = std::iter::repeat_with(report).find(|report| report.done).unwrap();
            let line = |line: SearchLine| SearchLine { millis: 0, ..line };
            ends.push(end.lines.into_iter().map(line).collect::<Vec<_>>());
        }
        assert!(!ends[0].is_empty());
        assert_eq!(ends[0], ends[1]);
    }

    #[test]
    fn a_new_line_takes_its_place_and_pushes_no_other_out() {
        let mut analysis = Analysis::default();
        for (rank, first) in [(1, "h2e2"), (2, "b2e2"), (3, "h0g2")] {
            analysis.put(line(rank, first, 1));
        }
        analysis.put(line(1, "h0g2", 2));
        analysis.put(line(2, "h2e2", 2));
        // A line is added at the end if its `multi_pv` is beyond the end.
        analysis.put(line(8, "b0c2", 2));
        let expected = [("h0g2", 2), ("h2e2", 2), ("b2e2", 1), ("b0c2", 2)];
        let found = analysis.lines.iter().map(|line| (line.pv[0], line.depth));
        assert!(found.eq(expected.map(|(mv, depth)| (Move::from_name(mv).unwrap(), depth))));
    }
}
