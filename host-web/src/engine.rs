//! The computer player in a worker of the browser.

use chuhe_core::notation::Fen;
use chuhe_core::{AnyPosition, Game, Level, Limits, Monitor, Move, Report, Score, Time};
use chuhe_host::analysis::{Analysis, AnalysisLine, AnalysisRequest};
use chuhe_host::{Thinker, fen};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

/// The size of the transposition table in mebibytes.
const HASH: usize = 16;

/// The shortest time between two reports of an analysis, in milliseconds.
const NEWS_INTERVAL: f64 = 100.0;

/// A game, on its way from the page to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PlayedMoves {
    /// The start of the game in FEN.
    start: String,
    /// The moves since then, in coordinates.
    moves: Vec<String>,
}

impl PlayedMoves {
    pub(crate) fn of(game: &Game<AnyPosition>) -> Self {
        let start = Fen { position: game.start().clone(), move_number: 1 };
        Self { start: start.to_string(), moves: texts(game.moves()) }
    }

    fn game(&self) -> Result<Game<AnyPosition>, String> {
        let start = fen::read(&self.start).map_err(|error| error.to_string())?;
        let mut game = Game::new(start.position);
        for mv in moves(&self.moves)? {
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// A question to the computer, on its way from the page to the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchOrder {
    /// The number of the question.
    pub(crate) id: u32,
    /// The game up to the question.
    pub(crate) game: PlayedMoves,
    /// The moves that are not to be the answer, in coordinates.
    pub(crate) excluded: Vec<String>,
    pub(crate) depth: u8,
    pub(crate) level: u8,
    pub(crate) seed: u64,
    /// The soft and the hard limit in milliseconds.
    pub(crate) time: Option<(u64, u64)>,
}

/// A report of the computer, on its way from the worker to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchReport {
    /// The number of the question.
    pub(crate) id: u32,
    pub(crate) depth: u8,
    /// The score, as a number of the core.
    pub(crate) score: i16,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
    /// The principal variation in coordinates.
    pub(crate) line: Vec<String>,
}

/// The answer of the computer, on its way from the worker to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchAnswer {
    /// The number of the question.
    pub(crate) id: u32,
    /// The best move in coordinates.
    pub(crate) best: String,
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker's start.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// A function that takes a report.
    pub type ReportFunction;

    #[wasm_bindgen(method)]
    fn call(this: &ReportFunction, this_value: &str, report: &str);
}

/// The computer player with its memory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(Thinker);

#[wasm_bindgen]
impl Engine {
    /// A computer player with empty memory.
    ///
    /// # Errors
    /// When the browser has too little memory.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, String> {
        Thinker::new(HASH, 1).map(Self).map_err(|error| error.to_string())
    }

    /// Carries out an order of the page, and returns the answer. Each finished depth is reported.
    ///
    /// # Errors
    /// When the order is not one of the page.
    pub fn search(&mut self, order: &str, report: &ReportFunction) -> Result<String, String> {
        let order: SearchOrder = serde_json::from_str(order).map_err(|error| error.to_string())?;
        let game = order.game.game()?;
        let mut monitor =
            PageMonitor { id: order.id, begin: now(), excluded: moves(&order.excluded)?, report };
        let found = self.0.think(game.position(), game.past(), &order.limits(), &mut monitor);
        let best = found.best.ok_or("the game is over")?.to_string();
        serde_json::to_string(&SearchAnswer { id: order.id, best })
            .map_err(|error| error.to_string())
    }

    /// Analyses the position of an order until the worker is ended. The best lines so far are reported.
    ///
    /// # Errors
    /// When the order is not one of the page.
    pub fn analyse(&mut self, order: &str, report: &ReportFunction) -> Result<(), String> {
        let order: AnalysisOrder =
            serde_json::from_str(order).map_err(|error| error.to_string())?;
        let game = order.game.game()?;
        let limits = Limits { multi_pv: order.lines, contempt: 0, ..Limits::default() };
        let mut monitor = AnalysisMonitor::new(order.id, report);
        self.0.think(game.position(), game.past(), &limits, &mut monitor);
        Ok(())
    }
}

