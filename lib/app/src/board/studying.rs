//! Steps through the tree of a study, and changes the tree.

use super::GameBoard;
use crate::action::STUDY;
use crate::dialog::Comment;
use crate::study::is_bad;
use crate::{Action, Context, GameNumber, Note, PlayerSetting, Sound, Study};
use chuhe_core::{AnyPosition, Game, Move, Position, Side};
use chuhe_records::{GameTree, NodeId};
use chuhe_view::text::Text;

/// The greatest number of opened games that are kept while another game is shown.
const MOST_DOCUMENTS: usize = 20;

/// The NAG number of an action that judges a move. The number is the index in the last group of `STUDY`, in which the
/// action `Comment` has the index 0.
fn glyph_of(action: Action) -> Option<u8> {
    let place = STUDY[2].iter().position(|&known| known == action)?;
    u8::try_from(place).ok().filter(|&nag| nag > 0)
}

impl GameBoard {
    /// Opens a study. The game in progress is paused until the study is left.
    pub(crate) fn enter_study(&mut self, mut study: Study, cx: &mut Context) {
        let resumed = self.study.as_ref().map(|study| study.resumes);
        study.resumes = resumed.unwrap_or(!self.game.is_paused());
        self.game.pause(true, cx.now);
        self.selection = Default::default();
        cx.editor = None;
        // A banner is about the game in play, so it closes.
        cx.dismiss(true);
        cx.rules = study.game().position().rules();
        self.put_study_aside();
        self.study = Some(study);
    }

    /// Ends the study. If the study is of an opened game, appends the study to `documents`.
    pub(crate) fn put_study_aside(&mut self) {
        self.retry = None;
        self.documents.extend(self.study.take().filter(|study| study.opened.is_some()));
        if self.documents.len() > MOST_DOCUMENTS {
            self.documents.remove(0);
        }
    }

    pub(crate) fn leave_study(&mut self, cx: &mut Context) {
        let Some(study) = &self.study else { return };
        self.selection = Default::default();
        if study.resumes {
            self.game.pause(false, cx.now);
        }
        cx.note = match &study.opened {
            Some(_) => Note::Titled(Text::DocumentLeft),
            None => Note::Plain(Text::StudyLeft),
        };
        self.put_study_aside();
    }

    /// (possible, reason): whether an action of the study is possible now, and the reason if not. The result is `None`
    /// for other actions. If `undoes_game` is true, undo is possible and leaves the study.
    pub(crate) fn study_allows(&self, action: Action, undoes_game: bool) -> Option<(bool, Text)> {
        let study = self.study.as_ref()?;
        let has_back = study.back().is_some();
        Some(match action {
            Action::First | Action::Back => (has_back, Text::AtStart),
            Action::Forward | Action::Last => (study.forward().is_some(), Text::AtEnd),
            Action::NextVariation => (study.variation(true).is_some(), Text::NoOtherVariation),
            Action::PreviousVariation => (study.variation(false).is_some(), Text::NoOtherVariation),
            Action::NextMistake => (study.mistake(true).is_some(), Text::NoMistake),
            Action::PreviousMistake => (study.mistake(false).is_some(), Text::NoMistake),
            // Without an evaluation of the position before the bad move, any other move would count as better.
            Action::TryAgain => match study.back().filter(|_| is_bad(study.tree(), study.node())) {
                None => (false, Text::NoBadMove),
                Some(before) => {
                    let is_main_line = study.tree().is_main_line(before);
                    let why = if is_main_line { Text::ReportNone } else { Text::ReportMainLine };
                    (study.tree().node(before).evaluation.is_some(), why)
                }
            },
            Action::Hint => (self.better_move().is_some(), Text::NotInStudy),
            Action::Promote => (study.is_variation(), Text::IsMainLine),
            Action::Comment => (true, Text::OnlyInStudy),
            Action::Undo => (!study.edits.is_empty() || undoes_game, Text::NothingToUndo),
            Action::CopyGame | Action::CopyMoves | Action::Save | Action::Report => {
                (!study.tree().moves().is_empty(), Text::NoMoveYet)
            }
            Action::PlayOn => (self.can_play_on(), Text::NoMoveLeft),
            _ if action.is_of_game() => (false, Text::NotInStudy),
            _ if action.is_of_study() => (has_back, Text::OnlyInStudy),
            _ => return None,
        })
    }

