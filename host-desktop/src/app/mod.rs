//! The program as a state alone: it knows no window, no clock and no file. What happens comes in
//! as [`Event`]s, what shall be done goes out as [`Effect`]s, and what is to be seen is read off.

mod action;
mod actions;
mod choice;
mod dialog;
mod editor;
mod exchange;
mod guest;
mod hand;
mod keyboard;
mod note;
mod play;
mod pointer;
mod program;
mod replies;

use crate::settings::{Notation, Settings};
use crate::sound::Sound;
use crate::table::{Insight, Order, Table};
use crate::trouble::Trouble;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{Script, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Move, Piece, Position, Side, Square};
use chuhe_host::clock::Clocks;
use chuhe_host::engine;
use chuhe_host::pgn::GameRecord;
use chuhe_host::{Map, MapRefusal};
use chuhe_view::PieceSet;
use std::time::Duration;

pub use action::{Action, Key, Press};
pub use choice::Choice;
pub use dialog::{Dialog, Reply, Topic};
pub use editor::{Editor, EditorFault};
pub use guest::Guest;
pub use hand::{Hand, Place};
pub use note::{Note, Refusal};
pub use program::AskedProgram;

/// Something in the window that the pointer can be on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A square of the board.
    Square(Square),
    /// A button, or an item of the open menu.
    Action(Action),
    /// The title of a menu.
    Menu(usize),
    /// The game after so many plies, in the list of moves.
    Ply(usize),
    /// A kind of piece in the editor's tray.
    Tray(Piece),
    /// A row of a dialog, to its next value or to the one before.
    Choice(usize, bool),
    /// A row of a dialog's list.
    Entry(usize),
    /// A button of a dialog.
    Reply(Reply),
}

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Event {
    /// Time goes by.
    Tick,
    /// The pointer moves.
    Moved(Option<Target>, Place),
    /// The pointer is pressed.
    Pressed(Option<Target>, Place),
    /// The pointer is released.
    Released(Option<Target>, Place),
    /// What is going on with the pointer is to be forgotten.
    Cancelled,
    /// The wheel turns, downwards if positive.
    Scrolled(i32),
    /// A key is pressed.
    Key(Press),
    /// The window has another size.
    Resized([u16; 2]),
    /// The computer thinks about a question.
    Thinking(u64, Insight),
    /// The computer answers a question.
    Answer(u64, Move),
    /// A program was started, and has this name, or not, and why.
    Ready(Side, u64, Result<String, String>),
    /// A program answers a question, or fails.
    Played(u64, Result<engine::Decision, String>),
    /// What the clipboard holds.
    Pasted(Result<String, String>),
    /// The saved games, the latest first.
    Games(Vec<String>),
    /// What the file of a saved game of this name holds.
    Opened(String, Result<String, Trouble>),
    /// The game was saved under a name.
    Saved(Result<String, Trouble>),
    /// The map of this name was written.
    MapWritten(Result<Box<Map>, Trouble>),
    /// The window is to be closed.
    Closed,
}

/// Something that shall be done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Something for the computer or a program to do.
    Order(Order),
    /// The game as it stands is to be read by others: its record so far.
    Live(Box<GameRecord>),
    /// A sound.
    Sound(Sound),
    /// A text for the clipboard.
    Copy(String),
    /// What the clipboard holds is wanted: [`Event::Pasted`].
    Paste,
    /// The settings shall be kept.
    Keep(Settings),
    /// The game shall be there again next time; `None` for none.
    Autosave(Option<Box<GameRecord>>),
    /// The game shall be saved, its moves in a style: [`Event::Saved`].
    Save(Box<GameRecord>, Style),
    /// The names of the saved games are wanted: [`Event::Games`].
    ListGames,
    /// What a saved game's file holds is wanted: [`Event::Opened`].
    Open(String),
    /// A position shall be written as a map: [`Event::MapWritten`].
    WriteMap(String, Box<AnyPosition>),
    /// Those who watch the game from outside hear of something.
    Push(Push),
    /// The program ends, well or not.
    Quit(bool),
}

