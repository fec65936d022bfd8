//! Dialogs. A dialog shows a form: a title, parts and buttons.

mod clocks;
mod comment;
mod documents;
mod endgames;
mod engine_options;
mod engines;
mod export;
mod faults;
mod first_steps;
mod found;
mod input;
mod keys;
mod library;
mod map_name;
mod message;
mod new_game;
mod players;
mod promotion;
mod rights;
mod settings;
mod texts;
mod type_move;

pub(crate) use message::Message;
pub use message::Topic;
pub use players::ELO_STEPS;
pub use texts::DialogTexts;

pub(super) use comment::Comment;
pub(super) use documents::Documents;
pub(super) use endgames::Endgames;
pub(super) use export::Export;
pub(super) use faults::Faults;
pub(super) use first_steps::{FirstSteps, lesson_position};
pub(super) use found::FoundGames;
pub(super) use library::LibraryForm;
pub(super) use map_name::MapName;
pub(super) use new_game::NewGame;
pub(super) use promotion::Promotion;
pub(super) use rights::RightsForm;
pub(super) use settings::SettingsForm;
pub(super) use type_move::TypeMove;

use crate::{
    Action, Change, Context, FormPart, GameNumber, Key, Note, OpenedGame, PartId, PlayerSetting,
    Reply, Settings, Widgets, Words,
};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Piece, Side, Square};
use chuhe_records::GameTree;
use chuhe_view::text::{Lesson, Text};
use std::fmt;

#[derive(Debug)]
pub struct Dialog {
    pub form: Box<dyn Form>,
    pub focus: usize,
    /// The part with the keyboard focus; `None` if a button has the focus.
    pub part: Option<PartId>,
    /// The first visible line of the text; a number beyond the last line shows the end.
    pub scrolled: usize,
}

#[derive(Clone, Debug)]
pub struct DialogFrame {
    pub title: Text,
    /// The buttons. If a part has the focus and does not use Enter itself, Enter chooses the first button.
    pub buttons: Vec<Reply>,
    /// The index of the button that has the keyboard focus at first, if no part has it.
    pub focus: usize,
    /// The button that Escape chooses: the answer that changes least.
    pub escape: Option<Reply>,
    /// The width in multiples of the text size.
    pub ems: i32,
    /// The height of the parts in multiples of the text size; 0 to fit the parts. A dialog whose parts change has a
    /// fixed height, so that it keeps its place.
    pub high: i32,
    pub part: Option<PartId>,
}

impl DialogFrame {
    fn new(title: Text, buttons: impl Into<Vec<Reply>>) -> Self {
        let buttons: Vec<Reply> = buttons.into();
        let escape = buttons.last().copied();
        Self { title, buttons, focus: 0, escape, ems: 36, high: 0, part: None }
    }

    fn sized(self, ems: i32, high: i32) -> Self {
        Self { ems, high, ..self }
    }

    fn at(self, part: PartId) -> Self {
        Self { part: Some(part), ..self }
    }
}

/// Writes only the name of the type, because code for the fields would make the program of a page larger.
impl fmt::Debug for dyn Form + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.type_name().rsplit("::").next().unwrap_or_default())
    }
}

