//! The state of the window, without access to the window, clock or files. Input comes as
//! [`AppEvent`]s, output goes out as [`Effect`]s, and the picture is made from the state.

mod action;
mod actions;
mod analysis;
mod buttons;
mod dialog;
mod drawn;
mod editor;
mod edits;
mod endgame;
mod engines;
mod exchange;
pub mod form;
mod guest;
mod keeping;
mod keyboard;
mod library;
mod note;
mod play;
mod pointer;
mod program;
mod replies;
mod reporting;
mod selection;
mod studying;
mod tip;

use crate::app_error::AppError;
use crate::endgames::Attempt;
use crate::game_model::{GameModel, PlayerCommand, SearchInfo};
use crate::settings::{Notation, Settings};
use crate::sound::Sound;
use crate::study::Study;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{Script, Style};
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Move, Piece, Position, Side, Square};
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_host::engine;
use chuhe_host::{Map, MapRefusal};
use chuhe_records::{GameId, GameTree, NodeId};
use chuhe_view::text::{Language, Text};
use chuhe_view::{BoardDesign, Labels, PieceSet, Spot};
use std::path::PathBuf;
use std::time::Duration;

use self::drawn::Drawings;
use self::edits::Edits;

pub use action::{Action, Key, Press};
pub use analysis::{Analysing, score_for_red};
pub use buttons::{Buttons, EDITOR_ACTIONS};
pub use dialog::{
    Comment, Dialog, ELO_STEPS, Endgames, EngineList, EngineOptions, FirstSteps, MapName, NewGame,
    Reply, Rights, SettingsForm, Topic,
};
pub use drawn::Shape;
pub use editor::{Editor, EditorFault};
pub use engines::Probe;
pub use form::{PartId, TextField};
pub use guest::Guest;
pub use keeping::{GameNumber, PLAYER_TAGS};
pub use library::{
    Export, FoundGames, Library, LibraryScreen, ListFaults, ListPage, ListProgress, ListRequest,
    ListedUse, OpenedGame,
};
pub use note::{Note, Refusal};
pub use reporting::Reporting;
pub use selection::{Selection, WindowPoint};

/// A thing in the window under the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A square of the board.
    Square(Square),
    /// A button, or an item of the open menu.
    Action(Action),
    /// The title of a menu.
    Menu(usize),
    /// A position of the game, by the number of plies, in the list of moves.
    Ply(usize),
    /// A move of a study.
    Node(NodeId),
    /// A line of the analysis.
    Line(usize),
    /// A piece in the editor's tray.
    Tray(Piece),
    /// The card of a player.
    Player(Side),
    /// A row of a dialog's list.
    Entry(usize),
    /// A part of a dialog, and the place in it.
    Part(PartId, Spot),
    /// A button of a dialog.
    Reply(Reply),
}

