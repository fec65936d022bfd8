//! Allows, refuses and executes actions, and updates the state after each event.

use super::App;
use crate::analysis::other_lines;
use crate::dialog::{
    Documents, Endgames, Export, FirstSteps, MapName, NewGame, RightsForm, SettingsForm, TypeMove,
};
use crate::editor::Edits;
use crate::endgames::problems;
use crate::game_model::PlayerCommand;
use crate::game_number::forget_seats;
use crate::study::move_number;
use crate::words::rules_page;
use crate::{
    Action, Attempt, Editor, Effect, GameBoard, HAS_TRAINER, Message, Note, Notification, Refusal,
    Request, Settings, Study, Target,
};
use chuhe_core::notation::Fen;
use chuhe_core::played::Purpose;
use chuhe_core::{AnyPosition, Game, Position, Side};
use chuhe_view::text::Text;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Timed {
    selection_lit: bool,
    frame: Option<u128>,
    /// The times shown by the clocks, in tenths of a second.
    clocks: [Option<u128>; 2],
    tip: Option<Target>,
}

impl App {
    /// The reason why an action is not possible now; `None` if it is possible.
    pub fn refusal(&self, action: Action) -> Option<Refusal> {
        let (board, editor) = (&self.board, self.cx.editor.as_ref());
        let is_here = !self.cx.in_page || action.is_of_page();
        let is_shown = is_here && (editor.is_none() || action.key_names(true).is_some());
        let unless = |can: bool, why: Refusal| (!is_shown || !can).then_some(why);
        let undoes_game = board.undoes_game(self.keeping.number);
        if editor.is_none()
            && let Some((can, why)) = board.study_allows(action, undoes_game)
        {
            return unless(can, Refusal::Plain(why));
        }
        let game = &board.game;
        let is_back = game.is_looking_back();
        let has_moved = !game.game().moves().is_empty();
        let edited = || editor.map(|editor| editor.position().is_ok());
        let (plain, not_now) = (Refusal::Plain, Refusal::NotNow(action));
        let unless_over = |why| if game.turn().is_none() { Refusal::Over } else { why };
        let unless_back = |why| if is_back { Refusal::LookingBack } else { why };
        let (can, why) = match action {
            Action::Restart
            | Action::CopyGame
            | Action::CopyMoves
            | Action::Save
            | Action::Report => (has_moved, plain(Text::NoMoveYet)),
            Action::Documents => {
                let is_opened = board.study.as_ref().is_some_and(|study| study.opened.is_some());
                (is_opened || !board.documents.is_empty(), plain(Text::NoDocument))
            }
            Action::Another => (game.can_ask_another(), plain(Text::NoOtherMove)),
            Action::MoveNow => (game.thinking() == Some(Purpose::Move), plain(Text::NotThinking)),
            Action::First | Action::Back => {
                (!game.shown().moves().is_empty(), plain(Text::AtStart))
            }
            Action::Forward | Action::Last => (is_back, plain(Text::AtEnd)),
            Action::PlayOn => (board.can_play_on(), plain(Text::PlayOnFrom)),
            Action::Play | Action::WriteMap => (edited() == Some(true), plain(Text::NoMoveLeft)),
            Action::CopyPosition => (edited() != Some(false), plain(Text::NoMoveLeft)),
            Action::OfferDraw if game.draw_was_refused() => (false, plain(Text::AlreadyDeclined)),
            _ if action.is_of_study() => (false, plain(Text::OnlyInStudy)),
            Action::OfferDraw | Action::Resign => {
                (board.person().is_some(), unless_over(plain(Text::NobodyResigns)))
            }
            Action::Undo | Action::Redo => {
                let is_undo = action == Action::Undo;
                // In a game, both need the last position on the board, because the person must see the change.
                let can = match editor {
                    Some(_) => self.edits.neighbour(is_undo).is_some(),
                    None if is_undo => !is_back && game.takeback_ply(usize::MAX).is_ok(),
                    None => !is_back && game.redo_ply().is_some(),
                };
                let none = if is_undo { Text::NothingToUndo } else { Text::NothingToRedo };
                (can, unless_back(plain(none)))
            }
            Action::Hint => {
                let rests = game.is_paused() && board.sought_move().is_none();
                let why = if rests { Refusal::Paused } else { Refusal::Thinking };
                (game.awaits_person() && !rests, unless_back(unless_over(why)))
            }
            Action::Pause => (game.can_pause(), unless_over(not_now)),
            Action::NextProblem => (board.attempt.is_some(), not_now),
            Action::Exchange => {
                let is_turn = !self.cx.rules.prices().is_empty() && game.awaits_person();
                let why = if is_turn { plain(Text::NoBottomSoldier) } else { not_now };
                (!board.offered().is_empty(), why)
            }
            Action::MoreLines | Action::FewerLines => {
                let other =
                    other_lines(self.cx.settings.analysis_lines, action == Action::MoreLines);
                (self.analysis.is_on() && other.is_some(), not_now)
            }
            Action::Rights => (editor.is_some_and(|it| it.rules().has_rights()), not_now),
            _ => (true, not_now),
        };
        unless(can, why)
    }

