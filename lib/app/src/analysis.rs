//! Asks for the analysis of the position shown, and keeps its results.

use crate::report::score_for_red;
use crate::{Context, Effect, GameBoard, Note};
use chuhe_core::{AnyPosition, Position, Score};
use chuhe_host::analysis::{Analysis, AnalysisRequest, MAX_LINES};

#[derive(Debug, Default)]
pub struct Analysing {
    on: bool,
    id: u64,
    /// The content of the last request; `None` while no analysis is wanted.
    asked: Option<Asked>,
    results: Analysis,
    /// The score for Red. Until the position shown has a score, this is the score of an earlier position.
    evaluation: Option<Score>,
    /// True after the engine has failed. Then the built-in player analyses instead.
    takes_over: bool,
}

#[derive(PartialEq, Debug)]
struct Asked {
    start: AnyPosition,
    moves: Vec<chuhe_core::Move>,
    lines: u8,
    engine: Option<String>,
    /// (threads, mebibytes of memory) from the settings.
    resources: (u8, u16),
}

impl Analysing {
    pub const fn is_on(&self) -> bool {
        self.on
    }

    pub const fn results(&self) -> &Analysis {
        &self.results
    }

    /// The score for Red; `None` while the analysis is off or no score is known.
    pub fn evaluation(&self) -> Option<Score> {
        self.evaluation.filter(|_| self.on)
    }

    /// True while variations are missing: an engine must send only one, but the built-in player all requested ones.
    pub fn is_awaited(&self, board: &GameBoard) -> bool {
        let told = self.results.lines.len();
        self.asked.as_ref().is_some_and(|asked| {
            let most = board.shown().position().count_moves() as usize;
            let all = if asked.engine.is_none() { asked.lines.into() } else { 1 };
            told < most.min(all)
        })
    }

    pub(crate) fn switch(&mut self, cx: &mut Context) {
        self.on = !self.on;
        self.takes_over = false;
        cx.note = Note::Analysis(self.on);
    }

    pub(crate) fn update(&mut self, board: &GameBoard, cx: &mut Context) {
        let wanted = self.wanted(board, cx);
        if wanted == self.asked {
            return;
        }
        self.id += 1;
        self.results = Analysis::default();
        let request = wanted.as_ref().map(|wanted| AnalysisRequest {
            id: self.id,
            game: Box::new(board.shown().clone()),
            lines: wanted.lines,
            engine: wanted.engine.clone(),
            positions: None,
        });
        self.asked = wanted;
        let won = |winner| score_for_red(Score::MATE, winner);
        let end = board.shown().ending().map(|it| it.winner.map_or(Score::DRAW, won));
        self.evaluation = end.or(self.evaluation);
        cx.effects.push(Effect::Analyse(request.map(Box::new)));
    }

    fn wanted(&self, board: &GameBoard, cx: &Context) -> Option<Asked> {
        let game = board.shown();
        if !self.on || cx.editor.is_some() || game.position().count_moves() == 0 {
            return None;
        }
        let engine = Some(&cx.settings.analysis_engine);
        Some(Asked {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            lines: cx.settings.analysis_lines.clamp(1, MAX_LINES),
            engine: engine.filter(|line| !line.is_empty() && !self.takes_over).cloned(),
            resources: (cx.settings.analysis_threads, cx.settings.analysis_memory),
        })
    }

    /// Handles the answer to request `id`. If the engine has failed, the built-in player takes over.
    pub(crate) fn analysed(
        &mut self,
        id: u64,
        report: Result<Analysis, [String; 2]>,
        board: &GameBoard,
        cx: &mut Context,
    ) {
        let Some(asked) = self.asked.as_ref().filter(|_| id == self.id) else { return };
        match report {
            Ok(mut results) => {
                // Some scores can come from the depth before, so the order of the lines can be wrong.
                results.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
                let to_move = board.shown().position().side();
                let best = results.lines.first().map(|line| score_for_red(line.score, to_move));
                self.evaluation = best.or(self.evaluation);
                self.results = results;
            }
            Err(why) => {
                match &asked.engine {
                    Some(_) => self.takes_over = true,
                    None => self.on = false,
                }
                let name = asked.engine.clone().unwrap_or_default();
                cx.note = Note::AnalysisFailed(name, why);
            }
        }
    }
}

/// Returns a number of analysis lines, one more or one fewer than `lines`; `None` if it is not in 1 to `MAX_LINES`.
pub(crate) fn other_lines(lines: u8, more: bool) -> Option<u8> {
    let other = if more { lines.checked_add(1)? } else { lines.checked_sub(1)? };
    (1..=MAX_LINES).contains(&other).then_some(other)
}