/// An event.
#[derive(Clone, Debug)]
pub enum AppEvent {
    /// Time has passed.
    Tick,
    /// The pointer has moved.
    Moved(Option<Target>, WindowPoint),
    /// The button was pressed.
    Pressed(Option<Target>, WindowPoint),
    /// The button was released.
    Released(Option<Target>, WindowPoint),
    /// The other button was pressed.
    OtherPressed(Option<Target>, WindowPoint),
    /// The other button was released.
    OtherReleased(Option<Target>),
    /// Selection and dragging are cancelled.
    Cancelled,
    /// The wheel was turned by a number of rows; down is positive.
    Scrolled(i32),
    /// A key was pressed.
    Key(Press),
    /// A character was typed, with the key of the same press if it is known. Only one of both acts:
    /// the character if a text field has the focus, otherwise the key.
    Typed(char, Option<Press>),
    /// The window has a new size.
    Resized([u16; 2]),
    /// The computer reports about its search for a question.
    Thinking(QuestionId, SearchInfo),
    /// The computer answers a question.
    Answer(QuestionId, Move),
    /// The computer cannot answer a question.
    SearchFailed(QuestionId, String),
    /// An engine was started and has this name, or the start failed.
    Ready(Side, u64, Result<String, String>),
    /// An engine answers a question, or fails.
    Played(QuestionId, Result<engine::Decision, String>),
    /// A report of the analysis with the number of its request, or the reason why it failed.
    Analysed(u64, Result<Analysis, String>),
    /// The analysis of a position for the report with the number of its request, or the reason why it
    /// failed.
    Reported(u64, Result<Analysis, String>),
    /// An engine was tested against a game.
    EngineProbed(String, Rules, Result<engine::EngineFacts, String>),
    /// The opening book of the settings cannot be read.
    BookRefused(AppError),
    /// The text on the clipboard.
    Pasted(Result<String, String>),
    /// The library shall be shown.
    Library,
    /// A part of the list of the library.
    Listed(Box<ListPage>),
    /// A game of the library was read for a use.
    ListedOpened(ListedUse, Result<Box<OpenedGame>, AppError>),
    /// A game of the library was deleted; its name in the trash.
    Deleted(Result<String, AppError>),
    /// A deleted game is back.
    Undeleted(Result<(), AppError>),
    /// The content of the file of this name, with games in any format.
    Opened(String, Result<Vec<u8>, AppError>),
    /// The file was written; its path.
    Saved(Result<String, AppError>),
    /// Games cannot be written any more, or all of them are written again.
    Stored(Result<(), AppError>),
    /// The map was saved.
    MapWritten(Result<Box<Map>, AppError>),
    /// The window shall be closed.
    Closed,
}

/// An effect, which the program carries out.
#[derive(Clone, Debug)]
pub enum Effect {
    /// An order to the computer or an engine.
    Command(PlayerCommand),
    /// Analyses a position, in place of the one before; `None` ends the analysis. The answers are
    /// [`AppEvent::Analysed`].
    Analyse(Option<Box<AnalysisRequest>>),
    /// Analyses a position for the report of the game, besides the analysis; `None` ends this. The
    /// answers are [`AppEvent::Reported`].
    Report(Option<Box<AnalysisRequest>>),
    /// Writes the current game for other programs to read.
    Live(Box<GameTree>),
    /// Plays a sound.
    Sound(Sound),
    /// Tests an engine against a game; the answer is [`AppEvent::EngineProbed`].
    ProbeEngine(String, Rules),
    /// Copies a text to the clipboard.
    Copy(String),
    /// Reads the clipboard; the answer is [`AppEvent::Pasted`].
    Paste,
    /// Saves the settings.
    Keep(Settings),
    /// Writes the game that is played to the file of its number. The next start restores it. The first
    /// time, the game gets a file of its own. The answer is [`AppEvent::Stored`] when writing begins to
    /// fail, and when all is written again.
    Store(GameNumber, Box<GameTree>),
    /// Writes a study as a game is written. The next start restores the game that is played.
    StoreStudy(GameNumber, Box<GameTree>),
    /// Lets the person choose a game. A host with a library answers by [`AppEvent::Library`], one
    /// without by [`AppEvent::Opened`].
    ChooseGame,
    /// Lists games; the answer is [`AppEvent::Listed`].
    List(ListRequest),
    /// Reads a game of the list; the answer is [`AppEvent::ListedOpened`].
    FetchListed(GameId, ListedUse),
    /// Deletes a game of the list; the answer is [`AppEvent::Deleted`].
    DeleteListed(GameId),
    /// Brings a deleted game back; the answer is [`AppEvent::Undeleted`].
    Undelete(String),
    /// Continues a game in the file from which it was read.
    Adopt(GameNumber, PathBuf),
    /// Writes a new file. A name without a folder goes to the folder of exports, or a page lets the
    /// browser save it. The answer is [`AppEvent::Saved`].
    WriteFile(String, Vec<u8>),
    /// Saves a position as a map; the answer is [`AppEvent::MapWritten`].
    WriteMap(String, Box<AnyPosition>),
    /// Notifies the clients of the server.
    Notify(Notification),
    /// Ends the program; true is success.
    Quit(bool),
}

