//! The computer player in a worker of the browser.

use chuhe_core::{AnyPosition, Game, Level, Limits, Monitor, Move, Report, Time};
use chuhe_host::{Thinker, fen};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

/// The size of the transposition table in mebibytes.
const HASH: usize = 16;

/// A question to the computer, on its way from the page to the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchOrder {
    /// The number of the question.
    pub(crate) id: u32,
    /// The start of the game in FEN.
    pub(crate) start: String,
    /// The moves since then, in coordinates.
    pub(crate) moves: Vec<String>,
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
        let game = order.game()?;
        let mut monitor =
            PageMonitor { id: order.id, begin: now(), excluded: moves(&order.excluded)?, report };
        let found = self.0.think(game.position(), game.past(), &order.limits(), &mut monitor);
        let best = found.best.ok_or("the game is over")?.to_string();
        serde_json::to_string(&SearchAnswer { id: order.id, best })
            .map_err(|error| error.to_string())
    }
}

impl SearchOrder {
    /// The game up to the question.
    fn game(&self) -> Result<Game<AnyPosition>, String> {
        let start = fen::read(&self.start).map_err(|error| error.to_string())?;
        let mut game = Game::new(start.position);
        for mv in moves(&self.moves)? {
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

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

/// Reads moves in coordinates.
pub(crate) fn moves(texts: &[String]) -> Result<Vec<Move>, String> {
    texts.iter().map(|text| text.parse().map_err(|_| format!("no move: {text}"))).collect()
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
            line: report.pv.iter().map(Move::to_string).collect(),
        };
        if let Ok(text) = serde_json::to_string(&report) {
            self.report.call("", &text);
        }
    }
}
