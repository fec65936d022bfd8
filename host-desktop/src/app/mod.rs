//! The program as a state alone: it knows no window, no clock and no file. What happens comes in
//! as [`Event`]s, what shall be done goes out as [`Effect`]s, and what is to be seen is read off.

mod action;
mod actions;
mod choice;
mod dialog;
mod editor;
mod hand;
mod keyboard;
mod note;
mod play;
mod pointer;
mod replies;

use crate::settings::{Notation, Pieces, Settings};
use crate::sound::Sound;
use crate::table::{Insight, Order, Table};
use chuhe_core::notation::{Script, Style};
use chuhe_core::rules::{AnyPosition, Rules};
use chuhe_core::{Game, Move, Numbers, Piece, Side, Square};
use chuhe_host::clock::Clocks;
use chuhe_host::pgn::Record;
use std::time::Duration;

pub use action::{Action, Key, Press};
pub use choice::Choice;
pub use dialog::{Dialog, Reply, Topic};
pub use editor::{Editor, EditorFault};
pub use hand::{Hand, Place};
pub use note::{Note, Refusal};

/// Where a game can begin: a rule set's start position, or a map.
#[derive(Clone, Debug)]
pub struct Start {
    /// The map's name; empty for a start position.
    pub name: String,
    /// The position.
    pub position: AnyPosition,
    /// The number of each piece.
    pub numbers: Numbers,
}

impl Start {
    /// The start position of a rule set.
    #[must_use]
    pub fn of(rules: Rules) -> Self {
        let position = rules.start();
        let numbers = Numbers::in_reading_order(&position);
        Self { name: String::new(), position, numbers }
    }

    /// A game that begins here.
    #[must_use]
    pub fn game(&self) -> Game<AnyPosition> {
        Game::numbered(self.position.clone(), self.numbers)
    }
}

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
    /// What the clipboard holds.
    Pasted(Result<String, String>),
    /// The saved games, the latest first.
    Games(Vec<String>),
    /// What a saved game's file holds.
    Opened(Result<String, String>),
    /// The game was saved under a name.
    Saved(Result<String, String>),
    /// The map of this name was written.
    MapWritten(Result<Box<Start>, String>),
    /// The window is to be closed.
    Closed,
}

/// Something that shall be done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The computer shall think, move at once, or stop.
    Computer(Order),
    /// A sound.
    Sound(Sound),
    /// A text for the clipboard.
    Copy(String),
    /// What the clipboard holds is wanted: [`Event::Pasted`].
    Paste,
    /// The settings shall be kept.
    Keep(Settings),
    /// The game shall be there again next time; `None` for none.
    Autosave(Option<Box<Record>>),
    /// The game shall be saved, its moves in a style: [`Event::Saved`].
    Save(Box<Record>, Style),
    /// The names of the saved games are wanted: [`Event::Games`].
    ListGames,
    /// What a saved game's file holds is wanted: [`Event::Opened`].
    Open(String),
    /// A position shall be written as a map: [`Event::MapWritten`].
    WriteMap(String, Box<AnyPosition>),
    /// The program ends, well or not.
    Quit(bool),
}

/// The program's state.
#[derive(Debug)]
pub struct App {
    settings: Settings,
    starts: Vec<Start>,
    /// Which of the starts the game began from.
    start: usize,
    table: Table,
    /// What is known about a game that was read.
    tags: Vec<(String, String)>,
    hand: Hand,
    editor: Option<Editor>,
    /// Whether the game goes on after the editor.
    resume: bool,
    dialog: Option<Dialog>,
    /// Whether it was said how the game ended.
    announced: bool,
    /// The open menu, and the item under the keys.
    menu: Option<(usize, usize)>,
    hovered: Option<Target>,
    pressed: Option<Target>,
    note: Note,
    flipped: bool,
    now: Duration,
    effects: Vec<Effect>,
    /// The settings as they were last kept.
    kept: Settings,
    /// The table's changes when the game was last saved by itself.
    autosaved: u64,
    seen: Seen,
    revision: u64,
}

/// What time alone changes in the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Seen {
    lit: bool,
    seconds: [Option<u64>; 2],
}

/// The menus: what each holds.
pub const MENUS: [&[Action]; 4] = [
    &[
        Action::NewGame,
        Action::Restart,
        Action::Pause,
        Action::OfferDraw,
        Action::Resign,
        Action::Save,
        Action::Open,
        Action::Quit,
    ],
    &[
        Action::Undo,
        Action::Redo,
        Action::Hint,
        Action::Another,
        Action::MoveNow,
        Action::First,
        Action::Back,
        Action::Forward,
        Action::Last,
    ],
    &[
        Action::Flip,
        Action::Edit,
        Action::CopyPosition,
        Action::CopyGame,
        Action::Paste,
        Action::Larger,
        Action::Smaller,
    ],
    &[Action::Settings, Action::Language, Action::Help],
];

/// What can be done in the editor alone.
pub const EDITOR_ACTIONS: [Action; 7] = [
    Action::Play,
    Action::Turn,
    Action::Clear,
    Action::Fill,
    Action::Take,
    Action::WriteMap,
    Action::Leave,
];