/// A notification for the clients of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notification {
    /// The computer has moved.
    ComputerMoved,
    /// The game has ended.
    Over(Ending),
}

/// The state of the window.
#[derive(Debug)]
pub struct App {
    settings: Settings,
    new_game: NewGameChoices,
    probes: engines::Probes,
    game_model: GameModel,
    /// The attempt to solve an endgame problem.
    attempt: Option<Attempt>,
    /// The tags of a game that was loaded.
    tags: Vec<(String, String)>,
    keeping: keeping::Keeping,
    library: Library,
    selection: Selection,
    editor: Option<Editor>,
    /// The positions of the editor, for undo.
    edits: Edits,
    drawings: Drawings,
    study: Option<Study>,
    analysing: Analysing,
    reporting: Reporting,
    /// True if the clock goes on after the editor.
    resume: bool,
    dialog: Option<Dialog>,
    /// The open menu, and the item with the keyboard focus.
    menu: Option<(usize, usize)>,
    note: Note,
    pointer: Pointer,
    display: Display,
    reported: Reported,
    /// The time of the current event.
    now: Duration,
    /// The effects of the current event.
    effects: Vec<Effect>,
}

/// The choices for a new game.
#[derive(Debug)]
struct NewGameChoices {
    starts: Vec<Map>,
    /// The index of the current game's start.
    start: usize,
    /// The command lines of engines found on this machine.
    programs: Vec<String>,
}

/// The pointer.
#[derive(Debug, Default)]
struct Pointer {
    position: Option<WindowPoint>,
    /// The target under the pointer.
    target: Option<Target>,
    /// The target on which the button was pressed.
    pressed: Option<Target>,
    /// The last target clicked in a dialog, and the time.
    clicked: (Option<Target>, Duration),
    /// The time since which the pointer rests on the target.
    since: Option<Duration>,
}

/// The parts of the picture that belong to no game.
#[derive(Debug, Default)]
struct Display {
    /// The size of the window in pixels, if it is not that of the settings.
    window: Option<[u16; 2]>,
    flipped: bool,
    /// The last move, while its piece moves across the board, and the time of the move.
    animation: Option<(Move, Duration)>,
    timed: TimedState,
    /// The number of changes of the picture.
    revision: u64,
}

/// The state that was already saved, sent or shown.
#[derive(Debug)]
struct Reported {
    /// The saved settings.
    settings: Settings,
    /// The count of changes of the game that are stored.
    changes: u32,
    /// The count of changes of the study that were stored.
    study: u32,
    /// The ending that the clients know.
    ending: Option<Ending>,
    /// True if a dialog has shown the ending.
    ending_shown: bool,
}

/// The duration of a move's animation.
const ANIMATION_TIME: Duration = Duration::from_millis(160);

/// The parts of the picture that change with time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct TimedState {
    selection_lit: bool,
    /// The number of the animation's frame.
    frame: Option<u128>,
    /// The clocks in tenths of a second.
    clocks: [Option<u128>; 2],
    tip: Option<Target>,
}

/// The menus, each with its groups of actions.
pub const MENUS: [&[&[Action]]; 6] = [
    &[
        &[Action::NewGame, Action::Endgames, Action::NextProblem, Action::Restart],
        &[Action::Save, Action::Open, Action::CopyGame],
        &[Action::OfferDraw, Action::Resign],
        &[Action::Quit],
    ],
    &[
        &[Action::Undo, Action::Redo, Action::Exchange],
        &[Action::Hint, Action::Another, Action::MoveNow, Action::Pause],
        &[Action::Analysis, Action::MoreLines, Action::FewerLines, Action::Report],
        &[Action::First, Action::Back, Action::Forward, Action::Last],
    ],
    &[
        &[Action::Study, Action::PlayOn],
        &[Action::NextVariation, Action::PreviousVariation, Action::Promote, Action::DeleteMove],
        &[
            Action::Comment,
            Action::Good,
            Action::Mistake,
            Action::Brilliant,
            Action::Blunder,
            Action::Interesting,
            Action::Dubious,
        ],
    ],
    &[&[Action::Edit, Action::CopyPosition, Action::Paste]],
    &[
        &[Action::Flip, Action::ShowThinking],
        &[Action::Larger, Action::Smaller],
        &[Action::Language, Action::Settings],
    ],
    &[&[Action::FirstSteps, Action::Rules, Action::Keys, Action::About]],
];