/// Something that those who watch the game from outside hear of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Push {
    /// The computer moved.
    ComputerMoved,
    /// The game ended.
    Over(Ending),
}

/// The state of the window.
#[derive(Debug)]
pub struct App {
    settings: Settings,
    new_game: NewGameChoices,
    table: Table,
    /// The tags of a game that was loaded.
    tags: Vec<(String, String)>,
    hand: Hand,
    editor: Option<Editor>,
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
    position: Option<Place>,
    /// The target under the pointer.
    target: Option<Target>,
    /// The target on which the button was pressed.
    pressed: Option<Target>,
}

/// The parts of the picture that belong to no game.
#[derive(Debug, Default)]
struct Display {
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
    /// The table's count of changes at the last autosave.
    changes: u64,
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
}

/// The menus: what each holds, in groups.
pub const MENUS: [&[&[Action]]; 5] = [
    &[
        &[Action::NewGame, Action::Restart],
        &[Action::Save, Action::Open, Action::CopyGame],
        &[Action::OfferDraw, Action::Resign],
        &[Action::Quit],
    ],
    &[
        &[Action::Undo, Action::Redo, Action::Exchange],
        &[Action::Hint, Action::Another, Action::MoveNow, Action::Pause],
        &[Action::First, Action::Back, Action::Forward, Action::Last],
    ],
    &[&[Action::Edit, Action::CopyPosition, Action::Paste]],
    &[&[Action::Flip, Action::Larger, Action::Smaller], &[Action::Language, Action::Settings]],
    &[&[Action::Rules, Action::Keys, Action::About]],
];

/// The buttons beside the board while a game is played.
pub const BUTTONS: [Action; 8] = [
    Action::NewGame,
    Action::Flip,
    Action::Undo,
    Action::Redo,
    Action::Hint,
    Action::Another,
    Action::MoveNow,
    Action::Pause,
];

/// The same in a game with exchanges.
pub const EXCHANGE_BUTTONS: [Action; 8] = [
    Action::NewGame,
    Action::Flip,
    Action::Undo,
    Action::Redo,
    Action::Hint,
    Action::Exchange,
    Action::MoveNow,
    Action::Pause,
];

/// The buttons of the editor.
pub const EDITOR_BUTTONS: [Action; 8] = [
    Action::Play,
    Action::Leave,
    Action::Turn,
    Action::Take,
    Action::Clear,
    Action::Fill,
    Action::CopyPosition,
    Action::WriteMap,
];

/// The same in a game with rights to castle.
pub const RIGHTS_BUTTONS: [Action; 8] = [
    Action::Play,
    Action::Leave,
    Action::Turn,
    Action::Rights,
    Action::Take,
    Action::Clear,
    Action::Fill,
    Action::WriteMap,
];

/// What a menu holds, its groups one after the other.
pub fn menu_actions(menu: usize) -> impl Iterator<Item = Action> {
    MENUS[menu].iter().copied().flatten().copied()
}

impl App {
    /// The program as it starts: with the first of the starts, unless another is named, or with
    /// the game of last time.
    #[must_use]
    pub fn new(
        settings: Settings,
        starts: Vec<Map>,
        start: usize,
        restored: Option<GameRecord>,
        seed: u64,
    ) -> Self {
        let usual = Map::standard(Rules::default());
        let game = starts.get(start).unwrap_or(&usual).game();
        let clocks = Clocks::new(settings.clock);
        let seats = settings.seats();
        let mut app = Self {
            reported: Reported {
                settings: settings.clone(),
                changes: 0,
                ending: None,
                ending_shown: false,
            },
            table: Table::new(game, seats, settings.limit, clocks, seed),
            settings,
            new_game: NewGameChoices { starts, start, programs: Vec::new() },
            tags: Vec::new(),
            hand: Hand::default(),
            editor: None,
            resume: false,
            dialog: None,
            menu: None,
            note: Note::Welcome,
            pointer: Pointer::default(),
            display: Display::default(),
            now: Duration::ZERO,
            effects: Vec::new(),
        };
        app.face_person();
        if let Some(record) = restored {
            app.restore(record);
        }
        app.reported.changes = app.table.changes();
        app
    }