    /// Executes the action of a button that the host draws. Returns the effects; `now` counts from the program's start.
    pub fn press_button(&mut self, action: Action, now: Duration) -> Vec<Effect> {
        self.cx.now = now;
        self.board.selection.cursor = None;
        self.pointer.since = None;
        self.cx.dismiss(true);
        self.act(action);
        self.settle(false)
    }

    pub(super) fn act(&mut self, action: Action) {
        self.menus.open = None;
        if let Some(why) = self.refusal(action) {
            return self.cx.refuse(why);
        }
        if self.cx.editor.is_some() && self.act_in_editor(action) {
            return;
        }
        if action == Action::Undo && self.board.undoes_game(self.keeping.number) {
            self.leave_study();
        } else if self.cx.editor.is_none() && self.board.act_in_study(action, &mut self.cx) {
            return;
        }
        let is_over = self.board.game.turn().is_none();
        let Self { cx, board, .. } = self;
        let words = cx.words();
        match action {
            Action::NewGame => NewGame::open(cx, board.game.lot()),
            Action::Restart if is_over || board.attempt.is_some() => self.restart(),
            Action::Restart => cx.open(Message::confirm_restart()),
            Action::Resign => board.person().into_iter().for_each(|side| {
                cx.open(Message::confirm_resignation(side));
            }),
            Action::Endgames => cx.open(Endgames::of(cx)),
            Action::NextProblem => {
                self.attempt(next_problem(self.board.attempt, &self.cx.settings))
            }
            Action::Train if HAS_TRAINER => self.train(),
            Action::Exchange => board.turn_exchange(None, cx),
            Action::Undo => board.take_back(true, cx),
            Action::Redo => board.take_back(false, cx),
            Action::Hint => {
                if !board.hint_sought(cx) {
                    board.game.played.ask_hint();
                }
            }
            Action::Another => {
                board.game.ask_another(cx.now);
                cx.note = Note::Another;
            }
            Action::MoveNow => cx.effects.push(Effect::Command(PlayerCommand::MoveNow)),
            Action::Pause => board.game.pause(!board.game.is_paused(), cx.now),
            // The analysis and the explorer share a place on the screen, so only one of them is on.
            Action::Analysis => {
                self.explorer.on = false;
                self.analysis.switch(cx);
            }
            Action::Explorer => {
                self.explorer.on = !self.explorer.on;
                if self.analysis.is_on() {
                    self.analysis.switch(cx);
                }
            }
            Action::ExplorerGames => {
                cx.library.query.position = Some(Box::new(board.shown().position().clone()));
                cx.effects.push(Effect::ChooseGame);
            }
            Action::Report => {
                if board.study.is_none() {
                    self.study_game();
                }
                self.board.retry = None;
                if let Some(study) = &mut self.board.study {
                    self.reporting.switch(study, &mut self.cx);
                }
            }
            Action::MoreLines | Action::FewerLines => {
                let lines = other_lines(cx.settings.analysis_lines, action == Action::MoreLines);
                cx.settings.analysis_lines = lines.unwrap_or(cx.settings.analysis_lines);
            }
            Action::OfferDraw => board.offer_draw(cx),
            Action::Flip => board.is_flipped = !board.is_flipped,
            Action::First => board.look_at(0),
            Action::Back => board.look_by(-1, cx),
            Action::Forward => board.look_by(1, cx),
            Action::Last => board.look_at(usize::MAX),
            Action::CopyPosition => {
                let fen = shown_fen(board, cx.editor.as_ref());
                cx.effects.extend(fen.map(|fen| Effect::Copy(fen.to_string())));
                cx.note = Note::Plain(Text::Copied);
            }
            Action::CopyGame | Action::CopyMoves => {
                cx.copy(action, self.keeping.copy(&board.game));
            }
            Action::TypeMove => cx.open(TypeMove),
            Action::Paste => cx.effects.push(Effect::Paste),
            Action::Save => {
                let studied = board.study.as_ref().map(|study| study.tree().clone());
                let mut tree = studied.unwrap_or_else(|| self.keeping.copy(&board.game));
                forget_seats(&mut tree);
                cx.open(Export::shown(tree, words));
            }
            Action::Open => {
                cx.library.query.position = None;
                cx.effects.push(Effect::ChooseGame);
            }
            Action::ShowThinking => cx.settings.show_thinking ^= true,
            Action::Settings => {
                cx.test_engines(cx.rules);
                cx.open(SettingsForm);
            }
            Action::Language => cx.settings.language = cx.settings.language.next(),
            Action::Larger => cx.settings.resize(true),
            Action::Smaller => cx.settings.resize(false),
            Action::FirstSteps => {
                let start = board.study.as_ref().map(|study| study.tree().start());
                cx.open(FirstSteps::at(cx.rules, start));
            }
            Action::Rules => {
                cx.open(Message::page(Text::RulesOfGame, |words| rules_page(words, words.rules)));
            }
            Action::Keys => {
                let mode = board.mode(cx);
                cx.open(Message::page(Text::Keys, move |words| words.keys(mode)));
            }
            Action::About => {
                let home = cx.home.clone();
                cx.open(Message::page(Text::About, move |words| {
                    let facts = words.with(Text::AboutFacts, &[&chuhe_host::VERSION, &home]);
                    format!("{}\n{facts}", words.get(Text::AboutPage).trim_end())
                }));
            }
            Action::Quit => self.quit(),
            Action::Edit => {
                self.edits.resumes = !board.game.is_paused();
                board.game.pause(true, cx.now);
                board.selection = Default::default();
                cx.editor = Some(Editor::of(board.shown().position()));
            }
            Action::Study if board.study.is_some() => self.leave_study(),
            Action::Study if !board.documents.is_empty() && !board.game.is_looking_back() => {
                let last = board.documents.last().map(Study::number);
                self.show_document(last);
            }
            Action::Study => self.study_game(),
            Action::Documents => {
                let all = board.documents.iter().chain(&board.study);
                let title = |study: &Study| {
                    let (name, players) = (study.opened.as_ref()?, words.players_of(study.tree()));
                    let file = if name.is_empty() { String::new() } else { format!("{name}: ") };
                    Some((study.number(), file + &players))
                };
                cx.open(Documents::new(all.filter_map(title), words));
            }
            Action::PlayOn => cx.open(Message::play_on().about(board.game.changes())),
            // Code above handles these actions: the study, the editor, or the trainer, which a page lacks.
            Action::Train
            | Action::NextVariation
            | Action::PreviousVariation
            | Action::NextMistake
            | Action::PreviousMistake
            | Action::TryAgain
            | Action::Promote
            | Action::DeleteMove
            | Action::Comment
            | Action::Good
            | Action::Mistake
            | Action::Brilliant
            | Action::Blunder
            | Action::Interesting
            | Action::Dubious
            | Action::Play
            | Action::Turn
            | Action::Rights
            | Action::Clear
            | Action::Fill
            | Action::Take
            | Action::Mirror
            | Action::SwapSides
            | Action::WriteMap
            | Action::Leave => {}
        }
    }

