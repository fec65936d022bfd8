//! The report of the game: it is made in the background, and written into the study.

use super::{App, Effect, Note};
use crate::report::{self, Making};
use chuhe_host::analysis::Analysis;
use chuhe_view::text::Text;

/// The report that is being made.
#[derive(Debug, Default)]
pub struct Reporting {
    making: Option<Making>,
    /// The number of the last request of all reports.
    last: u64,
}

impl App {
    /// The report that is being made.
    #[must_use]
    pub const fn report_making(&self) -> Option<&Making> {
        self.reporting.making.as_ref()
    }

    /// Begins the report of the game that is shown, in a study of it, or stops the report.
    pub(super) fn switch_report(&mut self) {
        if self.reporting.making.is_some() {
            self.stop_report(Note::Plain(Text::ReportStopped));
            return;
        }
        if self.study.is_none() {
            self.study_game();
        }
        let Some(study) = &self.study else { return };
        self.reporting.making = Some(Making::new(study, self.reporting.last));
        self.note = Note::Plain(Text::ReportBegun);
        self.ask_for_report();
    }

    /// Stops the report, and leaves the game as it was.
    fn stop_report(&mut self, note: Note) {
        self.reporting.making = None;
        self.effects.push(Effect::Report(None));
        self.note = note;
    }

    /// Asks for the analysis of the next position, or writes the report.
    fn ask_for_report(&mut self) {
        let (Some(making), Some(study)) = (&mut self.reporting.making, &mut self.study) else {
            return;
        };
        let request = making.next_request(study.tree());
        self.reporting.last = making.request();
        if let Some(request) = request {
            return self.effects.push(Effect::Report(Some(Box::new(request))));
        }
        study.annotate(|tree| {
            report::write(tree, making.findings());
            super::keeping::name_opening(tree);
        });
        self.stop_report(Note::Plain(Text::ReportMade));
    }

    /// Handles the analysis of a position for the report.
    pub(super) fn reported(&mut self, id: u64, analysis: Result<Analysis, String>) {
        let (Some(making), Some(study)) = (&mut self.reporting.making, &self.study) else { return };
        if making.request() != id {
            return;
        }
        match analysis {
            Ok(analysis) if analysis.done => {
                making.take(study.tree(), &analysis);
                self.ask_for_report();
            }
            Ok(_) => {}
            Err(why) => self.stop_report(Note::AnalysisFailed(String::new(), why)),
        }
    }

    /// Stops the report when its game is not shown any more, or has got other moves.
    pub(super) fn settle_report(&mut self) {
        let Some(making) = &self.reporting.making else { return };
        if !self.study.as_ref().is_some_and(|study| making.fits(study)) {
            let note = match self.note {
                Note::Plain(_) if self.study.is_some() => Note::Plain(Text::ReportStopped),
                _ => self.note.clone(),
            };
            self.stop_report(note);
        }
    }
}
