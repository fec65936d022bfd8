//! The actions: which are possible, why others are not, and what each does.

use super::App;
use crate::analysis::other_lines;
use crate::dialog::{
    Documents, Endgames, Export, FirstSteps, MapName, NewGame, RightsForm, SettingsForm, TypeMove,
    lesson_position,
};
use crate::endgames::problems;
use crate::game_model::PlayerCommand;
use crate::game_number::forget_seats;
use crate::study::move_number;
use crate::training::{self, Exercise};
use crate::words::rules_page;
use crate::{
    Action, Attempt, ClockSetting, Editor, Effect, GameBoard, GameNumber, HAS_TRAINER, Limit,
    Message, Note, PlayerSetting, Refusal, Request, Settings, Study,
};
use chuhe_core::notation::Fen;
use chuhe_core::played::Purpose;
use chuhe_core::{AnyPosition, Game, Level, Position};
use chuhe_records::GameTree;
use chuhe_view::text::{Lesson, Text};

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
                // Who looks at an earlier position would not see what is taken back.
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
            // Both are shown in the same place.
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
            // These belong to a study or to the editor alone, or are absent in a page.
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

    pub(super) fn restart(&mut self) {
        match self.board.attempt {
            Some(attempt) => self.attempt(attempt.problem),
            None => self.begin(self.board.game.restarted(), Note::Plain(Text::Begun)),
        }
    }

    pub(super) fn start(&mut self, start: usize) {
        self.cx.starts.current = start;
        if let Some(start) = self.cx.starts.get(start) {
            self.cx.settings.rules = start.position.rules().name().to_owned();
            let game = start.game();
            self.begin(game, Note::Plain(Text::Begun));
        }
    }

    /// Starts an attempt to solve the problem of this index, without clocks. A person plays Red.
    pub(super) fn attempt(&mut self, problem: usize) {
        let attempt = Attempt { problem, hints: 0 };
        let aim = Note::Aim(attempt.problem().moves);
        let game = Game::new(attempt.problem().start.clone());
        self.begin(game.clone(), aim);
        // The players and the clocks of the settings are for games.
        self.board.game.begin(game, [ClockSetting::None; 2], [None; 2]);
        let players = [PlayerSetting::Person, PlayerSetting::Computer(Level::MAX)];
        // The score of the defender also judges the attacker's move.
        self.board.game.set_players(players, Limit::Seconds(2));
        self.board.attempt = Some(attempt);
        self.board.face_person();
    }

    fn train(&mut self) {
        match self.cx.settings.training.next(self.cx.today, self.cx.rules) {
            None => self.cx.refuse(Refusal::Plain(Text::NothingToTrain)),
            Some(Exercise::Problem(problem)) => self.attempt(problem),
            Some(Exercise::Mistake(tree)) => {
                let mut study = self.keeping.other_study(*tree, true);
                study.exercise = Some(training::board(study.tree()));
                study.go(study.forward().unwrap_or(study.node()));
                self.board.enter_study(study, &mut self.cx);
                self.board.begin_retry(&mut self.cx);
            }
        }
    }

    pub(super) fn try_moves(&mut self, lesson: &Lesson) {
        let Some(start) = lesson_position(lesson).filter(|_| HAS_TRAINER) else { return };
        let mut study = self.keeping.other_study(GameTree::new(start), true);
        study.exercise = Some(training::board(study.tree()));
        self.board.enter_study(study, &mut self.cx);
        self.cx.note = Note::Plain(Text::LessonBoard);
    }

    /// Goes on with the attempt of the last run, if there is one. A page calls it again when its problems have come.
    pub fn resume_attempt(&mut self) {
        let Some((attempt, moves)) = Attempt::read(&self.cx.settings.attempt) else { return };
        let Self { cx, board, .. } = self;
        let is_elsewhere = board.study.is_some() || board.game.is_looking_back();
        if board.attempt.is_some() || is_elsewhere || cx.editor.is_some() || cx.dialog.is_some() {
            return;
        }
        self.attempt(attempt.problem);
        self.board.attempt = Some(attempt);
        for mv in moves {
            if self.board.game.play(mv, self.cx.now).is_err() {
                break;
            }
        }
        self.reported.ending_shown = self.board.game.turn().is_none();
    }

    pub(super) fn study_game(&mut self) {
        let study = self.keeping.study(&self.board.game);
        self.board.game.look_at(usize::MAX);
        self.board.enter_study(study, &mut self.cx);
        self.cx.note = Note::Plain(Text::StudyBegun);
    }

    fn leave_study(&mut self) {
        self.board.leave_study(&mut self.cx);
        self.cx.rules = self.board.position().rules();
        self.reported.ending_shown = self.board.game.turn().is_none();
    }

    /// Shows an opened game, or the one that is played. One that is shown already, or shut, changes nothing.
    pub(super) fn show_document(&mut self, number: Option<GameNumber>) {
        let Some(number) = number else { return self.leave_study() };
        let documents = &mut self.board.documents;
        if let Some(index) = documents.iter().position(|study| study.number() == number) {
            let study = documents.remove(index);
            self.board.enter_study(study, &mut self.cx);
            self.cx.note = Note::Titled(Text::Loaded);
        }
    }

    pub(super) fn shut_document(&mut self, number: Option<GameNumber>) {
        let shown = self.board.study.as_mut().filter(|study| Some(study.number()) == number);
        if let Some(study) = shown {
            study.opened = None;
            return self.leave_study();
        }
        self.board.documents.retain(|study| Some(study.number()) != number);
    }
}

/// The next problem that is not solved, of the same game if there is one.
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
