//! The analysis of the position shown.

use super::{App, Effect, Note};
use chuhe_core::{AnyPosition, Game, Position, Score, Side};
use chuhe_host::analysis::{Analysis, AnalysisRequest, MAX_LINES};

/// The analysis: switched on or off, and its results for the position shown.
#[derive(Debug, Default)]
pub struct Analysing {
    on: bool,
    /// The number of the last request.
    id: u64,
    /// The subject of the last request; `None` if nothing is asked.
    asked: Option<Asked>,
    /// The results of the last request.
    results: Analysis,
    /// The last score for Red. It stays until the next position has one.
    evaluation: Option<Score>,
    /// True after the engine has failed: the built-in player analyses.
    takes_over: bool,
}

/// The contents of a request, apart from its number.
#[derive(PartialEq, Debug)]
struct Asked {
    start: AnyPosition,
    moves: Vec<chuhe_core::Move>,
    lines: u8,
    engine: Option<String>,
}

impl Analysing {
    /// True if the analysis is switched on.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// The results so far.
    #[must_use]
    pub const fn results(&self) -> &Analysis {
        &self.results
    }

    /// The score of the position for Red, while the analysis is on.
    #[must_use]
    pub fn evaluation(&self) -> Option<Score> {
        self.evaluation.filter(|_| self.on)
    }
}

/// The score for Red, or White, of a score for the side to move.
#[must_use]
pub fn score_for_red(score: Score, to_move: Side) -> Score {
    if to_move == Side::Red { score } else { -score }
}

impl App {
    /// The analysis.
    #[must_use]
    pub const fn analysis(&self) -> &Analysing {
        &self.analysing
    }

    /// True while the first results are awaited: of the built-in player all lines wanted.
    #[must_use]
    pub fn awaits_analysis(&self) -> bool {
        let told = self.analysing.results.lines.len();
        self.analysing.asked.as_ref().is_some_and(|asked| {
            let most = self.shown().position().count_moves() as usize;
            let all = if asked.engine.is_none() { asked.lines.into() } else { 1 };
            told < most.min(all)
        })
    }

    /// The game up to the position shown.
    #[must_use]
    pub fn shown(&self) -> &Game<AnyPosition> {
        match &self.study {
            Some(study) => study.game(),
            None => self.game_model.shown(),
        }
    }

    /// Switches the analysis on or off.
    pub(super) fn switch_analysis(&mut self) {
        self.analysing.on = !self.analysing.on;
        self.analysing.takes_over = false;
        self.note = Note::Analysis(self.analysing.on);
    }

    /// Returns the number of lines after a change by one; `None` if there can be no more or no less.
    pub(super) fn other_lines(&self, more: bool) -> Option<u8> {
        let lines = self.settings.analysis_lines;
        let other = if more { lines.checked_add(1)? } else { lines.checked_sub(1)? };
        (1..=MAX_LINES).contains(&other).then_some(other)
    }

    /// Asks for the analysis of the position shown, if it was not asked for already.
    pub(super) fn update_analysis(&mut self) {
        let wanted = self.wanted_analysis();
        if wanted == self.analysing.asked {
            return;
        }
        self.analysing.id += 1;
        self.analysing.results = Analysis::default();
        let request = wanted.as_ref().map(|wanted| AnalysisRequest {
            id: self.analysing.id,
            game: Box::new(self.shown().clone()),
            lines: wanted.lines,
            engine: wanted.engine.clone(),
            positions: None,
        });
        self.analysing.asked = wanted;
        self.analysing.evaluation = match self.shown().ending().map(|ending| ending.winner) {
            Some(Some(Side::Red)) => Some(Score::MATE),
            Some(Some(Side::Black)) => Some(-Score::MATE),
            Some(None) => Some(Score::DRAW),
            None => self.analysing.evaluation,
        };
        self.effects.push(Effect::Analyse(request.map(Box::new)));
    }

    /// The subject of the analysis. A position without a move has none.
    fn wanted_analysis(&self) -> Option<Asked> {
        let game = self.shown();
        let on = self.analysing.on && self.editor.is_none();
        if !on || game.position().count_moves() == 0 {
            return None;
        }
        let engine = Some(&self.settings.analysis_engine);
        Some(Asked {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            lines: self.settings.analysis_lines.clamp(1, MAX_LINES),
            engine: engine.filter(|line| !line.is_empty() && !self.analysing.takes_over).cloned(),
        })
    }

    /// Handles a report of the analysis. The built-in player takes over from an engine that fails.
    pub(super) fn analysed(&mut self, id: u64, report: Result<Analysis, String>) {
        let Some(asked) = self.analysing.asked.as_ref().filter(|_| id == self.analysing.id) else {
            return;
        };
        match report {
            Ok(results) => {
                let to_move = self.shown().position().side();
                let best = results.lines.first().map(|line| score_for_red(line.score, to_move));
                self.analysing.evaluation = best.or(self.analysing.evaluation);
                self.analysing.results = results;
            }
            Err(why) => {
                match &asked.engine {
                    Some(_) => self.analysing.takes_over = true,
                    None => self.analysing.on = false,
                }
                let name = asked.engine.clone().unwrap_or_default();
                self.note = Note::AnalysisFailed(name, why);
            }
        }
    }
}
