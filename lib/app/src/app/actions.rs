//! Executes actions.

use super::{Action, App, Dialog, Editor, Effect, Endgames, FirstSteps, Note, Refusal, Topic};
use crate::sound::Sound;
use chuhe_core::notation::Fen;
use chuhe_core::played::Purpose;
use chuhe_core::{Game, Position, Side};
use chuhe_view::text::Text;

impl App {
    /// Returns true if an action is possible now.
    #[must_use]
    pub fn can(&self, action: Action) -> bool {
        let game_model = &self.game_model;
        let moved = !game_model.game().moves().is_empty();
        if self.editor.is_some() && !action.is_for_editor() {
            return false;
        }
        if let Some(can) = self.can_in_study(action) {
            return can;
        }
        match action {
            Action::Restart | Action::CopyGame | Action::Save | Action::Report => moved,
            Action::NextProblem => self.attempt.is_some(),
            Action::Exchange => !self.offered().is_empty(),
            Action::Undo | Action::Redo if self.editor.is_some() => {
                self.edits.neighbour(action == Action::Undo).is_some()
            }
            // Who looks at an earlier position would not see what is taken back.
            Action::Undo | Action::Redo if game_model.is_looking_back() => false,
            Action::Undo => game_model.takeback_ply().is_ok(),
            Action::Redo => game_model.redo_ply().is_some(),
            Action::Hint => game_model.awaits_person(),
            Action::Another => game_model.can_ask_another(),
            Action::MoveNow => {
                game_model.move_now().is_some() && game_model.thinking() == Some(Purpose::Move)
            }
            Action::Pause => game_model.can_pause(),
            Action::OfferDraw => self.person().is_some() && !game_model.draw_was_refused(),
            Action::Resign => self.person().is_some(),
            Action::MoreLines | Action::FewerLines => {
                self.analysing.is_on() && self.other_lines(action == Action::MoreLines).is_some()
            }
            Action::First | Action::Back => !game_model.shown().moves().is_empty(),
            Action::Forward | Action::Last => game_model.is_looking_back(),
            Action::Play | Action::WriteMap => {
                self.editor.as_ref().is_some_and(|editor| editor.position().is_ok())
            }
            Action::Rights => {
                self.editor.as_ref().is_some_and(|editor| editor.rules().has_rights())
            }
            Action::CopyPosition => {
                self.editor.as_ref().is_none_or(|editor| editor.position().is_ok())
            }
            _ => true,
        }
    }

    /// The person who resigns or offers a draw: the one to move, or the only one.
    #[must_use]
    pub fn person(&self) -> Option<Side> {
        let side = self.game_model.turn()?;
        let to_move = (!self.game_model.player(side).is_computer()).then_some(side);
        to_move.or(self.game_model.only_person())
    }

