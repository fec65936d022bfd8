//! Exports the computer player to Python.

use crate::board::Board;
use crate::moves::Move;
use chuhe_core::{AnyPosition, Level, Limits, Monitor, Position, SearchLine, Time};
use chuhe_host::{NetworkFile, Networks, RootLines, Thinker};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The milliseconds between two checks for Ctrl+C.
const SIGNALS: u64 = 50;

/// The limits of a search. At least one must be given.
#[pyclass(frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Limit(Limits);

#[pymethods]
impl Limit {
    /// `time` in seconds, `nodes` in positions, `depth` in plies, `level` from 0 to 9.
    #[new]
    #[pyo3(signature = (time=None, *, nodes=None, depth=None, level=None))]
    fn new(
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u8>,
        level: Option<u8>,
    ) -> PyResult<Self> {
        let wrong = |what: String| Err(PyValueError::new_err(what));
        // Every level below 9 is a limit: such a search ends by itself.
        let is_endless = level.is_none_or(|level| level == Level::MAX.get());
        if time.is_none() && nodes.is_none() && depth.is_none() && is_endless {
            let least = "time, nodes, depth or a level below 9";
            return wrong(format!("a search without {least} would never end"));
        }
        let mut limits = Limits::default();
        match time {
            Some(seconds) if seconds > 0.0 && seconds.is_finite() => {
                limits.time = Some(Time::per_move((seconds * 1000.0).max(1.0) as u64));
            }
            Some(seconds) => return wrong(format!("time is {seconds}, not a number above 0")),
            None => {}
        }
        if let Some(level) = level {
            let Some(level) = Level::new(level) else {
                return wrong(format!("level is {level}, not 0 to 9"));
            };
            limits.level = level;
        }
        limits.nodes = nodes.unwrap_or(limits.nodes);
        limits.depth = depth.unwrap_or(limits.depth);
        Ok(Self(limits))
    }
}

/// A line of moves that a search found, with its score and the cost of the search.
#[pyclass(frozen, get_all)]
pub(crate) struct Info {
    /// The first move of the line.
    r#move: Move,
    /// The rank of the line among the best lines: 1 for the best.
    multipv: u8,
    /// The depth of the search in plies.
    depth: u8,
    /// The number of plies in the longest line that was searched.
    seldepth: u8,
    /// The score for the side to move, in hundredths of a soldier.
    score: i16,
    /// The number of moves to mate, below 0 if the side to move is mated; `None` without a mate.
    mate: Option<i16>,
    /// The number of positions searched so far.
    nodes: u64,
    /// The time of the search so far, in seconds.
    time: f64,
    /// The moves of the line.
    pv: Vec<Move>,
}

impl Info {
    /// Returns `None` for a line without a move.
    fn new(position: &AnyPosition, line: &SearchLine) -> Option<Self> {
        let pv = Move::line(position.clone(), &line.pv);
        Some(Self {
            r#move: pv.first()?.clone(),
            multipv: line.multi_pv,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score.get(),
            mate: line.score.mate_distance().map(|plies| (plies + plies.signum()) / 2),
            nodes: line.nodes,
            time: line.millis as f64 / 1000.0,
            pv,
        })
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let line: Vec<String> = self.pv.iter().map(Move::uci).collect();
        format!("<chuhe.Info depth {}, score {}, {}>", self.depth, self.score, line.join(" "))
    }
}

/// A computer player with a transposition table of its own. Its searches run without the GIL, one at a time.
#[pyclass(frozen)]
pub(crate) struct Engine(Mutex<Thinker>);

#[pymethods]
impl Engine {
    /// `hash` is the size of the transposition table in MiB. `network` is the path of a network file. This
    /// network replaces the built-in network of the same game.
    #[new]
    #[pyo3(signature = (*, hash=16, threads=1, network=None))]
    fn new(hash: usize, threads: usize, network: Option<PathBuf>) -> PyResult<Self> {
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads is {threads}, not 1 to 256")));
        }
        let mut thinker = Thinker::new(hash, threads)
            .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        if let Some(path) = network {
            let file = NetworkFile::read(&path)
                .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
            let mut networks = Networks::built_in();
            networks.insert(file);
            thinker.set_networks(networks);
        }
        Ok(Self(Mutex::new(thinker)))
    }

    /// The best line of moves for the side to move. The `move` of this line is the move to play.
    fn play(&self, py: Python<'_>, board: PyRef<'_, Board>, limit: Limit) -> PyResult<Info> {
        let mut lines = self.analyse(py, board, limit, 1)?;
        Ok(lines.remove(0))
    }

    /// At most `multipv` lines, the best first. A search that stops too early for several lines returns only one.
    #[pyo3(signature = (board, limit, multipv=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        limit: Limit,
        multipv: u8,
    ) -> PyResult<Vec<Info>> {
        let limits = Limits { multi_pv: multipv.max(1), ..limit.0 };
        let (root, past) = (board.position().clone(), board.game.past().to_vec());
        let wanted = root.legal_moves().len().min(limits.multi_pv.into());
        let over = || PyRuntimeError::new_err("there is no move: the game is over");
        if wanted == 0 || board.game.ending().is_some() {
            return Err(over());
        }
        // This `drop` lets other threads change the board during the search.
        drop(board);
        let found = py.detach(|| {
            let (next, interrupt) = (Cell::new(SIGNALS), Cell::new(None));
            let (start, lines) = (Instant::now(), RootLines::default());
            let mut monitor = PythonMonitor { start, next, interrupt, wanted, lines };
            let best = self.thinker().think(&root, &past, &limits, &mut monitor);
            match monitor.interrupt.take() {
                Some(interrupt) => Err(interrupt),
                None => Ok((best, monitor.lines)),
            }
        });
        let (best, lines) = found?;
        let lines = match lines.lines() {
            several @ [_, _, ..] => several,
            _ => &[best],
        };
        let infos: Option<Vec<Info>> = lines.iter().map(|line| Info::new(&root, line)).collect();
        infos.ok_or_else(over)
    }

    /// The evaluation for the side to move, in hundredths of a soldier. No move is searched.
    fn evaluate(&self, py: Python<'_>, board: PyRef<'_, Board>) -> i16 {
        let position = board.position().clone();
        drop(board);
        py.detach(|| self.thinker().evaluate(&position).get())
    }

    /// Forgets all positions searched so far. Call this method between two games.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.thinker().clear());
    }
}

impl Engine {
    fn thinker(&self) -> MutexGuard<'_, Thinker> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The clock of a search, the newest lines of the search, and the exception that stops the search.
struct PythonMonitor {
    start: Instant,
    /// The time of the next check for Ctrl+C, in milliseconds.
    next: Cell<u64>,
    interrupt: Cell<Option<PyErr>>,
    wanted: usize,
    lines: RootLines,
}

impl Monitor for PythonMonitor {
    fn millis(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn is_stopped(&self) -> bool {
        if self.millis() >= self.next.get() {
            self.next.set(self.millis() + SIGNALS);
            if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                self.interrupt.set(Some(interrupt));
                self.next.set(0);
                return true;
            }
        }
        false
    }

    fn report(&mut self, line: &SearchLine) {
        self.lines.take(line, self.wanted);
    }
}
