//! Executes the commands of the graphical interface.

use crate::bench::bench;
use crate::genfens::genfens;
use crate::lag::Lag;
use crate::lines::{Console, InputLine, QUEUE_LENGTH};
use crate::position::UciPosition;
use crate::protocol::{
    Command, DEFAULT_HASH, Dialect, Effect, Go, OptionFault, Setup, best_move, default_settings,
    identification, info_string, parse, probe_reply, set_option, spsa_input,
};
use crate::settings::Settings;
use crate::thinking::{SearchControl, Task, think};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position, Side, probe};
use chuhe_host::engine::MoveFormat;
use chuhe_host::openings::Book;
use chuhe_host::{
    BookChoice, NetworkFile, NetworkFileError, Networks, SearchThreads, Table, Thinker, Variety,
};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

const NO_POSITION: &str = "no position: the last one was refused";

/// Reads the opening book from the file named `file`. An empty name stands for the built-in book.
fn read_book(file: &str) -> Result<BookChoice, Box<dyn Error>> {
    if file.is_empty() {
        return Ok(BookChoice::BuiltIn);
    }
    let book = Book::read(&fs::read(file)?)?;
    Ok(BookChoice::Own(Arc::new(book)))
}

pub(crate) struct Driver<'a, W> {
    console: &'a Console<W>,
    lines: Receiver<InputLine>,
    deferred: VecDeque<InputLine>,
    dialect: Dialect,
    first_rules: Rules,
    settings: Settings,
    board: UciPosition,
    /// True if the last `position` was refused. Then the answer to `go` is that there is no move.
    is_refused: bool,
    banned: Vec<Move>,
    /// The seed of the random choices in this game: deliberate errors at lower levels, and moves from the book.
    seed: u64,
    lag: Lag,
    table: Arc<Table>,
    search: SearchThreads<'a>,
    /// True if the last search may still run in its thread.
    is_searching: bool,
    /// True if the last search has a limit and will end by itself, unless it ponders.
    has_limit: bool,
    control: Arc<SearchControl>,
}