    /// Executes an action of a button, a menu item or a key.
    pub(super) fn act(&mut self, action: Action) {
        self.menu = None;
        if !self.can(action) {
            return self.refuse(self.why_not(action));
        }
        if self.act_in_study(action) {
            return;
        }
        match action {
            Action::NewGame => self.open_new_game(),
            Action::Restart if self.game_model.turn().is_none() || self.attempt.is_some() => {
                self.restart();
            }
            Action::Restart | Action::Resign => self.open(Topic::Confirm(action)),
            Action::Endgames => {
                let endgames = Endgames::of(self.rules(), self);
                self.open(Topic::Endgames(endgames));
            }
            Action::NextProblem => self.attempt_next(),
            Action::Exchange => self.turn_exchange(None),
            Action::Undo | Action::Redo if self.editor.is_some() => {
                self.editor = self.edits.go(action == Action::Undo).or(self.editor.take());
            }
            Action::Undo => self.take_back(true),
            Action::Redo => self.take_back(false),
            Action::Hint => self.game_model.ask_hint(),
            Action::Another => {
                self.game_model.ask_another(self.now);
                self.note = Note::Another;
            }
            Action::MoveNow => self.effects.extend(self.game_model.move_now().map(Effect::Command)),
            Action::Pause => self.game_model.pause(!self.game_model.is_paused(), self.now),
            Action::Analysis => self.switch_analysis(),
            Action::Report => self.switch_report(),
            Action::MoreLines | Action::FewerLines => {
                if let Some(lines) = self.other_lines(action == Action::MoreLines) {
                    self.settings.analysis_lines = lines;
                }
            }
            Action::OfferDraw => self.offer_draw(),
            Action::Flip => self.display.flipped = !self.display.flipped,
            Action::First => self.look_at(0),
            Action::Back => self.look_by(-1),
            Action::Forward => self.look_by(1),
            Action::Last => self.look_at(usize::MAX),
            Action::CopyPosition => self.copy_position(),
            Action::CopyGame => {
                self.effects.push(Effect::Copy(self.record().to_pgn(self.style()).to_string()));
                self.note = Note::Copied(action);
            }
            Action::Paste => self.effects.push(Effect::Paste),
            Action::Save => self.save_game(),
            Action::Open => self.effects.push(Effect::ChooseGame),
            Action::ShowThinking => self.settings.show_thinking ^= true,
            Action::Settings => {
                self.probe_engines(self.rules());
                self.open_settings();
            }
            Action::Language => self.settings.language = self.settings.language.next(),
            Action::Larger => self.settings.resize(true),
            Action::Smaller => self.settings.resize(false),
            Action::FirstSteps => self.open(Topic::FirstSteps(FirstSteps::of(self.rules()))),
            Action::Rules | Action::Keys | Action::About => self.open(Topic::Page(action)),
            Action::Quit => self.quit(),
            Action::Edit => self.edit(),
            Action::Study
            | Action::PlayOn
            | Action::NextVariation
            | Action::PreviousVariation
            | Action::Promote
            | Action::DeleteMove
            | Action::Comment
            | Action::Good
            | Action::Mistake
            | Action::Brilliant
            | Action::Blunder
            | Action::Interesting
            | Action::Dubious => {}
            Action::Play
            | Action::Turn
            | Action::Rights
            | Action::Clear
            | Action::Fill
            | Action::Take
            | Action::Mirror
            | Action::SwapSides
            | Action::WriteMap
            | Action::Leave => self.act_in_editor(action),
        }
    }

    pub(super) fn why_not(&self, action: Action) -> Refusal {
        if let Some(refusal) = self.why_not_in_study(action) {
            return refusal;
        }
        match action {
            Action::Hint | Action::Undo | Action::Redo if self.game_model.is_looking_back() => {
                Refusal::LookingBack
            }
            Action::OfferDraw if self.game_model.draw_was_refused() => {
                Refusal::Plain(Text::AlreadyDeclined)
            }
            Action::Hint | Action::OfferDraw | Action::Resign | Action::Pause
                if self.game_model.turn().is_none() =>
            {
                Refusal::Over
            }
            Action::Hint => Refusal::Thinking,
            Action::Play | Action::WriteMap | Action::CopyPosition => {
                Refusal::Plain(Text::NoMoveLeft)
            }
            Action::Exchange
                if self.rules().prices().is_empty() || !self.game_model.awaits_person() =>
            {
                Refusal::NotNow(action)
            }
            _ => match Self::obstacle_of(action) {
                Some(text) => Refusal::Plain(text),
                None => Refusal::NotNow(action),
            },
        }
    }

