//! The computer player in a worker of the browser.

mod monitor;

use crate::monitor::{AnalysisMonitor, SearchMonitor};
use chuhe_core::{Cluster, Limits, NoMonitor, Workspace, bench};
use chuhe_host::{Thinker, answer};
use chuhe_web_orders::{AnalysisOrder, SearchAnswer, SearchOrder, read};
use wasm_bindgen::prelude::wasm_bindgen;

/// The size of the transposition table in mebibytes.
const HASH: usize = 16;

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

    /// Carries out an order of the page, and returns the answer, from the opening book or by a search. Each
    /// finished depth is reported.
    ///
    /// # Errors
    /// When the order is not one of the page.
    pub fn search(&mut self, order: &str, report: &ReportFunction) -> Result<String, String> {
        let order: SearchOrder = read(order)?;
        let mut monitor = SearchMonitor::new(order.id, report);
        let found = answer(&mut self.0, &order.request()?, &mut monitor);
        let best = found.map_err(|error| error.to_string())?.best.to_string();
        serde_json::to_string(&SearchAnswer { id: order.id, best })
            .map_err(|error| error.to_string())
    }

    /// Analyses the position of an order: a number of positions, or until the worker is ended. The best
    /// lines so far are reported, and returned at the end.
    ///
    /// # Errors
    /// When the order is not one of the page.
    pub fn analyse(&mut self, order: &str, report: &ReportFunction) -> Result<String, String> {
        let order: AnalysisOrder = read(order)?;
        let game = order.game.game()?;
        let limits: Limits = order.limits();
        let mut monitor = AnalysisMonitor::new(order.id, report);
        let (root, past) = (game.position(), game.past());
        let found = match order.positions {
            Some(_) => self.0.think_afresh(root, past, &limits, &mut monitor),
            None => self.0.think(root, past, &limits, &mut monitor),
        };
        monitor.end(found.nodes)
    }

    /// Searches the positions of the bench to a depth. Returns the number of nodes, which is that of the
    /// other programs, and the time in milliseconds.
    #[must_use]
    pub fn bench(depth: u8) -> Vec<f64> {
        const SLOTS: usize = 1 << 14;
        let table: Vec<Cluster> = (0..SLOTS).map(|_| Cluster::new()).collect();
        let mut workspace = Box::<Workspace>::default();
        let begin = now();
        let nodes = bench(depth, &table, &mut *workspace, &mut NoMonitor).unwrap_or_default();
        vec![nodes as f64, now() - begin]
    }
}