    /// Executes an action of the editor. Returns false for other actions.
    fn act_in_editor(&mut self, action: Action) -> bool {
        let taken = Editor::of(self.board.shown().position());
        let cx = &mut self.cx;
        let Some(editor) = &mut cx.editor else { return false };
        match action {
            Action::Undo | Action::Redo => {
                cx.editor = self.edits.go(action == Action::Undo).or(cx.editor.take());
            }
            Action::Turn => editor.turn(),
            Action::Mirror => editor.mirror(),
            Action::SwapSides => editor.swap_sides(),
            Action::Rights => cx.open(RightsForm),
            Action::Clear => *editor = Editor::new(editor.rules()),
            Action::Fill => *editor = Editor::of(&editor.rules().start()),
            Action::Take => *editor = taken,
            Action::Play => {
                if let Ok(position) = editor.position() {
                    self.begin(Game::new(position), Note::Plain(Text::Begun));
                }
            }
            Action::WriteMap => cx.open(MapName),
            Action::Leave => self.fulfil(Request::LeaveEditor),
            _ => return false,
        }
        true
    }

    /// Updates all parts after an event, and returns the effects. After a `silent` event, the picture is redrawn only
    /// if a clock, an animation, blinking or the tip has changed.
    pub(super) fn settle(&mut self, silent: bool) -> Vec<Effect> {
        let Self { cx, board, .. } = self;
        cx.settle_dialogs(board.game.changes(), board.position().key());
        match &cx.editor {
            Some(editor) => self.edits.note(editor),
            None => self.edits = Edits::default(),
        }
        let editing = cx.editor.as_ref().map(Editor::rules);
        cx.rules = editing.unwrap_or_else(|| board.position().rules());
        let (files, ranks) = cx.rules.size();
        board.selection.cursor.take_if(|at| at.file() >= files || at.rank() >= ranks);
        let ending = board.game.game().ending();
        if self.reported.ending != ending {
            self.reported.ending = ending;
            let told = ending.map(|ending| Effect::Notify(Notification::Over(ending)));
            cx.effects.extend(told);
        }
        let red_has_won = ending.is_some_and(|ending| ending.winner == Some(Side::Red));
        let has_defender = board.game.player(Side::Black).is_computer();
        let ended = board.attempt.filter(|_| ending.is_some() && has_defender);
        if let Some(attempt) = ended {
            let problem = attempt.problem();
            if red_has_won {
                cx.settings.solved.insert(problem.id.to_owned());
            }
            // The training has already counted an attempt that ended in an earlier run of the program.
            if !self.reported.ending_shown {
                let quality = if red_has_won { 5 - u32::from(attempt.hints) } else { 1 };
                cx.settings.training.answer(problem.id, problem.rating(), quality, cx.today);
            }
        }
        match ending {
            None => self.reported.ending_shown = false,
            Some(ending)
                if !self.reported.ending_shown && cx.dialog.is_none() && cx.editor.is_none() =>
            {
                self.reported.ending_shown = true;
                // The first button of the message `solved` opens the next problem.
                cx.open(match ended.filter(|_| red_has_won) {
                    Some(_) => Message::solved(ending),
                    None => Message::over(ending, cx.rules),
                });
                self.menus.open = None;
            }
            Some(_) => {}
        }
        if cx.dialog.is_some() {
            board.selection.let_go();
        }
        for side in Side::ALL {
            cx.effects.extend(board.game.update_program(side).map(Effect::Command));
        }
        board.game.uses_book = cx.settings.book;
        cx.effects.extend(board.game.update_question(cx.now).map(Effect::Command));
        self.analysis.update(board, cx);
        self.explorer.update(board, cx);
        self.reporting.settle(board, cx);
        self.keeping.keep_attempt(&board.game, board.attempt, cx);
        if self.reported.settings != cx.settings {
            self.reported.settings = cx.settings.clone();
            cx.effects.push(Effect::Keep(cx.settings.clone()));
        }
        self.keeping.keep(&board.game, board.attempt.is_some(), cx);
        if let Some(study) = &mut board.study {
            self.keeping.keep_study(study, cx);
        }
        if !silent && let Some(mut dialog) = self.cx.dialog.take() {
            dialog.settle(&mut self.cx);
            dialog.form.settled(&mut self.cx);
            self.cx.dialog = Some(dialog);
        }
        if !silent || self.timed_state_changed() {
            self.revision += 1;
        }
        std::mem::take(&mut self.cx.effects)
    }

