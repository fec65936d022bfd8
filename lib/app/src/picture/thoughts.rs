//! Writes the texts of the computer's search, of the analysis and of the explorer.

use super::buttons::control;
use crate::report::{self, score_for_red};
use crate::{Action, App, ListProgress, Note, Words};
use chuhe_core::{AnyPosition, Move, Position, SearchLine, notation};
use chuhe_records::PlayedMove;
use chuhe_view::text::Text;
use chuhe_view::{Analysis, Control, Thinking};

pub(super) const ANALYSIS_CONTROLS: [Action; 3] =
    [Action::Analysis, Action::FewerLines, Action::MoreLines];

pub(super) const EXPLORER_CONTROLS: [Action; 2] = [Action::Explorer, Action::ExplorerGames];

/// Writes the moves as text. Stops before the first illegal move.
fn line(app: &App, position: &AnyPosition, moves: &[Move]) -> String {
    let mut position = position.clone();
    let write = |&mv: &Move| {
        if !position.is_legal(mv) {
            return None;
        }
        let text = notation::write(app.cx.settings.style(), &position, mv).to_string();
        position = position.play(mv);
        Some(text)
    };
    moves.iter().map_while(write).collect::<Vec<_>>().join(" ")
}

#[derive(Debug)]
pub(super) struct ThinkingTexts {
    score: String,
    line: String,
    depth: u32,
    nodes: u64,
    per_second: u64,
}

impl ThinkingTexts {
    pub(super) fn new(app: &App, words: Words) -> Option<Self> {
        let is_of_game = app.board.study.is_none() && app.cx.editor.is_none();
        let is_shown = is_of_game && app.cx.settings.show_thinking;
        let thought = app.board.game.thought_shown().filter(|_| is_shown)?;
        let found = &thought.line;
        let mut before = app.board.game.game().clone();
        before.go_to(thought.ply);
        Some(Self {
            score: words.score(score_for_red(found.score, thought.side)),
            line: line(app, before.position(), &found.pv),
            depth: found.depth.into(),
            nodes: found.nodes,
            per_second: 1000 * found.nodes / found.millis.max(1),
        })
    }

    pub(super) fn shown(&self) -> Thinking<'_> {
        let Self { depth, nodes, per_second, .. } = *self;
        Thinking { depth, score: &self.score, nodes, per_second, line: &self.line }
    }
}

/// The texts of the area that shows the analysis or the explorer.
#[derive(Debug)]
pub(super) struct AnalysisTexts {
    lines: Vec<LineTexts>,
    figures: String,
    controls: Vec<Control<'static>>,
}

/// A line of moves in the analysis, or a move in the explorer with the number, results and average year of its games.
#[derive(Debug)]
struct LineTexts {
    score: String,
    moves: String,
    shares: Option<[u16; 3]>,
}

impl AnalysisTexts {
    pub(super) fn new(app: &App, words: Words) -> Option<Self> {
        if app.explorer.is_on() && app.cx.editor.is_none() {
            return Some(Self::explored(app, words));
        }
        if app.cx.editor.is_some() || !app.analysis.is_on() {
            return None;
        }
        let (results, position) = (app.analysis.results(), app.board.shown().position());
        let text = |of: &SearchLine| {
            let score = words.narrow_score(score_for_red(of.score, position.side()));
            LineTexts { score, moves: line(app, position, &of.pv), shares: None }
        };
        let figures = match (results.lines.first(), app.board.shown().ending()) {
            (Some(first), _) => words.figures(first.depth, first.nodes, first.millis),
            (None, Some(ending)) => words.get(Text::reason(ending.reason)).to_owned(),
            (None, None) => String::new(),
        };
        let [switch, fewer, more] = ANALYSIS_CONTROLS.map(|action| control(app, words, action));
        let fewer = Control { label: "-", shortcut: "", ..fewer };
        let more = Control { label: "+", shortcut: "", ..more };
        let controls = vec![switch, fewer, more];
        Some(Self { lines: results.lines.iter().map(text).collect(), figures, controls })
    }

    fn explored(app: &App, words: Words) -> Self {
        let answer = app.explorer.answer();
        let position = app.board.shown().position();
        let text = |played: &PlayedMove| {
            let [won, drawn, lost] = shares(played, 100);
            let year = played.year.map_or_else(String::new, |year| format!(" · {year}"));
            LineTexts {
                score: notation::write(app.cx.settings.style(), position, played.mv).to_string(),
                moves: format!("{} · {won}/{drawn}/{lost} %{year}", played.games),
                shares: Some(shares(played, 1000).map(|share| share as u16)),
            }
        };
        let figures = answer.map(|answer| {
            if let Some(error) = &answer.error {
                return error.message(words.language);
            }
            if let Some(ListProgress { files, of, games }) = answer.progress {
                return words.with(Text::LibraryReads, &[&files, &of, &games]);
            }
            let games: u32 = answer.moves.iter().map(|played| played.games).sum();
            let megabytes = answer.size.div_ceil(1 << 20);
            words.with(Text::ExplorerFigures, &[&games, &megabytes])
        });
        Self {
            lines: answer.iter().flat_map(|answer| &answer.moves).map(text).collect(),
            figures: figures.unwrap_or_default(),
            controls: EXPLORER_CONTROLS.map(|action| control(app, words, action)).to_vec(),
        }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = chuhe_view::AnalysisLine<'_>> {
        self.lines.iter().map(|LineTexts { score, moves, shares }| chuhe_view::AnalysisLine {
            score,
            moves,
            shares: *shares,
        })
    }

    pub(super) fn shown<'a>(&'a self, lines: &'a [chuhe_view::AnalysisLine<'a>]) -> Analysis<'a> {
        Analysis { controls: &self.controls, lines, figures: &self.figures }
    }
}

/// The moves drawn as arrows: a hint, else the correction of the bad move shown, else the analysis's best moves.
pub(super) fn hints(app: &App) -> Vec<Move> {
    let board = &app.board;
    let sought = board.sought_move().filter(|_| app.cx.note == Note::Hinted);
    let hint = sought.or(board.hint());
    let lines = &app.analysis.results().lines;
    let firsts = lines.iter().filter_map(SearchLine::best);
    if app.cx.editor.is_some() {
        return Vec::new();
    }
    let study = board.study.as_ref();
    let better = || report::better(study?.tree(), study?.node());
    hint.or_else(better).map_or_else(|| firsts.collect(), |hint| vec![hint])
}

/// The share of each result in the games with a move, as parts of `whole`. If all these games are finished, the
/// rounded shares add up to `whole`.
fn shares(played: &PlayedMove, whole: u32) -> [u32; 3] {
    let (games, mut count, mut begin) = (played.games.max(1), 0, 0);
    played.results.map(|more| {
        count += more;
        let end = (count * whole + games / 2) / games;
        end - std::mem::replace(&mut begin, end)
    })
}
