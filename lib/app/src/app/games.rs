//! Brings games onto the board: new games, problems, studies and games from files.

use super::App;
use crate::dialog::{FoundGames, lesson_position};
use crate::keeping;
use crate::training::{self, Exercise};
use crate::{
    AppError, Attempt, ClockSetting, Effect, GameNumber, HAS_TRAINER, Limit, Note, OpenedGame,
    PLAYER_TAGS, PlayerSetting, Refusal, Request,
};
use chuhe_core::{AnyPosition, Game, Level, Position};
use chuhe_records::GameTree;
use chuhe_view::text::{Lesson, Text};

impl App {
    pub(super) fn begin(&mut self, game: Game<AnyPosition>, note: Note) {
        let Self { cx, board, .. } = self;
        board.begin(game, cx);
        self.keeping.begin(board.game.game());
        cx.note = note;
        self.menus.open = None;
    }

    /// Opens a game as a study: a game from a file at its start, a pasted game at its end.
    pub(super) fn open_study(&mut self, tree: GameTree, note: Note) {
        let name = if let Note::Named(_, name) = &note { name.clone() } else { String::new() };
        let mut study = self.keeping.other_study(tree, !name.is_empty());
        study.copies = !name.is_empty();
        study.opened = Some(name);
        self.board.enter_study(study, &mut self.cx);
        self.cx.note = note;
    }

    pub(super) fn restore(&mut self, record: GameTree) {
        let Self { cx, board, .. } = self;
        self.keeping.restore(record, &mut board.game, cx);
        board.face_person();
        self.reported.settings = cx.settings.clone();
        self.reported.ending_shown = board.game.turn().is_none();
    }

    /// Opens a game of the library. Resumes an unfinished game of this program, and saves it at `path`, if it has a
    /// `path`, only moves and known players. Any other game opens as a study, which is saved in the file at `path`. It
    /// is saved in a copy if `path` is `None`, or if the main line of a finished game of this program changes.
    pub(super) fn open_listed(&mut self, OpenedGame { name, mut tree, path }: OpenedGame) {
        let (was_played, is_over) = (tree.tag(PLAYER_TAGS[0]).is_some(), tree.ending().is_some());
        let goes_on = was_played && tree.is_plain() && !is_over;
        let number = match &path {
            Some(_) if goes_on && keeping::knows_players(&tree, &self.cx) => {
                self.begin(tree.game(), Note::Plain(Text::Begun));
                self.restore(tree);
                self.board.game.pause(true, self.cx.now);
                self.keeping.number
            }
            _ => {
                if path.is_none() && tree.tag("Date").is_none() {
                    tree.set_tag("Date", "????.??.??");
                }
                self.open_study(tree, Note::Named(Text::Loaded, name));
                let Some(study) = &mut self.board.study else { return };
                if path.is_some() {
                    study.copies = false;
                    study.played = (was_played && is_over).then(|| study.tree().moves());
                }
                study.number()
            }
        };
        self.cx.effects.extend(path.map(|path| Effect::Adopt(number, path)));
    }

    /// Opens the game in a text or file of any known format. If there are several games, the person chooses one.
    pub(super) fn open_games(&mut self, bytes: &[u8], note: Note) {
        match (FoundGames::read(bytes, note.clone()), note) {
            (Err(error), Note::Named(_, name)) => {
                self.cx.fail(&AppError::file(name.as_ref(), error));
            }
            (Err(error), _) => self.cx.fail(&error.into()),
            (Ok(mut form), note) => match form.single() {
                Some(tree) => self.fulfil(Request::Open(Box::new(tree), note)),
                None => self.cx.open(form),
            },
        }
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

    /// Starts an attempt to solve the problem with the index `problem`. A person plays Red, without clocks.
    pub(super) fn attempt(&mut self, problem: usize) {
        let attempt = Attempt { problem, hints: 0 };
        let aim = Note::Aim(attempt.problem().moves);
        let game = Game::new(attempt.problem().start.clone());
        self.begin(game.clone(), aim);
        // The players and the clocks of the settings do not apply to problems.
        self.board.game.begin(game, [ClockSetting::None; 2], [None; 2]);
        let players = [PlayerSetting::Person, PlayerSetting::Computer(Level::MAX)];
        // The defender gets two seconds, because its score also decides whether the person's move was good.
        self.board.game.set_players(players, Limit::Seconds(2));
        self.board.attempt = Some(attempt);
        self.board.face_person();
    }

    pub(super) fn train(&mut self) {
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

    /// Resumes the attempt of the program's last run, if any. A page calls this again after loading the problems.
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

    pub(super) fn leave_study(&mut self) {
        self.board.leave_study(&mut self.cx);
        self.cx.rules = self.board.position().rules();
        self.reported.ending_shown = self.board.game.turn().is_none();
    }

    /// Shows the game `number`; `None` is the game in play. Does nothing if the game is already shown or was closed.
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