    fn timed_state_changed(&mut self) -> bool {
        let now = self.cx.now;
        // A clock shows whole seconds, but tenths of a second when less than ten seconds are left.
        let clock = |side| {
            let tenths = self.board.game.time_left(side, now)?.as_millis() / 100;
            Some(if tenths < 100 { tenths } else { tenths.div_ceil(10) * 10 })
        };
        let selection_lit = self.board.is_selection_lit(&self.cx);
        let (frame, clocks) = (self.board.frame(now), Side::ALL.map(clock));
        let timed = Timed { selection_lit, frame, clocks, tip: self.tip() };
        std::mem::replace(&mut self.timed, timed) != timed
    }
}

/// The index of the next unsolved problem, with the rules of `attempt` if possible. If all are solved, the next index.
fn next_problem(attempt: Option<Attempt>, settings: &Settings) -> usize {
    let all = problems();
    let first = attempt.map_or(0, |attempt| attempt.problem + 1);
    let is_open = |&index: &usize| !settings.has_solved(&all[index]);
    let game = attempt.map(|attempt| attempt.problem().start.rules());
    let is_other = |&index: &usize| Some(all[index].start.rules()) != game;
    let next = (first..all.len()).chain(0..first).filter(is_open).min_by_key(is_other);
    next.unwrap_or(first % all.len())
}

fn shown_fen(board: &GameBoard, editor: Option<&Editor>) -> Option<Fen<AnyPosition>> {
    if let Some(editor) = editor {
        let position = editor.position().ok()?;
        return Some(Fen { position, move_number: 1 });
    }
    let (shown, study) = (board.shown(), board.study.as_ref());
    let first = study.map_or(1, |study| study.tree().first_number);
    let move_number = move_number(first, shown.start(), shown.moves().len());
    Some(Fen { position: shown.position().clone(), move_number })
}