    /// Lets something happen, and says what shall be done. Time counts from the program's start.
    pub fn on(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        self.now = now;
        let silent = match &event {
            Event::Tick => true,
            Event::Moved(target, _) => {
                let held = self.editor.as_ref().is_some_and(|editor| editor.picked_up().is_some());
                *target == self.pointer.target && self.hand.dragged().is_none() && !held
            }
            _ => false,
        };
        match event {
            Event::Tick => self.tick(),
            Event::Moved(target, place) => self.moved(target, place),
            Event::Pressed(target, place) => self.press(target, place),
            Event::Released(target, place) => self.release(target, place),
            Event::Cancelled => self.cancel(),
            Event::Scrolled(rows) => self.scroll(rows),
            Event::Key(press) => self.key(press),
            Event::Resized(size) => self.settings.window = size,
            Event::Thinking(number, insight) => self.table.report(number, insight),
            Event::Answer(number, best) => self.answer(number, best),
            Event::Ready(side, number, name) => self.program_ready(side, number, name),
            Event::Played(number, action) => self.program_played(number, action),
            Event::Pasted(text) => self.pasted(text),
            Event::Games(names) => self.games(names),
            Event::Opened(name, text) => self.opened(name, text),
            Event::Saved(Ok(name)) => self.note = Note::Saved(name),
            Event::Saved(Err(trouble)) => self.fail(trouble),
            Event::MapWritten(start) => self.map_written(start),
            Event::Closed => self.close(),
        }
        self.settle();
        if !silent || self.timed_state_changed() {
            self.display.revision += 1;
        }
        std::mem::take(&mut self.effects)
    }

    /// Lets follow what has to follow from any change.
    fn settle(&mut self) {
        let ending = self.table.game().ending();
        if self.reported.ending != ending {
            self.reported.ending = ending;
            ending.into_iter().for_each(|ending| self.push(Push::Over(ending)));
        }
        if ending.is_none() {
            self.reported.ending_shown = false;
        } else if !self.reported.ending_shown && self.dialog.is_none() && self.editor.is_none() {
            self.reported.ending_shown = true;
            self.dialog = ending.map(|ending| Dialog::new(Topic::Over(ending)));
            self.menu = None;
        }
        for side in Side::ALL {
            self.effects.extend(self.table.settle_program(side).map(Effect::Order));
        }
        self.effects.extend(self.table.settle(self.now).map(Effect::Order));
        if self.reported.settings != self.settings {
            self.reported.settings = self.settings.clone();
            self.effects.push(Effect::Keep(self.settings.clone()));
        }
        if self.reported.changes != self.table.changes() {
            self.reported.changes = self.table.changes();
            self.effects.push(Effect::Live(Box::new(self.record())));
            let game = self.table.game();
            let going_on = game.ending().is_none() && !game.moves().is_empty();
            let record = going_on.then(|| Box::new(self.record()));
            self.effects.push(Effect::Autosave(record));
        }
    }

    /// Whether what time alone changes looks different by now.
    fn timed_state_changed(&mut self) -> bool {
        // A clock shows seconds, and tenths of them near its end.
        let clock = |side| {
            let tenths = self.table.time_left(side, self.now)?.as_millis() / 100;
            Some(if tenths < 100 { tenths } else { tenths.div_ceil(10) * 10 })
        };
        // Sixty frames per second suffice.
        let since = self.display.animation.map(|(_, since)| self.now.saturating_sub(since));
        let frame = since.filter(|&time| time < ANIMATION_TIME).map(|time| time.as_millis() / 16);
        let clocks = Side::ALL.map(clock);
        let timed = TimedState { selection_lit: self.is_selection_lit(), frame, clocks };
        std::mem::replace(&mut self.display.timed, timed) != timed
    }

