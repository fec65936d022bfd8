//! The clocks of searches, and the way of their reports to the page.

use crate::{ReportFunction, now};
use chuhe_core::{Monitor, Report};
use chuhe_host::analysis::Analysis;
use chuhe_web_orders::{AnalysisNews, SearchReport, texts};

/// The shortest time between two reports of an analysis, in milliseconds.
const NEWS_INTERVAL: f64 = 100.0;

/// The clock of an analysis, and the way of its results to the page.
pub(crate) struct AnalysisMonitor<'a> {
    id: u64,
    begin: f64,
    told: f64,
    analysis: Analysis,
    report: &'a ReportFunction,
}

impl<'a> AnalysisMonitor<'a> {
    pub(crate) fn new(id: u64, report: &'a ReportFunction) -> Self {
        let begin = now();
        Self { id, begin, told: begin - NEWS_INTERVAL, analysis: Analysis::default(), report }
    }

    /// The results at the end of the search.
    pub(crate) fn end(&mut self, nodes: u64) -> Result<String, String> {
        self.analysis.done = true;
        self.news(nodes)
    }

    fn news(&mut self, nodes: u64) -> Result<String, String> {
        (self.analysis.nodes, self.analysis.millis) = (nodes, self.millis());
        let news = AnalysisNews::of(self.id, &self.analysis);
        serde_json::to_string(&news).map_err(|error| error.to_string())
    }

    fn tell(&mut self, nodes: u64) {
        if now() - self.told < NEWS_INTERVAL || self.analysis.lines.is_empty() {
            return;
        }
        self.told = now();
        if let Ok(news) = self.news(nodes) {
            self.report.call("", &news);
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
pub(crate) struct SearchMonitor<'a> {
    id: u32,
    begin: f64,
    report: &'a ReportFunction,
}

impl<'a> SearchMonitor<'a> {
    pub(crate) fn new(id: u32, report: &'a ReportFunction) -> Self {
        Self { id, begin: now(), report }
    }
}

impl Monitor for SearchMonitor<'_> {
    fn millis(&self) -> u64 {
        (now() - self.begin) as u64
    }

    fn is_stopped(&self) -> bool {
        false
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
