//! Looks at a game as a study: steps through its tree, makes and changes variations, plays on.

use super::{Action, App, Effect, Glide, Note, Refusal, Reply, Topic};
use crate::player::PlayerSetting;
use crate::sound::Sound;
use crate::study::Study;
use chuhe_core::{AnyPosition, Game, Level, Move, Position, Side};
use chuhe_records::{GameTree, NodeId};
use chuhe_view::text::Text;

/// The glyphs that judge a move, with their actions.
const JUDGEMENTS: [(Action, u8); 6] = [
    (Action::Good, 1),
    (Action::Mistake, 2),
    (Action::Brilliant, 3),
    (Action::Blunder, 4),
    (Action::Interesting, 5),
    (Action::Dubious, 6),
];

impl App {
    /// The study that is open.
    #[must_use]
    pub const fn study(&self) -> Option<&Study> {
        self.study.as_ref()
    }

    /// The position in which a person moves the pieces: that of the study, or the last one of the game.
    #[must_use]
    pub fn board(&self) -> &AnyPosition {
        match &self.study {
            Some(study) => study.game().position(),
            None => self.game_model.game().position(),
        }
    }

    /// True if a person may move a piece on the board now.
    #[must_use]
    pub fn awaits_person(&self) -> bool {
        self.study.is_some() || self.game_model.awaits_person()
    }

    /// Opens a study of a tree. The game in progress rests until the study is left.
    pub(super) fn open_study(&mut self, tree: GameTree, node: NodeId, note: Note) {
        let number = self.keeping.new_number();
        self.enter_study(Study::new(tree, node, number));
        self.note = note;
    }

    fn enter_study(&mut self, mut study: Study) {
        let resumed = self.study.as_ref().map(|study| study.resumes);
        study.resumes = resumed.unwrap_or(!self.game_model.is_paused());
        self.reported.study = study.changes();
        self.game_model.pause(true, self.now);
        self.selection = Default::default();
        self.editor = None;
        self.study = Some(study);
    }

    /// Opens a study of the window's game at the position shown. That of a finished game is the
    /// content of its file.
    pub(super) fn study_game(&mut self) {
        let (tree, number) = match self.finished() {
            Some(tree) => (tree.clone(), self.keeping.number()),
            None => (self.record(), self.keeping.new_number()),
        };
        let node = tree.node_after(self.shown().moves());
        self.game_model.look_at(usize::MAX);
        self.enter_study(Study::new(tree, node, number));
        self.note = Note::Plain(Text::StudyBegun);
    }

    /// Leaves the study and returns to the game.
    pub(super) fn leave_study(&mut self) {
        let Some(study) = self.study.take() else { return };
        self.selection = Default::default();
        self.reported.ending_shown = self.game_model.turn().is_none();
        if study.resumes {
            self.game_model.pause(false, self.now);
        }
        self.note = Note::Plain(Text::StudyLeft);
    }

    /// Returns true if an action of a study is possible now; `None` for other actions.
    pub(super) fn can_in_study(&self, action: Action) -> Option<bool> {
        if self.editor.is_some() {
            return None;
        }
        let Some(study) = &self.study else {
            return match action {
                Action::Study => Some(true),
                Action::PlayOn => Some(self.can_play_on()),
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
                | Action::Dubious => Some(false),
                _ => None,
            };
        };
        Some(match action {
            Action::Study => true,
            Action::PlayOn => self.can_play_on(),
            Action::First | Action::Back => study.back().is_some(),
            Action::Forward | Action::Last => study.forward().is_some(),
            Action::NextVariation => study.variation(true).is_some(),
            Action::PreviousVariation => study.variation(false).is_some(),
            Action::Promote => study.is_variation(),
            Action::Comment => true,
            Action::DeleteMove => study.back().is_some(),
            Action::Undo => study.can_undo() || self.undoes_game(),
            Action::CopyGame | Action::Save | Action::Report => !study.tree().moves().is_empty(),
            Action::Redo
            | Action::Hint
            | Action::Another
            | Action::MoveNow
            | Action::Pause
            | Action::OfferDraw
            | Action::Resign => false,
            _ if JUDGEMENTS.iter().any(|&(known, _)| known == action) => study.back().is_some(),
            _ => return None,
        })
    }

    /// True if an undo leaves the study and takes back the last move of the finished game.
    fn undoes_game(&self) -> bool {
        self.study.as_ref().is_some_and(|study| {
            let own = study.number() == self.keeping.number()
                && study.game().moves() == self.game_model.game().moves();
            own && !study.can_undo() && self.game_model.takeback_ply().is_ok()
        })
    }

    /// True if a game can go on from the position shown.
    fn can_play_on(&self) -> bool {
        let is_elsewhere = self.study.is_some()
            || self.game_model.is_looking_back()
            || self.game_model.turn().is_none();
        is_elsewhere && self.shown().position().count_moves() > 0
    }

    /// Executes an action of a study. Returns false for other actions.
    pub(super) fn act_in_study(&mut self, action: Action) -> bool {
        match action {
            _ if self.editor.is_some() => return false,
            Action::Study if self.study.is_some() => self.leave_study(),
            Action::Study => self.study_game(),
            Action::PlayOn => self.open(Topic::PlayOn),
            Action::Undo if self.undoes_game() => {
                self.leave_study();
                return false;
            }
            _ => return self.change_study(action),
        }
        true
    }