    fn tick(&mut self) {
        if self.table.tick(self.now).is_some() {
            self.hand.let_go();
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

    fn fail(&mut self, trouble: Trouble) {
        self.dialog = Some(Dialog::new(Topic::Trouble(trouble)));
    }

    /// Turns the board to the only person.
    fn face_person(&mut self) {
        self.display.flipped = self.table.only_person() == Some(Side::Black);
    }

    /// The window is to be closed, by whatever the system has for that.
    fn close(&mut self) {
        let refused = matches!(&self.dialog, Some(Dialog { topic: Topic::InvalidMap(_), .. }));
        self.effects.push(Effect::Quit(!refused));
    }

    /// The map that was asked for is refused: the program says why, and ends.
    pub fn refuse_map(&mut self, refusal: MapRefusal) {
        self.dialog = Some(Dialog::new(Topic::InvalidMap(refusal.into())));
    }

    /// These programs are on this machine.
    pub fn offer_programs(&mut self, found: Vec<String>) {
        self.new_game.programs = found;
    }

    /// Something is to be said first of all.
    pub fn greet(&mut self, note: Note) {
        self.note = note;
    }

    /// Counts the changes of what is to be seen.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.display.revision
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How moves are written, in the script of the pieces.
    #[must_use]
    pub const fn style(&self) -> Style {
        match (self.settings.notation, self.settings.pieces) {
            (Notation::Chinese, PieceSet::Traditional) => Style::Chinese(Script::Traditional),
            (Notation::Chinese, _) => Style::Chinese(Script::Simplified),
            (Notation::Wxf, _) => Style::Wxf,
            (Notation::Coordinates, _) => Style::Coordinates,
        }
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The rule set of what is on the board.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let editing = self.editor.as_ref().map(Editor::rules);
        editing.unwrap_or_else(|| self.table.game().position().rules())
    }

    /// The hand above the board.
    #[must_use]
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The position being set up, in the editor.
    #[must_use]
    pub const fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The dialog that stands in the way.
    #[must_use]
    pub const fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// The open menu, and its item under the keys.
    #[must_use]
    pub const fn menu(&self) -> Option<(usize, usize)> {
        self.menu
    }

    /// Where the pointer is.
    #[must_use]
    pub const fn pointer(&self) -> Option<Place> {
        self.pointer.position
    }

    /// What happened last.
    #[must_use]
    pub const fn note(&self) -> &Note {
        &self.note
    }

    /// Whether Black's side is at the bottom.
    #[must_use]
    pub const fn is_flipped(&self) -> bool {
        self.display.flipped
    }

    /// The time of the last event.
    #[must_use]
    pub const fn now(&self) -> Duration {
        self.now
    }

    /// Where a game can begin.
    #[must_use]
    pub fn starts(&self) -> &[Map] {
        &self.new_game.starts
    }

    /// The move that is being made on the board, and how much of its way is done, in 256ths. It
    /// begins fast and ends slowly.
    #[must_use]
    pub fn gliding(&self) -> Option<(Move, i32)> {
        let (mv, since) = self.display.animation?;
        let time = self.now.saturating_sub(since);
        let rest = ANIMATION_TIME.checked_sub(time).filter(|rest| !rest.is_zero())?;
        let rest = (256 * rest.as_micros() / ANIMATION_TIME.as_micros()) as i32;
        (self.table.shown().moves().last() == Some(&mv)).then_some((mv, 256 - rest * rest / 256))
    }

    /// Whether the selected piece is seen: a blinking one is so half of the time.
    #[must_use]
    pub fn is_selection_lit(&self) -> bool {
        let holds = self.hand.selected().is_some() || self.hand.given().is_some();
        !self.settings.blink || !holds || self.hand.is_lit(self.now)
    }
}
