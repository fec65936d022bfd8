//! Shows the report of a study as a chart.

use super::opening_words;
use crate::report::Report;
use crate::{App, GameNumber, Making, Words};
use chuhe_core::{Position, Side};
use chuhe_host::openings::{Opening, opening_of};
use chuhe_view::Chart;
use chuhe_view::text::Text;

#[derive(Debug, Default)]
pub(super) struct Curve {
    /// The study's number, its count of changes and the progress of its report, when this chart was made.
    of: Option<(GameNumber, u32, Option<usize>)>,
    report: Option<Report>,
    /// Red's chances in thousandths, at the start and after each ply; `None` without an evaluation.
    shares: Vec<Option<u16>>,
    /// (ply, grade) of each bad move. The first ply is 1, and the mildest grade is 0.
    bad: Vec<(usize, u8)>,
    pub(super) opening: Option<Opening>,
    /// The number of plies of the main line that lead to the position shown.
    current: usize,
    black_first: bool,
}

impl Curve {
    pub(super) fn update(&mut self, app: &App) {
        let making = app.reporting.making.as_ref();
        let Some(study) = app.board.study.as_ref().filter(|_| app.cx.editor.is_none()) else {
            *self = Self::default();
            return;
        };
        let progress = making.map(|making| making.found.len());
        let of = Some((study.number(), study.changes(), progress));
        let (tree, path) = (study.tree(), study.tree().path(study.node()));
        self.current = tree.main_line().zip(&path).take_while(|(own, shown)| own == *shown).count();
        if self.of == of {
            return;
        }
        let report = if making.is_none() { Report::of(tree) } else { None };
        let told: Vec<Option<f64>> = match making {
            Some(making) => {
                let missing = std::iter::repeat(None);
                making.chances().chain(missing).take(making.progress().1 + 1).collect()
            }
            None => report.as_ref().map_or_else(Vec::new, |report| report.chances.clone()),
        };
        let share = |chance: f64| (chance * 10.0).round() as u16;
        let judged = report.iter().flat_map(|report| &report.judged);
        let bad = judged.map(|&(ply, judgement)| (ply, judgement as u8)).collect();
        let shares = told.into_iter().map(|chance| chance.map(share)).collect();
        let opening = opening_of(tree.start(), &tree.moves());
        let current = self.current;
        let black_first = tree.start().side() == Side::Black;
        *self = Self { of, report, shares, bad, opening, current, black_first };
    }

    pub(super) fn is_shown(&self) -> bool {
        !self.shares.is_empty()
    }

    /// (Red, Black, opening): each player's accuracy and numbers of bad moves, and the opening. While the report is
    /// being made, the first text tells its progress.
    pub(super) fn words(&self, app: &App, words: Words) -> [String; 3] {
        let opening = opening_words(self.opening, words);
        let making = app.reporting.making.as_ref().map(Making::progress);
        match (making, &self.report) {
            (Some((done, all)), _) => {
                let numbers = [done, all].map(|plies| plies.div_ceil(2));
                let told = words.with(Text::ReportProgress, &[&numbers[0], &numbers[1]]);
                [told, String::new(), opening]
            }
            (None, Some(Report { accuracy: [Some(red), Some(black)], .. })) => {
                let of = |side, accuracy: f64| {
                    let [mild, bad, worst] = self.counts(side);
                    let (side, accuracy) = (words.side(side), accuracy.round() as u32);
                    words.with(Text::ReportSide, &[&side, &accuracy, &mild, &bad, &worst])
                };
                [of(Side::Red, *red), of(Side::Black, *black), opening]
            }
            _ => [words.get(Text::ReportNone).to_owned(), String::new(), opening],
        }
    }

    /// Counts a side's bad moves of each grade. The mildest grade comes first.
    fn counts(&self, side: Side) -> [usize; 3] {
        [0, 1, 2].map(|grade| {
            let is_own = |ply: usize| ((ply % 2 == 1) == (side == Side::Red)) != self.black_first;
            self.bad.iter().filter(|&&(ply, known)| known == grade && is_own(ply)).count()
        })
    }

    pub(super) fn chart<'a>(&'a self, words: [&'a str; 3]) -> Option<Chart<'a>> {
        let Self { shares, bad, current, .. } = self;
        self.is_shown().then_some(Chart { shares, bad, current: Some(*current), words })
    }
}