    fn change_study(&mut self, action: Action) -> bool {
        let style = self.style();
        let Some(study) = &mut self.study else { return false };
        let target = match action {
            Action::First => Some(NodeId::ROOT),
            Action::Back => study.back(),
            Action::Forward => study.forward(),
            Action::Last => Some(study.last()),
            Action::NextVariation => study.variation(true),
            Action::PreviousVariation => study.variation(false),
            _ => None,
        };
        if let Some(node) = target {
            self.show_node(node);
            return true;
        }
        match (action, JUDGEMENTS.iter().find(|&&(known, _)| known == action)) {
            (_, Some(&(_, nag))) => study.toggle_nag(nag),
            (Action::Promote, _) => study.promote(),
            (Action::DeleteMove, _) => study.delete(),
            (Action::Undo, _) => study.undo(),
            (Action::Comment, _) => {
                self.ask_comment();
                return true;
            }
            (Action::CopyGame, _) => {
                let text = study.tree().to_pgn(style).to_string();
                self.effects.push(Effect::Copy(text));
                self.note = Note::Copied(action);
                return true;
            }
            _ => return false,
        }
        self.selection.let_go();
        self.note = Note::Plain(match action {
            Action::Promote => Text::Promoted,
            Action::DeleteMove => Text::MoveDeleted,
            Action::Undo => Text::ChangeUndone,
            _ => Text::MoveJudged,
        });
        true
    }

    /// Shows a node of the study.
    pub(super) fn show_node(&mut self, node: NodeId) {
        self.selection.let_go();
        if let Some(study) = &mut self.study {
            study.go(node);
            self.note = Note::Stepped;
        }
    }

    /// Steps forward or back in the study by a number of moves. Returns false without a study.
    pub(super) fn step_in_study(&mut self, plies: i32) -> bool {
        let Some(study) = &self.study else { return false };
        let mut node = study.node();
        for _ in 0..plies.unsigned_abs() {
            let tree = study.tree().node(node);
            let next = if plies > 0 { tree.children().first().copied() } else { tree.parent() };
            node = next.unwrap_or(node);
        }
        if node != study.node() {
            self.show_node(node);
        }
        true
    }

    /// Plays a move in the study. Returns false without a study.
    pub(super) fn play_in_study(&mut self, mv: Move) -> bool {
        let Some(study) = &mut self.study else { return false };
        let before = study.game().position();
        let (capture, to) = (before.captured(mv).is_some(), before.landing(mv));
        study.play(mv);
        let check = study.game().position().in_check();
        self.selection.let_go();
        let glides = self.settings.animation && !mv.is_exchange();
        self.display.animation = glides.then_some(Glide { mv, to, since: self.now });
        self.note = Note::Studied;
        self.sound(match (check, capture) {
            (true, _) => Sound::Check,
            (_, true) => Sound::Capture,
            _ => Sound::Move,
        });
        true
    }

    /// Plays the first move of a line of the analysis, in the study of the position shown.
    pub(super) fn play_line(&mut self, line: usize) {
        let line = self.analysing.results().lines.get(line);
        let Some(&mv) = line.and_then(|line| line.moves.first()) else { return };
        if self.study.is_none() {
            self.study_game();
        }
        self.play_in_study(mv);
    }

    /// Begins a game from the position shown, with its past. A person plays `own`, or both sides.
    pub(super) fn play_on(&mut self, own: Option<Side>) {
        let shown = self.shown();
        let mut game = Game::new(shown.start().clone());
        for &mv in shown.moves() {
            if game.play(mv).is_err() {
                break;
            }
        }
        let computer = Side::ALL
            .into_iter()
            .map(|side| self.settings.player(side))
            .find(|player| player.is_computer());
        let usual = PlayerSetting::Computer(Level::new(5).unwrap_or_default());
        let computer = computer.cloned().unwrap_or(usual);
        for side in Side::ALL {
            let is_person = own.is_none_or(|own| own == side);
            *self.settings.player_mut(side) =
                if is_person { PlayerSetting::Person } else { computer.clone() };
        }
        self.begin(game);
        self.note = Note::Plain(Text::PlaysOn);
    }

    /// Handles the answer of the dialog that asks for the side.
    pub(super) fn play_on_reply(&mut self, reply: Reply) {
        match reply {
            Reply::PlayRed => self.play_on(Some(Side::Red)),
            Reply::PlayBlack => self.play_on(Some(Side::Black)),
            Reply::PlayBoth => self.play_on(None),
            _ => {}
        }
    }

    /// Stores the tree of the study after a change.
    pub(super) fn keep_study(&mut self) {
        let Some(study) = &mut self.study else { return };
        if self.reported.study == study.changes() {
            return;
        }
        self.reported.study = study.changes();
        let (number, tree) = (study.number(), study.tree().clone());
        if let Some(source) = study.copied_from.take() {
            self.note = Note::Named(Text::CopyKept, source);
        }
        self.finished_changed(number, &tree);
        self.effects.push(Effect::StoreStudy(number, Box::new(tree)));
    }

    /// The reason why an action is not possible in a study.
    pub(super) fn why_not_in_study(&self, action: Action) -> Option<Refusal> {
        let study = self.study.as_ref().filter(|_| self.editor.is_none())?;
        Some(Refusal::Plain(match action {
            Action::Undo => Text::NothingToUndo,
            Action::First | Action::Back => Text::AtStart,
            Action::Forward | Action::Last => Text::AtEnd,
            Action::NextVariation | Action::PreviousVariation => Text::NoOtherVariation,
            Action::Promote if !study.is_variation() => Text::IsMainLine,
            Action::PlayOn => Text::NoMoveLeft,
            Action::Redo
            | Action::Hint
            | Action::Another
            | Action::MoveNow
            | Action::Pause
            | Action::OfferDraw
            | Action::Resign => Text::NotInStudy,
            _ => return None,
        }))
    }
}
