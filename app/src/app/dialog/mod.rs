//! The dialogs.

mod map_name;

pub use map_name::MapName;

use super::form::{Form, PartId, Widgets};
use super::library::{Export, LibraryScreen};
use super::program::AskedProgram;
use super::{Action, Choice};
use crate::app_error::AppError;
use crate::settings::Settings;
use chuhe_core::{Ending, Move, Side};
use chuhe_view::text::Text;

/// A dialog, and its keyboard focus.
#[derive(Clone, PartialEq, Debug)]
pub struct Dialog {
    /// The topic.
    pub topic: Topic,
    /// The row or button with the keyboard focus. Rows come first, then buttons.
    pub focus: usize,
    /// The part with the keyboard focus; then no button has it.
    pub part: Option<PartId>,
    /// The first line of a page that is shown; a too large number shows the last page.
    pub scrolled: usize,
    /// The state of fields and lists.
    pub widgets: Widgets,
}

/// The topic of a dialog.
#[derive(Clone, PartialEq, Debug)]
pub enum Topic {
    /// The game is over.
    Over(Ending),
    /// The map of the command line is not valid; the program cannot go on.
    InvalidMap(AppError),
    /// The confirmation of an action that cannot be undone.
    Confirm(Action),
    /// A person offers a draw to another person.
    DrawOffered(Side),
    /// A promotion: its moves, and the index of the chosen one. The index after the last move is
    /// that of the button.
    Promotion(Vec<Move>, usize),
    /// A new game: its settings, and the index of its start.
    NewGame(Box<Settings>, usize),
    /// The engine that plays a side of a new game.
    Program(Box<AskedProgram>),
    /// An engine failed: its name, the error, its side, and true if it loses the game by this.
    Failed(String, String, Side, bool),
    /// The rights of the position in the editor.
    Rights,
    /// The settings.
    Settings,
    /// The library of games.
    Library(LibraryScreen),
    /// The file for a game.
    Export(Export),
    /// A page: the rules, the keys, or the page about the program.
    Page(Action),
    /// The name of a map to save.
    MapName(MapName),
    /// An error.
    Error(AppError),
}

/// Declares the buttons of dialogs, with their labels.
macro_rules! replies {
    ($($(#[$doc:meta])+ $name:ident: $label:expr;)+) => {
        /// A button of a dialog.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Reply {
            $($(#[$doc])+ $name,)+
        }

        impl Reply {
            /// All buttons, in the order of their declaration.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// The label of the button.
            #[must_use]
            pub const fn label(self) -> Text {
                match self {
                    $(Self::$name => $label,)+
                }
            }
        }
    };
}

replies! {
    /// Confirms the message; the consequences follow.
    Ok: Text::Ok;
    /// Quits the program after a game.
    Quit: Text::OkQuit;
    /// Starts another game.
    NewGame: Text::NewGame;
    /// Shows the finished game.
    Review: Text::Review;
    /// Confirms.
    Yes: Text::Yes;
    /// Refuses.
    No: Text::No;
    /// Accepts the draw.
    Accept: Text::Accept;
    /// Declines the draw.
    Decline: Text::Decline;
    /// Starts the game.
    Start: Text::Play;
    /// Leaves everything as it was.
    Cancel: Text::Cancel;
    /// Closes the dialog.
    Close: Text::Close;
    /// Opens the chosen game.
    Open: Text::Load;
    /// Saves the map.
    Save: Text::Save;
}

impl Topic {
    /// The parts of the dialog, if it is made of parts.
    #[must_use]
    pub fn form(&self) -> Option<&dyn Form> {
        match self {
            Self::MapName(form) => Some(form),
            Self::Library(form) => Some(form),
            Self::Export(form) => Some(form),
            _ => None,
        }
    }

    /// The parts of the dialog to change, if it is made of parts.
    pub(super) fn form_mut(&mut self) -> Option<&mut dyn Form> {
        match self {
            Self::MapName(form) => Some(form),
            Self::Library(form) => Some(form),
            Self::Export(form) => Some(form),
            _ => None,
        }
    }

    /// The rows with values.
    #[must_use]
    pub const fn choices(&self) -> &'static [Choice] {
        match self {
            Self::NewGame(..) => Choice::NEW_GAME,
            Self::Rights => Choice::RIGHTS,
            Self::Settings => Choice::SETTINGS,
            _ => &[],
        }
    }

    /// The buttons. Enter chooses the first one, unless a row has the focus.
    #[must_use]
    pub const fn replies(&self) -> &'static [Reply] {
        match self {
            Self::Over(_) => &[Reply::NewGame, Reply::Review, Reply::Quit],
            Self::InvalidMap(_) | Self::Error(_) | Self::Failed(..) => &[Reply::Ok],
            Self::Program(_) => &[Reply::Ok, Reply::Cancel],
            Self::Confirm(_) => &[Reply::Yes, Reply::No],
            Self::Promotion(..) => &[Reply::Cancel],
            Self::DrawOffered(_) => &[Reply::Accept, Reply::Decline],
            Self::NewGame(..) => &[Reply::Start, Reply::Cancel],
            Self::Rights | Self::Settings | Self::Page(_) => &[Reply::Close],
            Self::Library(_) => &[Reply::Open, Reply::Close],
            Self::MapName(_) | Self::Export(_) => &[Reply::Save, Reply::Cancel],
        }
    }
}

impl Topic {
    /// The button that Escape chooses: the one that changes least.
    #[must_use]
    pub fn escape(&self) -> Option<Reply> {
        match self {
            Self::Over(_) => Some(Reply::Review),
            _ => self.replies().last().copied(),
        }
    }
}

impl Dialog {
    /// Creates a dialog whose first button has the focus.
    #[must_use]
    pub fn new(topic: Topic) -> Self {
        let focus = topic.choices().len();
        let mut widgets = Widgets::default();
        widgets.reveal();
        Self { topic, focus, part: None, scrolled: 0, widgets }
    }

    /// The number of rows and buttons.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.topic.choices().len() + self.topic.replies().len()
    }

    /// The row with the focus.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        self.topic.choices().get(self.focus).copied()
    }

    /// The button with the focus.
    #[must_use]
    pub fn reply(&self) -> Option<Reply> {
        let index = self.focus.checked_sub(self.topic.choices().len())?;
        self.topic.replies().get(index).copied()
    }

    /// Moves the focus to the next or the previous row or button.
    pub fn turn(&mut self, forward: bool) {
        let parts = self.parts();
        self.focus = (self.focus + if forward { 1 } else { parts - 1 }) % parts;
    }

    /// Scrolls a page down, or up if negative.
    pub fn scroll(&mut self, lines: i32) {
        /// More lines than any page has.
        const MOST: usize = 100;
        self.scrolled = self.scrolled.saturating_add_signed(lines as isize).min(MOST);
    }
}