pub trait Form: Send {
    fn type_name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }

    fn frame(&self) -> DialogFrame;

    fn answered(&mut self, _reply: Reply, _cx: &mut Context) -> Outcome {
        Outcome::Close
    }

    fn text(&self, _words: Words) -> String {
        String::new()
    }

    fn topic(&self) -> Option<Topic> {
        None
    }

    fn parts(&self, _cx: &Context) -> Vec<FormPart> {
        Vec::new()
    }

    fn fields(&self, _cx: &Context) -> Widgets {
        Widgets::default()
    }

    /// Applies a change of a part. Returns the button to press. By default, Enter in a field presses the first button.
    fn changed(&mut self, _cx: &mut Context, _id: PartId, change: Change) -> Option<Reply> {
        (change == Change::Opened).then(|| self.frame().buttons.first().copied()).flatten()
    }

    /// (pieces, chosen, square) of a promotion: the possible pieces, the chosen index, and the square of the promotion.
    fn pieces(&self) -> Option<(&[Piece], Option<usize>, Option<Square>)> {
        None
    }

    /// Returns the button to press after a key that chooses a piece; `None` if the form does not use the key.
    fn key(&mut self, _key: Key, _rules: Rules) -> Option<Reply> {
        None
    }

    fn step(&mut self, _rows: i32) {}

    /// Updates the form after each event, such as scrolling or the end of an engine's test.
    fn settled(&mut self, _cx: &mut Context) {}

    /// The button that ends the program. It is pressed when the window closes. If `None`, the program ends as usual.
    fn ends_program(&self) -> Option<Reply> {
        None
    }

    /// The button that saves the typed text. It is pressed when the window closes or another game begins.
    fn keeps_typed(&self, _window_closes: bool) -> Option<Reply> {
        None
    }

    /// True if the form must close, because the game or the position has changed or the editor was closed.
    fn is_late(&self, _changes: u32, _position: chuhe_core::Key, _is_editing: bool) -> bool {
        false
    }

    /// Gives a part the engine that the person chose in the list of engines.
    fn take_engine(&mut self, _part: PartId, _line: String) {}

    fn replace_engine(&mut self, _line: &str, _other: &PlayerSetting) {}
}

#[derive(Debug)]
pub enum Outcome {
    /// The dialog closes, unless it has opened another dialog.
    Close,
    Stay,
    Do(Request),
}

#[derive(Clone, Debug)]
pub enum Request {
    Act(Action),
    Restart,
    LeaveEditor,
    /// Fulfils the request inside, and discards the position in the editor.
    Discard(Box<Request>),
    Resign(Side),
    AgreeDraw,
    DeclineDraw(Side),
    /// Plays on from the position shown. A person plays this side; `None` if persons play both sides.
    PlayOn(Option<Side>),
    Position(Box<AnyPosition>),
    Review,
    /// Ends the program. If true, the exit status means success.
    Quit(bool),
    Play(Move),
    Open(Box<GameTree>, Note),
    OpenListed(Box<OpenedGame>),
    /// Starts the endgame problem with this index.
    Attempt(usize),
    Start(usize),
    /// Takes players and clocks from the settings, then begins a game from the start position with this index.
    NewGame(Box<Settings>, usize),
    Lesson(&'static Lesson),
    /// Plays the typed move, or takes the typed position or game.
    Type(String),
    Comment(String),
    ShowLibrary,
    StartEngine(Side),
    LoseByEngine(Side),
    /// Shows an opened game; `None` for the game in play.
    ShowDocument(Option<GameNumber>),
    ShutDocument(Option<GameNumber>),
}

impl Request {
    fn ends_program(&self) -> bool {
        match self {
            Self::Quit(_) | Self::Act(Action::Quit) => true,
            Self::Discard(then) => then.ends_program(),
            _ => false,
        }
    }

    pub(super) const fn ends_editing(&self) -> bool {
        matches!(
            self,
            Self::LeaveEditor
                | Self::Open(..)
                | Self::OpenListed(_)
                | Self::Start(_)
                | Self::NewGame(..)
                | Self::Lesson(_)
        )
    }
}

impl Dialog {
    pub(super) fn new(form: Box<dyn Form>) -> Self {
        let DialogFrame { focus, part, .. } = form.frame();
        Self { form, focus, part, scrolled: 0 }
    }

    /// True if the dialog leaves the board uncovered.
    pub fn is_banner(&self) -> bool {
        matches!(self.form.topic(), Some(Topic::Over | Topic::Solved | Topic::Welcome))
    }

    pub fn reply(&self) -> Option<Reply> {
        self.form.frame().buttons.get(self.focus).copied()
    }

    pub(super) fn change(&mut self, id: PartId, change: Change, cx: &mut Context) -> Option<Reply> {
        let reply = self.form.changed(cx, id, change);
        cx.widgets.reveals = true;
        reply
    }

    pub(super) fn scroll_text(&mut self, lines: i32) {
        /// More lines than the text of any dialog has.
        const MOST: usize = 100;
        self.scrolled = self.scrolled.saturating_add_signed(lines as isize).min(MOST);
    }
}
