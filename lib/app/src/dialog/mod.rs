//! The dialogs: each is a form with its title, its parts and its buttons, in a file of its own.

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
    /// The part with the keyboard focus; then no button has it.
    pub part: Option<PartId>,
    /// The first line of a page that is shown; a too large number shows the last page.
    pub scrolled: usize,
}

#[derive(Clone, Debug)]
pub struct DialogFrame {
    pub title: Text,
    /// The buttons. Enter chooses the first one, unless a row has the focus.
    pub buttons: Vec<Reply>,
    /// The button that has the keyboard focus at first, if no part has it.
    pub focus: usize,
    /// The button that Escape chooses: the one that changes least.
    pub escape: Option<Reply>,
    /// The width in sizes of text.
    pub ems: i32,
    /// The height of the parts in sizes of text; 0 if it follows from them. A dialog whose parts change has one, so
    /// that it keeps its size and its place.
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

/// The name of its type without its fields, which would make a page larger.
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

    /// Handles a change of a part. Returns the button that it presses, for Enter in a field the first.
    fn changed(&mut self, _cx: &mut Context, _id: PartId, change: Change) -> Option<Reply> {
        (change == Change::Opened).then(|| self.frame().buttons.first().copied()).flatten()
    }

    /// The pieces to choose from, the chosen one, and the square that they are for.
    fn pieces(&self) -> Option<(&[Piece], Option<usize>, Option<Square>)> {
        None
    }

    /// Handles a key that chooses. Returns the button that it presses; `None` if the form has no use for the key.
    fn key(&mut self, _key: Key, _rules: Rules) -> Option<Reply> {
        None
    }

    fn step(&mut self, _rows: i32) {}

    /// Follows an event: lists were scrolled, or an engine was tested.
    fn settled(&mut self, _cx: &mut Context) {}

    /// The button that ends the program if the window is closed now, unless it ends in the usual way.
    fn ends_program(&self) -> Option<Reply> {
        None
    }

    /// The button that keeps what was typed when the window closes, or when another game begins.
    fn keeps_typed(&self, _window_closes: bool) -> Option<Reply> {
        None
    }

    /// True if it asks about another state of the game, another position, or an editor that is closed.
    fn is_late(&self, _changes: u32, _position: chuhe_core::Key, _is_editing: bool) -> bool {
        false
    }

    /// Takes the engine that was chosen in the list of engines for a part.
    fn take_engine(&mut self, _part: PartId, _line: String) {}

    fn replace_engine(&mut self, _line: &str, _other: &PlayerSetting) {}
}

#[derive(Debug)]
pub enum Outcome {
    /// The dialog closes, unless it has opened another one.
    Close,
    Stay,
    Do(Request),
}

#[derive(Clone, Debug)]
pub enum Request {
    Act(Action),
    Restart,
    LeaveEditor,
    /// Does something although the position of the editor is lost by it.
    Discard(Box<Request>),
    Resign(Side),
    AgreeDraw,
    DeclineDraw(Side),
    /// Plays on from the position shown. A person plays this side, or both.
    PlayOn(Option<Side>),
    Position(Box<AnyPosition>),
    Review,
    /// Ends the program; true is success.
    Quit(bool),
    Play(Move),
    Open(Box<GameTree>, Note),
    OpenListed(Box<OpenedGame>),
    /// Starts the endgame problem of an index.
    Attempt(usize),
    Start(usize),
    /// Takes the players and clocks of these settings, and starts a game in the same way.
    NewGame(Box<Settings>, usize),
    Lesson(&'static Lesson),
    /// Plays the move of a text, or takes its position or game.
    Type(String),
    Comment(String),
    ShowLibrary,
    StartEngine(Side),
    LoseByEngine(Side),
    /// Shows an open game, or the one that is played, which has no number here.
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

    /// Returns whether the board shows something else than the editor afterwards.
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

    /// True if it is a banner, which leaves the board free.
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
        /// More lines than any page has.
        const MOST: usize = 100;
        self.scrolled = self.scrolled.saturating_add_signed(lines as isize).min(MOST);
    }
}