    /// The usual reason why an action is not possible.
    const fn obstacle_of(action: Action) -> Option<Text> {
        Some(match action {
            Action::Undo => Text::NothingToUndo,
            Action::Redo => Text::NothingToRedo,
            Action::Restart | Action::CopyGame | Action::Save | Action::Report => Text::NoMoveYet,
            Action::Another => Text::NoOtherMove,
            Action::MoveNow => Text::NotThinking,
            Action::Exchange => Text::NoBottomSoldier,
            Action::First | Action::Back => Text::AtStart,
            Action::Forward | Action::Last => Text::AtEnd,
            Action::PlayOn => Text::PlayOnFrom,
            Action::NextVariation
            | Action::PreviousVariation
            | Action::Promote
            | Action::DeleteMove
            | Action::Comment
            | Action::Good
            | Action::Mistake
            | Action::Brilliant
            | Action::Blunder
            | Action::Interesting
            | Action::Dubious => Text::OnlyInStudy,
            Action::OfferDraw | Action::Resign => Text::NobodyResigns,
            _ => return None,
        })
    }

    pub(super) fn open(&mut self, topic: Topic) {
        self.selection.let_go();
        self.dialog = Some(Dialog::new(topic));
    }

    fn take_back(&mut self, back: bool) {
        self.selection.let_go();
        let done =
            if back { self.game_model.takeback(self.now) } else { self.game_model.redo(self.now) };
        if done {
            self.note = if back { Note::TakenBack } else { Note::Redone };
        }
    }

    fn look_at(&mut self, ply: usize) {
        self.selection.let_go();
        self.game_model.look_at(ply);
    }

    fn offer_draw(&mut self) {
        let Some(side) = self.person() else { return };
        if !self.game_model.player(!side).is_computer() {
            self.open(Topic::DrawOffered(side));
        } else if self.game_model.computer_agrees(side) {
            self.game_model.agree_draw(self.now);
            self.sound(Sound::End);
        } else {
            self.game_model.refuse_draw();
            self.note = Note::DrawDeclined(!side);
        }
    }

    pub(super) fn resign(&mut self) {
        if let Some(side) = self.person() {
            self.game_model.resign(side, self.now);
            self.sound(Sound::End);
        }
    }

    fn copy_position(&mut self) {
        let position = match &self.editor {
            Some(editor) => editor.position().ok(),
            None => Some(self.shown().position().clone()),
        };
        let Some(position) = position else { return };
        let played = if self.editor.is_some() { 0 } else { self.shown().moves().len() };
        let black_first = usize::from(self.shown().start().side() == Side::Black);
        let move_number = u16::try_from(1 + (played + black_first) / 2).unwrap_or(u16::MAX);
        self.effects.push(Effect::Copy(Fen { position, move_number }.to_string()));
        self.note = Note::Copied(Action::CopyPosition);
    }

    /// Gives the game the players of the settings.
    pub(super) fn use_players(&mut self) {
        let faced = self.game_model.only_person();
        self.game_model.set_players(self.settings.players(), self.settings.limit);
        if self.game_model.only_person() != faced && self.game_model.only_person().is_some() {
            self.face_person();
        }
    }

    fn edit(&mut self) {
        self.resume = !self.game_model.is_paused();
        self.game_model.pause(true, self.now);
        self.selection = Default::default();
        self.editor = Some(Editor::new(self.shown().position().rules()));
    }

    fn act_in_editor(&mut self, action: Action) {
        let taken = Editor::of(self.shown().position());
        let Some(editor) = &mut self.editor else { return };
        match action {
            Action::Turn => editor.turn(),
            Action::Mirror => editor.mirror(),
            Action::SwapSides => editor.swap_sides(),
            Action::Rights => self.open(Topic::Rights(super::dialog::Rights)),
            Action::Clear => *editor = Editor::new(editor.rules()),
            Action::Fill => *editor = Editor::of(&editor.rules().start()),
            Action::Take => *editor = taken,
            Action::Play => {
                if let Ok(position) = editor.position() {
                    self.begin(Game::new(position));
                }
            }
            Action::WriteMap => self.ask_map_name(),
            _ => {
                self.editor = None;
                if self.resume {
                    self.game_model.pause(false, self.now);
                }
            }
        }
    }
}