/// The actions of a menu, without its groups.
pub fn menu_actions(menu: usize) -> impl Iterator<Item = Action> {
    MENUS[menu].iter().copied().flatten().copied()
}

impl App {
    /// Creates the state, with one of the starts or with a game to restore.
    #[must_use]
    pub fn new(
        settings: Settings,
        starts: Vec<Map>,
        start: usize,
        restored: Option<GameTree>,
        seed: u64,
    ) -> Self {
        let usual = Map::standard(Rules::default());
        let game = starts.get(start).unwrap_or(&usual).game();
        let players = settings.players();
        let mut app = Self {
            reported: Reported {
                settings: settings.clone(),
                changes: 0,
                study: 0,
                ending: None,
                ending_shown: false,
            },
            game_model: GameModel::new(game, players, settings.limit, settings.clocks(), seed),
            settings,
            new_game: NewGameChoices { starts, start, programs: Vec::new() },
            probes: engines::Probes::new(),
            attempt: None,
            tags: Vec::new(),
            keeping: keeping::Keeping::default(),
            library: Library::default(),
            selection: Selection::default(),
            editor: None,
            edits: Edits::default(),
            drawings: Drawings::default(),
            study: None,
            analysing: Analysing::default(),
            reporting: Reporting::default(),
            resume: false,
            dialog: None,
            menu: None,
            note: Note::Plain(Text::Welcome),
            pointer: Pointer::default(),
            display: Display::default(),
            now: Duration::ZERO,
            effects: Vec::new(),
        };
        app.face_person();
        if let Some(record) = restored {
            app.restore(record);
        }
        app.reported.changes = app.game_model.changes();
        app
    }

    /// Handles an event and returns the effects. `now` is the time since the program's start.
    pub fn on(&mut self, event: AppEvent, now: Duration) -> Vec<Effect> {
        self.now = now;
        let silent = match &event {
            AppEvent::Tick => true,
            AppEvent::Moved(target, _) => {
                let held = self.editor.as_ref().is_some_and(|editor| editor.picked_up().is_some());
                *target == self.pointer.target && self.selection.dragged().is_none() && !held
            }
            _ => false,
        };
        match event {
            AppEvent::Tick => self.tick(),
            AppEvent::Moved(target, place) => self.moved(target, place),
            AppEvent::Pressed(target, place) => self.press(target, place),
            AppEvent::Released(target, place) => self.release(target, place),
            AppEvent::OtherPressed(target, place) => self.other_press(target, place),
            AppEvent::OtherReleased(target) => self.other_release(target),
            AppEvent::Cancelled => self.cancel(),
            AppEvent::Scrolled(rows) => self.scroll(rows),
            AppEvent::Key(press) => self.key(press),
            AppEvent::Typed(letter, press) => self.typed(letter, press),
            AppEvent::Resized(size) => {
                self.settings.window = size;
                self.set_window(size);
            }
            AppEvent::Thinking(id, info) => self.game_model.report(id, info),
            AppEvent::Answer(id, best) => self.answer(id, best),
            AppEvent::SearchFailed(id, why) => self.search_failed(id, why),
            AppEvent::Ready(side, number, name) => self.program_ready(side, number, name),
            AppEvent::Played(number, action) => self.program_played(number, action),
            AppEvent::Analysed(id, report) => self.analysed(id, report),
            AppEvent::Reported(id, analysis) => self.reported(id, analysis),
            AppEvent::EngineProbed(line, rules, outcome) => {
                self.engine_probed(line, rules, outcome);
            }
            AppEvent::BookRefused(error) => self.fail(error),
            AppEvent::Pasted(text) => self.pasted(text),
            AppEvent::Library => self.open_library(),
            AppEvent::Listed(page) => self.listed(*page),
            AppEvent::ListedOpened(to, game) => self.listed_opened(to, game),
            AppEvent::Deleted(name) => self.listed_deleted(name),
            AppEvent::Undeleted(outcome) => self.undeleted(outcome),
            AppEvent::Opened(name, content) => self.opened(name, content),
            AppEvent::Saved(Ok(name)) => self.note = Note::Named(Text::SavedAs, name),
            AppEvent::Saved(Err(error)) => self.fail(error),
            AppEvent::Stored(outcome) => self.stored(outcome),
            AppEvent::MapWritten(start) => self.map_written(start),
            AppEvent::Closed => self.close(),
        }
        self.settle();
        if !silent {
            self.settle_form();
            self.fill_library();
        }
        if !silent || self.timed_state_changed() {
            self.display.revision += 1;
        }
        std::mem::take(&mut self.effects)
    }