impl App {
    /// The program as it starts: with the first of the starts, unless another is named, or with
    /// the game of last time.
    #[must_use]
    pub fn new(
        settings: Settings,
        starts: Vec<Start>,
        start: usize,
        restored: Option<Record>,
        seed: u64,
    ) -> Self {
        let usual = Start::of(Rules::default());
        let game = starts.get(start).unwrap_or(&usual).game();
        let clocks = Clocks::new(settings.clock);
        let seats = [settings.red, settings.black];
        let mut app = Self {
            kept: settings.clone(),
            table: Table::new(game, seats, settings.limit, clocks, seed),
            settings,
            starts,
            start,
            tags: Vec::new(),
            hand: Hand::default(),
            editor: None,
            resume: false,
            dialog: None,
            announced: false,
            menu: None,
            hovered: None,
            pressed: None,
            note: Note::Welcome,
            flipped: false,
            now: Duration::ZERO,
            effects: Vec::new(),
            autosaved: 0,
            seen: Seen::default(),
            revision: 0,
        };
        app.face_person();
        if let Some(record) = restored {
            app.restore(record);
        }
        app.autosaved = app.table.changes();
        app
    }

    /// Lets something happen, and says what shall be done. Time counts from the program's start.
    pub fn on(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        self.now = now;
        let silent = match &event {
            Event::Tick => true,
            Event::Moved(target, _) => *target == self.hovered && self.hand.dragged().is_none(),
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
            Event::Pasted(text) => self.pasted(text),
            Event::Games(names) => self.games(names),
            Event::Opened(text) => self.opened(text),
            Event::Saved(Ok(name)) => self.note = Note::Saved(name),
            Event::Saved(Err(why)) => self.fail(why),
            Event::MapWritten(start) => self.map_written(start),
            Event::Closed => self.close(),
        }
        self.settle();
        if !silent || self.look() {
            self.revision += 1;
        }
        std::mem::take(&mut self.effects)
    }

    /// Lets follow what has to follow from any change.
    fn settle(&mut self) {
        if self.table.game().ending().is_none() {
            self.announced = false;
        } else if !self.announced && self.dialog.is_none() && self.editor.is_none() {
            self.announced = true;
            self.dialog = self.table.game().ending().map(|ending| Dialog::new(Topic::Over(ending)));
            self.menu = None;
        }
        if let Some(order) = self.table.settle(self.now) {
            self.effects.push(Effect::Computer(order));
        }
        if self.kept != self.settings {
            self.kept = self.settings.clone();
            self.effects.push(Effect::Keep(self.settings.clone()));
        }
        if self.autosaved != self.table.changes() {
            self.autosaved = self.table.changes();
            let game = self.table.game();
            let going_on = game.ending().is_none() && !game.moves().is_empty();
            let record = going_on.then(|| Box::new(self.record()));
            self.effects.push(Effect::Autosave(record));
        }
    }

    /// Whether what time alone changes looks different by now.
    fn look(&mut self) -> bool {
        let seconds = |side| self.table.time_left(side, self.now).map(|left| left.as_secs());
        let lit = self.is_selection_lit();
        let seen = Seen { lit, seconds: [seconds(Side::Red), seconds(Side::Black)] };
        std::mem::replace(&mut self.seen, seen) != seen
    }

    fn tick(&mut self) {
        if self.table.tick(self.now).is_some() {
            self.hand.let_go();
            self.sound(Sound::End);
            self.revision += 1;
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

    fn fail(&mut self, why: String) {
        self.dialog = Some(Dialog::new(Topic::Message(why)));
    }

    /// Turns the board to the only person.
    fn face_person(&mut self) {
        self.flipped = self.table.only_person() == Some(Side::Black);
    }

    /// The window is to be closed, by whatever the system has for that.
    fn close(&mut self) {
        let refused = matches!(&self.dialog, Some(Dialog { topic: Topic::InvalidMap(_), .. }));
        self.effects.push(Effect::Quit(!refused));
    }

    /// The map that was asked for is refused: the program says why, and ends.
    pub fn refuse_map(&mut self, why: String) {
        self.dialog = Some(Dialog::new(Topic::InvalidMap(why)));
    }

    /// Something is to be said first of all.
    pub fn greet(&mut self, note: Note) {
        self.note = note;
    }

    /// Counts the changes of what is to be seen.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
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
            (Notation::Chinese, Pieces::Traditional) => Style::Chinese(Script::Traditional),
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

    /// What the pointer is on.
    #[must_use]
    pub const fn hovered(&self) -> Option<Target> {
        self.hovered
    }

    /// What the pointer is held down on.
    #[must_use]
    pub const fn pressed(&self) -> Option<Target> {
        self.pressed
    }

    /// What happened last.
    #[must_use]
    pub const fn note(&self) -> &Note {
        &self.note
    }

    /// Whether Black's side is at the bottom.
    #[must_use]
    pub const fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// The time of the last event.
    #[must_use]
    pub const fn now(&self) -> Duration {
        self.now
    }

    /// Where a game can begin.
    #[must_use]
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// Whether the selected piece is seen: a blinking one is so half of the time.
    #[must_use]
    pub fn is_selection_lit(&self) -> bool {
        !self.settings.blink || self.hand.selected().is_none() || self.hand.is_lit(self.now)
    }
}