impl SearchOrder {
    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            time: self.time.map(|(soft, hard)| Time { soft, hard }),
            level: Level::new(self.level).unwrap_or_default(),
            seed: self.seed,
            ..Limits::default()
        }
    }
}

/// Writes moves in coordinates.
pub(crate) fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Reads moves in coordinates.
pub(crate) fn moves(texts: &[String]) -> Result<Vec<Move>, String> {
    texts.iter().map(|text| text.parse().map_err(|_| format!("no move: {text}"))).collect()
}

/// A position to analyse, on its way from the page to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct AnalysisOrder {
    id: u64,
    game: PlayedMoves,
    lines: u8,
}

impl AnalysisOrder {
    pub(crate) fn of(request: &AnalysisRequest) -> Self {
        Self { id: request.id, game: PlayedMoves::of(&request.game), lines: request.lines }
    }
}

/// The results of an analysis so far, on their way from a worker to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct AnalysisNews {
    id: u64,
    nodes: u64,
    millis: u64,
    /// Depth, score as a number of the core, and moves in coordinates of each line.
    lines: Vec<(u8, i16, Vec<String>)>,
}

impl AnalysisNews {
    fn of(id: u64, analysis: &Analysis) -> Self {
        let line = |line: &AnalysisLine| (line.depth, line.score.get(), texts(&line.moves));
        let lines = analysis.lines.iter().map(line).collect();
        Self { id, nodes: analysis.nodes, millis: analysis.millis, lines }
    }

    /// The number of the request, and the results.
    pub(crate) fn read(text: &str) -> Result<(u64, Analysis), String> {
        let Self { id, nodes, millis, lines } =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let line = |(depth, score, texts): &(u8, i16, Vec<String>)| {
            let (depth, score) = (*depth, Score::new(*score));
            moves(texts).map(|moves| AnalysisLine { depth, score, moves })
        };
        let lines = lines.iter().map(line).collect::<Result<_, _>>()?;
        Ok((id, Analysis { lines, nodes, millis, done: false }))
    }
}

/// The clock of an analysis, and the way of its results to the page.
struct AnalysisMonitor<'a> {
    id: u64,
    begin: f64,
    told: f64,
    analysis: Analysis,
    report: &'a ReportFunction,
}

impl<'a> AnalysisMonitor<'a> {
    fn new(id: u64, report: &'a ReportFunction) -> Self {
        let begin = now();
        Self { id, begin, told: begin - NEWS_INTERVAL, analysis: Analysis::default(), report }
    }

    fn tell(&mut self, nodes: u64) {
        if now() - self.told < NEWS_INTERVAL || self.analysis.lines.is_empty() {
            return;
        }
        self.told = now();
        (self.analysis.nodes, self.analysis.millis) = (nodes, self.millis());
        if let Ok(text) = serde_json::to_string(&AnalysisNews::of(self.id, &self.analysis)) {
            self.report.call("", &text);
        }
    }
}

impl Monitor for AnalysisMonitor<'_> {
    fn millis(&self) -> u64 {
        (now() - self.begin) as u64
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn progress(&mut self, nodes: u64) {
        self.tell(nodes);
    }

    fn report(&mut self, report: &Report<'_>) {
        if self.analysis.take(report) {
            self.tell(report.nodes);
        }
    }
}

/// The clock of a search, and the way of its reports to the page. The page ends a search by ending the
/// worker, since a worker that thinks hears nothing.
struct PageMonitor<'a> {
    id: u32,
    begin: f64,
    excluded: Vec<Move>,
    report: &'a ReportFunction,
}

impl Monitor for PageMonitor<'_> {
    fn millis(&self) -> u64 {
        (now() - self.begin) as u64
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn admits(&self, mv: Move) -> bool {
        !self.excluded.contains(&mv)
    }

    fn report(&mut self, report: &Report<'_>) {
        let report = SearchReport {
            id: self.id,
            depth: report.depth,
            score: report.score.get(),
            nodes: report.nodes,
            millis: self.millis(),
            line: texts(report.pv),
        };
        if let Ok(text) = serde_json::to_string(&report) {
            self.report.call("", &text);
        }
    }
}