    /// True if an undo leaves the study and takes back moves of the finished game, which has the number `kept`.
    pub(crate) fn undoes_game(&self, kept: GameNumber) -> bool {
        self.study.as_ref().is_some_and(|study| {
            study.number() == kept
                && study.game().moves() == self.game.game().moves()
                && study.edits.is_empty()
                && self.game.takeback_ply(usize::MAX).is_ok()
        })
    }

    pub(crate) fn can_play_on(&self) -> bool {
        let is_elsewhere =
            self.study.is_some() || self.game.is_looking_back() || self.game.turn().is_none();
        is_elsewhere && self.shown().position().count_moves() > 0
    }

    /// Steps through the study, or changes it. Returns false for other actions.
    pub(crate) fn act_in_study(&mut self, action: Action, cx: &mut Context) -> bool {
        let Some(study) = &mut self.study else { return false };
        let target = match action {
            Action::First => Some(NodeId::ROOT),
            Action::Back => study.back(),
            Action::Forward => study.forward(),
            Action::Last => Some(study.last()),
            Action::NextVariation => study.variation(true),
            Action::PreviousVariation => study.variation(false),
            Action::NextMistake => study.mistake(true),
            Action::PreviousMistake => study.mistake(false),
            _ => None,
        };
        if let Some(node) = target {
            self.show_node(node, cx);
            return true;
        }
        if action == Action::TryAgain {
            self.begin_retry(cx);
            return true;
        }
        match (action, glyph_of(action)) {
            (_, Some(nag)) => study.toggle_nag(nag),
            (Action::Promote, _) => study.promote(),
            (Action::DeleteMove, _) => study.delete(),
            (Action::Undo, _) => study.undo(),
            (Action::Comment, _) => {
                let present = study.tree().node(study.node()).comment.clone();
                cx.open(Comment { present });
                return true;
            }
            (Action::CopyGame | Action::CopyMoves, _) => {
                cx.copy(action, study.tree().clone());
                return true;
            }
            _ => return false,
        }
        self.selection.let_go();
        self.retry = None;
        cx.note = Note::Plain(match action {
            Action::Promote => Text::Promoted,
            Action::DeleteMove => Text::MoveDeleted,
            Action::Undo => Text::ChangeUndone,
            _ => Text::MoveJudged,
        });
        true
    }

    pub(crate) fn show_node(&mut self, node: NodeId, cx: &mut Context) {
        self.selection.let_go();
        self.retry = None;
        // The node may have been deleted after the picture with the node was drawn.
        if let Some(study) = self.study.as_mut().filter(|study| study.tree().contains(node)) {
            study.go(node);
            cx.note = Note::Stepped;
        }
    }

    pub(crate) fn play_in_study(&mut self, mv: Move, cx: &mut Context) {
        if self.retry.is_some() && !self.retry_with(mv, cx) {
            return;
        }
        let Some(study) = &mut self.study else { return };
        let before = study.game().position();
        let (capture, to) = (before.captured(mv).is_some(), before.landing(mv));
        study.play(mv);
        let check = study.game().position().in_check();
        self.animate(mv, to, cx);
        let is_found = self.retry.take().is_some();
        cx.note = if is_found { Note::Plain(Text::BetterFound) } else { Note::Studied };
        cx.sound(match (check, capture) {
            (true, _) => Sound::Check,
            (_, true) => Sound::Capture,
            _ => Sound::Move,
        });
    }

    /// Returns the game up to the position shown. Changes the settings: a person plays `own`, or both sides for `None`.
    pub(crate) fn game_to_play_on(&self, own: Option<Side>, cx: &mut Context) -> Game<AnyPosition> {
        let tree = GameTree::from(self.shown());
        let machine = cx.settings.machine();
        for side in Side::ALL {
            let is_person = own.is_none_or(|own| own == side);
            *cx.settings.player_mut(side) =
                if is_person { PlayerSetting::Person } else { machine.clone() };
        }
        tree.game_to(tree.last())
    }
}