    /// Brings everything up to date after an event.
    fn settle(&mut self) {
        match &self.editor {
            Some(editor) => self.edits.note(editor),
            None => self.edits = Edits::default(),
        }
        let ending = self.game_model.game().ending();
        if self.reported.ending != ending {
            self.reported.ending = ending;
            ending.into_iter().for_each(|ending| self.notify(Notification::Over(ending)));
        }
        self.settle_attempt();
        if ending.is_none() {
            self.reported.ending_shown = false;
        } else if !self.reported.ending_shown && self.dialog.is_none() && self.editor.is_none() {
            self.reported.ending_shown = true;
            self.dialog = ending.map(|ending| Dialog::new(self.result(ending)));
            self.menu = None;
        }
        for side in Side::ALL {
            self.effects.extend(self.game_model.update_program(side).map(Effect::Command));
        }
        self.game_model.use_book(self.settings.book);
        self.effects.extend(self.game_model.update_question(self.now).map(Effect::Command));
        self.update_analysis();
        self.settle_report();
        if self.reported.settings != self.settings {
            self.reported.settings = self.settings.clone();
            self.effects.push(Effect::Keep(self.settings.clone()));
        }
        if self.reported.changes != self.game_model.changes() {
            self.reported.changes = self.game_model.changes();
            self.effects.push(Effect::Live(Box::new(self.record())));
            self.keep_game();
        }
        self.keep_study();
    }

    /// Returns true if the parts of the picture that change with time look different.
    fn timed_state_changed(&mut self) -> bool {
        // A clock shows seconds, and tenths below ten seconds.
        let clock = |side| {
            let tenths = self.game_model.time_left(side, self.now)?.as_millis() / 100;
            Some(if tenths < 100 { tenths } else { tenths.div_ceil(10) * 10 })
        };
        // Sixty frames per second suffice.
        let since = self.display.animation.map(|(_, since)| self.now.saturating_sub(since));
        let frame = since.filter(|&time| time < ANIMATION_TIME).map(|time| time.as_millis() / 16);
        let clocks = Side::ALL.map(clock);
        let (selection_lit, tip) = (self.is_selection_lit(), self.tip());
        let timed = TimedState { selection_lit, frame, clocks, tip };
        std::mem::replace(&mut self.display.timed, timed) != timed
    }

    fn tick(&mut self) {
        if self.game_model.check_flag(self.now) {
            self.selection.let_go();
            self.sound(Sound::End);
            self.display.revision += 1;
        }
    }

