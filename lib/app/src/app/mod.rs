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
mod event;
mod exchange;
pub mod form;
mod guest;
mod keeping;
mod keyboard;
mod library;
mod menus;
mod note;
mod play;
mod pointer;
mod program;
mod queries;
mod replies;
mod reporting;
mod selection;
mod studying;
mod tip;

use crate::app_error::AppError;
use crate::endgames::Attempt;
use crate::game_model::GameModel;
use crate::settings::Settings;
use crate::sound::Sound;
use crate::study::Study;
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Move, Side, Square};
use chuhe_host::{Map, MapRefusal};
use chuhe_records::GameTree;
use chuhe_view::text::Text;
use std::cell::LazyCell;
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
pub use event::{AppEvent, Effect, Notification, Target};
pub use form::{PartId, TextField};
pub use guest::Guest;
pub use keeping::{GameNumber, PLAYER_TAGS};
pub use library::{
    Export, FoundGames, Library, LibraryScreen, ListFaults, ListPage, ListProgress, ListRequest,
    ListedUse, OpenedGame,
};
pub use menus::{MENUS, menu_actions};
pub use note::{Note, Refusal};
pub use reporting::Reporting;
pub use selection::{Selection, WindowPoint};

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

/// Makes the starts of new games.
type MakeStarts = Box<dyn FnOnce() -> Vec<Map> + Send>;

/// The choices for a new game.
#[derive(Debug)]
struct NewGameChoices {
    /// The starts, which are made when they are first asked for.
    starts: LazyCell<Vec<Map>, MakeStarts>,
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
/// A piece that moves across the board.
#[derive(Clone, Copy, Debug)]
struct Glide {
    mv: Move,
    /// The square on which the piece stands after the move; `None` if no piece moves.
    to: Option<Square>,
    /// The time of the move.
    since: Duration,
}

#[derive(Debug, Default)]
struct Display {
    /// The size of the window in pixels, if it is not that of the settings.
    window: Option<[u16; 2]>,
    flipped: bool,
    /// The last move, while its piece moves across the board.
    animation: Option<Glide>,
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
        let starts: MakeStarts = Box::new(|| starts);
        let starts = LazyCell::new(starts);
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

    /// Takes other starts, and the index of the current one. They are made when they are first asked for.
    #[must_use]
    pub fn with_starts(
        mut self,
        start: usize,
        starts: impl FnOnce() -> Vec<Map> + Send + 'static,
    ) -> Self {
        let starts: MakeStarts = Box::new(starts);
        (self.new_game.start, self.new_game.starts) = (start, LazyCell::new(starts));
        self
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
        let since = self.display.animation.map(|glide| self.now.saturating_sub(glide.since));
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
        match self.dialog.as_ref().map(|dialog| &dialog.topic) {
            Some(Topic::InvalidMap(_)) => self.effects.push(Effect::Quit(false)),
            Some(Topic::Confirm(Action::Quit)) => self.effects.push(Effect::Quit(true)),
            _ => self.quit(),
        }
    }

    /// Ends the program. While games cannot be written, the person is asked first.
    fn quit(&mut self) {
        if self.store_fault().is_some() {
            self.open(Topic::Confirm(Action::Quit));
            // Enter does not lose the game.
            self.dialog.iter_mut().for_each(|dialog| dialog.turn(true));
        } else {
            self.effects.push(Effect::Quit(true));
        }
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
}
