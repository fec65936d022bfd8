//! Runs the computer player in a worker of the browser.

#[path = "../../src/sliding_moves.rs"]
mod sliding_moves;

use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{BENCH_POSITIONS, Limits, NoMonitor, SearchLine};
use chuhe_host::analysis::{Analysis, AnalysisMonitor, AnalysisRequest};
use chuhe_host::{LineMonitor, NetworkFile, SearchRequest, StopToken, Thinker};
use serde::Serialize;
pub use sliding_moves::sliding_moves;
use wasm_bindgen::prelude::wasm_bindgen;

/// The size of the transposition table in mebibytes.
const HASH: usize = 16;

/// The shortest time between two reports of an analysis, in milliseconds.
const REPORT_INTERVAL: u64 = 100;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker's start.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// A JavaScript function of the worker that receives the reports of a search or an analysis.
    pub type ReportFunction;

    #[wasm_bindgen(method)]
    fn call(this: &ReportFunction, this_value: &str, report: &str);
}

/// The computer player. A busy worker receives no message, so the page ends a search by ending the worker.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(Thinker);

#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, String> {
        Thinker::new(HASH, 1).map(Self).map_err(|error| error.to_string())
    }

    /// Adds the network whose file has these bytes. From then on the network evaluates the positions of its game.
    pub fn add_network(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut networks = self.0.networks().clone();
        networks.insert(NetworkFile::from_bytes(bytes).map_err(|error| error.to_string())?);
        self.0.set_networks(networks);
        Ok(())
    }

    /// Answers a request of the page with one move from the opening book, or with the result of a search. A search
    /// reports its best line after each finished depth.
    pub fn search(&mut self, request: &str, report: &ReportFunction) -> Result<String, String> {
        let request: SearchRequest = read(request)?;
        let report = |line: &SearchLine| tell(report, line);
        let mut monitor = LineMonitor { clock: clock(), token: StopToken::default(), report };
        let found = request.search(&mut self.0, &mut monitor);
        write(&found.map_err(|error| error.to_string())?)
    }

    /// Analyses the position of a request until the request's number of nodes is reached, or until the page ends the
    /// worker. Reports the best moves found so far, and returns the final ones.
    pub fn analyse(&mut self, request: &str, report: &ReportFunction) -> Result<String, String> {
        let request: AnalysisRequest = read(request)?;
        let report = |analysis: &Analysis| tell(report, analysis);
        let token = StopToken::default();
        let mut monitor = AnalysisMonitor::new(clock(), token, REPORT_INTERVAL, report);
        let found = request.search(&mut self.0, &mut monitor);
        write(&monitor.end(found))
    }

    /// Searches the positions of the bench to `depth`, as the command `bench` of `chuhe-uci` does. Returns the number
    /// of nodes, and the time in milliseconds.
    pub fn bench(&self, depth: u8) -> Result<Vec<f64>, String> {
        let mut thinker = Thinker::new(1, 1).map_err(|error| error.to_string())?;
        thinker.set_networks(self.0.networks().clone());
        let limits = Limits { depth, ..Limits::default() };
        let (begin, mut nodes) = (now(), 0);
        for text in BENCH_POSITIONS {
            let root = Fen::read(Rules::default(), text).map_err(|error| error.to_string())?;
            thinker.clear();
            nodes += thinker.think(&root.position, &[], &limits, &mut NoMonitor).nodes;
        }
        Ok(vec![nodes as f64, now() - begin])
    }
}

/// Returns a clock that counts the milliseconds from this call on.
fn clock() -> impl Fn() -> u64 {
    let begin = now();
    move || (now() - begin) as u64
}

fn tell(report: &ReportFunction, value: &impl Serialize) {
    if let Ok(text) = write(value) {
        report.call("", &text);
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn write(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
