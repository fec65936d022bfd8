//! Makes the report of a game: analyses one position after the other, then writes the results into the study.

use crate::keeping::name_opening;
use crate::report::{self, Finding, POSITIONS, chance, evaluation, score_for_red};
use crate::study::game_to;
use crate::{Context, Effect, GameBoard, HAS_TRAINER, Note, Study};
use chuhe_core::{AnyPosition, Move, Position};
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_records::{GameTree, NodeId};
use chuhe_view::text::Text;

#[derive(Debug)]
pub struct Making {
    start: AnyPosition,
    moves: Vec<Move>,
    pub(crate) found: Vec<Finding>,
    /// The command line of the engine that analyses; `None` for the built-in player.
    engine: Option<String>,
}

impl Making {
    /// Takes the moves added at the end of the main line. Returns false if the main line has changed in another way.
    fn follow(&mut self, tree: &GameTree) -> bool {
        let moves = tree.moves();
        let goes_on = *tree.start() == self.start && moves.starts_with(&self.moves);
        if goes_on {
            self.moves = moves;
        }
        goes_on
    }

    fn next(&self, tree: &GameTree) -> Option<NodeId> {
        std::iter::once(NodeId::ROOT).chain(tree.main_line()).nth(self.found.len())
    }

    /// (done, all): the number of moves whose positions are evaluated, and the number of all moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.found.len().saturating_sub(1), self.moves.len())
    }

    pub(crate) fn chances(&self) -> impl Iterator<Item = Option<f64>> {
        let of = |evaluation| chance(self.start.rules(), evaluation);
        self.found.iter().map(move |found| found.evaluation.map(of))
    }

    /// Creates the request for the next position to analyse; `None` if the report is complete.
    fn next_request(&mut self, tree: &GameTree, id: u64) -> Option<AnalysisRequest> {
        let game = Box::new(game_to(tree, self.next(tree)?));
        if game.position().count_moves() == 0 {
            // The end of the game needs no evaluation.
            self.found.push(Finding::default());
            return None;
        }
        let (engine, positions) = (self.engine.clone(), Some(POSITIONS));
        Some(AnalysisRequest { id, game, lines: 1, engine, positions })
    }

    fn take(&mut self, tree: &GameTree, analysis: &Analysis) {
        let Some(node) = self.next(tree) else { return };
        let best = analysis.lines.first();
        let side = tree.position(node).side();
        self.found.push(Finding {
            evaluation: best.map(|line| evaluation(score_for_red(line.score, side))),
            best: best.map_or_else(Vec::new, |line| line.pv.to_vec()),
        });
    }
}

#[derive(Debug, Default)]
pub struct Reporting {
    pub making: Option<Making>,
    /// The number of the last request. Each report continues the numbers of the report before it.
    last: u64,
}

impl Reporting {
    pub(crate) fn switch(&mut self, study: &mut Study, cx: &mut Context) {
        if self.making.is_some() {
            return self.stop(Note::Plain(Text::ReportStopped), cx);
        }
        let engine = Some(&cx.settings.analysis_engine).filter(|line| !line.is_empty()).cloned();
        let (start, moves) = (study.tree().start().clone(), study.tree().moves());
        self.making = Some(Making { start, moves, found: Vec::new(), engine });
        cx.note = Note::Plain(Text::ReportBegun);
        self.ask(study, cx);
    }

    fn stop(&mut self, note: Note, cx: &mut Context) {
        self.making = None;
        cx.effects.push(Effect::Report(None));
        cx.note = note;
    }

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
        analysis: Result<Analysis, [String; 2]>,
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

    /// Stops the report if its study is not shown, if earlier moves have changed, or if "Try again" needs the engine.
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
