//! The report of the game: it is made in the background, and written into the study.

use crate::board::GameBoard;
use crate::context::Context;
use crate::event::Effect;
use crate::keeping::name_opening;
use crate::note::Note;
use crate::report::{self, Making};
use crate::study::Study;
use crate::training::HAS_TRAINER;
use chuhe_host::analysis::Analysis;
use chuhe_view::text::Text;

#[derive(Debug, Default)]
pub struct Reporting {
    pub making: Option<Making>,
    /// The number of the last request of all reports.
    last: u64,
}

impl Reporting {
    /// Begins the report of a study, or stops the report that is made.
    pub(crate) fn switch(&mut self, study: &mut Study, cx: &mut Context) {
        if self.making.is_some() {
            return self.stop(Note::Plain(Text::ReportStopped), cx);
        }
        let engine = Some(&cx.settings.analysis_engine).filter(|line| !line.is_empty()).cloned();
        self.making = Some(Making::new(study.tree(), engine));
        cx.note = Note::Plain(Text::ReportBegun);
        self.ask(study, cx);
    }

    /// Stops the report, and leaves the game as it was.
    fn stop(&mut self, note: Note, cx: &mut Context) {
        self.making = None;
        cx.effects.push(Effect::Report(None));
        cx.note = note;
    }

    /// Asks for the analysis of the next position, or writes the report.
    fn ask(&mut self, study: &mut Study, cx: &mut Context) {
        let Some(making) = &mut self.making else { return };
        self.last += 1;
        if let Some(request) = making.next_request(study.tree(), self.last) {
            return cx.effects.push(Effect::Report(Some(Box::new(request))));
        }
        study.annotate(|tree| {
            report::write(tree, &making.found);
            name_opening(tree);
        });
        if HAS_TRAINER {
            cx.settings.training.collect(study);
        }
        self.stop(Note::Plain(Text::ReportMade), cx);
    }

    pub(crate) fn reported(
        &mut self,
        id: u64,
        analysis: Result<Analysis, String>,
        study: Option<&mut Study>,
        cx: &mut Context,
    ) {
        let (Some(making), Some(study)) = (&mut self.making, study) else { return };
        if self.last != id {
            return;
        }
        match analysis {
            Ok(analysis) if analysis.done => {
                making.take(study.tree(), &analysis);
                self.ask(study, cx);
            }
            Ok(_) => {}
            Err(why) => match making.engine.take() {
                Some(engine) => {
                    cx.note = Note::AnalysisFailed(engine, why);
                    self.ask(study, cx);
                }
                None => self.stop(Note::AnalysisFailed(String::new(), why), cx),
            },
        }
    }

    /// Stops the report when its game is not shown any more, or has lost moves. A better move than a bad one is
    /// judged by the same search.
    pub(crate) fn settle(&mut self, board: &GameBoard, cx: &mut Context) {
        let Some(making) = &mut self.making else { return };
        let study = board.study.as_ref();
        if !study.is_some_and(|study| making.follow(study.tree())) || board.retry.is_some() {
            let note = match cx.note {
                Note::Plain(_) if study.is_some() && board.retry.is_none() => {
                    Note::Plain(Text::ReportStopped)
                }
                _ => cx.note.clone(),
            };
            self.stop(note, cx);
        }
    }
}
