//! The application: [`AppEvent`]s change its state, and [`Effect`]s go to the host.

mod actions;
mod events;
mod games;
mod pasting;
mod remote_player;

pub use remote_player::RemotePlayer;

use self::actions::Timed;
use crate::dialog::{LibraryForm, Outcome};
use crate::editor::Edits;
use crate::keeping::{self, Keeping};
use crate::menus::MenuBar;
use crate::pointer::Pointer;
use crate::{
    Action, Analysing, Context, Dialog, Effect, Explorer, GameBoard, GameModel, Message, Note,
    Reply, Reporting, Request, Settings, Starts, Target,
};
use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Ending, Game, Position};
use chuhe_host::Map;
use chuhe_records::GameTree;
use chuhe_view::text::Text;

#[derive(Debug)]
pub struct App {
    pub(crate) cx: Context,
    pub(crate) board: GameBoard,
    keeping: Keeping,
    pub(crate) analysis: Analysing,
    pub(crate) explorer: Explorer,
    pub(crate) reporting: Reporting,
    edits: Edits,
    menus: MenuBar,
    pub(crate) pointer: Pointer,
    timed: Timed,
    /// The number of times that the picture has changed. The host redraws after a change.
    revision: u64,
    reported: Reported,
}

/// The last state that was saved, sent to the host or shown to the person.
#[derive(Debug)]
struct Reported {
    settings: Settings,
    /// The ending that was sent to the host last.
    ending: Option<Ending>,
    ending_shown: bool,
}

impl App {
    pub fn new(
        settings: Settings,
        engines: Vec<String>,
        starts: Vec<Map>,
        start: usize,
        restored: Option<GameTree>,
        seed: u64,
    ) -> Self {
        let usual = Map::standard(Rules::default());
        let game = starts.get(start).unwrap_or(&usual).game();
        let game = GameModel::new(game, &settings, seed);
        let reported = Reported { settings: settings.clone(), ending: None, ending_shown: false };
        let mut app = Self {
            cx: Context::new(settings, Starts::new(start, || starts)),
            board: GameBoard::new(game),
            keeping: Keeping::default(),
            analysis: Analysing::default(),
            explorer: Explorer::default(),
            reporting: Reporting::default(),
            edits: Edits::default(),
            menus: MenuBar::default(),
            pointer: Pointer::default(),
            timed: Timed::default(),
            revision: 0,
            reported,
        };
        app.cx.engines.found = engines;
        match restored {
            Some(record) if keeping::knows_players(&record, &app.cx) => app.restore(record),
            Some(record) => {
                // A game with unknown engines opens as a study, and its file stays as it is.
                app.keeping.begin(app.board.game.game());
                app.open_study(record, Note::Plain(Text::StudyBegun));
            }
            None => {}
        }
        app.resume_attempt();
        app.keeping.changes = app.board.game.changes();
        app.cx.rules = app.board.position().rules();
        app
    }

    fn close(&mut self) {
        let form = self.cx.dialog.as_ref().map(|dialog| &dialog.form);
        let kept = form.and_then(|form| form.keeps_typed(true));
        let end = form.and_then(|form| form.ends_program());
        self.in_dialog(|_, _| kept.or(end));
        if end.is_none() {
            self.quit();
        }
    }

    /// Ends the program. If an edited position is unsaved, or games cannot be written, the person must agree first.
    fn quit(&mut self) {
        match self.cx.store_fault.clone() {
            _ if self.edits.are_unkept() => {
                self.cx.open(Message::confirm_leaving(Request::Act(Action::Quit)));
            }
            Some(fault) => self.cx.open(Message::confirm_quit(fault)),
            None => self.cx.effects.push(Effect::Quit(true)),
        }
    }