    fn sound(&mut self, sound: Sound) {
        if self.settings.sounds {
            self.effects.push(Effect::Sound(sound));
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.note = Note::Refused(refusal);
        self.sound(Sound::Refusal);
    }

    fn fail(&mut self, error: AppError) {
        self.dialog = Some(Dialog::new(Topic::Error(error)));
    }

    /// Turns the board towards the only person.
    fn face_person(&mut self) {
        self.display.flipped = self.game_model.only_person() == Some(Side::Black);
    }

    /// Handles a request to close the window.
    fn close(&mut self) {
        let refused = matches!(&self.dialog, Some(Dialog { topic: Topic::InvalidMap(_), .. }));
        self.effects.push(Effect::Quit(!refused));
    }

    /// Reports that the map of the command line is not valid. The program then ends.
    pub fn refuse_map(&mut self, refusal: MapRefusal) {
        self.dialog = Some(Dialog::new(Topic::InvalidMap(refusal.into())));
    }

    /// Sets the engines found on this machine.
    pub fn offer_programs(&mut self, found: Vec<String>) {
        self.new_game.programs = found;
    }

    /// Sets the first message.
    pub fn greet(&mut self, note: Note) {
        self.note = note;
    }

    /// Tells the size of the window, without a change of the settings.
    pub const fn set_window(&mut self, size: [u16; 2]) {
        self.display.window = Some(size);
    }

    /// The size of the window.
    #[must_use]
    pub fn window(&self) -> [u16; 2] {
        self.display.window.unwrap_or(self.settings.window)
    }

    /// The number of changes of the picture.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.display.revision
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The notation of moves, in the script of the pieces or of the language.
    #[must_use]
    pub const fn style(&self) -> Style {
        let chinese = match (self.settings.pieces, self.settings.language) {
            (PieceSet::Traditional, _) | (_, Language::TraditionalChinese) => {
                Style::Chinese(Script::Traditional)
            }
            _ => Style::Chinese(Script::Simplified),
        };
        match (self.settings.notation, self.settings.language) {
            (Notation::Wxf, _) | (Notation::Automatic, Language::English) => Style::Wxf,
            (Notation::Chinese | Notation::Automatic, _) => chinese,
            (Notation::Coordinates, _) => Style::Coordinates,
        }
    }

    /// True if the edges of the board show the names of files and ranks.
    #[must_use]
    pub fn shows_coordinates(&self) -> bool {
        matches!(self.style(), Style::Coordinates | Style::Iccs)
            || BoardDesign::of(self.rules()).labels == Labels::Coordinates
    }

    /// The game with its players.
    #[must_use]
    pub const fn game_model(&self) -> &GameModel {
        &self.game_model
    }

    /// The game on the board or in the editor.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let editing = self.editor.as_ref().map(Editor::rules);
        editing.unwrap_or_else(|| self.board().rules())
    }

    /// The selection on the board.
    #[must_use]
    pub const fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The position in the editor.
    #[must_use]
    pub const fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The open dialog.
    #[must_use]
    pub const fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// The open menu, and the item with the keyboard focus.
    #[must_use]
    pub const fn menu(&self) -> Option<(usize, usize)> {
        self.menu
    }

    /// The pointer's position.
    #[must_use]
    pub const fn pointer(&self) -> Option<WindowPoint> {
        self.pointer.position
    }

    /// The last message.
    #[must_use]
    pub const fn note(&self) -> &Note {
        &self.note
    }

    /// True if Black plays from the bottom.
    #[must_use]
    pub const fn is_flipped(&self) -> bool {
        self.display.flipped
    }

    /// The time of the last event.
    #[must_use]
    pub const fn now(&self) -> Duration {
        self.now
    }

    /// The starts of new games.
    #[must_use]
    pub fn starts(&self) -> &[Map] {
        &self.new_game.starts
    }

    /// The animated move, and the part of its way in 256ths. It begins fast and ends slowly.
    #[must_use]
    pub fn gliding(&self) -> Option<(Move, i32)> {
        let (mv, since) = self.display.animation?;
        let time = self.now.saturating_sub(since);
        let rest = ANIMATION_TIME.checked_sub(time).filter(|rest| !rest.is_zero())?;
        let rest = (256 * rest.as_micros() / ANIMATION_TIME.as_micros()) as i32;
        (self.shown().moves().last() == Some(&mv)).then_some((mv, 256 - rest * rest / 256))
    }

    /// True if the selected piece is visible. A blinking piece is visible half of the time.
    #[must_use]
    pub fn is_selection_lit(&self) -> bool {
        let holds = self.selection.selected().is_some() || self.selection.given().is_some();
        !self.settings.blink || !holds || self.selection.is_lit(self.now)
    }
}