impl<'a, W: Write + Send> Driver<'a, W> {
    pub(crate) fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        console: &'a Console<W>,
        lines: Receiver<InputLine>,
        rules: Rules,
    ) -> io::Result<Self>
    where
        'a: 'scope,
    {
        let thinker = Thinker::new(DEFAULT_HASH as usize, 1)?;
        Ok(Self {
            console,
            lines,
            deferred: VecDeque::new(),
            dialect: Dialect::default(),
            first_rules: rules,
            settings: default_settings(rules),
            board: UciPosition::new(rules, MoveFormat::default()),
            is_refused: false,
            banned: Vec::new(),
            seed: 0,
            lag: Lag::default(),
            table: thinker.table(),
            search: SearchThreads::scoped(scope, thinker)?,
            is_searching: false,
            has_limit: false,
            control: Arc::new(SearchControl::answered()),
        })
    }

    pub(crate) fn run(mut self) {
        let mut free_since = Instant::now();
        while let Some(line) = self.deferred.pop_front().or_else(|| self.lines.recv().ok()) {
            // A command's time begins at its arrival or at the end of the previous command, whichever is later.
            let goes_on = self.execute(&line.text, line.read_at.max(free_since));
            if let Some(error) = self.console.take_log_fault() {
                self.send_info(format_args!("the debug log ends here: {error}"));
            }
            free_since = Instant::now();
            self.console.pending_stops.remove(&line.text);
            if !goes_on || self.console.is_broken() {
                return self.end();
            }
        }
        // At the end of the input, the engine completes a search with a limit. It stops a pondering or endless search.
        if self.is_bounded() { self.wait() } else { self.end() }
    }

    /// Executes a line, and returns false after `quit`.
    fn execute(&mut self, line: &str, at: Instant) -> bool {
        let Some(command) = parse(line, self.dialect) else {
            if self.settings.debug && !line.trim().is_empty() {
                self.send_info(format_args!("not understood: {line}"));
            }
            return true;
        };
        match command {
            Command::Quit => {
                self.end();
                if self.dialect == Dialect::Ucci {
                    self.console.write_line("bye");
                }
                return false;
            }
            Command::Identify(dialect) => {
                self.dialect = dialect;
                self.console.write_line(identification(dialect, self.first_rules));
            }
            Command::Debug(debug) => self.settings.debug = debug,
            Command::IsReady => self.console.write_line("readyok"),
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => self.control.ponderhit(draw),
            Command::Probe(setup) => self.probe(setup),
            Command::Spsa => self.console.write_line(spsa_input()),
            Command::Display if self.is_refused => self.send_info(NO_POSITION),
            Command::Display => self.console.write_line(&self.board),
            command if self.is_free() => self.execute_idle(command, at),
            _ if self.settings.debug => {
                self.send_info(format_args!("not obeyed while thinking: {line}"));
            }
            _ => {}
        }
        true
    }

    fn end(&mut self) {
        self.control.stop();
        self.wait();
    }

    fn is_bounded(&self) -> bool {
        self.is_searching && self.has_limit && !self.control.is_pondering()
    }

    fn execute_idle(&mut self, command: Command<'_>, at: Instant) {
        match command {
            Command::SetOption { name, value } => {
                match set_option(&mut self.settings, self.dialect, name, value) {
                    Ok(effect) => self.carry_out(effect),
                    // Programs also set options that only other engines have, so unknown options are ignored.
                    Err(OptionFault::Unknown) if !self.settings.debug => {}
                    Err(fault) => self.send_info(format_args!("{name} {value}: {fault}")),
                }
            }
            Command::NewGame => self.new_game(),
            Command::Position(setup) => self.set_up(setup),
            Command::BanMoves(texts) => {
                let moves = texts.split_whitespace().filter_map(|text| self.board.read(text).ok());
                self.banned = moves.collect();
            }
            Command::Perft(_) if self.is_refused => self.send_info(NO_POSITION),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => {
                if let Err(error) = bench(depth, self.networks(), self.console) {
                    self.send_info(format_args!("no memory for the bench: {error}"));
                }
            }
            Command::GenFens(asked) => genfens(self.settings.rules, &asked, self.console),
            Command::Go(go) => self.go(&go, at),
            _ => {}
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        let settings = &mut self.settings;
        match effect {
            Effect::Nothing => {}
            Effect::Clear => _ = self.change(Thinker::clear),
            Effect::Hash => {
                let mebibytes = if settings.hash == 0 { DEFAULT_HASH } else { settings.hash };
                let resized = self.change(move |thinker| thinker.set_hash(mebibytes as usize));
                if let Some(Err(why)) = resized {
                    self.send_info(format_args!("no memory for a table of {mebibytes} MiB: {why}"));
                }
            }
            Effect::Threads => {
                let threads = match settings.threads {
                    0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
                    threads => threads as usize,
                };
                self.search.call(move |thinker| thinker.set_threads(threads));
            }
            Effect::Format => self.board.format = settings.format,
            Effect::Rules => {
                let (rules, format) = (settings.rules, settings.format);
                if self.board.position().rules() != rules {
                    self.change(Thinker::clear);
                }
                self.put(UciPosition::new(rules, format));
            }
            Effect::Book => match read_book(&settings.book_file) {
                Ok(book) => settings.book = book,
                Err(why) => {
                    let file = &self.settings.book_file;
                    self.send_info(format_args!("no book from {file}: {why}"));
                }
            },
            Effect::Networks => self.set_networks(),
            Effect::EvalFile => match self.read_network() {
                Ok(()) => self.set_networks(),
                Err(why) => self.send_info(why),
            },
            Effect::Log => {
                let name = &self.settings.log_file;
                if let Err(error) = self.console.open_log(name) {
                    self.send_info(format_args!("no debug log in {name}: {error}"));
                }
            }
            Effect::NewGame => self.new_game(),
        }
    }

    /// Reads the network of the option `EvalFile`. An empty name restores the built-in networks.
    fn read_network(&mut self) -> Result<(), NetworkFileError> {
        let file = &self.settings.eval_file;
        if file.is_empty() {
            self.settings.networks = Networks::built_in();
            return Ok(());
        }
        let network = NetworkFile::read(file.as_ref())?;
        let (theirs, ours) = (network.rules(), self.settings.rules);
        if theirs != ours {
            self.send_info(format_args!(
                "the network {file} is for {theirs}: it does not evaluate {ours}"
            ));
        }
        self.settings.networks.insert(network);
        Ok(())
    }

    fn networks(&self) -> Networks {
        if self.settings.use_nnue { self.settings.networks.clone() } else { Networks::default() }
    }

    fn set_networks(&mut self) {
        let networks = self.networks();
        self.change(|thinker| thinker.set_networks(networks));
    }

    /// Lets `act` change the thinker. Then takes over the thinker's table, which `act` can replace.
    fn change<T: Send + 'a>(
        &mut self,
        act: impl FnOnce(&mut Thinker) -> T + Send + 'a,
    ) -> Option<T> {
        // This drops the driver's reference, so that the old table is freed as soon as `act` replaces it.
        self.table = Arc::default();
        let (result, table) = self.search.call(move |thinker| (act(thinker), thinker.table()))?;
        self.table = table;
        Some(result)
    }

    fn new_game(&mut self) {
        self.change(Thinker::clear);
        self.lag.forget_clock();
        self.seed = RandomState::new().hash_one(0);
    }

    fn set_up(&mut self, setup: Setup<'_>) {
        match UciPosition::from_setup(self.settings.rules, setup, self.settings.format) {
            Ok(mut board) => {
                if let Some(warning) = board.warning.take() {
                    self.send_info(warning);
                }
                self.put(board);
            }
            Err(fault) => {
                self.is_refused = true;
                self.send_info(fault);
            }
        }
    }

    fn put(&mut self, board: UciPosition) {
        self.settings.format = board.format;
        self.board = board;
        self.is_refused = false;
        self.banned.clear();
    }

    fn go(&mut self, go: &Go<'_>, at: Instant) {
        if self.dialect == Dialect::Ucci && go.depth == Some(0) {
            if !self.is_refused {
                let position = self.board.position().clone();
                let estimate = self.search.call(move |thinker| thinker.evaluate(&position));
                let estimate = estimate.unwrap_or_default().get();
                self.console.write_line(format_args!("info depth 0 score {estimate}"));
            }
            self.console.write_line("nobestmove");
            return;
        }
        if let Some(mv) = self.book_move(go) {
            self.lag.forget_clock();
            self.console.write_line(best_move(self.dialect, &[self.board.write(mv)], false));
            return;
        }
        let side = self.board.position().side();
        self.learn_lag(go, side);
        let limits = self.settings.limits(go, side, self.lag, self.seed);
        let limited = limits.time.is_some() || go.depth.is_some() || go.nodes.is_some();
        let infinite = go.infinite || !(limited || go.mate.is_some());
        let bounded = limited && !infinite;
        let task = Task {
            dialect: self.dialect,
            board: self.board.clone(),
            limits,
            moves: self.root_moves(go),
            mate: go.mate,
            infinite,
            wdl: self.settings.wdl,
            nodes_time: self.settings.nodes_time.into(),
        };
        // The time during which the command waited for the previous search does not count.
        let at = at.max(self.control.ended());
        self.control = Arc::new(SearchControl::new(at, go.ponder, go.draw));
        let (console, control) = (self.console, Arc::clone(&self.control));
        let search = move |thinker: &mut Thinker| think(thinker, &task, &control, console);
        self.search.run(&self.control.token, search, |_| ());
        (self.is_searching, self.has_limit) = (true, bounded);
        if self.settings.batch && bounded && !go.ponder {
            self.wait();
        }
    }

    /// Learns the lag from the clock and the last search. The field `control` must still belong to that search.
    fn learn_lag(&mut self, go: &Go<'_>, side: Side) {
        match self.settings.clock(go, side) {
            Some(clock) if self.settings.nodes_time == 0 && !go.ponder => {
                self.lag.learn(clock, self.control.time());
            }
            _ => self.lag.forget_clock(),
        }
    }

    fn book_move(&self, go: &Go<'_>) -> Option<Move> {
        let settings = &self.settings;
        if !settings.own_book || settings.analyse || go.infinite || go.ponder {
            return None;
        }
        let moves = self.root_moves(go);
        let legal = self.board.position().legal_moves().into_iter();
        let excluded: Vec<Move> = legal.filter(|mv| !moves.contains(mv)).collect();
        let variety = Variety { book: settings.book.clone(), ply: self.board.plies };
        variety.book_move(self.board.position(), self.seed, &excluded)
    }

    fn root_moves(&self, go: &Go<'_>) -> Vec<Move> {
        if self.is_refused {
            return Vec::new();
        }
        let asked_for: Vec<Move> =
            go.search_moves.iter().filter_map(|text| self.board.read(text).ok()).collect();
        let legal = self.board.position().legal_moves().into_iter();
        legal
            .filter(|mv| asked_for.is_empty() || asked_for.contains(mv))
            .filter(|mv| !self.banned.contains(mv))
            .collect()
    }

    fn stop(&mut self) {
        if !self.control.is_answered() {
            self.control.stop();
        } else if !self.control.has_answered_stop() && self.dialect == Dialect::Ucci {
            // UCCI requires an answer to every `stop`. If a search has just ended, its answer comes first.
            self.wait();
            self.console.write_line("nobestmove");
        }
    }

    fn probe(&self, setup: Setup<'_>) {
        match UciPosition::from_setup(self.settings.rules, setup, self.settings.format) {
            Ok(board) => {
                let known = probe(&self.table, board.position().key());
                let best = known.and_then(|known| known.best);
                let best = best.filter(|&mv| board.position().is_legal(mv));
                let best = best.map(|mv| board.write(mv));
                self.console.write_line(probe_reply(known, best));
            }
            Err(fault) => self.send_info(fault),
        }
    }

    /// Prints the number of leaves below each move, and finally the sum of the numbers. A `stop` ends the count.
    fn perft(&self, depth: u8) {
        let moves = self.board.position().legal_moves();
        let (mut sum, mut told) = (u64::from(depth == 0), Instant::now());
        for mv in moves.into_iter().filter(|_| depth > 0) {
            let position = self.board.position().play(mv);
            let Some(leaves) = self.leaves(&position, depth - 1, &mut told) else { return };
            sum += leaves;
            self.console.write_line(format_args!("{}: {leaves}", self.board.write(mv)));
        }
        self.console.write_line(format_args!("\nNodes searched: {sum}\n"));
    }

    /// Counts the leaves below a position. Returns `None` after a `stop`, or if the output is broken. Sends an `info`
    /// line each second, because only writing shows that the output is broken.
    fn leaves(&self, position: &AnyPosition, depth: u8, told: &mut Instant) -> Option<u64> {
        /// The largest depth of a count that does not check for a `stop`. Such a count takes only a few milliseconds.
        const IN_ONE: u8 = 3;
        if depth <= IN_ONE {
            return Some(position.perft(depth.into()));
        }
        if told.elapsed() >= Duration::from_secs(1) {
            self.send_info("the count goes on");
            *told = Instant::now();
        }
        if self.console.pending_stops.any_stop() || self.console.is_broken() {
            return None;
        }
        let moves = position.legal_moves();
        moves.iter().map(|&mv| self.leaves(&position.play(mv), depth - 1, told)).sum()
    }

    fn send_info(&self, text: impl Display) {
        self.console.write_line(info_string(self.dialect, text));
    }

    /// Waits for a search that will end soon: a stopped one or, in UCI, one with a limit that does not ponder. Returns
    /// false if any other search runs; the caller then ignores the command.
    fn is_free(&mut self) -> bool {
        if self.is_searching {
            let soon = self.is_bounded() && self.dialect == Dialect::Uci;
            if !self.control.is_answered() && !self.control.token.is_stopped() && !soon {
                return false;
            }
            self.read_ahead();
            self.wait();
        }
        true
    }

    /// Reads lines until the search has answered. Answers `isready` at once, and keeps all other lines for later.
    fn read_ahead(&mut self) {
        const POLL_INTERVAL: Duration = Duration::from_millis(1);
        while !self.control.is_answered() && self.deferred.len() < QUEUE_LENGTH {
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => match parse(&line.text, self.dialect) {
                    Some(Command::IsReady) => self.console.write_line("readyok"),
                    _ => self.deferred.push_back(line),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn wait(&mut self) {
        if std::mem::take(&mut self.is_searching) {
            self.search.call(|_| ());
        }
    }
}
