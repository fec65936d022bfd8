//! Judges the moves with which a person tries to improve a study ("Try again") or to solve a problem.

use super::GameBoard;
use crate::report::{self, Judgement, POSITIONS, chance, evaluation, loss, score_for_red};
use crate::training::MISTAKE_RATING;
use crate::{Context, Effect, Note, Sound};
use chuhe_core::{Move, Position, Side};
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_records::NodeId;
use chuhe_view::text::Text;

/// The state while a person tries to find a better move than `bad`. The study shows the position before the bad move.
#[derive(Debug)]
pub(crate) struct Retry {
    bad: NodeId,
    /// The move that is being evaluated or was found good; `None` if there is no such move.
    asked: Option<Move>,
    /// True if the tried move is good enough to be played.
    is_good: bool,
    /// The number of hints given: 1 for the piece, 2 for the move.
    pub(super) hints: u8,
}

/// Requests for tried moves have greater ids than this number. Requests for reports have smaller ids.
const REQUESTS: u64 = 1 << 31;

impl GameBoard {
    /// Goes to the position before the shown bad move, and waits for a better move.
    pub(crate) fn begin_retry(&mut self, cx: &mut Context) {
        let Some(study) = &self.study else { return };
        let (bad, Some(before)) = (study.node(), study.back()) else { return };
        self.show_node(before, cx);
        self.retry = Some(Retry { bad, asked: None, is_good: false, hints: 0 });
        cx.note = Note::Plain(Text::TryBegun);
    }

    /// Ends the [`Retry`], and shows the bad move again. Returns false if there is no [`Retry`].
    pub(crate) fn leave_retry(&mut self, cx: &mut Context) -> bool {
        let Some(Retry { bad, .. }) = self.retry else { return false };
        self.show_node(bad, cx);
        true
    }

    /// Returns true if `mv` is known to be better than the bad move, or if there is no [`Retry`]. If `mv` is not yet
    /// known, starts the evaluation of `mv`.
    pub(super) fn retry_with(&mut self, mv: Move, cx: &mut Context) -> bool {
        let (Some(study), Some(retry)) = (&self.study, &mut self.retry) else { return true };
        self.selection.let_go();
        let tree = study.tree();
        let is_best = report::better(tree, retry.bad) == Some(mv);
        if is_best || retry.is_good && retry.asked == Some(mv) {
            let quality = [5, 4, 2][usize::from(retry.hints)];
            self.answer_exercise(quality, cx);
            return true;
        }
        if tree.node(retry.bad).mv() == Some(mv) {
            cx.note = Note::Plain(Text::SameBadMove);
            cx.sound(Sound::Refusal);
            self.answer_exercise(1, cx);
            return false;
        }
        let mut game = Box::new(study.game().clone());
        if game.play(mv).is_err() {
            return false;
        }
        retry.asked = Some(mv);
        if let Some(ending) = game.ending() {
            // The end of the game needs no evaluation.
            self.judge(report::chance_at_end(ending.winner), cx);
            return false;
        }
        cx.note = Note::Plain(Text::MoveIsTried);
        self.tries += 1;
        let (lines, engine, positions) = (1, None, Some(POSITIONS));
        let request = AnalysisRequest { id: REQUESTS + self.tries, game, lines, engine, positions };
        cx.effects.push(Effect::Report(Some(Box::new(request))));
        false
    }

    /// The better move that the report found; `None` if the person looks for no move.
    pub(super) fn better_move(&self) -> Option<Move> {
        report::better(self.study.as_ref()?.tree(), self.retry.as_ref()?.bad)
    }

    /// Judges the person's last move in an attempt, after the computer has replied. A wrong move is taken back.
    pub(super) fn judge_attempt(&mut self, cx: &mut Context) {
        let Some(attempt) = self.attempt else { return };
        let Some((_, played)) = self.game.game().moves().split_last() else { return };
        let thought = self.game.thought.as_ref().filter(|thought| thought.ply == played.len());
        if !attempt.is_right(played, thought.map(|thought| thought.line.score))
            && self.game.takeback_of(Side::Red, cx.now).is_ok()
        {
            cx.note = Note::Plain(Text::WrongAttempt);
            let problem = attempt.problem();
            cx.settings.training.answer(problem.id, problem.rating(), 1, cx.today);
        }
    }

    /// Gives the next hint for the move that a person looks for. Returns false if there is no such move.
    pub(crate) fn hint_sought(&mut self, cx: &mut Context) -> bool {
        let Some(mv) = self.sought_move() else { return false };
        let piece = mv.from().map_or(Note::Hinted, |_| Note::HintedPiece);
        if let Some(retry) = &mut self.retry {
            retry.hints = (retry.hints + 1).min(2);
            cx.note = if retry.hints == 1 { piece } else { Note::Hinted };
        } else if let Some(attempt) = &mut self.attempt {
            attempt.hints = (attempt.hints + 1).min(3);
            cx.note = match attempt.hints {
                1 => Note::HintedTheme,
                2 => piece,
                _ => Note::Hinted,
            };
        }
        true
    }

    /// The move that a person looks for: the better move in a study, or the next move of the problem's solution.
    pub(crate) fn sought_move(&self) -> Option<Move> {
        if self.study.is_some() {
            return self.better_move();
        }
        let solution = &self.attempt.as_ref()?.problem().solution;
        let next = solution.strip_prefix(self.game.game().moves())?.first();
        next.copied().filter(|_| self.game.awaits_person())
    }

    fn answer_exercise(&self, quality: u32, cx: &mut Context) {
        let board = self.study.as_ref().and_then(|study| study.exercise.as_ref());
        if let Some(board) = board {
            cx.settings.training.answer(board, MISTAKE_RATING, quality, cx.today);
        }
    }

    /// Handles the evaluation of the tried move. Returns false if the request belongs to a report.
    pub(crate) fn judge_retry(
        &mut self,
        id: u64,
        analysis: &Result<Analysis, [String; 2]>,
        cx: &mut Context,
    ) -> bool {
        if id < REQUESTS {
            return false;
        }
        let is_asked = self.retry.as_ref().is_some_and(|retry| retry.asked.is_some());
        let Some(study) = self.study.as_ref().filter(|_| is_asked && id == REQUESTS + self.tries)
        else {
            return true;
        };
        match analysis {
            Ok(analysis) if analysis.done => {
                let Some(line) = analysis.lines.first() else { return true };
                let score = score_for_red(line.score, !study.game().position().side());
                self.judge(chance(study.tree().rules(), evaluation(score)), cx);
            }
            Ok(_) => {}
            Err(why) => cx.note = Note::AnalysisFailed(String::new(), why.clone()),
        }
        true
    }

    /// Judges the tried move by `after`, Red's winning chance in percent after this move.
    fn judge(&mut self, after: f64, cx: &mut Context) {
        let (Some(study), Some(retry)) = (&self.study, &mut self.retry) else { return };
        let Some(mv) = retry.asked else { return };
        let (rules, mover) = (study.tree().rules(), study.game().position().side());
        let before = study.tree().node(study.node()).evaluation;
        let loss = loss(mover, before.map_or(after, |before| chance(rules, before)), after);
        if Judgement::of_loss(loss).is_none() {
            retry.is_good = true;
            self.play_in_study(mv, cx);
        } else {
            retry.asked = None;
            cx.note = Note::Named(Text::StillBad, format!("{loss:.0}"));
            cx.sound(Sound::Refusal);
            self.answer_exercise(1, cx);
        }
    }
}