    /// Calls `act` with the open dialog, and presses the button that `act` returns.
    fn in_dialog(&mut self, act: impl FnOnce(&mut Dialog, &mut Context) -> Option<Reply>) {
        let Some(mut dialog) = self.cx.dialog.take() else { return };
        let seats = |settings: &Settings| (settings.players(), settings.limit);
        let before = seats(&self.cx.settings);
        let reply = act(&mut dialog, &mut self.cx);
        let outcome =
            reply.map_or(Outcome::Stay, |reply| dialog.form.answered(reply, &mut self.cx));
        if seats(&self.cx.settings) != before {
            self.board.use_players(&self.cx);
        }
        match outcome {
            Outcome::Stay if self.cx.dialog.is_none() => self.cx.dialog = Some(dialog),
            Outcome::Stay | Outcome::Close => {}
            Outcome::Do(request) => self.fulfil(request),
        }
    }

    /// Fulfils the request of a dialog. If an unsaved position of the editor is lost, the person must agree first.
    fn fulfil(&mut self, request: Request) {
        let Self { cx, board, .. } = self;
        if request.ends_editing() {
            if self.edits.are_unkept() {
                return cx.open(Message::confirm_leaving(request));
            }
            if cx.editor.take().is_some() && self.edits.resumes {
                board.game.pause(false, cx.now);
            }
        }
        match request {
            Request::Act(action) => self.act(action),
            Request::Restart => self.restart(),
            Request::Discard(then) => {
                let edits = std::mem::take(&mut self.edits);
                self.edits.resumes = edits.resumes;
                self.fulfil(*then);
                if self.cx.editor.is_some() {
                    self.edits = edits;
                }
            }
            Request::Resign(side) if board.game.turn().is_some() => {
                board.lose(side, EndReason::Resignation, cx);
            }
            Request::LeaveEditor | Request::Resign(_) => {}
            Request::AgreeDraw => board.game.agree_draw(cx.now),
            Request::DeclineDraw(by) => board.decline_draw(by, cx),
            Request::PlayOn(own) => {
                let game = board.game_to_play_on(own, cx);
                self.begin(game, Note::Plain(Text::PlaysOn));
            }
            Request::Review => self.study_game(),
            Request::Position(position) => {
                self.begin(Game::new(*position), Note::Plain(Text::PositionPasted));
                self.board.game.pause(true, self.cx.now);
                self.reported.ending_shown = self.board.game.turn().is_none();
            }
            Request::Quit(well) => cx.effects.push(Effect::Quit(well)),
            Request::Play(mv) => board.play_move(mv, cx),
            Request::Open(tree, note) => self.open_study(*tree, note),
            Request::OpenListed(game) => self.open_listed(*game),
            Request::Attempt(problem) => self.attempt(problem),
            Request::Start(start) => self.start(start),
            Request::NewGame(settings, start) => {
                cx.settings.take(*settings);
                self.start(start);
            }
            Request::Lesson(lesson) => self.try_moves(lesson),
            Request::Type(text) => self.pasted(Ok(text)),
            Request::Comment(text) => {
                if let Some(study) = &mut board.study {
                    study.comment(text);
                    cx.note = Note::Plain(Text::Commented);
                    // Stores the study now, because a dropped file can replace the study before the next update.
                    self.keeping.keep_study(study, cx);
                }
            }
            Request::ShowLibrary => LibraryForm::open(board.shown().position(), cx),
            Request::StartEngine(side) => {
                board.game.restart_program(side);
                board.game.pause(false, cx.now);
            }
            Request::LoseByEngine(side) => board.lose(side, EndReason::Forfeit, cx),
            Request::ShowDocument(number) => self.show_document(number),
            Request::ShutDocument(number) => self.shut_document(number),
        }
    }

    pub const fn cx_mut(&mut self) -> &mut Context {
        &mut self.cx
    }

    pub const fn cx(&self) -> &Context {
        &self.cx
    }

    pub const fn board(&self) -> &GameBoard {
        &self.board
    }

    pub const fn analysis(&self) -> &Analysing {
        &self.analysis
    }

    pub const fn explorer(&self) -> &Explorer {
        &self.explorer
    }

    pub const fn reporting(&self) -> &Reporting {
        &self.reporting
    }

    pub const fn menu(&self) -> Option<(usize, usize)> {
        self.menus.open
    }

    pub fn tip(&self) -> Option<Target> {
        self.pointer.tip(&self.board, &self.cx, self.menus.open.is_none())
    }

    pub const fn revision(&self) -> u64 {
        self.revision
    }
}
