//! The computer player in a worker of the browser.

use chuhe_core::{Cluster, NoMonitor, SearchLine, Workspace, bench};
use chuhe_host::analysis::{Analysis, AnalysisMonitor, AnalysisRequest};
use chuhe_host::{LineMonitor, SearchRequest, StopToken, Thinker};
use serde::Serialize;
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

    /// A function that takes a report.
    pub type ReportFunction;

    #[wasm_bindgen(method)]
    fn call(this: &ReportFunction, this_value: &str, report: &str);
}

/// The computer player with its memory. The page ends a search by ending the worker, because a worker that
/// thinks hears nothing.
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

    /// Answers a request of the page by a line, from the opening book or by a search. The line of each
    /// finished depth is reported.
    ///
    /// # Errors
    /// When the request is not one of the page.
    pub fn search(&mut self, request: &str, report: &ReportFunction) -> Result<String, String> {
        let request: SearchRequest = read(request)?;
        let report = |line: &SearchLine| tell(report, line);
        let mut monitor = LineMonitor { clock: clock(), token: StopToken::default(), report };
        let found = request.search(&mut self.0, &mut monitor);
        write(&found.map_err(|error| error.to_string())?)
    }

    /// Analyses the position of a request: a number of positions, or until the worker is ended. The best
    /// lines so far are reported, and returned at the end.
    ///
    /// # Errors
    /// When the request is not one of the page.
    pub fn analyse(&mut self, request: &str, report: &ReportFunction) -> Result<String, String> {
        let request: AnalysisRequest = read(request)?;
        let report = |analysis: &Analysis| tell(report, analysis);
        let token = StopToken::default();
        let mut monitor = AnalysisMonitor::new(clock(), token, REPORT_INTERVAL, report);
        let found = request.search(&mut self.0, &mut monitor);
        write(&monitor.end(found))
    }

    /// Searches the positions of the bench to a depth. Returns the number of nodes, which is that of the
    /// other programs, and the time in milliseconds.
    pub fn bench(depth: u8) -> Vec<f64> {
        const SLOTS: usize = 1 << 14;
        let table: Vec<Cluster> = (0..SLOTS).map(|_| Cluster::new()).collect();
        let mut workspace = Box::<Workspace>::default();
        let begin = now();
        let nodes = bench(depth, &table, &mut *workspace, &mut NoMonitor).unwrap_or_default();
        vec![nodes as f64, now() - begin]
    }
}

/// Returns a clock that shows the milliseconds from now on.
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
